use core::{fmt, str::FromStr};

/// A composed mate of an old collection. Red moves and mates against every defence.
///
/// ```
/// use puzzles::Classic;
///
/// let classic = Classic::find("s066".parse()?).expect("a study");
/// assert_eq!((classic.moves, classic.title(true)), (3, "見危致命"));
/// # Ok::<(), puzzles::UnknownClassic>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Classic {
    /// Where it comes from.
    pub code: ClassicCode,
    /// Smallest number of Red's moves that mate.
    pub moves: usize,
    /// The board of a FEN.
    pub board: &'static str,
    titles: [&'static str; 2],
}

impl Classic {
    /// All, from short to long.
    pub fn all() -> impl Iterator<Item = Classic> {
        let lines = include_str!("classics.txt").lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(read)
    }

    /// The composition with this code.
    pub fn find(code: ClassicCode) -> Option<Classic> {
        Classic::all().find(|classic| classic.code == code)
    }

    /// The title, in traditional or simplified characters.
    pub const fn title(&self, is_traditional: bool) -> &'static str {
        self.titles[is_traditional as usize]
    }
}

fn read(line: &'static str) -> Option<Classic> {
    let mut fields = line.split(' ');
    Some(Classic {
        code: fields.next()?.parse().ok()?,
        moves: fields.next()?.parse().ok()?,
        board: fields.next()?,
        titles: [fields.next()?, fields.next()?],
    })
}

/// Collection and number of a composed mate. Its text is `s` and three digits for 適情雅趣 (1570),
/// `j` and a digit for street problems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClassicCode {
    is_street: bool,
    number: u16,
}

impl ClassicCode {
    /// Number in 適情雅趣; `None` for a street problem.
    pub const fn number(self) -> Option<u16> {
        if self.is_street { None } else { Some(self.number) }
    }
}

/// A text that is no [`ClassicCode`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownClassic;

impl fmt::Display for UnknownClassic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected s and three digits, or j and a digit")
    }
}

impl core::error::Error for UnknownClassic {}

impl FromStr for ClassicCode {
    type Err = UnknownClassic;

    fn from_str(text: &str) -> Result<ClassicCode, UnknownClassic> {
        let (is_street, digits) = match text.split_at_checked(1) {
            Some(("s", digits)) if digits.len() == 3 => (false, digits),
            Some(("j", digits)) if digits.len() == 1 => (true, digits),
            _ => return Err(UnknownClassic),
        };
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| is_number).ok_or(UnknownClassic)?;
        Ok(ClassicCode { is_street, number })
    }
}

impl fmt::Display for ClassicCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        if self.is_street { write!(f, "j{number}") } else { write!(f, "s{number:03}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_line_is_a_composition_with_its_own_code_and_board() {
        let lines = include_str!("classics.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(Classic::all().count(), lines.count());
        assert!(Classic::all().count() >= 119);
        let codes: BTreeSet<ClassicCode> = Classic::all().map(|classic| classic.code).collect();
        let boards: BTreeSet<&str> = Classic::all().map(|classic| classic.board).collect();
        let count = Classic::all().count();
        assert_eq!((codes.len(), boards.len()), (count, count));
        for classic in Classic::all() {
            assert!([true, false].iter().all(|&it| !classic.title(it).is_empty()));
            assert_eq!(classic.code.to_string().parse(), Ok(classic.code));
            assert_eq!(Classic::find(classic.code), Some(classic));
        }
    }

    #[test]
    fn other_texts_are_no_codes() {
        for text in ["", "s", "s1", "s+12", "s0123", "j", "j12", "k001", "棋001", "j-"] {
            assert_eq!(text.parse::<ClassicCode>(), Err(UnknownClassic), "{text}");
        }
        assert_eq!(Classic::find("s999".parse().expect("a code")), None);
    }
}
