//! The games on this device: `ui_model::journal` on the browser's storage.

use crate::browser::{self, BrowserStorage};
use protocol::GameId;
use table::Event;
use ui_model::journal;

pub(super) use ui_model::journal::NotedGame;

/// The log of one game.
pub(super) type Journal = journal::Journal<BrowserStorage>;

/// The end of a log.
pub(super) type Tip = journal::Tip;

/// A removed game, which can be restored.
pub(crate) type RemovedGame = journal::RemovedGame<BrowserStorage>;

/// All stored games, the latest first.
pub(super) fn list() -> Vec<Journal> {
    journal::list(BrowserStorage, new_id)
}

/// The log of a game by its id; an empty id means the latest game. `None` if it is not stored.
pub(super) fn find(id: &GameId) -> Option<Journal> {
    Journal::of(BrowserStorage, id, new_id)
}

/// Starts the log of a new game. `None` if the storage is full; then there is no game.
pub(super) fn begin(events: &[Event]) -> Option<Journal> {
    Journal::begin(BrowserStorage, new_id()?, events)
}

/// Stores the log of a game opened from a file. `saved_ms` is the time of saving, Unix ms. Time after
/// it is not thinking time. `None` if the storage is full.
pub(super) fn resume(events: &[Event], saved_ms: u64) -> Option<Journal> {
    let journal = begin(events)?;
    journal.note_seen(saved_ms);
    Some(journal)
}

fn new_id() -> Option<GameId> {
    browser::random_hex::<5>().ok().map(GameId::from)
}
