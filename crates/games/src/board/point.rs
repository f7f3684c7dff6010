use crate::Variant;
use alloc::{format, string::String};
use core::str::FromStr;

/// The shapes of the boards. Xiangqi and undercover share the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardShape {
    /// 9 × 10 points with a river: xiangqi and undercover.
    River,
    /// 8 × 4 squares: banqi.
    Half,
    /// 13 × 13 lines without their corners: sifang.
    Cross,
}

/// A point or square of a board, counted from 0: columns west to east, rows south to north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The column; 0 is the westernmost.
    pub col: i8,
    /// The row; 0 is the southernmost.
    pub row: i8,
}

impl Point {
    /// The point in this column and row.
    pub const fn new(col: i8, row: i8) -> Point {
        Point { col, row }
    }
}

impl BoardShape {
    /// The board of a game.
    pub const fn of(variant: Variant) -> BoardShape {
        match variant {
            Variant::Xiangqi | Variant::Undercover => BoardShape::River,
            Variant::Banqi => BoardShape::Half,
            Variant::Sifang => BoardShape::Cross,
        }
    }

    /// Number of columns.
    pub const fn cols(self) -> i8 {
        match self {
            BoardShape::River => 9,
            BoardShape::Half => 8,
            BoardShape::Cross => 13,
        }
    }

    /// Number of rows.
    pub const fn rows(self) -> i8 {
        match self {
            BoardShape::River => 10,
            BoardShape::Half => 4,
            BoardShape::Cross => 13,
        }
    }

    /// Whether the point exists.
    pub const fn has(self, point: Point) -> bool {
        let inside =
            point.col >= 0 && point.row >= 0 && point.col < self.cols() && point.row < self.rows();
        match self {
            BoardShape::River | BoardShape::Half => inside,
            BoardShape::Cross => inside && to_edge(point.col) + to_edge(point.row) >= 3,
        }
    }

    /// Every point, south to north and west to east.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows())
            .flat_map(move |row| (0..self.cols()).map(move |col| Point { col, row }))
            .filter(move |&point| self.has(point))
    }

    /// The point's name in texts: `h2`, `c1`, `10d`.
    pub fn name(self, point: Point) -> String {
        let letter = |index: i8| char::from(b'a' + index.unsigned_abs());
        match self {
            BoardShape::River => format!("{}{}", letter(point.col), point.row),
            BoardShape::Half => format!("{}{}", letter(point.col), point.row + 1),
            BoardShape::Cross => format!("{}{}", point.col + 1, letter(point.row)),
        }
    }

    /// Parses a point's name with the parser of its game.
    pub fn parse(self, text: &str) -> Option<Point> {
        fn read<T: FromStr + Into<Point>>(text: &str) -> Option<Point> {
            text.parse::<T>().ok().map(Into::into)
        }
        match self {
            BoardShape::River => read::<xiangqi::Square>(text),
            BoardShape::Half => read::<banqi::Square>(text),
            BoardShape::Cross => read::<sifang::Point>(text),
        }
    }
}

impl From<xiangqi::Square> for Point {
    fn from(square: xiangqi::Square) -> Point {
        Point::new(square.file() as i8, square.rank() as i8)
    }
}

impl From<banqi::Square> for Point {
    fn from(square: banqi::Square) -> Point {
        Point::new(square.file() as i8, square.rank() as i8)
    }
}

impl From<sifang::Point> for Point {
    fn from(point: sifang::Point) -> Point {
        Point::new(point.x() - 1, point.y() - 1)
    }
}

impl Point {
    /// The point of the board for xiangqi.
    pub(super) const fn river(self) -> Option<xiangqi::Square> {
        xiangqi::Square::new(self.col as u8, self.row as u8)
    }

    /// The square of the half board.
    pub(super) const fn half(self) -> Option<banqi::Square> {
        if BoardShape::Half.has(self) {
            Some(banqi::Square::new(self.col as u8, self.row as u8))
        } else {
            None
        }
    }

    /// The point of the board for four.
    pub(super) const fn cross(self) -> Option<sifang::Point> {
        if BoardShape::Cross.has(self) {
            sifang::Point::new(self.col + 1, self.row + 1)
        } else {
            None
        }
    }
}

/// Steps from a line of the sifang board to the nearer edge.
const fn to_edge(line: i8) -> i8 {
    if line < 12 - line { line } else { 12 - line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn names_are_read_back() {
        for (shape, count) in
            [(BoardShape::River, 90), (BoardShape::Half, 32), (BoardShape::Cross, 145)]
        {
            let points: Vec<Point> = shape.points().collect();
            assert_eq!(points.len(), count, "{shape:?}");
            for point in points {
                let name = shape.name(point);
                assert_eq!(shape.parse(&name), Some(point), "{name}");
            }
        }
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for (shape, text) in [
            (BoardShape::River, "j0"),
            (BoardShape::River, "a"),
            (BoardShape::River, "a10"),
            (BoardShape::Half, "a0"),
            (BoardShape::Half, "a5"),
            (BoardShape::Cross, "1a"),
            (BoardShape::Cross, "0g"),
            (BoardShape::Cross, "14g"),
            (BoardShape::Cross, "g"),
            (BoardShape::Cross, "７g"),
            (BoardShape::Cross, "0Ї"),
            (BoardShape::Cross, "7g7"),
        ] {
            assert_eq!(shape.parse(text), None, "{text}");
        }
    }
}
