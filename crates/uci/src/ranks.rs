/// Numbering of ranks in the text of moves.
///
/// UCCI, ICCS and Pikafish count from 0. Fairy-Stockfish and compatible programs count from 1, so
/// that a rank can have two digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ranks {
    /// From 0, as in the rest of the workspace.
    #[default]
    FromZero,
    /// From 1.
    FromOne,
}

impl Ranks {
    /// Converts a move that counts ranks from 0 to this numbering. Text without numbers is
    /// unchanged.
    pub fn write(self, from_zero: &str) -> String {
        match self {
            Ranks::FromZero => from_zero.to_owned(),
            Ranks::FromOne => shift(from_zero, |rank| rank.checked_add(1)),
        }
    }

    /// The inverse of [`Ranks::write`]. A rank below the first becomes `-1`, which is later
    /// rejected as illegal.
    pub fn read(self, text: &str) -> String {
        match self {
            Ranks::FromZero => text.to_owned(),
            Ranks::FromOne => shift(text, |rank| rank.checked_sub(1)),
        }
    }
}

/// Applies `change` to each number in a text. A number for which it returns `None` becomes `-1`.
fn shift(text: &str, change: impl Fn(u32) -> Option<u32>) -> String {
    let mut shifted = String::with_capacity(text.len() + 2);
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        shifted.push_str(&rest[..start]);
        let digits = rest[start..].len() - rest[start..].trim_start_matches(is_digit).len();
        match rest[start..start + digits].parse().ok().and_then(&change) {
            Some(rank) => shifted.push_str(&rank.to_string()),
            None => shifted.push_str("-1"),
        }
        rest = &rest[start + digits..];
    }
    shifted + rest
}

const fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}
