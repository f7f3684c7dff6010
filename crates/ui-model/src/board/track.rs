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

/// All pieces on the screen.
#[derive(Clone, Default, Debug)]
pub struct Tokens {
    list: Vec<Token>,
    next: u32,
}

impl Tokens {
    /// The pieces, by number: their order on the screen does not jump.
    pub fn list(&self) -> &[Token] {
        &self.list
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
        // Flipped over: it lies where it lay.
        for token in flipped {
            if let Some(face) = open.remove(&token.point) {
                kept.push(Token { face, turns: token.turns.saturating_add(1), ..token });
            }
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
        scene.play("a1b1");
        tokens.show(&scene);
        assert_eq!(id_at(&tokens, "b1"), a);
        assert_eq!(tokens.list().len(), 2);
    }
}
