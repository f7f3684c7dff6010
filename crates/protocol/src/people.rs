use crate::{GameId, Role, TableInfo, UnixMs};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Name under which the archive shows a player whose account is closed. Pages show it in the
/// reader's language.
pub const CLOSED_NAME: &str = "closed account";

/// Maximum number of characters of a report and of a moderator's reason.
pub const REPORT_CHARS: usize = 500;

/// Body of `POST /api/account/close`. The account of the session ends.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseAccount {
    /// Current password.
    pub password: String,
}

/// Maximum number of seats in a [`ClaimGames`].
pub const CLAIMED_AT_ONCE: usize = 40;

/// Body of `POST /api/account/games`: takes finished casual games of this device along into the
/// account of the session.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimGames {
    /// Seats that the device has played, at most [`CLAIMED_AT_ONCE`].
    pub seats: Vec<ClaimedSeat>,
}

/// A seat of a finished game, with the proof that this device has played it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedSeat {
    /// Id of the table.
    pub table: GameId,
    /// Secret token of the seat.
    pub token: String,
}

/// Answer to a [`ClaimGames`].
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ClaimedGames {
    /// Number of games that are in the account's list now. Games that are not over, rated, with
    /// computers or of other players are left out.
    pub taken: u32,
    /// Games that are left out because they were played by invitation: in the account's list the
    /// whole game would be public, and only one of its players has asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub private: Vec<GameId>,
}

/// Body of `PUT /api/account/presence`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresenceRequest {
    /// Whether other players do not see when the account is online or plays.
    pub hidden: bool,
}

/// Body of `DELETE /api/account/warning`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcknowledgeWarning {
    /// The warning that the player has seen. Another one stays.
    pub warning: String,
}

/// Why a player is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportReason {
    /// Insults or advertising in a chat.
    Chat,
    /// An offensive or misleading name.
    Name,
    /// Help of an engine or of another person.
    Cheating,
    /// Letting the clock run, leaving games, or losing on purpose.
    Unsporting,
    /// Another reason, which the text gives.
    Other,
}

impl ReportReason {
    /// All reasons, in the order in which they are offered.
    pub const ALL: [ReportReason; 5] = [
        ReportReason::Chat,
        ReportReason::Name,
        ReportReason::Cheating,
        ReportReason::Unsporting,
        ReportReason::Other,
    ];

    /// Stable name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            ReportReason::Chat => "chat",
            ReportReason::Name => "name",
            ReportReason::Cheating => "cheating",
            ReportReason::Unsporting => "unsporting",
            ReportReason::Other => "other",
        }
    }

    /// The reason with this name.
    ///
    /// ```
    /// use protocol::ReportReason;
    ///
    /// for reason in ReportReason::ALL {
    ///     assert_eq!(ReportReason::parse(reason.as_str()), Some(reason));
    ///     assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.as_str()));
    /// }
    /// assert_eq!(ReportReason::parse("rude"), None);
    /// ```
    pub fn parse(name: &str) -> Option<ReportReason> {
        ReportReason::ALL.into_iter().find(|reason| reason.as_str() == name)
    }
}

/// Body of `POST /api/players/{name}/report`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// Why the player is reported.
    pub reason: ReportReason,
    /// The reporter's words, at most [`REPORT_CHARS`] characters. May be empty unless the reason is
    /// [`ReportReason::Other`].
    #[serde(default)]
    pub text: String,
    /// The table where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<GameId>,
}

/// A person without an account whose line in the chat of a table is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportedGuest {
    /// The player of this seat.
    Seat(u8),
    /// The spectator with this [`ChatLine::guest`](crate::ChatLine::guest).
    Spectator(u64),
}

/// Body of `POST /api/tables/{id}/report`: reports a line of a person without an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuestReportRequest {
    /// The author of the line.
    pub guest: ReportedGuest,
    /// The line in the reporter's words, at most [`REPORT_CHARS`] characters. May be empty.
    #[serde(default)]
    pub text: String,
}

/// Body of `POST /api/moderation/reports/{number}/settle`, for moderators: settles a report on a person
/// without an account. Reports on an account are settled by a [`ModeratorAct`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettleReportRequest {
    /// Why, at most [`REPORT_CHARS`] characters.
    pub reason: String,
}

/// A report as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportView {
    /// Number of the report.
    pub number: u64,
    /// Name of the reporter.
    pub from: String,
    /// Name of the reported player; empty for a person without an account.
    pub on: String,
    /// The reported person without an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<ReportedGuest>,
    /// Stable name of the [`ReportReason`].
    pub reason: String,
    /// The reporter's words.
    pub text: String,
    /// The table where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<GameId>,
    /// Time of the report, Unix ms.
    pub at_ms: UnixMs,
    /// Whether a moderator has settled it.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub settled: bool,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Number of the entry; later entries have greater numbers.
    pub number: u64,
    /// Name of the moderator; absent for the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Stable name of the act: that of a [`ModeratorAct`], `announce`, `fair-play`, `grant` or
    /// `revoke`.
    pub act: String,
    /// Name of the account that the act concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The reason; for an announcement its text.
    pub reason: String,
    /// Time of the act, Unix ms.
    pub at_ms: UnixMs,
}

/// Body of `GET /api/moderation`, for moderators.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ModerationDesk {
    /// Open reports, oldest first.
    pub reports: Vec<ReportView>,
    /// Running tables, as every spectator may know them.
    pub tables: Vec<TableInfo>,
    /// The current announcement; empty for none.
    pub announcement: String,
    /// Latest entries of the audit log, latest first.
    pub log: Vec<AuditEntry>,
}

/// Body of `GET /api/moderation/accounts/{name}`, for moderators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AccountFile {
    /// Name as registered.
    pub name: String,
    /// Time of the registration, Unix ms.
    pub since_ms: UnixMs,
    /// Office of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Whether the account is closed.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub closed: bool,
    /// Whether the account is muted.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub muted: bool,
    /// A warning that the player has not acknowledged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// Reports on the account, latest first.
    pub reports: Vec<ReportView>,
    /// Entries of the audit log on the account, latest first.
    pub log: Vec<AuditEntry>,
}

/// What a moderator does about an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModeratorAct {
    /// Settles the open reports on the account without more.
    Settle,
    /// Shows the player the reason as a warning.
    Warn,
    /// Takes away the chat.
    Mute,
    /// Gives the chat back.
    Unmute,
    /// Closes the account.
    Close,
    /// Opens a closed account again.
    Reopen,
}

impl ModeratorAct {
    /// All acts, in the order in which they are offered.
    pub const ALL: [ModeratorAct; 6] = [
        ModeratorAct::Settle,
        ModeratorAct::Warn,
        ModeratorAct::Mute,
        ModeratorAct::Unmute,
        ModeratorAct::Close,
        ModeratorAct::Reopen,
    ];

    /// Stable name, as in JSON.
    ///
    /// ```
    /// use protocol::ModeratorAct;
    ///
    /// for act in ModeratorAct::ALL {
    ///     assert_eq!(serde_json::to_string(&act).unwrap(), format!("\"{}\"", act.as_str()));
    /// }
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            ModeratorAct::Settle => "settle",
            ModeratorAct::Warn => "warn",
            ModeratorAct::Mute => "mute",
            ModeratorAct::Unmute => "unmute",
            ModeratorAct::Close => "close",
            ModeratorAct::Reopen => "reopen",
        }
    }
}

/// Body of `POST /api/moderation/accounts/{name}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeratorActRequest {
    /// What is done.
    pub act: ModeratorAct,
    /// Why; for a warning the words that the player sees. At most [`REPORT_CHARS`] characters.
    pub reason: String,
}

/// Body of `PUT /api/moderation/announcement` and of `GET /api/announcement`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// One line for all readers; empty for none.
    pub text: String,
}
