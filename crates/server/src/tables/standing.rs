//! Whether a game runs, for the list of public games.

use protocol::WatchedTable;

/// State of a table that may be shown.
pub(crate) enum Standing {
    /// Its game has not begun, or its players still choose in secret, or it has no actor.
    NotYet,
    /// The game is running.
    Now(Box<WatchedTable>),
    /// The game is over.
    Over,
}
