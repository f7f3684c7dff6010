//! Movement of the pieces.

use crate::{Board, Kind, Line, Mode, Piece, Point};
use alloc::vec::Vec;

/// The four straight directions, east first.
pub(crate) const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The four diagonal directions.
pub(crate) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The line that a straight direction follows from a point: the row's for east and west, else the
/// column's.
pub(crate) const fn line_along(from: Point, direction: (i8, i8)) -> Line {
    Line::of(if direction.1 == 0 { from.y() } else { from.x() })
}

impl Piece {
    /// The points to which this piece on `from` can move in some position: its moves on a board
    /// without other pieces. A legal move is always among them.
    ///
    /// ```
    /// use sifang::{Piece, Point};
    ///
    /// let cavalry = Piece::from_letters("rC").ok_or("a cavalry")?;
    /// assert_eq!(cavalry.reach(Point::TIANYUAN).len(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reach(self, from: Point) -> Vec<Point> {
        let mut reach = Vec::new();
        // Without other pieces the teams do not matter.
        for_each_target(&Board::EMPTY, Mode::Solo, from, self, |to| reach.push(to));
        reach
    }
}

/// Calls `take` with every point the piece on `from` may move to, captures included.
#[inline]
pub(crate) fn for_each_target(
    board: &Board,
    mode: Mode,
    from: Point,
    piece: Piece,
    mut take: impl FnMut(Point),
) {
    match piece.kind {
        Kind::Tank => slides(board, mode, from, piece, Line::Land, &mut take),
        Kind::Battleship => slides(board, mode, from, piece, Line::Water, &mut take),
        Kind::Artillery => artillery(board, mode, from, piece, &mut take),
        Kind::Cavalry => cavalry(board, mode, from, piece, &mut take),
        Kind::Fighter => {
            steps(board, mode, from, piece, &mut take);
            fighter_hops(board, mode, from, piece, &mut take);
        }
        Kind::Infantry | Kind::Marshal => steps(board, mode, from, piece, &mut take),
    }
}

/// Whether `piece` may end its move on `to`: the point is empty or has an enemy piece.
#[inline]
fn is_open(board: &Board, mode: Mode, piece: Piece, to: Point) -> bool {
    board.at(to).is_none_or(|other| !mode.allied(piece.side, other.side))
}

fn is_enemy(board: &Board, mode: Mode, piece: Piece, point: Point) -> bool {
    board.at(point).is_some_and(|other| !mode.allied(piece.side, other.side))
}

/// Tank and battleship: any distance along lines of kind `far`, one step along the others.
fn slides(
    board: &Board,
    mode: Mode,
    from: Point,
    piece: Piece,
    far: Line,
    take: &mut impl FnMut(Point),
) {
    for direction in STRAIGHT {
        let is_far = line_along(from, direction) == far;
        let mut at = from;
        while let Some(to) = at.offset(direction.0, direction.1) {
            if is_open(board, mode, piece, to) {
                take(to);
            }
            if !is_far || board.at(to).is_some() {
                break;
            }
            at = to;
        }
    }
}

/// Artillery: any distance to an empty point. It captures behind exactly one piece.
fn artillery(board: &Board, mode: Mode, from: Point, piece: Piece, take: &mut impl FnMut(Point)) {
    for direction in STRAIGHT {
        let mut at = from;
        let mut jumped = false;
        while let Some(to) = at.offset(direction.0, direction.1) {
            match (board.at(to).is_some(), jumped) {
                (false, false) => take(to),
                (false, true) => {}
                (true, false) => jumped = true,
                (true, true) => {
                    if is_enemy(board, mode, piece, to) {
                        take(to);
                    }
                    break;
                }
            }
            at = to;
        }
    }
}

/// Cavalry: one step straight, then one diagonally outward. Only an enemy piece on the straight
/// step blocks it.
fn cavalry(board: &Board, mode: Mode, from: Point, piece: Piece, take: &mut impl FnMut(Point)) {
    for (x, y) in STRAIGHT {
        if from.offset(x, y).is_some_and(|leg| is_enemy(board, mode, piece, leg)) {
            continue;
        }
        for (east, north) in [(2 * x + y, 2 * y + x), (2 * x - y, 2 * y - x)] {
            if let Some(to) = from.offset(east, north)
                && is_open(board, mode, piece, to)
            {
                take(to);
            }
        }
    }
}

fn steps(board: &Board, mode: Mode, from: Point, piece: Piece, take: &mut impl FnMut(Point)) {
    for (x, y) in STRAIGHT.into_iter().chain(DIAGONAL) {
        if let Some(to) = from.offset(x, y)
            && is_open(board, mode, piece, to)
        {
            take(to);
        }
    }
}

/// Fighter: from a crossing of two land lines, any number of 田 diagonals in one direction.
///
/// An enemy piece in the middle of a 田 blocks. A piece on a crossing cannot be passed.
fn fighter_hops(
    board: &Board,
    mode: Mode,
    from: Point,
    piece: Piece,
    take: &mut impl FnMut(Point),
) {
    if !from.is_land_crossing() {
        return;
    }
    for (x, y) in DIAGONAL {
        let mut at = from;
        while let (Some(middle), Some(to)) = (at.offset(x, y), at.offset(2 * x, 2 * y)) {
            if is_enemy(board, mode, piece, middle) {
                break;
            }
            if is_open(board, mode, piece, to) {
                take(to);
            }
            if board.at(to).is_some() {
                break;
            }
            at = to;
        }
    }
}
