use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

macro_rules! bounded {
    ($(#[$doc:meta])* $name:ident up to $most:literal, $expected:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "u8", into = "u8")]
        pub struct $name(u8);

        impl $name {
            /// Returns `None` if the number exceeds the maximum.
            pub const fn new(number: u8) -> Option<$name> {
                if number <= $most { Some($name(number)) } else { None }
            }

            /// The number.
            pub const fn get(self) -> u8 {
                self.0
            }
        }

        impl TryFrom<u8> for $name {
            type Error = &'static str;

            fn try_from(number: u8) -> Result<$name, &'static str> {
                $name::new(number).ok_or($expected)
            }
        }

        impl From<$name> for u8 {
            fn from(number: $name) -> u8 {
                number.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

bounded! {
    /// A point of the board, numbered as the sensors are: `(9 − rank) × 9 + file`, so a9 = 0, i0 =
    /// 89.
    ///
    /// ```
    /// use boardlink::Point;
    ///
    /// assert_eq!(Point::new(89).map(Point::get), Some(89), "i0");
    /// assert_eq!(Point::new(90), None);
    /// ```
    Point up to 89, "a point is a number from 0 to 89"
}

bounded! {
    /// Code of a piece: 1–16 Black, 17–32 Red, 0 no piece.
    ///
    /// ```
    /// use boardlink::Piece;
    ///
    /// assert!(Piece::new(0).is_some() && Piece::new(32).is_some());
    /// assert_eq!(Piece::new(33), None);
    /// ```
    Piece up to 32, "a piece code is a number from 0 to 32"
}

/// The points that an event reports: their number, and at most the first sixteen by name.
///
/// ```
/// use boardlink::{Point, Points};
///
/// // The board was knocked over: all points are counted, sixteen are listed.
/// let points: Points = (0..32).filter_map(Point::new).collect();
/// assert_eq!((points.count(), points.named().count()), (32, Points::NAMED));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Points {
    count: u8,
    named: [u8; Points::NAMED],
}

impl Points {
    /// Maximum number of points that are listed.
    pub const NAMED: usize = 16;

    /// Number of points, listed or not.
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// The listed points.
    pub fn named(&self) -> impl Iterator<Item = Point> + '_ {
        self.bytes().iter().map(|&point| Point(point))
    }

    fn bytes(&self) -> &[u8] {
        &self.named[..self.count().min(Points::NAMED)]
    }
}

/// Keeps the order given; counts at most 90 points.
impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        let mut all = Points::default();
        for point in points.into_iter().take(90) {
            if let Some(place) = all.named.get_mut(usize::from(all.count)) {
                *place = point.get();
            }
            all.count += 1;
        }
        all
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.count, self.bytes())
    }
}

/// Wire format: the count, then the listed points.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple;
        let mut tuple = serializer.serialize_tuple(1 + self.bytes().len())?;
        tuple.serialize_element(&self.count)?;
        self.bytes().iter().try_for_each(|point| tuple.serialize_element(point))?;
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Points;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a count up to 90 and that many points, at most sixteen")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Points, A::Error> {
                let short = || de::Error::custom("points end early");
                let count: u8 = seq.next_element()?.ok_or_else(short)?;
                if count > 90 {
                    return Err(de::Error::custom("a board has ninety points"));
                }
                let mut points = Points { count, named: [0; Points::NAMED] };
                for place in points.named.iter_mut().take(usize::from(count)) {
                    let point: Point = seq.next_element()?.ok_or_else(short)?;
                    *place = point.get();
                }
                Ok(points)
            }
        }

        // A postcard tuple has no length prefix; the count is the length.
        deserializer.deserialize_tuple(1 + Points::NAMED, Visitor)
    }
}
