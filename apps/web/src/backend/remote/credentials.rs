//! The seats of this browser at tables of the server.

use crate::browser::BrowserStorage;
use protocol::GameId;
use ui_model::seats::SeatCredentials;

/// Loads the seats of this browser at a table.
pub(super) fn load_credentials(table: &GameId) -> Option<SeatCredentials> {
    SeatCredentials::load(BrowserStorage, table)
}

/// Stores the seats of this browser at a table.
pub(super) fn store_credentials(table: &GameId, credentials: &SeatCredentials) {
    credentials.keep(BrowserStorage, table);
}

/// Tables with seats of this browser whose game is not known to be over.
pub(super) fn running_seats() -> impl Iterator<Item = (GameId, SeatCredentials)> {
    SeatCredentials::load_all(BrowserStorage).filter(|(_, kept)| !kept.is_over)
}

/// Whether this browser has a seat at this table.
pub(crate) fn has_seat(table: &GameId) -> bool {
    SeatCredentials::has(BrowserStorage, table)
}

/// Whether this browser has opened this table for any player who seeks the same game.
pub(crate) fn is_seek(table: &GameId) -> bool {
    load_credentials(table).is_some_and(|kept| kept.is_seek)
}

/// Whether this browser has, or had, seats at tables of the server.
pub(crate) fn has_seats() -> bool {
    SeatCredentials::has_any(BrowserStorage)
}
