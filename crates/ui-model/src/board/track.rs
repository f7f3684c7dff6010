use game::sort_few;
use games::board::{BoardView, Face, Point};
use std::collections::BTreeMap;

/// A piece on the screen. It keeps its identity through moves, undo and replay, so that it slides
/// and flips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Id for as long as the piece is on the board.
    pub id: u32,
    /// Its point.
    pub point: Point,
    /// Its visible face.
    pub face: Face,
    /// Number of times it has been flipped.
    pub turns: u16,
}

/// Maximum number of pieces that one move captures.
const MAX_TAKEN: usize = 1;

/// All pieces on the screen.
#[derive(Clone, Default, Debug)]
pub struct Tokens {
    list: Vec<Token>,
    taken: Vec<Token>,
    next: u32,
}

impl Tokens {
    /// The pieces in the order of their ids, so that their order in the document is stable.
    pub fn list(&self) -> &[Token] {
        &self.list
    }

    /// The pieces that the last board captured. Empty if more pieces disappeared than one move
    /// captures: the player skipped through a game, or a whole army has left.
    pub fn taken(&self) -> &[Token] {
        &self.taken
    }

    /// Shows a board. A piece that stays on its point keeps its id, even when it flips. A piece
    /// that disappeared here and appeared elsewhere is taken to have moved.
    pub fn show(&mut self, board: &BoardView) {
        let mut open: BTreeMap<Point, Face> = board.faces().collect();
        let mut kept = Vec::with_capacity(open.len());
        let mut loose = Vec::new();
        for token in self.list.drain(..) {
            if open.get(&token.point) == Some(&token.face) {
                open.remove(&token.point);
                kept.push(token);
            } else {
                loose.push(token);
            }
        }
        // Moved: the nearest piece with the same look.
        let mut flipped = Vec::new();
        for token in loose {
            let target = open
                .iter()
                .filter(|&(_, &face)| face == token.face)
                .min_by_key(|&(point, _)| distance(*point, token.point))
                .map(|(&point, _)| point);
            match target {
                Some(point) => {
                    open.remove(&point);
                    kept.push(Token { point, ..token });
                }
                None => flipped.push(token),
            }
        }
        // Flipped in place. Pieces that are no longer there were captured.
        self.taken.clear();
        for token in flipped {
            match open.remove(&token.point) {
                Some(face) => {
                    kept.push(Token { face, turns: token.turns.saturating_add(1), ..token });
                }
                None => self.taken.push(token),
            }
        }
        if self.taken.len() > MAX_TAKEN {
            self.taken.clear();
        }
        for (point, face) in open {
            kept.push(Token { id: self.next, point, face, turns: 0 });
            self.next += 1;
        }
        sort_few(&mut kept, |a, b| a.id < b.id);
        self.list = kept;
    }
}

fn distance(a: Point, b: Point) -> u8 {
    a.col.abs_diff(b.col) + a.row.abs_diff(b.row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use games::board::BoardShape;

    fn id_at(tokens: &Tokens, name: &str) -> u32 {
        let point = BoardShape::Half.parse(name).unwrap();
        tokens.list().iter().find(|token| token.point == point).expect(name).id
    }

    #[test]
    fn pieces_keep_their_number_through_flip_move_and_capture() {
        let mut scene = BoardView::read(Variant::Banqi, "", "8/8/8/***5 - 0/0 0 0 ?").unwrap();
        let mut tokens = Tokens::default();
        tokens.show(&scene);
        let (a, b, c) = (id_at(&tokens, "a1"), id_at(&tokens, "b1"), id_at(&tokens, "c1"));
        scene.play_text("a1=K");
        tokens.show(&scene);
        assert_eq!((id_at(&tokens, "a1"), id_at(&tokens, "b1")), (a, b));
        scene.play_text("c1=n");
        tokens.show(&scene);
        scene.play_text("c1c2");
        tokens.show(&scene);
        assert_eq!(id_at(&tokens, "c2"), c);
        assert!(tokens.taken().is_empty());
        scene.play_text("a1b1=n");
        tokens.show(&scene);
        assert_eq!(id_at(&tokens, "b1"), a);
        assert_eq!(tokens.list().len(), 2);
        let taken: Vec<u32> = tokens.taken().iter().map(|token| token.id).collect();
        assert_eq!(taken, [b], "what was captured is shown for a moment where it lay");
        tokens.show(&scene);
        assert!(tokens.taken().is_empty());
        tokens.show(&BoardView::empty(BoardShape::Half));
        assert!(tokens.taken().is_empty(), "a board that is cleared has captured nothing");
    }
}
