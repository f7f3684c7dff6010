use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// `POST /api/account` to register, `POST /api/session` to sign in. Both answer with [`Account`] and
/// set the session's cookie; `DELETE /api/session` signs out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The player's name, unique but for the case of its letters.
    pub name: String,
    /// The password.
    pub password: String,
}

/// `PUT /api/account/password`: ends every session but the one that asks.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password so far.
    pub old: String,
    /// The one from now on.
    pub new: String,
}

/// `GET /api/account`: who is signed in; `null` when nobody is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Account {
    /// The name, as it was registered.
    pub name: String,
}

/// How strong a player is held to be, in Glicko-2's figures, rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strength {
    /// The rating, 1500 at the start.
    pub rating: i32,
    /// The rating's deviation: with 95 % certainty the strength is within twice as much.
    pub deviation: u32,
    /// Whether the player has no place in the ranking: the deviation is too large, or the player has
    /// met too few different opponents.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub provisional: bool,
}

/// A player's place on one ladder: a game at one speed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LadderRow {
    /// The variant's id.
    pub variant: String,
    /// `bullet`, `blitz`, `rapid`, `classical`.
    pub speed: String,
    /// How strong.
    pub strength: Strength,
    /// How many rated games.
    pub games: u32,
}

/// `GET /api/players/{name}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The name, as it was registered.
    pub name: String,
    /// When, in milliseconds since 1970.
    pub since_ms: u64,
    /// The ladders on which the player has a rated game.
    #[serde(rename = "standings")]
    pub ladders: Vec<LadderRow>,
}

/// `GET /api/players?begins=NAME`: the accounts whose names begin so, whatever their case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerNames {
    /// In the order of the alphabet, at most eight.
    pub names: Vec<String>,
}

/// `GET /api/ranking/{variant}/{speed}`: the strongest first, the provisional last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ranking {
    /// At most a hundred.
    pub players: Vec<RankingRow>,
}

/// One line of a ranking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankingRow {
    /// The player.
    pub name: String,
    /// How strong.
    pub strength: Strength,
    /// How many rated games.
    pub games: u32,
}

/// `GET /api/archive?player=&variant=&board=&before=`: games that are over and public, rated ones and those
/// of smart boards, the latest first. `before` is [`Archive::next`] of the page before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archive {
    /// At most fifty.
    pub games: Vec<ArchivedGame>,
    /// Where the next page begins, absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchivedGame {
    /// Where it was played.
    pub place: Place,
    /// The variant's id.
    pub variant: String,
    /// The time control's text.
    pub clock: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// How many plies.
    pub plies: u32,
    /// The end's stable text: `checkmate`, ….
    pub reason: String,
    /// The winning seats; none for a draw.
    pub winners: Vec<u8>,
    /// The players, by seat.
    pub players: Vec<ArchivedPlayer>,
}

/// Where a game was played, and so where it can be seen again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Place {
    /// At a table: `/t/{table}`.
    Table {
        /// Its id.
        table: String,
    },
    /// On a smart board: `/api/boards/{board}/games/{game}`.
    Board {
        /// Its id.
        board: String,
        /// What the hall calls it.
        name: String,
        /// The game's number.
        game: u32,
    },
}

/// One player of a game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArchivedPlayer {
    /// The name; empty where unknown.
    pub name: String,
    /// For a rated game: how strong before it, and the change of the rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<(Strength, i32)>,
}
