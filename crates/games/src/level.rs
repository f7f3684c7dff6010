use crate::Variant;
use core::{fmt, str::FromStr, time::Duration};

/// Strength of a computer player: levels 1 to 8, and a top level limited by time only.
///
/// ```
/// use games::{Level, Variant};
///
/// let level: Level = "level-3".parse()?;
/// assert_eq!((level, level.number()), (Level::Three, Some(3)));
/// assert!(Level::Top.rating(Variant::Xiangqi) > level.rating(Variant::Xiangqi));
/// // Games stored by earlier versions name four levels.
/// assert_eq!("hard".parse(), Ok(Level::Top));
/// # Ok::<(), games::UnknownLevel>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Overlooks most threats.
    One,
    /// Overlooks fewer threats than level 1.
    Two,
    /// Sees most threats.
    Three,
    /// Overlooks a threat now and then.
    Four,
    /// The weakest level that does not give away major pieces.
    Five,
    /// As level 5, and chooses more reliably between good moves.
    Six,
    /// Searches several plies ahead.
    Seven,
    /// The strongest level whose search is limited in nodes.
    Eight,
    /// Searches as deep as its time allows.
    Top,
}

/// Ratings of the levels, weakest first, for each game in the order of [`Variant::ALL`].
///
/// Level 1 is 600 in every game by definition. Each other level exceeds the one below by the Elo
/// difference measured in paired games, rounded to ten. Ratings against people have not been
/// measured. The numbers come from
///
/// ```sh
/// cargo run --release -p arena --bin level_steps -- --games 100 --nodes 12000
/// # Banqi, where luck counts for more:
/// cargo run --release -p arena --bin level_steps -- banqi --games 600 --seed 85001
/// ```
///
/// `docs/engine.md` has the figures with their errors. The sifang ratings are for teams.
const RATINGS: [[u16; Level::ALL.len()]; Variant::ALL.len()] = [
    [600, 1090, 1400, 1790, 1970, 2250, 2570, 2720, 3570],
    [600, 1080, 1310, 1600, 1730, 1970, 2210, 2360, 3280],
    [600, 870, 1000, 1160, 1390, 1520, 1880, 2350, 2680],
    [600, 880, 990, 1110, 1210, 1320, 1460, 1590, 1720],
];

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 9] = [
        Level::One,
        Level::Two,
        Level::Three,
        Level::Four,
        Level::Five,
        Level::Six,
        Level::Seven,
        Level::Eight,
        Level::Top,
    ];

    /// The default opponent.
    pub const USUAL: Level = Level::Three;

    /// Stable text: `level-1` to `level-8`, and `top`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::One => "level-1",
            Level::Two => "level-2",
            Level::Three => "level-3",
            Level::Four => "level-4",
            Level::Five => "level-5",
            Level::Six => "level-6",
            Level::Seven => "level-7",
            Level::Eight => "level-8",
            Level::Top => "top",
        }
    }

    /// Number of the level, 1 to 8; `None` for the top level.
    pub const fn number(self) -> Option<u8> {
        match self {
            Level::Top => None,
            level => Some(level as u8 + 1),
        }
    }

    /// Elo rating in a game, relative to the other levels.
    pub const fn rating(self, variant: Variant) -> u16 {
        RATINGS[variant as usize][self as usize]
    }

    /// Time limit for one answer at a table.
    ///
    /// The top level uses its limit. The others finish earlier unless the machine is slow, and weak
    /// moves should not take long.
    pub const fn patience(self) -> Duration {
        Duration::from_millis(match self {
            Level::One | Level::Two | Level::Three => 300,
            Level::Four | Level::Five | Level::Six => 600,
            Level::Seven | Level::Eight | Level::Top => 900,
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not the name of a [`Level`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a level: `level-1` to `level-8` or `top`")
    }
}

impl core::error::Error for UnknownLevel {}

/// Level names of earlier versions, which had four levels, with the nearest level of today.
const LEGACY_NAMES: [(&str, Level); 4] = [
    ("beginner", Level::One),
    ("easy", Level::Three),
    ("medium", Level::Five),
    ("hard", Level::Top),
];

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let known = Level::ALL.into_iter().map(|level| (level.as_str(), level));
        let found = known.chain(LEGACY_NAMES).find(|(name, _)| *name == text);
        found.map(|(_, level)| level).ok_or(UnknownLevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for (index, level) in Level::ALL.into_iter().enumerate() {
            assert_eq!((level as usize, level.as_str().parse()), (index, Ok(level)));
        }
        for text in ["", "level-0", "level-9", "Top", "level-", "1", "level-10", "strong"] {
            assert_eq!(text.parse::<Level>(), Err(UnknownLevel), "{text}");
        }
    }

    /// Games that were stored with the four earlier names can still be played.
    #[test]
    fn earlier_names_are_read() {
        let levels = LEGACY_NAMES.map(|(text, level)| {
            assert_eq!(text.parse(), Ok(level));
            level
        });
        assert!(levels.is_sorted() && levels[3] == Level::Top);
    }

    #[test]
    fn levels_are_at_least_100_points_apart() {
        for variant in Variant::ALL {
            for pair in Level::ALL.windows(2) {
                let [lower, upper] = [pair[0], pair[1]].map(|level| level.rating(variant));
                assert!(lower + 100 <= upper, "{variant} {}: {lower} {upper}", pair[1]);
            }
        }
    }
}
