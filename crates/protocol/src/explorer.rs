use crate::GameId;
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ExplorerCounts {
    /// Red won.
    pub red: u64,
    /// Draws.
    pub draws: u64,
    /// Black won.
    pub black: u64,
    /// Games without a known result.
    pub unknown: u64,
}

impl ExplorerCounts {
    /// Number of games.
    pub const fn games(self) -> u64 {
        self.red + self.draws + self.black + self.unknown
    }

    /// Shares of the wins of Red, the draws and the wins of Black in percent. Their sum is 100; they
    /// are 0 without a game with a result.
    ///
    /// ```
    /// use protocol::ExplorerCounts;
    ///
    /// let counts = ExplorerCounts { red: 1, draws: 1, black: 1, unknown: 5 };
    /// assert_eq!(counts.percents(), [33, 33, 34]);
    /// assert_eq!(ExplorerCounts::default().percents(), [0, 0, 0]);
    /// ```
    pub fn percents(self) -> [u64; 3] {
        let all = self.red + self.draws + self.black;
        let share = |count: u64| (count * 200 + all) / (2 * all);
        match all {
            0 => [0; 3],
            _ => {
                let red = share(self.red);
                let draws = share(self.draws).min(100 - red);
                [red, draws, 100 - red - draws]
            }
        }
    }
}

/// Name of an opening in the languages of the pages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningName {
    /// Stable id.
    pub id: String,
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub hans: String,
    /// Traditional Chinese.
    pub hant: String,
    /// Vietnamese.
    pub vi: String,
}

/// A move that was played in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerMove {
    /// The move.
    pub action: String,
    /// Games in which it was played.
    pub counts: ExplorerCounts,
    /// Mean rating in the rated games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Date of the latest game, such as `2026.11.28`; empty if unknown.
    pub last: String,
    /// The opening that it leads to, if it is another one than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
}

/// A game in which a position occurred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerGame {
    /// Id of the game on this server; `None` for a game of a collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// FEN of the start of a game of a collection; empty for the usual start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub start: String,
    /// Moves of a game of a collection.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The move that was played in the position.
    pub action: String,
    /// Number of moves before it.
    pub plies: u32,
    /// Names of Red and Black; empty if unknown.
    pub names: [String; 2],
    /// Ratings of Red and Black; 0 if unknown.
    pub ratings: [u16; 2],
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Date, such as `2026.11.28`; empty if unknown.
    pub date: String,
    /// Tournament or match; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
}

/// An imported collection of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerCollection {
    /// Its name.
    pub name: String,
    /// Number of games.
    pub games: u64,
}

/// Body of `GET /api/explorer`: what was played in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerAnswer {
    /// The opening, for a line of moves from the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
    /// All games.
    pub counts: ExplorerCounts,
    /// The moves, the most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// Games of the strongest players.
    pub top: Vec<ExplorerGame>,
    /// The collections of this server.
    pub collections: Vec<ExplorerCollection>,
}
