use crate::{Bonus, Control};
use core::{fmt, str::FromStr};
use game::TextError;

/// Speed class of a rated game, by [`expected_seconds`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Less than 180 s.
    Bullet,
    /// 180 s to less than 480 s.
    Blitz,
    /// 480 s to less than 1500 s.
    Rapid,
    /// 1500 s or more, or no clock.
    Classical,
}

/// Time one side is expected to have for a game of forty moves, in seconds. `None` without a clock.
///
/// This is main time + 40 × (increment or delay, plus one byo-yomi period). If a move limit is the
/// only limit, it counts with half its length for each move.
///
/// ```
/// use clock::expected_seconds;
///
/// for (control, seconds) in [("5+3", Some(420)), ("1s", Some(1)), ("none", None)] {
///     assert_eq!(expected_seconds(&control.parse()?), seconds, "{control}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn expected_seconds(control: &Control) -> Option<u64> {
    if !control.is_limited() {
        return None;
    }
    let bonus = match control.bonus {
        Bonus::None => 0,
        Bonus::Increment(ms) | Bonus::Delay(ms) => ms,
    };
    let period = control.byoyomi.map_or(0, |byoyomi| byoyomi.period_ms);
    let cap = if control.is_cap_alone() { control.cap_ms.unwrap_or(0) / 2 } else { 0 };
    Some((control.main_ms + 40 * (bonus + period + cap)) / 1000)
}

/// Longest expected game of which an absent player's opponent may claim the result, in seconds for
/// one side. Longer games are correspondence, where players come and go.
const CLAIMED_SECONDS: u64 = 4 * 3600;

/// Absence of a player after which the opponent may claim the game, in milliseconds. `None` without
/// a clock, and for a game that takes days.
///
/// ```
/// use clock::absence_ms;
///
/// for (control, ms) in [
///     ("1", Some(10_000)),
///     ("5+3", Some(20_000)),
///     ("10+5", Some(40_000)),
///     ("60+30", Some(60_000)),
///     ("1d-move", None),
///     ("none", None),
/// ] {
///     assert_eq!(absence_ms(&control.parse()?), ms, "{control}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn absence_ms(control: &Control) -> Option<u64> {
    expected_seconds(control).filter(|&seconds| seconds <= CLAIMED_SECONDS)?;
    Some(match Speed::of(control) {
        Speed::Bullet => 10_000,
        Speed::Blitz => 20_000,
        Speed::Rapid => 40_000,
        Speed::Classical => 60_000,
    })
}

impl Speed {
    /// Every class, shortest first.
    pub const ALL: [Speed; 4] = [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical];

    /// Returns the class of a control.
    ///
    /// ```
    /// use clock::Speed;
    ///
    /// for (control, speed) in [
    ///     ("1", Speed::Bullet),
    ///     ("5", Speed::Blitz),
    ///     ("10+5", Speed::Rapid),
    ///     ("30-move", Speed::Rapid),
    ///     ("none", Speed::Classical),
    /// ] {
    ///     assert_eq!(Speed::of(&control.parse()?), speed, "{control}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(control: &Control) -> Speed {
        match expected_seconds(control) {
            Some(0..180) => Speed::Bullet,
            Some(180..480) => Speed::Blitz,
            Some(480..1500) => Speed::Rapid,
            _ => Speed::Classical,
        }
    }

    /// Stable text of the class.
    pub const fn as_str(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Reads the stable text.
///
/// ```
/// use clock::Speed;
///
/// assert_eq!("blitz".parse(), Ok(Speed::Blitz));
/// assert!("fast".parse::<Speed>().is_err());
/// ```
impl FromStr for Speed {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Speed, TextError> {
        let found = Speed::ALL.into_iter().find(|speed| speed.as_str() == text);
        let expected = "expected bullet, blitz, rapid or classical";
        found.ok_or_else(|| TextError::new("speed", 0, expected))
    }
}
