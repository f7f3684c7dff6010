//! Persistent storage: an append-only event log for each game, accounts, the archive and smart
//! boards. Besides the explorer's index of positions, the only crate that contains SQL.
//!
//! A [`Store`] combines eleven traits, one per kind of data: [`GameLog`], [`Accounts`], [`Archive`],
//! [`SmartBoards`], [`Challenges`], [`KeptSeeks`], [`Relations`], [`Moderation`], [`Studies`], [`Puzzles`] and [`SeatedPlayers`]. [`Ladders`] stores data derived from the
//! archive. [`ClusterStore`] is what several servers on one database share.
//!

//! The backends are [`SqliteStore`] and [`PostgresStore`]. With the feature `testing` there are a
//! store in memory and a store that fails on demand (`testing`). All four pass one contract suite
//! per trait (`tests/contract`); [`ClusterStore`] does not exist in SQLite.
//!
//! # Invariants
//!
//! 1. An append names the sequence number it expects. Of two concurrent writers one gets
//!    [`StoreError::Stale`] (`tests/contract/game_log.rs`).
//!
//! 2. An append returns only after its commit. Waiting appends share one commit
//!    (`tests/power_cut`).
//!

//! 3. Events form a hash chain, and the game's row stores the last hash. Changed, removed or
//!    truncated events are [`StoreError::Damaged`], unless the attacker recomputes the whole chain.
//!    Seat tokens have a chain as well; other tables have none (`tests/chain.rs`). In a backup a seal
//!    covers every table (`tests/tampered.rs`).
//!
//! 4. The store does not interpret events. Each has a public and a secret text; the secret text is
//!    encrypted before it is written (`tests/sealing.rs`).
//!

//! 5. The archive row of a game is committed together with the event that ends or corrects the
//!    game.
//!
//! 6. A game that has begun is never deleted ([`GameLog::delete_open`]).

mod accounts;
mod archive;
mod archive_page;
mod chain;
mod challenges;
mod cluster;
mod copy;
mod copy_endpoint;
mod error;
mod finished_game;
mod folder;
mod game_log;
mod hash_chain;
mod inspection;
mod kept_seeks;
mod keyring;
mod ladders;
mod migration;
mod moderation;
mod password_cost;
mod postgres;
mod private;
mod puzzles;
mod relations;
mod replacement;
mod seated_players;
mod smart_boards;
mod sqlite;
mod studies;
#[cfg(feature = "testing")]
pub mod testing;

pub use accounts::{Accounts, LoginSession, NewMailAddress, NewPassword, Player};
pub use archive::{Archive, ArchiveFilter, ClaimingPlayer};
pub use challenges::{ACCEPTED, Challenge, ChallengeKey, Challenges};
pub use cluster::{
    ClusterIdentity, ClusterStore, ListedSeek, NewSeek, SEEK_PAUSE_MS, SharedChatLine,
};
pub use copy::{Copied, copy_to_postgres, copy_to_sqlite};
pub use error::StoreError;
pub use finished_game::{Cursor, Ended, Finished, FinishedPlayer};
pub use folder::{DataFolder, FolderError, Running};
pub use game_log::{Append, GameLog, LoadedLog, LoggedEvent, NewEvent, SeatToken, Usage};
pub use kept_seeks::KeptSeeks;
pub use ladders::{
    Advance, FoldProgress, LadderFold, LadderMeeting, LadderPlayer, Ladders, RatedGame,
};
pub use moderation::{
    Act, ActWithEffects, HiddenPage, MarkedAccount, Moderation, NewAct, NewReport, Report,
    ReportLimit, Standing, StandingChange,
};
pub use password_cost::{MAX_PASSWORD_LANES, MAX_PASSWORD_MEMORY_KIB, MAX_PASSWORD_PASSES};
pub use postgres::{
    PostgresOptions, PostgresStore, account_in_postgres, act_in_postgres, check_postgres,
    rotate_postgres_key,
};
pub use puzzles::{PuzzleCommit, Puzzles, StoredPuzzle, StoredSolver};
pub use relations::{Relation, RelationKind, Relations};
pub use seated_players::SeatedPlayers;
pub use smart_boards::{
    Board, SharedBoardChange, SharedBoardState, SharedSmartBoards, SmartBoards,
};
pub use sqlite::{
    Restore, Restored, SqliteOptions, SqliteStore, account_in_file, act_in_file, backup,
    check_sqlite, restore, rotate_key,
};

pub use studies::{
    ChapterChange, StoredChapter, StoredStudy, Studies, StudyCommit, StudyEdit, StudyFilter,
};

/// Everything that a server stores.
pub trait Store:
    GameLog
    + Accounts
    + Archive
    + SmartBoards
    + Challenges
    + KeptSeeks
    + Relations
    + Moderation
    + Studies
    + Puzzles
    + SeatedPlayers
{
}

impl<T> Store for T where
    T: GameLog
        + Accounts
        + Archive
        + SmartBoards
        + Challenges
        + KeptSeeks
        + Relations
        + Moderation
        + Studies
        + Puzzles
        + SeatedPlayers
        + ?Sized
{
}
