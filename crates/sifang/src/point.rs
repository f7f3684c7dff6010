use alloc::format;
use core::{fmt, str::FromStr};
use game::TextError;

/// A point of the board: `x` from west to east and `y` from south to north, both 1–13.
///
/// ```
/// use sifang::{Point, Region};
///
/// let point: Point = "11k".parse()?;
/// assert_eq!((point.x(), point.y()), (11, 11));
/// assert!(point.is_star() && point.is_land_crossing());
/// assert_eq!(point.region(), Region::Zhen);
/// // The corners are not part of the board.
/// assert_eq!(Point::new(1, 1), None);
/// assert_eq!("1c".parse::<Point>().unwrap_err().code, "square");
/// assert_eq!(Point::all().count(), Point::COUNT);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// Kind of a line: odd lines are land, even lines are water, in both directions.
///
/// ```
/// use sifang::Line;
///
/// // Tanks move far on land, battleships on water.
/// assert_eq!((Line::of(7), Line::of(8)), (Line::Land, Line::Water));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// Land: an odd line, drawn red.
    Land,
    /// Water: an even line, drawn blue.
    Water,
}

/// One of the nine regions bounded by the thick lines 5, 9, e and i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// 中宮, the centre.
    Centre,
    /// 離, east.
    Li,
    /// 坎, west.
    Kan,
    /// 乾, south.
    Qian,
    /// 坤, north.
    Kun,
    /// 震, north-east.
    Zhen,
    /// 兌, south-east.
    Dui,
    /// 艮, north-west.
    Gen,
    /// 巽, south-west.
    Xun,
}

impl Point {
    /// Number of cells of a 13 × 13 array; 145 of them are points.
    pub const PLACES: usize = 169;

    /// Number of points.
    pub const COUNT: usize = 145;

    /// The centre, 7g.
    pub const TIANYUAN: Point = Point(6 * 13 + 6);

    /// Returns the point at `x`, `y`. The four corner triangles are not part of the board.
    pub const fn new(x: i8, y: i8) -> Option<Point> {
        if x < 1 || x > 13 || y < 1 || y > 13 {
            return None;
        }
        let west = if x < 14 - x { x } else { 14 - x };
        let south = if y < 14 - y { y } else { 14 - y };
        if west + south < 5 { None } else { Some(Point((y as u8 - 1) * 13 + x as u8 - 1)) }
    }

    /// Index of the point in a 13 × 13 array: `(y − 1) × 13 + (x − 1)`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, 1–13 from the west.
    pub const fn x(self) -> i8 {
        (self.0 % 13) as i8 + 1
    }

    /// The row, 1–13 from the south.
    pub const fn y(self) -> i8 {
        (self.0 / 13) as i8 + 1
    }

    /// Returns the point `east` and `north` of this one, if it is on the board.
    ///
    /// ```
    /// use sifang::Point;
    ///
    /// assert_eq!(Point::TIANYUAN.offset(-6, 0), Some("1g".parse()?), "west's starting point");
    /// assert_eq!(Point::TIANYUAN.offset(-6, 4), None, "a corner, which is empty ground");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn offset(self, east: i8, north: i8) -> Option<Point> {
        Point::new(self.x() + east, self.y() + north)
    }

    /// Iterates over every point, row by row from the south-west.
    pub fn all() -> impl DoubleEndedIterator<Item = Point> {
        POINTS.iter().copied()
    }

    /// Iterates over the points of one row, from the west.
    pub fn row(y: i8) -> impl DoubleEndedIterator<Item = Point> {
        (1..=13).filter_map(move |x| Point::new(x, y))
    }

    /// Whether both its lines are land. A fighter can start along the diagonals here.
    pub const fn is_land_crossing(self) -> bool {
        self.x() % 2 == 1 && self.y() % 2 == 1
    }

    /// Whether this is one of the nine star points.
    pub const fn is_star(self) -> bool {
        matches!((self.x(), self.y()), (3 | 7 | 11, 3 | 7 | 11))
    }

    /// The region of the point. A point on a thick line belongs to the region nearer the centre.
    pub fn region(self) -> Region {
        let third = |value: i8| {
            if value < 5 {
                0
            } else if value <= 9 {
                1
            } else {
                2
            }
        };
        REGIONS[third(self.y())][third(self.x())]
    }
}

/// Every point, row by row from the south-west. A table, because a search iterates at every node.
static POINTS: [Point; Point::COUNT] = {
    let mut points = [Point::TIANYUAN; Point::COUNT];
    let (mut place, mut count) = (0, 0);
    while place < Point::PLACES {
        let (x, y) = (place % 13 + 1, place / 13 + 1);
        if let Some(point) = Point::new(x as i8, y as i8) {
            points[count] = point;
            count += 1;
        }
        place += 1;
    }
    assert!(count == Point::COUNT);
    points
};

/// Regions by row from the south, each row from the west, in the Earlier Heaven order (先天八卦).
const REGIONS: [[Region; 3]; 3] = [
    [Region::Xun, Region::Qian, Region::Dui],
    [Region::Kan, Region::Centre, Region::Li],
    [Region::Gen, Region::Kun, Region::Zhen],
];

impl Line {
    /// Returns the kind of the row or column with this number.
    pub const fn of(number: i8) -> Line {
        if number % 2 == 1 { Line::Land } else { Line::Water }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.x(), char::from(b'a' + self.y() as u8 - 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Point, TextError> {
        let error = |message| TextError::new("square", 0, message);
        let shown = text.escape_debug();
        let unreadable = || error(format!("expected a point such as `7g`, found `{shown}`"));
        let letter = text.bytes().last().filter(u8::is_ascii_lowercase).ok_or_else(unreadable)?;
        let number = &text[..text.len() - 1];
        let canonical =
            !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
        let x: i8 = number.parse().ok().filter(|_| canonical).ok_or_else(unreadable)?;
        let y = (letter - b'a' + 1) as i8;
        Point::new(x, y).ok_or_else(|| error(format!("there is no point {shown} on the board")))
    }
}
