//! How the pieces move.

use crate::{Board, Kind, Line, Mode, Piece, Point};

/// The four straight ways, east first.
pub(crate) const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The four diagonal ways.
pub(crate) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The line a straight way runs along from a point: a row's when it runs east or west.
pub(crate) const fn line_along(from: Point, way: (i8, i8)) -> Line {
    Line::of(if way.1 == 0 { from.y() } else { from.x() })
}

/// Hands every point that the piece on `from` may move to, captures included, to `take`.
#[inline]
pub(crate) fn each_target(
    board: &Board,
    mode: Mode,
    from: Point,
    piece: Piece,
    mut take: impl FnMut(Point),
) {
    match piece.kind {
        Kind::Tank => lines(board, mode, from, piece, Line::Land, &mut take),
        Kind::Battleship => lines(board, mode, from, piece, Line::Water, &mut take),
        Kind::Artillery => artillery(board, mode, from, piece, &mut take),
        Kind::Cavalry => cavalry(board, mode, from, piece, &mut take),
        Kind::Fighter => {
            steps(board, mode, from, piece, &mut take);
            hops(board, mode, from, piece, &mut take);
        }
        Kind::Infantry | Kind::Marshal => steps(board, mode, from, piece, &mut take),
    }
}

/// Whether `piece` may end its move on `to`: the point is empty or holds an enemy.
#[inline]
fn is_open(board: &Board, mode: Mode, piece: Piece, to: Point) -> bool {
    board.at(to).is_none_or(|other| !mode.allied(piece.side, other.side))
}

fn is_enemy(board: &Board, mode: Mode, piece: Piece, point: Point) -> bool {
    board.at(point).is_some_and(|other| !mode.allied(piece.side, other.side))
}

/// Any distance along lines of one kind, one step along the others.
fn lines(
    board: &Board,
    mode: Mode,
    from: Point,
    piece: Piece,
    far: Line,
    take: &mut impl FnMut(Point),
) {
    for way in STRAIGHT {
        let is_far = line_along(from, way) == far;
        let mut at = from;
        while let Some(to) = at.offset(way.0, way.1) {
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

/// Any distance to an empty point; captures behind exactly one piece.
fn artillery(board: &Board, mode: Mode, from: Point, piece: Piece, take: &mut impl FnMut(Point)) {
    for way in STRAIGHT {
        let mut at = from;
        let mut jumped = false;
        while let Some(to) = at.offset(way.0, way.1) {
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

/// One straight, then one diagonal outward; only an enemy on the straight point blocks.
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

/// From a crossing of two red lines any number of 田 diagonals in one line. An enemy in the middle
/// of a 田 blocks; no piece on a crossing ahead can be passed.
fn hops(board: &Board, mode: Mode, from: Point, piece: Piece, take: &mut impl FnMut(Point)) {
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
