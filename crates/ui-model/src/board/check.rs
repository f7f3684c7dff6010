//! The general in check on a displayed board. A past position has no check flag, so it is computed
//! here.

use super::{BoardShape, Face, Piece, PieceKind, Point, Scene, Side};

impl Scene {
    /// Xiangqi and undercover: position of the attacked general. Two generals that face each other
    /// are no check, because no legal move leads there.
    pub fn checked_general(&self) -> Option<Point> {
        let is_checked = |point: Point, face: Face| match face {
            Face::Open(Piece { side, kind: PieceKind::General }) => self.is_attacked(point, side),
            _ => false,
        };
        let mut faces = self.faces.iter().filter(|_| self.shape == BoardShape::River);
        faces.find(|&(&point, &face)| is_checked(point, face)).map(|(&point, _)| point)
    }

    fn is_attacked(&self, general: Point, side: Side) -> bool {
        self.faces.iter().any(|(&from, &face)| match face {
            Face::Open(piece) => piece.side != side && self.attacks(from, piece, general),
            Face::Down => false,
        })
    }

    /// Whether a piece attacks a point of the enemy palace.
    fn attacks(&self, from: Point, piece: Piece, to: Point) -> bool {
        let (right, up) = (to.col - from.col, to.row - from.row);
        match piece.kind {
            PieceKind::Chariot => self.count_between(from, to) == Some(0),
            PieceKind::Cannon => self.count_between(from, to) == Some(1),
            PieceKind::Horse => {
                let leg = Point::new(from.col + right / 2, from.row + up / 2);
                (right * up).abs() == 2 && self.at(leg).is_none()
            }
            PieceKind::Pawn => {
                let ahead = if piece.side == Side::Red { 1 } else { -1 };
                (right == 0 && up == ahead) || (right.abs() == 1 && up == 0)
            }
            _ => false,
        }
    }

    /// Number of pieces between two points of one line; `None` if they share no line.
    fn count_between(&self, from: Point, to: Point) -> Option<usize> {
        let (right, up) = (to.col - from.col, to.row - from.row);
        let steps = (right == 0 || up == 0).then_some((right + up).abs())?;
        let at = |step| Point::new(from.col + right.signum() * step, from.row + up.signum() * step);
        Some((1..steps).filter(|&step| self.at(at(step)).is_some()).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_that_checks_is_seen() {
        for (rows, checked) in [
            ("4k4/9/9/9/4R4/9/9/9/9/3K5", Some("e9")),
            ("4k4/9/4a4/9/4R4/9/9/9/9/3K5", None),
            ("4k4/9/4a4/9/4C4/9/9/9/9/3K5", Some("e9")),
            ("4k4/9/9/9/4C4/9/9/9/9/3K5", None),
            ("4k4/9/3N5/9/9/9/9/9/9/5K3", Some("e9")),
            ("4k4/3p5/3N5/9/9/9/9/9/9/5K3", None),
            ("4k4/4P4/9/9/9/9/9/9/9/3K5", Some("e9")),
            ("3Pk4/9/9/9/9/9/9/9/9/5K3", Some("e9")),
            ("4k4/9/9/9/9/9/9/9/3p5/3K5", Some("d0")),
            ("4k4/9/9/9/9/9/9/9/9/4K4", None),
        ] {
            let scene = Scene::read(BoardShape::River, rows).expect("a board");
            let found = scene.checked_general().map(|point| BoardShape::River.name(point));
            assert_eq!(found.as_deref(), checked, "{rows}");
        }
    }
}
