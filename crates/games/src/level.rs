use crate::Variant;
use core::{fmt, str::FromStr, time::Duration};

/// How strong a computer plays: eight levels, and a top that is held back by its time alone.
///
/// ```
/// use games::{Level, Variant};
///
/// let level: Level = "level-3".parse()?;
/// assert_eq!((level, level.number()), (Level::Three, Some(3)));
/// assert!(Level::Top.rating(Variant::Xiangqi) > level.rating(Variant::Xiangqi));
/// // Games of earlier versions know four levels.
/// assert_eq!("hard".parse(), Ok(Level::Top));
/// # Ok::<(), games::UnknownLevel>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Sees half of what it could do, and often takes what it sees first.
    One,
    /// The same, less often.
    Two,
    /// Sees most of what it could do.
    Three,
    /// Overlooks something now and then.
    Four,
    /// The first that gives no big piece away.
    Five,
    /// Is surer of what is better.
    Six,
    /// Looks several actions ahead.
    Seven,
    /// The strongest that answers everywhere at once.
    Eight,
    /// Looks as far ahead as its time lets it.
    Top,
}

/// By game, in the order of [`Variant::ALL`]: the ratings of the levels, the weakest first.
///
/// Level 1 stands at 600 in every game, by definition; every other level stands above the one below
/// by the Elo with which it beat it in paired games, rounded to ten. What a rating of people would be
/// nobody has measured. They follow from the output of
///
/// ```sh
/// cargo run --release -p chuhe-bots --example ladder -- --games 100 --nodes 12000
/// # Banqi, where luck counts for more:
/// cargo run --release -p chuhe-bots --example ladder -- banqi --games 300 --seed 85001
/// ```
///
/// `docs/engine.md` has the figures with their errors. Sifang's are those of teams.
const RATINGS: [[u16; Level::ALL.len()]; Variant::ALL.len()] = [
    [600, 790, 1070, 1290, 1690, 2200, 2560, 2720, 3510],
    [600, 810, 1010, 1280, 1730, 2190, 2520, 2670, 3590],
    [600, 720, 930, 1050, 1500, 1690, 2020, 2480, 2810],
    [600, 820, 960, 1100, 1380, 1500, 1630, 1770, 1920],
];

impl Level {
    /// All levels, the weakest first.
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

    /// What somebody plays against who has not chosen.
    pub const USUAL: Level = Level::Three;

    /// Its stable text: `level-1` to `level-8`, and `top`.
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

    /// Its number from 1 to 8; the top has none.
    pub const fn number(self) -> Option<u8> {
        match self {
            Level::Top => None,
            level => Some(level as u8 + 1),
        }
    }

    /// How strong it is in a game beside the other levels: Elo from matches among them.
    pub const fn rating(self, variant: Variant) -> u16 {
        RATINGS[variant as usize][self as usize]
    }

    /// How long it may think about an answer at a table: the top is done within a second, and nobody
    /// wants to wait for a weak move. All but the top are done sooner where a machine is not slow.
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

/// The text names no [`Level`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a level: `level-1` to `level-8` or `top`")
    }
}

impl core::error::Error for UnknownLevel {}

/// What the levels were called while there were four of them, and those that come nearest.
const EARLIER: [(&str, Level); 4] = [
    ("beginner", Level::One),
    ("easy", Level::Three),
    ("medium", Level::Five),
    ("hard", Level::Top),
];

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let known = Level::ALL.into_iter().map(|level| (level.as_str(), level));
        let found = known.chain(EARLIER).find(|(name, _)| *name == text);
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

    /// Games that were stored with four levels are still played.
    #[test]
    fn earlier_names_are_read() {
        let levels = EARLIER.map(|(text, level)| {
            assert_eq!(text.parse(), Ok(level));
            level
        });
        assert!(levels.is_sorted() && levels[3] == Level::Top);
    }

    #[test]
    fn each_level_stands_a_hundred_above_the_one_below() {
        for variant in Variant::ALL {
            for pair in Level::ALL.windows(2) {
                let [lower, upper] = [pair[0], pair[1]].map(|level| level.rating(variant));
                assert!(lower + 100 <= upper, "{variant} {}: {lower} {upper}", pair[1]);
            }
        }
    }
}
