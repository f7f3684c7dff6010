//! Messages between a page and a table, as JSON. The table may run in the server or in the page.
//!

//! - [`ToServer`] and [`ToClient`] are the messages of a table's socket. [`Command`] is what a seat
//!   asks, [`Snapshot`] and [`Update`] are what a viewer receives.
//! - [`ToLobby`] and [`FromLobby`] are the messages of the lobby's socket.
//! - [`TablePlan`], [`OpenRequest`] and the types beside them are the bodies of HTTP requests.
//! - [`SmartBoardView`] and its companions describe smart boards.
//! - [`WorkerQuestion`] and its answers are the messages between a page and its worker with the
//!   computer players.
//!

//! Positions, actions, options and clocks are strings in the notation of `docs/formats.md`. Ids are
//! types: [`GameId`], [`AccountId`], [`BoardId`] and [`LadderId`]. A point in time is a [`UnixMs`].
//!

//! # Invariants
//! - The crate knows no game and no table (`xtask/tests/dependency_rules.rs`).
//! - No field is meant for another seat's secret. The table fills these types for each observer
//!   from a view. `table` and `server` test that no secret gets into a text.
//! - Refusals and warnings are codes with values. The page writes the sentence in its reader's
//!   language.
//!

//! - Every viewer has its own sequence of updates without gaps, so an event sent to one seat leaves
//!   no trace in the numbers of other viewers.
//! - Only facts that are in no log are outside the sequence: stalled clocks, presence, the queue of
//!   computer players and the chat.
//! - The limits for a table's messages are in `limits.rs`.

#![no_std]

extern crate alloc;

mod analysis;
mod chat;
mod command;
mod explorer;
mod fair_play;
mod http;
mod ids;
mod limits;
mod lobby;
mod mail;
mod people;
mod plan;
mod players;
mod role;
mod smart_boards;
mod socket;
mod unix_ms;
mod update;
mod worker;

pub use analysis::{
    AnalysedLine, Analysis, AnalysisRequest, HintReason, PlyReview, ReviewReply, ReviewRequest,
};
pub use chat::{ChatLine, ChatPhrase, ChatWords, FromChat};
pub use command::{Claim, Command, Offer};
pub use explorer::{
    ExplorerAnswer, ExplorerCollection, ExplorerCounts, ExplorerGame, ExplorerMove, OpeningName,
};
pub use fair_play::{FairPlay, FairPlayBase, FairPlayGame, FairPlayLadder, FairPlaySignals};
pub use http::{
    Created, ErrorBody, InviteRequest, JoinRequest, Joined, LiveTable, OpenRequest, ReservedSeat,
    Seek, TableInfo, TableTranscript, WatchedGames, WatchedTable,
};
pub use ids::{AccountId, BoardId, GameId, LadderId, StudyId};
pub use limits::*;
pub use lobby::{
    Challenge, ChallengeRequest, DeclineReason, DeclineRequest, FromLobby, LobbyCounts, LobbyState,
    LobbyUpdate, PoolWait, ToLobby,
};
pub use mail::{
    ChangeMailAddress, ConfirmMailAddress, ForgotPassword, MAIL_ADDRESS_MAX, MAIL_NAME_MAX,
    MailAddressFault, MailStatus, RemoveMailAddress, mail_address, shortened_mail_address,
};
pub use people::{
    AccountFile, AcknowledgeWarning, Announcement, AuditEntry, CLAIMED_AT_ONCE, CLOSED_NAME,
    ClaimGames, ClaimedGames, ClaimedSeat, CloseAccount, GuestReportRequest, ModerationDesk,
    ModeratorAct, ModeratorActRequest, PresenceRequest, REPORT_CHARS, ReportReason, ReportRequest,
    ReportView, ReportedGuest, SettleReportRequest,
};
pub use plan::{SeatPlan, TablePlan};
pub use players::{
    Account, Activity, Archive, ArchivedGame, ArchivedPlayer, ChangePassword, Circle, Credentials,
    FollowedPlayer, HeadToHead, LadderRow, OpeningResults, Place, PlayerNames, PlayerProfile,
    PlayerResults, Presence, Ranking, RankingRow, RatingHistory, RatingPoint, Relation,
    RelationRequest, ResetPassword, SideResults, SignedInDevice, Streaks, Strength, Tally,
};
pub use role::Role;
pub use smart_boards::{
    ClaimSeat, CorrectSmartBoard, Correction, RegisterSmartBoard, RegisteredSmartBoard, SeatClaim,
    SmartBoardCorrection, SmartBoardDoubt, SmartBoardEnd, SmartBoardState, SmartBoardView,
    SmartBoardWords,
};
pub use socket::{Absence, ToClient, ToServer};
pub use unix_ms::UnixMs;
pub use update::{
    ClockState, EndState, GroundState, HistoryEntry, Reveal, SeatState, SignedHead, Snapshot,
    State, TurnState, Update, UpdateEvent, WarningState,
};
pub use worker::{ReviewedPly, WORKER_READY, WorkerAdvice, WorkerAnswer, WorkerQuestion};

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
