//! The seats of this browser at tables of the server.

use crate::{app::App, seat_storage::SeatStorage};
use protocol::GameId;
use ui_model::seats::SeatCredentials;

/// Loads the seats of this browser at a table.
pub(in crate::backend) fn load_credentials(table: &GameId) -> Option<SeatCredentials> {
    SeatCredentials::load(SeatStorage, table)
}

/// Stores new seats, and warns the player if the storage has no room for them.
pub(super) fn store_seat(app: App, table: &GameId, credentials: &SeatCredentials) {
    app.note_stored(credentials.keep(SeatStorage, table));
}

/// Stores a change of known credentials. In a full storage the earlier ones stay, which still open
/// the seats.
pub(super) fn store_credentials(table: &GameId, credentials: &SeatCredentials) {
    let _ = credentials.keep(SeatStorage, table);
}

/// Tables with seats of this browser whose game is not known to be over.
pub(super) fn running_seats() -> impl Iterator<Item = (GameId, SeatCredentials)> {
    SeatCredentials::load_all(SeatStorage).filter(|(_, kept)| !kept.is_over)
}

/// Whether this browser has a seat at this table.
pub(crate) fn has_seat(table: &GameId) -> bool {
    SeatCredentials::has(SeatStorage, table)
}

/// Whether this browser has opened this table for any player who seeks the same game.
pub(crate) fn is_seek(table: &GameId) -> bool {
    load_credentials(table).is_some_and(|kept| kept.is_seek)
}

/// Whether this browser has, or had, seats at tables of the server.
pub(crate) fn has_seats() -> bool {
    SeatCredentials::has_any(SeatStorage)
}

/// Notes that the server has moved this host from a waiting table to a seat of another one.
pub(in crate::backend) fn note_move(app: App, from: &GameId, to: &GameId, token: String, seat: u8) {
    store_seat(app, to, &SeatCredentials::new(token, vec![seat]));
    SeatCredentials::forget(SeatStorage, from);
}
