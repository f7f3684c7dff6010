//! Where a piece goes from the middle of five lines by five, for the rules page.

use crate::Variant;
use game::{Observer, Seat};
use games::{
    AnyView,
    board::{BoardShape, BoardView, Face, PieceKind, Point, Side, Step},
};

/// Lines that are drawn on each side of the piece.
const SIDE: i8 = 2;

/// A point's distance from the piece: to the right and forwards.
pub type Offset = (i8, i8);

/// What the rules allow a piece of Red in an example position, close to the piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PieceDiagram {
    /// Empty points that the piece reaches.
    pub moves: Vec<Offset>,
    /// Enemies that the piece captures.
    pub captures: Vec<Offset>,
    /// Enemies over which the piece captures.
    pub screens: Vec<Offset>,
}

impl PieceDiagram {
    /// The diagram of a kind of piece; `None` for pieces that the board's games do not have, and for
    /// banqi, where all pieces but the cannon move alike.
    pub fn of(shape: BoardShape, kind: PieceKind) -> Option<PieceDiagram> {
        let variant = match shape {
            BoardShape::River => Variant::Xiangqi,
            BoardShape::Cross => Variant::Sifang,
            BoardShape::Half => return None,
        };
        let (at, text) = example(shape, kind)?;
        let red = Observer::Seat(Seat::new(0));
        let view = AnyView::from_text(variant, "", red, text).ok()?;
        let (at, board) = (shape.parse(at)?, BoardView::of(&view));
        let near = |point: Point| {
            let offset = (point.col - at.col, point.row - at.row);
            (offset.0.abs() <= SIDE && offset.1.abs() <= SIDE).then_some(offset)
        };
        let reached: Vec<Point> = view
            .legal()
            .into_iter()
            .filter_map(Step::of)
            .filter(|step| step.from() == at)
            .map(Step::to)
            .collect();
        let (taken, empty): (Vec<Point>, Vec<Point>) =
            reached.iter().partition(|&&point| board.at(point).is_some());
        let enemies = board
            .faces()
            .filter(|(_, face)| matches!(face, Face::Open(piece) if piece.side != Side::Red));
        let screens = enemies.map(|(point, _)| point).filter(|point| !reached.contains(point));
        Some(PieceDiagram {
            moves: empty.into_iter().filter_map(near).collect(),
            captures: taken.into_iter().filter_map(near).collect(),
            screens: screens.filter_map(near).collect(),
        })
    }
}

/// A position in which the piece has room, and its point. Both sides can still win. A pawn of
/// xiangqi has crossed the river. In front of a cannon are a screen and an enemy. In sifang land
/// runs to the sides of tank and battleship, and water ahead.
const fn example(shape: BoardShape, kind: PieceKind) -> Option<(&'static str, &'static str)> {
    Some(match (shape, kind) {
        (BoardShape::River, PieceKind::General) => ("e1", "3k5/9/9/3p5/9/9/9/9/4K4/9 w - - 0 1"),
        (BoardShape::River, PieceKind::Advisor) => ("e1", "3k5/9/9/3p5/9/9/9/9/4A4/4K4 w - - 0 1"),
        (BoardShape::River, PieceKind::Elephant) => ("e2", "3k5/9/9/3p5/9/9/9/4B4/9/4K4 w - - 0 1"),
        (BoardShape::River, PieceKind::Horse) => ("e5", "3k5/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1"),
        (BoardShape::River, PieceKind::Chariot) => ("e5", "3k5/9/9/9/4R4/9/9/9/9/4K4 w - - 0 1"),
        (BoardShape::River, PieceKind::Cannon) => ("e5", "3k5/9/4p4/4p4/4C4/9/9/9/9/4K4 w - - 0 1"),
        (BoardShape::River, PieceKind::Pawn) => ("e6", "3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1"),
        (BoardShape::Cross, PieceKind::General) => {
            ("7g", "7/9/11/13/13/13/6,rM,5,gM/13/13/13/11/9/7 r ns -/-/x1/x2 0 0")
        }
        (BoardShape::Cross, PieceKind::Chariot) => {
            ("6g", "7/9/11/13/13/13/5,rT,6,gM/13/13/13/11/9/3,rM,3 r ns -/-/x1/x2 0 0")
        }
        (BoardShape::Cross, PieceKind::Battleship) => {
            ("6g", "7/9/11/13/13/13/5,rB,6,gM/13/13/13/11/9/3,rM,3 r ns -/-/x1/x2 0 0")
        }
        (BoardShape::Cross, PieceKind::Fighter) => {
            ("7g", "7/9/11/13/13/13/6,rF,5,gM/13/13/13/11/9/3,rM,3 r ns -/-/x1/x2 0 0")
        }
        (BoardShape::Cross, PieceKind::Cannon) => {
            ("7g", "7/9/11/13/6,gI,6/6,gI,6/6,rA,5,gM/13/13/13/11/9/3,rM,3 r ns -/-/x1/x2 0 0")
        }
        (BoardShape::Cross, PieceKind::Horse) => {
            ("7g", "7/9/11/13/13/13/6,rC,5,gM/13/13/13/11/9/3,rM,3 r ns -/-/x1/x2 0 0")
        }
        (BoardShape::Cross, PieceKind::Pawn) => {
            ("7g", "7/9/11/13/13/13/6,rI,5,gM/13/13/13/11/9/3,rM,3 r ns -/-/x1/x2 0 0")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The diagram as five rows, from ahead of the piece to behind it.
    fn drawn(diagram: &PieceDiagram) -> String {
        let letter = |offset: Offset| match offset {
            (0, 0) => 'P',
            _ if diagram.moves.contains(&offset) => 'o',
            _ if diagram.captures.contains(&offset) => 'x',
            _ if diagram.screens.contains(&offset) => 's',
            _ => '.',
        };
        let row = |y: i8| (-SIDE..=SIDE).map(|x| letter((x, y))).collect::<String>();
        (-SIDE..=SIDE).rev().map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn pieces_go_where_the_rules_let_them() {
        for (shape, kind, expected) in [
            (BoardShape::River, PieceKind::General, "...../..o../.oPo./..o../....."),
            (BoardShape::River, PieceKind::Advisor, "...../.o.o./..P../.o.o./....."),
            (BoardShape::River, PieceKind::Elephant, "o...o/...../..P../...../o...o"),
            (BoardShape::River, PieceKind::Horse, ".o.o./o...o/..P../o...o/.o.o."),
            (BoardShape::River, PieceKind::Chariot, "..o../..o../ooPoo/..o../..o.."),
            (BoardShape::River, PieceKind::Cannon, "..x../..s../ooPoo/..o../..o.."),
            (BoardShape::River, PieceKind::Pawn, "...../..o../.oPo./...../....."),
            (BoardShape::Cross, PieceKind::General, "...../.ooo./.oPo./.ooo./....."),
            (BoardShape::Cross, PieceKind::Chariot, "...../..o../ooPoo/..o../....."),
            (BoardShape::Cross, PieceKind::Battleship, "..o../..o../.oPo./..o../..o.."),
            (BoardShape::Cross, PieceKind::Fighter, "o...o/.ooo./.oPo./.ooo./o...o"),
            (BoardShape::Cross, PieceKind::Cannon, "..x../..s../ooPoo/..o../..o.."),
            (BoardShape::Cross, PieceKind::Horse, ".o.o./o...o/..P../o...o/.o.o."),
            (BoardShape::Cross, PieceKind::Pawn, "...../.ooo./.oPo./.ooo./....."),
        ] {
            let diagram = PieceDiagram::of(shape, kind).expect("an example");
            assert_eq!(drawn(&diagram), expected, "{shape:?} {kind:?}");
        }
        assert_eq!(PieceDiagram::of(BoardShape::Half, PieceKind::Cannon), None);
        assert_eq!(PieceDiagram::of(BoardShape::River, PieceKind::Fighter), None);
    }
}
