use core::{fmt, str::FromStr};
use xiangqi::{Bitboard, Square};

/// The occupied points, as the ninety sensors report them.
///
/// Its text form is ten three-digit hexadecimal groups for ranks 9 to 0. The most significant of
/// the nine bits is file `a`. The starting position is `1ff/000/082/155/000/000/155/082/000/1ff`.
///
/// ```
/// use sensing::Occupancy;
/// use xiangqi::Position;
///
/// let start = Occupancy(Position::start().occupied());
/// assert_eq!(start.to_string(), "1ff/000/082/155/000/000/155/082/000/1ff");
/// assert_eq!(start.to_string().parse(), Ok(start));
/// let error = "1ff/000/282".parse::<Occupancy>().unwrap_err();
/// assert_eq!(error.at, 8, "{error}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Occupancy(pub Bitboard);

impl Occupancy {
    /// No point is occupied.
    pub const EMPTY: Occupancy = Occupancy(Bitboard::EMPTY);

    /// Converts ten rows of nine bits: rank 9 first, bit 8 for file `a`; higher bits are ignored.
    /// This is the order in which a chain of shift registers is read.
    ///
    /// ```
    /// use sensing::Occupancy;
    ///
    /// let occupancy = Occupancy::from_rows([0b1_0000_0000, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    /// assert!(occupancy.contains("a9".parse()?) && occupancy.contains("i0".parse()?));
    /// assert_eq!(occupancy.to_rows()[0], 0x100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_rows(rows: [u16; 10]) -> Occupancy {
        Occupancy(Square::all().filter(|&square| rows[row(square)] & bit(square) != 0).collect())
    }

    /// Converts to ten rows of nine bits, as [`Occupancy::from_rows`] takes them.
    pub fn to_rows(self) -> [u16; 10] {
        let mut rows = [0; 10];
        for square in self.0 {
            rows[row(square)] |= bit(square);
        }
        rows
    }

    /// Whether a point is occupied.
    pub const fn contains(self, square: Square) -> bool {
        self.0.contains(square)
    }

    /// Returns a copy with one point set or cleared.
    ///
    /// ```
    /// use sensing::Occupancy;
    ///
    /// let square = "e5".parse()?;
    /// let one = Occupancy::EMPTY.with(square, true);
    /// assert!(one.contains(square));
    /// assert_eq!(one.with(square, false), Occupancy::EMPTY);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with(self, square: Square, occupied: bool) -> Occupancy {
        let point = Bitboard::only(square);
        Occupancy(if occupied { self.0 | point } else { self.0 & !point })
    }
}

const fn row(square: Square) -> usize {
    9 - square.rank() as usize
}

const fn bit(square: Square) -> u16 {
    1 << (8 - square.file())
}

impl fmt::Display for Occupancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.to_rows().into_iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            write!(f, "{row:03x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Occupancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text could not be parsed as an [`Occupancy`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OccupancyError {
    /// Byte offset into the text.
    pub at: usize,
    /// What was expected at that offset.
    pub expected: &'static str,
}

impl fmt::Display for OccupancyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} (at byte {})", self.expected, self.at)
    }
}

impl core::error::Error for OccupancyError {}

impl FromStr for Occupancy {
    type Err = OccupancyError;

    /// Parses the text form; upper-case digits are accepted too.
    ///
    /// # Errors
    /// Names the first byte that does not fit.
    fn from_str(text: &str) -> Result<Occupancy, OccupancyError> {
        let bytes = text.as_bytes();
        let mut rows = [0; 10];
        let mut at = 0;
        for (i, row) in rows.iter_mut().enumerate() {
            if i > 0 {
                if bytes.get(at) != Some(&b'/') {
                    return Err(OccupancyError {
                        at,
                        expected: "`/` and another rank, ten in all",
                    });
                }
                at += 1;
            }
            for _ in 0..3 {
                let digit = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
                let Some(digit) = digit else {
                    return Err(OccupancyError {
                        at,
                        expected: "a hex digit, three for each rank",
                    });
                };
                *row = *row << 4 | digit as u16;
                at += 1;
            }
            if *row > 0x1ff {
                return Err(OccupancyError { at: at - 3, expected: "nine points, `000` to `1ff`" });
            }
        }
        match bytes.get(at) {
            None => Ok(Occupancy::from_rows(rows)),
            Some(_) => Err(OccupancyError { at, expected: "the end after ten ranks" }),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;

    use super::*;
    use alloc::string::ToString;
    use xiangqi::Position;

    const START: &str = "1ff/000/082/155/000/000/155/082/000/1ff";

    #[test]
    fn the_start_reads_and_writes() {
        let start = Occupancy(Position::start().occupied());
        assert_eq!(start.to_string(), START);
        assert_eq!(START.parse(), Ok(start));
        assert_eq!(Occupancy::from_rows(start.to_rows()), start);
    }

    #[test]
    fn file_a_is_the_highest_bit() {
        let corner = Occupancy::EMPTY.with("a9".parse().unwrap(), true);
        assert_eq!(corner.to_string(), "100/000/000/000/000/000/000/000/000/000");
        assert_eq!(corner.with("a9".parse().unwrap(), false), Occupancy::EMPTY);
    }

    #[test]
    fn errors_say_where() {
        for (text, at) in [
            ("", 0),
            ("1ff", 3),
            ("1fg/000/082/155/000/000/155/082/000/1ff", 2),
            ("1ff/000/082/155/000/000/155/082/000/1f", 38),
            ("1ff/000/082/155/000/000/155/082/000/1ff/", 39),
            ("1ff/200/082/155/000/000/155/082/000/1ff", 4),
            ("1ff-000/082/155/000/000/155/082/000/1ff", 3),
            ("1ff/車/082/155/000/000/155/082/000/1ff", 4),
        ] {
            assert_eq!(text.parse::<Occupancy>().map_err(|error| error.at), Err(at), "{text}");
        }
    }
}
