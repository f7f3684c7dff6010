use crate::{BoardId, GameId, OpeningName, Role, UnixMs};
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

/// Body of `POST /api/account/reset`: a new password for a player with a link from the
/// operator or from a mail. The change ends all sessions of the account and signs in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// Name of the account.
    pub name: String,
    /// Code of the link.
    pub code: String,
    /// New password.
    pub password: String,
}

/// Element of the body of `GET /api/account/sessions`: a device on which the account is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignedInDevice {
    /// Id for `DELETE /api/account/sessions/ID`.
    pub id: String,
    /// Time of signing in, Unix ms.
    pub since_ms: UnixMs,
    /// Whether it is the device that asks.
    pub is_this: bool,
}

/// Body of `GET /api/account`: the signed-in account; `null` if there is none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Account {
    /// Name as registered.
    pub name: String,
    /// Office of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Whether the account cannot use the chats.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub muted: bool,
    /// Whether other players do not see when the account is online or plays.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub hidden: bool,
    /// A moderator's warning. `DELETE /api/account/warning` acknowledges it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
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
    /// Whether the player is there. Absent without a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<Presence>,
}

/// Whether a player is there, as the reader may know it: a player who hides it, and one of two who
/// have blocked each other, is always away.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Presence {
    /// Whether the player has a page open.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub online: bool,
    /// The player's public game in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<GameId>,
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
    /// These games by result.
    #[serde(default)]
    pub tally: Tally,
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

/// Body of `GET /api/players/{name}/results`: what the latest games of a player have come to. With
/// a session, also how the reader stands to the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerResults {
    /// Number of games that are counted, the latest.
    pub games: u32,
    /// Whether there are older games.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub has_more: bool,
    /// The ratings over time, of the ladder with most games first.
    pub histories: Vec<RatingHistory>,
    /// The results by variant and seat.
    pub sides: Vec<SideResults>,
    /// The results by opening and seat in xiangqi, the most frequent first. Empty on a server
    /// without an explorer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<OpeningResults>,
    /// The results against opponents with a rating at least 100 points higher, in rated games.
    pub stronger: Tally,
    /// The results against opponents in between.
    pub equal: Tally,
    /// The results against opponents with a rating at least 100 points lower.
    pub weaker: Tally,
    /// The wins in a row.
    #[serde(default)]
    pub streaks: Streaks,
    /// The games of the last weeks; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity: Option<Activity>,
    /// The reader against the player; absent without a session and on the reader's own page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_reader: Option<HeadToHead>,
    /// Whether the reader follows or blocks the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
}

/// Numbers of wins in a row, among the counted games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Streaks {
    /// Number of wins since the last game that was not won.
    pub current: u32,
    /// Largest number of wins in a row.
    pub longest: u32,
}

/// The games of a player on each of the last [`ACTIVE_DAYS`](crate::ACTIVE_DAYS) days.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Activity {
    /// Start of the last day in UTC.
    pub today_ms: UnixMs,
    /// Number of games on each day, the last day at the end.
    pub games: Vec<u32>,
}

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Number of wins.
    pub won: u32,
    /// Number of draws.
    pub drawn: u32,
    /// Number of losses.
    pub lost: u32,
}

impl Tally {
    /// Number of games.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// A player's ratings on a ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingHistory {
    /// Variant id.
    pub variant: String,
    /// Speed class.
    pub speed: String,
    /// Number of counted games.
    pub games: u32,
    /// The ratings, oldest first, at most 200. A long history has at most one for each day.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingPoint {
    /// Time of the game's end.
    pub at_ms: UnixMs,
    /// The rating.
    pub rating: i32,
}

/// A player's results at one seat of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SideResults {
    /// Variant id.
    pub variant: String,
    /// The seat. Seat 0 moves first.
    pub seat: u8,
    /// The results.
    pub tally: Tally,
}

/// A player's results in an opening at one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningResults {
    /// The opening.
    pub opening: OpeningName,
    /// The seat. Seat 0 is Red.
    pub seat: u8,
    /// The results.
    pub tally: Tally,
}

/// The reader's results against a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeadToHead {
    /// The results of the reader.
    pub tally: Tally,
    /// The latest game of the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<ArchivedGame>,
}

/// How an account stands to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The account wants to see the other first.
    Follow,
    /// The account does not play the other.
    Block,
}

/// Body of `PUT /api/players/{name}/relation`: follows or blocks a player. `DELETE` ends both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationRequest {
    /// The new relation, in place of an earlier one.
    pub relation: Relation,
}

/// Body of `GET /api/account/relations`: the players that the account follows and blocks. Both are
/// empty without a session.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Circle {
    /// The followed players: those who play in public first, then those who are online.
    pub followed: Vec<FollowedPlayer>,
    /// Names of the blocked players.
    pub blocked: Vec<String>,
}

/// A player whom the account follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FollowedPlayer {
    /// Name as registered.
    pub name: String,
    /// Whether the player has a page open.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub online: bool,
    /// The player's public game in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<GameId>,
}
