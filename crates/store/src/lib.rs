//! The only crate that knows SQL: an append-only log for each game, and the little around it.
//!
//! * An append names the sequence it expects; of two writers one is refused ([`StoreError::Stale`]).
//! * Nothing is acknowledged before it is committed. Appends that wait are committed together.
//! * Events are chained by hash and the chain's end is kept apart, so that a log that is damaged or
//!   cut short, or doctored by somebody who does not compute the chain anew, is noticed when it is
//!   read. So are a game's tokens; what else is kept is not chained.
//! * The store never looks into an event: two texts, one public, one secret. The secret one is
//!   sealed before it reaches the disk.
//! * What the archive and the ladders know of a game is written with the event that ends it, so
//!   that neither is ever there without the other.
//!
//! What is kept stands in four traits, one for each kind of thing; a [`Store`] keeps them all, and may
//! keep beside them what only follows from the archive ([`Ladders`]). What
//! a backend must keep to beyond its types is a test-suite for each trait (`tests/contract`).

mod accounts;
mod archive;
mod archive_page;
mod chain;
mod copy;
mod copy_side;
mod eboards;
mod error;
mod folder;
mod game_log;
mod inspection;
mod keyring;
mod ladders;
mod linked;
mod nodes;
mod postgres;
mod private;
mod replacement;
mod sqlite;

pub use accounts::{Accounts, NewPassword, Player, Session};
pub use archive::{Archive, ArchiveQuestion, Cursor, Ended, Finished, FinishedPlayer};
pub use copy::{Copied, copy_to_postgres, copy_to_sqlite};
pub use eboards::{Board, BoardNews, Eboards, NotedBoard, SharedEboards};
pub use error::StoreError;
pub use folder::{DataFolder, FolderError, Running};
pub use game_log::{Append, GameLog, LoggedEvent, NewEvent, SeatToken, Usage};
pub use ladders::{
    Advance, FoldPlace, LadderFold, LadderMeeting, LadderPlayer, Ladders, RatedGame,
};
pub use nodes::{ListedSeek, NewSeek, Nodes, Stamp};
pub use postgres::{PostgresOptions, PostgresStore, check_postgres, rotate_postgres_key};
pub use sqlite::{SqliteOptions, SqliteStore, backup, check_sqlite, restore, rotate_key};

/// Where everything is kept that a server keeps.
pub trait Store: GameLog + Accounts + Archive + Eboards {}

impl<T: GameLog + Accounts + Archive + Eboards + ?Sized> Store for T {}
