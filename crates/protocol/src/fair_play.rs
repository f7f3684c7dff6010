//! Signals of fair play, for moderators only.

use crate::{GameId, UnixMs};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Values of a player's moves in one game, or quantiles of such values. An absent value is unknown.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct FairPlaySignals {
    /// Mean share of the points that a move lost compared with the engine's move, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Median time of a move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<f64>,
    /// Difference between the upper and the lower quartile of the times, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread_ms: Option<f64>,
    /// Share of the moves that took nearly the median time, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub even: Option<f64>,
    /// Number of times that the page was hidden during the player's own turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<f64>,
    /// Time for which it was hidden then, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden_ms: Option<f64>,
}

impl FairPlaySignals {
    /// Number of values.
    pub const COUNT: usize = 6;

    /// The values in the order of the fields.
    pub const fn to_array(self) -> [Option<f64>; Self::COUNT] {
        [self.loss, self.time_ms, self.spread_ms, self.even, self.hidden, self.hidden_ms]
    }

    /// The signals with these values.
    ///
    /// ```
    /// use protocol::FairPlaySignals;
    ///
    /// let values = [Some(0.5), None, Some(3.0), None, Some(1.0), Some(2.0)];
    /// assert_eq!(FairPlaySignals::from_array(values).to_array(), values);
    /// ```
    pub const fn from_array(values: [Option<f64>; Self::COUNT]) -> FairPlaySignals {
        let [loss, time_ms, spread_ms, even, hidden, hidden_ms] = values;
        FairPlaySignals { loss, time_ms, spread_ms, even, hidden, hidden_ms }
    }
}

/// Answer to `POST /api/moderation/accounts/{name}/fair-play`, for moderators. The request writes an
/// entry to the audit log, and has the missing values computed in the background.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct FairPlay {
    /// Number of games and ladders whose values are not computed yet. The same request returns them
    /// later.
    pub waiting: u32,
    /// The ladders on which the account has rated games that are long enough.
    pub ladders: Vec<FairPlayLadder>,
}

/// Signals of an account's latest rated games on a ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FairPlayLadder {
    /// Variant id.
    pub variant: String,
    /// Speed id.
    pub speed: String,
    /// The games whose values are known, latest first.
    pub games: Vec<FairPlayGame>,
    /// Medians of these games.
    pub middle: FairPlaySignals,
    /// The base rates of the ladder; absent until they are computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<FairPlayBase>,
}

/// Signals of an account in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FairPlayGame {
    /// Id of the table.
    pub table: GameId,
    /// Time of the end, Unix ms.
    pub ended_ms: UnixMs,
    /// Number of the player's moves that were compared with the engine's.
    pub moves: u32,
    /// The values.
    pub signals: FairPlaySignals,
}

/// Base rates: quantiles of the same values over players of other rated games of the ladder.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct FairPlayBase {
    /// Number of values, one for each player of each game.
    pub count: u32,
    /// Whether these players have a rating similar to the account's. Otherwise there are too few of
    /// them, and the values are those of all players.
    pub is_similar: bool,
    /// A tenth of the values are lower.
    pub low: FairPlaySignals,
    /// The medians.
    pub middle: FairPlaySignals,
    /// A tenth of the values are higher.
    pub high: FairPlaySignals,
}
