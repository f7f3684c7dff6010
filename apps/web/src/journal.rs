//! The games on this device: `ui_model::journal` on the browser's storage.

use crate::browser::{self, BrowserStorage};
use protocol::GameId;
use table::{Event, GameExport, Table};
use ui_model::{journal, records};

pub(crate) use ui_model::journal::NotedGame;

/// The log of one game.
pub(crate) type Journal = journal::Journal<BrowserStorage>;

/// The end of a log.
pub(crate) type Tip = journal::Tip;

/// A removed game, which can be restored.
pub(crate) type RemovedGame = journal::RemovedGame<BrowserStorage>;

/// All stored games, the latest first.
pub(crate) fn list() -> Vec<Journal> {
    journal::list(BrowserStorage, new_id)
}

/// The log of a game by its id; an empty id means the latest game. `None` if it is not stored.
pub(crate) fn find(id: &GameId) -> Option<Journal> {
    Journal::of(BrowserStorage, id, new_id)
}

/// Starts the log of a new game. `None` if the storage is full; then there is no game.
pub(crate) fn begin(events: &[Event]) -> Option<Journal> {
    Journal::begin(BrowserStorage, new_id()?, events)
}

/// Stores the log of a game opened from a file. `saved_ms` is the time of saving, Unix ms. Time after
/// it is not thinking time. `None` if the storage is full.
pub(crate) fn resume(events: &[Event], saved_ms: u64) -> Option<Journal> {
    let journal = begin(events)?;
    journal.note_seen(saved_ms);
    Some(journal)
}

/// A game of this device, read from its log.
pub(crate) struct LoggedGame {
    /// The whole game.
    pub(crate) export: GameExport,
    /// Its log.
    pub(crate) events: Vec<Event>,
    /// Whether it still runs and has secrets, which a file must not reveal.
    pub(crate) has_secrets: bool,
}

impl LoggedGame {
    /// Reads the log of the game with this id. `None` before play starts.
    pub(crate) fn read(id: &GameId) -> Option<LoggedGame> {
        let events = find(id)?.events();
        let table = Table::replay(&events).ok()?;
        let has_secrets = !table.is_over() && records::is_sealed_when_saved(table.variant());
        Some(LoggedGame { export: table.full_export()?, events, has_secrets })
    }
}

fn new_id() -> Option<GameId> {
    browser::random_hex::<5>().ok().map(GameId::from)
}
