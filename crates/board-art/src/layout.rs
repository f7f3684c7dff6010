use games::board::{BoardShape, Point};

/// Orientation of a board on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The board.
    pub shape: BoardShape,
    /// Quarter turns clockwise, `0..4`: 0 has south at the bottom, 1 has east, 2 north, 3 west.
    pub turns: u8,
}

impl Layout {
    /// A board turned by a number of quarter turns.
    pub const fn new(shape: BoardShape, turns: u8) -> Layout {
        Layout { shape, turns: turns % 4 }
    }

    /// The layout with the seat at the bottom. `upright` makes the half board's long side vertical,
    /// for phones.
    pub const fn for_seat(shape: BoardShape, seat: u8, upright: bool) -> Layout {
        let turns = match shape {
            BoardShape::River => 2 * (seat % 2),
            // Seats of banqi have no edge, so only the screen's format decides.
            BoardShape::Half => upright as u8,
            // Seats in turn order are south, east, north, west.
            BoardShape::Cross => seat % 4,
        };
        Layout::new(shape, turns)
    }

    /// Number of columns on the screen.
    pub const fn width(self) -> i8 {
        if self.turns.is_multiple_of(2) { self.shape.cols() } else { self.shape.rows() }
    }

    /// Number of rows on the screen.
    pub const fn height(self) -> i8 {
        if self.turns.is_multiple_of(2) { self.shape.rows() } else { self.shape.cols() }
    }

    /// The place of a point on the screen: columns from the left, rows from the top.
    pub const fn place(self, point: Point) -> (i8, i8) {
        let (east, north) = (self.shape.cols() - 1, self.shape.rows() - 1);
        match self.turns {
            0 => (point.col, north - point.row),
            // East is at the bottom and south on the left.
            1 => (point.row, point.col),
            2 => (east - point.col, point.row),
            _ => (north - point.row, east - point.col),
        }
    }

    /// The point in this column (from the left) and row (from the top).
    pub const fn point(self, x: i8, y: i8) -> Option<Point> {
        let (east, north) = (self.shape.cols() - 1, self.shape.rows() - 1);
        let point = match self.turns {
            0 => Point { col: x, row: north - y },
            1 => Point { col: y, row: x },
            2 => Point { col: east - x, row: y },
            _ => Point { col: east - y, row: north - x },
        };
        if self.shape.has(point) { Some(point) } else { None }
    }

    /// The points row by row from the top: the rows of the accessible grid.
    pub fn rows(self) -> Vec<Vec<Point>> {
        (0..self.height())
            .map(|y| (0..self.width()).filter_map(|x| self.point(x, y)).collect())
            .collect()
    }

    /// The point that an arrow key moves to.
    pub fn step(self, from: Point, dx: i8, dy: i8) -> Option<Point> {
        let (x, y) = self.place(from);
        self.point(x + dx, y + dy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_found_where_it_is_seen() {
        for shape in [BoardShape::River, BoardShape::Half, BoardShape::Cross] {
            for turns in 0..4 {
                let layout = Layout::new(shape, turns);
                for point in shape.points() {
                    let (x, y) = layout.place(point);
                    assert!((0..layout.width()).contains(&x) && (0..layout.height()).contains(&y));
                    assert_eq!(layout.point(x, y), Some(point), "{layout:?} {point:?}");
                }
                let seen: usize = layout.rows().iter().map(Vec::len).sum();
                assert_eq!(seen, shape.points().count(), "{layout:?}");
            }
        }
    }

    #[test]
    fn each_side_of_the_cross_finds_itself_at_the_bottom() {
        // The marshals: south, east, north, west.
        for (seat, marshal) in ["7a", "13g", "7m", "1g"].iter().enumerate() {
            let layout = Layout::for_seat(BoardShape::Cross, seat as u8, false);
            let point = BoardShape::Cross.parse(marshal).unwrap();
            assert_eq!(layout.place(point), (6, 12), "{marshal}");
        }
    }

    #[test]
    fn the_next_side_sits_to_the_right() {
        let south = Layout::for_seat(BoardShape::Cross, 0, false);
        assert_eq!(south.place(BoardShape::Cross.parse("13g").unwrap()), (12, 6));
        let east = Layout::for_seat(BoardShape::Cross, 1, false);
        assert_eq!(east.place(BoardShape::Cross.parse("7m").unwrap()), (12, 6));
    }
}
