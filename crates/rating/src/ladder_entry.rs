use crate::{Breadth, Rating, Tally};

/// Rating of a player after the last game. The default is a player before the first game.
///
/// ```
/// use rating::{LadderEntry, Rating};
///
/// let settled = Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
/// let entry = LadderEntry { rating: settled, games: 40, ..LadderEntry::default() };
/// // After more than a year without a game the rating is provisional; the estimate stays.
/// let later = entry.at(400 * 24 * 3_600_000);
/// assert!(later.is_provisional() && !settled.is_provisional());
/// assert_eq!(later.rating, 1700.0);
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct LadderEntry {
    /// Rating right after the last game; [`LadderEntry::at`] gives the current one.
    pub rating: Rating,
    /// Number of rated games.
    pub games: u32,
    /// These games by result.
    pub tally: Tally,
    /// End of the last game, Unix ms.
    pub last_ms: u64,
    /// Different opponents that the player has met.
    pub breadth: Breadth,
}

impl LadderEntry {
    /// Rating at `now_ms` (Unix ms), including the idle time since the last game.
    pub fn at(&self, now_ms: u64) -> Rating {
        self.rating.idle(now_ms.saturating_sub(self.last_ms))
    }

    /// Time (Unix ms) until which the rating stays non-provisional without further games; 0 if it
    /// is provisional already.
    ///
    /// ```
    /// use rating::{LadderEntry, Rating};
    ///
    /// let settled = Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
    /// let entry = LadderEntry { rating: settled, last_ms: 5_000, ..LadderEntry::default() };
    /// let until_ms = entry.settled_until_ms();
    /// assert!(!entry.at(until_ms - 1_000).is_provisional());
    /// assert!(entry.at(until_ms + 1_000).is_provisional());
    /// assert_eq!(LadderEntry { rating: Rating::START, ..entry }.settled_until_ms(), 0);
    /// ```
    pub fn settled_until_ms(&self) -> u64 {
        self.rating.established_for_ms().map_or(0, |ms| self.last_ms.saturating_add(ms))
    }
}
