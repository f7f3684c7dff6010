use crate::Variant;

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

    /// Parses a point's name at the start of a text and returns the rest.
    pub fn read(self, text: &str) -> Option<(Point, &str)> {
        let bytes = text.as_bytes();
        let (point, length) = match self {
            BoardShape::River | BoardShape::Half => {
                let first = if self == BoardShape::River { b'0' } else { b'1' };
                let col = bytes.first()?.checked_sub(b'a')?;
                let row = bytes.get(1)?.checked_sub(first)?;
                (Point::new(i8::try_from(col).ok()?, i8::try_from(row).ok()?), 2)
            }
            BoardShape::Cross => {
                let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let col: i8 = text.get(..digits)?.parse().ok()?;
                let row = bytes.get(digits)?.checked_sub(b'a')?;
                (Point::new(col.checked_sub(1)?, i8::try_from(row).ok()?), digits + 1)
            }
        };
        // If the point does not exist, the text may end within a character.
        self.has(point).then(|| (point, &text[length..]))
    }

    /// Parses a text that is only a point's name.
    pub fn parse(self, text: &str) -> Option<Point> {
        self.read(text).filter(|(_, rest)| rest.is_empty()).map(|(point, _)| point)
    }
}

/// Steps from a line of the sifang board to the nearer edge.
const fn to_edge(line: i8) -> i8 {
    if line < 12 - line { line } else { 12 - line }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            assert_eq!(shape.parse(text), None, "{text}");
        }
    }
}
