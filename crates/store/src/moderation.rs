use crate::StoreError;
use async_trait::async_trait;
use protocol::{AccountId, GameId, UnixMs};

/// What distinguishes an account from others. The default is an ordinary account.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    /// Time at which the account was closed, Unix ms.
    pub closed_ms: Option<UnixMs>,
    /// Time at which the account was muted, Unix ms.
    pub muted_ms: Option<UnixMs>,
    /// Whether other players do not see when the account is online.
    pub is_hidden: bool,
    /// The account's office. Not interpreted by the store.
    pub role: Option<String>,
    /// A moderator's warning that the account has not acknowledged.
    pub warning: Option<String>,
}

/// A change of an account's [`Standing`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StandingChange {
    /// Closes the account, ends its sessions and removes its mail address.
    Close(UnixMs),
    /// Opens a closed account again.
    Reopen,
    /// Mutes the account.
    Mute(UnixMs),
    /// Ends the muting.
    Unmute,
    /// Sets the warning.
    Warning(String),
    /// Clears the warning if it is this one.
    Acknowledge(String),
    /// Sets or takes the office.
    Role(Option<String>),
    /// Sets whether other players see when the account is online.
    Hidden(bool),
}

/// An account whose standing is not that of an ordinary one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedAccount {
    /// Id of the account.
    pub id: AccountId,
    /// Name of the account.
    pub name: String,
    /// Its standing.
    pub standing: Standing,
}

/// A report that is not stored yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// Id of the account that reports.
    pub reporter: AccountId,
    /// Id of the reported account. The store also accepts an id that no account has.
    pub account: AccountId,
    /// Kind of the complaint. Not interpreted by the store.
    pub reason: String,
    /// The reporter's words.
    pub text: String,
    /// The table where it happened.
    pub table: Option<GameId>,
    /// Time of the report, Unix ms.
    pub at_ms: UnixMs,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Number of the report, in order of arrival.
    pub number: u64,
    /// The report.
    pub report: NewReport,
    /// Time at which a moderator settled it, Unix ms.
    pub settled_ms: Option<UnixMs>,
}

/// An act of a moderator that is not stored yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAct {
    /// Id of the moderator's account; `None` for the operator.
    pub moderator: Option<AccountId>,
    /// Kind of the act. Not interpreted by the store.
    pub kind: String,
    /// Id of the account that the act concerns.
    pub account: Option<AccountId>,
    /// The moderator's words.
    pub text: String,
    /// Time of the act, Unix ms.
    pub at_ms: UnixMs,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// Number of the act, in order of commit.
    pub number: u64,
    /// The act.
    pub act: NewAct,
}

/// An act with its effects. All are committed together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActWithEffects {
    /// The entry for the audit log.
    pub act: NewAct,
    /// Change of the account that the act concerns.
    pub change: Option<StandingChange>,
    /// Number of the latest report that the act settles, together with all earlier ones on the account
    /// that the act concerns. An act that concerns no account settles this report only. `None` if it
    /// settles none.
    pub settles: Option<u64>,
}

/// How often and for how long an account's page was hidden during its own turns of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenPage {
    /// Id of the game.
    pub game: GameId,
    /// Id of the account.
    pub account: AccountId,
    /// Number of times.
    pub times: u32,
    /// Sum of the durations, in milliseconds.
    pub ms: u64,
}

/// Limits of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportLimit {
    /// Maximum number of reports of an account since `since_ms`.
    pub max: u32,
    /// Begin of the counted time, Unix ms.
    pub since_ms: UnixMs,
}

/// Offices, restrictions, reports, the audit log, and signals for moderators.
#[async_trait]
pub trait Moderation: Send + Sync {
    /// Changes an account without an entry in the audit log: at the account's own wish. If `verified`
    /// is given, the stored password hash must be the same and the account open.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`], and [`StoreError::NoAccount`] if there is no such account.
    async fn change_standing(
        &self,
        account: &AccountId,
        verified: Option<String>,
        change: StandingChange,
    ) -> Result<(), StoreError>;

    /// Returns the accounts whose standing is not that of an ordinary one, in any order.
    async fn marked_accounts(&self) -> Result<Vec<MarkedAccount>, StoreError>;

    /// Adds a report.
    ///
    /// # Errors
    /// [`StoreError::TooManyReports`] at the limit, or if the account has reported the same account
    /// and the report is not settled.
    async fn add_report(&self, report: NewReport, limit: ReportLimit) -> Result<(), StoreError>;

    /// Returns the reports that are not settled, oldest first.
    async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError>;

    /// Returns all reports on an account, latest first.
    async fn reports_on(&self, account: &AccountId, limit: u32) -> Result<Vec<Report>, StoreError>;

    /// Adds an entry to the audit log and carries out its effects, both or neither. A settled report
    /// stays as it is.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`] if the change concerns an account that does not exist.
    async fn act(&self, act: ActWithEffects) -> Result<(), StoreError>;

    /// Returns entries of the audit log before a number, latest first: all, or those on one account.
    async fn acts(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Act>, StoreError>;

    /// Returns the latest act of a kind.
    async fn last_act(&self, kind: &str) -> Result<Option<Act>, StoreError>;

    /// Adds to what is stored for the account in the game.
    async fn add_hidden_page(&self, hidden: HiddenPage) -> Result<(), StoreError>;

    /// Returns what is stored for the accounts in a game, in any order.
    async fn hidden_pages(&self, game: &GameId) -> Result<Vec<HiddenPage>, StoreError>;
}
