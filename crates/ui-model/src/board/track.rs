use super::{Face, Point, Scene};
use game::sort_few;
use std::collections::BTreeMap;

/// A piece on the screen, the same one through moves, undo and replay: what slides and flips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its number for as long as it lies on the board.
    pub id: u32,
    /// Where it lies.
    pub point: Point,
    /// What is seen of it.
    pub face: Face,
    /// How often it has been turned over.
    pub turns: u16,
}

/// So many pieces leave the board with one move at most.
const MOST_TAKEN: usize = 1;

/// All pieces on the screen.
#[derive(Clone, Default, Debug)]
pub struct Tokens {
    list: Vec<Token>,
    taken: Vec<Token>,
    next: u32,
}

impl Tokens {
    /// The pieces, by number: their order on the screen does not jump.
    pub fn list(&self) -> &[Token] {
        &self.list
    }

    /// The pieces that the last scene took from the board. Empty where it took more than a move
    /// does: then somebody leafs through a game, or a whole army has left.
    pub fn taken(&self) -> &[Token] {
        &self.taken
    }

    /// Takes over a scene. A piece that stays where it is keeps its number, also when it flips
    /// over; one that vanished here and appeared there is taken to have moved.
    pub fn show(&mut self, scene: &Scene) {
        let mut open: BTreeMap<Point, Face> = scene.faces.clone();
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
        // Moved: the nearest of those that look the same.
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
        // Flipped over: it lies where it lay. What does not lie there any more was taken.
        self.taken.clear();
        for token in flipped {
            match open.remove(&token.point) {
                Some(face) => {
                    kept.push(Token { face, turns: token.turns.saturating_add(1), ..token });
                }
                None => self.taken.push(token),
            }
        }
        if self.taken.len() > MOST_TAKEN {
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
    use crate::board::BoardShape;

    fn id_at(tokens: &Tokens, name: &str) -> u32 {
        let point = BoardShape::Half.parse(name).unwrap();
        tokens.list().iter().find(|token| token.point == point).expect(name).id
    }

    #[test]
    fn pieces_keep_their_number_through_flip_move_and_capture() {
        let mut scene = Scene::read(BoardShape::Half, "8/8/8/***5 - 0/0").unwrap();
        let mut tokens = Tokens::default();
        tokens.show(&scene);
        let (a, b, c) = (id_at(&tokens, "a1"), id_at(&tokens, "b1"), id_at(&tokens, "c1"));
        scene.play("a1=K");
        tokens.show(&scene);
        assert_eq!((id_at(&tokens, "a1"), id_at(&tokens, "b1")), (a, b));
        scene.play("c1=n");
        tokens.show(&scene);
        scene.play("c1c2");
        tokens.show(&scene);
        assert_eq!(id_at(&tokens, "c2"), c);
        assert!(tokens.taken().is_empty());
        scene.play("a1b1");
        tokens.show(&scene);
        assert_eq!(id_at(&tokens, "b1"), a);
        assert_eq!(tokens.list().len(), 2);
        let taken: Vec<u32> = tokens.taken().iter().map(|token| token.id).collect();
        assert_eq!(taken, [b], "what was captured is shown for a moment where it lay");
        tokens.show(&scene);
        assert!(tokens.taken().is_empty());
        tokens.show(&Scene::empty(BoardShape::Half));
        assert!(tokens.taken().is_empty(), "a board that is cleared has captured nothing");
    }
}
