use core::{fmt, str::FromStr, time::Duration};

/// How strong a bot plays. Each level beats the one below in at least three games of four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Takes what it can take, and often just moves.
    Beginner,
    /// Looks one action ahead and sees through captures.
    Easy,
    /// Looks a few actions ahead.
    Medium,
    /// Looks as far ahead as its limits lets it.
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Beginner, Level::Easy, Level::Medium, Level::Hard];

    /// Its stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// How long it may think about an answer at a table: the strongest is done within a second,
    /// and nobody wants to wait for a weak move.
    pub const fn patience(self) -> Duration {
        Duration::from_millis(match self {
            Level::Beginner | Level::Easy => 300,
            Level::Medium => 600,
            Level::Hard => 900,
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no [`Level`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a level: `beginner`, `easy`, `medium` or `hard`")
    }
}

impl core::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.as_str() == text).ok_or(UnknownLevel)
    }
}
