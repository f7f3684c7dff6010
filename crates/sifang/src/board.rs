use crate::{Kind, Piece, Point, Side};
use core::iter;

/// Pieces on the board, by point.
///
/// ```
/// use sifang::{Board, Kind, Piece, Point, Side};
///
/// let mut board = Board::start();
/// assert_eq!(board.pieces().count(), 4 * 14);
/// let marshal = Piece { side: Side::Red, kind: Kind::Marshal };
/// assert_eq!(board.at("7a".parse()?), Some(marshal));
/// board.put("7a".parse()?, None);
/// board.put(Point::TIANYUAN, Some(marshal));
/// assert_eq!(board.at(Point::TIANYUAN), Some(marshal));
/// assert!(board.has_pieces(Side::Red) && !Board::EMPTY.has_pieces(Side::Red));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board([u8; Point::PLACES]);

/// Starting points of a side's pieces, seen from the south: kind, x, y.
const TRIANGLE: [(Kind, i8, i8); 14] = [
    (Kind::Battleship, 4, 1),
    (Kind::Cavalry, 5, 1),
    (Kind::Marshal, 7, 1),
    (Kind::Cavalry, 9, 1),
    (Kind::Battleship, 10, 1),
    (Kind::Tank, 5, 2),
    (Kind::Infantry, 6, 2),
    (Kind::Infantry, 7, 2),
    (Kind::Infantry, 8, 2),
    (Kind::Tank, 9, 2),
    (Kind::Fighter, 6, 3),
    (Kind::Artillery, 7, 3),
    (Kind::Fighter, 8, 3),
    (Kind::Artillery, 7, 4),
];

impl Board {
    /// The empty board.
    pub const EMPTY: Board = Board([0; Point::PLACES]);

    /// The usual starting position: an isosceles triangle for each side.
    pub fn start() -> Board {
        let mut board = Board::EMPTY;
        for side in Side::ALL {
            for (kind, x, y) in TRIANGLE {
                if let Some(point) = rotated_point(side, x, y) {
                    board.put(point, Some(Piece { side, kind }));
                }
            }
        }
        board
    }

    /// Returns the piece on a point.
    #[inline]
    pub const fn at(&self, point: Point) -> Option<Piece> {
        Piece::from_code(self.0[point.index()])
    }

    /// Puts a piece on a point, or clears the point.
    #[inline]
    pub fn put(&mut self, point: Point, piece: Option<Piece>) {
        self.0[point.index()] = piece.map_or(0, Piece::code);
    }

    /// Iterates over all pieces with their points.
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> {
        Point::all().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// Whether a side has any piece.
    pub fn has_pieces(&self, side: Side) -> bool {
        self.pieces().any(|(_, piece)| piece.side == side)
    }
}

/// Returns the point that `side` sees at the place where the south sees `x`, `y`.
pub(crate) const fn rotated_point(side: Side, x: i8, y: i8) -> Option<Point> {
    match side {
        Side::Red => Point::new(x, y),
        Side::Green => Point::new(14 - y, x),
        Side::Yellow => Point::new(14 - x, 14 - y),
        Side::Blue => Point::new(y, 14 - x),
    }
}

/// Starting point of a side's marshal: 7a, 13g, 7m, 1g.
fn marshal_start(side: Side) -> Option<Point> {
    rotated_point(side, 7, 1)
}

/// Points where a racing marshal of `side` wins a place: the centre, and the starting points of the
/// other marshals.
pub fn goals(side: Side) -> impl Iterator<Item = Point> {
    let others = Side::ALL.into_iter().filter(move |&other| other != side);
    iter::once(Point::TIANYUAN).chain(others.filter_map(marshal_start))
}
