use crate::{BoardId, GameId, UnixMs};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Body of `POST /api/account` (register) and `POST /api/session` (sign in).
///
/// Both answer with [`Account`] and set the session cookie. `DELETE /api/session` signs out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Name of the player; unique regardless of case.
    pub name: String,
    /// The password.
    pub password: String,
}

/// Body of `PUT /api/account/password`. The change ends all other sessions of the account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// Current password.
    pub old: String,
    /// New password.
    pub new: String,
}

/// Body of `GET /api/account`: the signed-in account; `null` if there is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Account {
    /// Name as registered.
    pub name: String,
}

/// Glicko-2 strength of a player, rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strength {
    /// Rating; 1500 at the start.
    pub rating: i32,
    /// Rating deviation. With 95 % probability, the strength is within twice this value.
    pub deviation: u32,
    /// Whether the player is not ranked: the deviation is too large, or the player has met too few
    /// different opponents.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub provisional: bool,
}

/// A player's result on one ladder: a game at one speed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LadderRow {
    /// Variant id.
    pub variant: String,
    /// Speed class: `bullet`, `blitz`, `rapid` or `classical`.
    pub speed: String,
    /// Current strength.
    pub strength: Strength,
    /// Number of rated games.
    pub games: u32,
}

/// Body of `GET /api/players/{name}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerProfile {
    /// Name as registered.
    pub name: String,
    /// Time of the registration, Unix ms.
    pub since_ms: UnixMs,
    /// Ladders on which the player has a rated game.
    #[serde(rename = "standings")]
    pub ladders: Vec<LadderRow>,
}

/// Body of `GET /api/players?begins=NAME`: accounts whose names begin with the text, regardless of
/// case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerNames {
    /// Names in alphabetical order, at most eight.
    pub names: Vec<String>,
}

/// Body of `GET /api/ranking/{variant}/{speed}`: strongest first, provisional players last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ranking {
    /// At most 100 players.
    pub players: Vec<RankingRow>,
}

/// One row of a ranking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankingRow {
    /// Name of the player.
    pub name: String,
    /// Current strength.
    pub strength: Strength,
    /// Number of rated games.
    pub games: u32,
}

/// Body of `GET /api/archive?player=&variant=&board=&before=`: finished public games, latest first.
///
/// These are rated games and games of smart boards. To get the next page, pass [`Archive::next`] as
/// `before`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archive {
    /// At most 50 games.
    pub games: Vec<ArchivedGame>,
    /// Where the next page begins; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchivedGame {
    /// Where it was played.
    pub place: Place,
    /// Variant id.
    pub variant: String,
    /// Text of the time control.
    pub clock: String,
    /// Time of the end, Unix ms.
    pub ended_ms: UnixMs,
    /// Number of plies.
    pub plies: u32,
    /// Stable text of the reason: `checkmate`, ….
    pub reason: String,
    /// The winning seats; empty for a draw.
    pub winners: Vec<u8>,
    /// Players, in seat order.
    pub players: Vec<ArchivedPlayer>,
}

/// Where a game was played and can be viewed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Place {
    /// At a table: `/t/{table}`.
    Table {
        /// Id of the table.
        table: GameId,
    },
    /// On a smart board: `/api/boards/{board}/games/{game}`.
    Board {
        /// Id of the board.
        board: BoardId,
        /// Display name of the board.
        name: String,
        /// Number of the game.
        game: u32,
    },
}

/// One player of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchivedPlayer {
    /// Name; empty where unknown.
    pub name: String,
    /// For a rated game: strength before the game, and change of the rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<(Strength, i32)>,
}
