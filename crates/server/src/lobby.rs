//! The lobby: players who wait for an opponent, pairing, and the public games in play.

mod cancelling;
mod live;
mod pairing;
mod refresh_timer;
mod seeks;
mod taken_seek;

use crate::{accounts::Accounts, tables::Tables};
use live::Live;
use seeks::Seeks;
use std::sync::Arc;

/// Waiting players and public games of a server.
pub(crate) struct Lobby {
    tables: Arc<Tables>,
    accounts: Arc<Accounts>,
    seeks: Seeks,
    live: Live,
}

impl Lobby {
    /// An empty lobby.
    pub(crate) fn new(tables: Arc<Tables>, accounts: Arc<Accounts>) -> Lobby {
        Lobby { tables, accounts, seeks: Seeks::default(), live: Live::default() }
    }

    /// Number of waiting seeks in memory.
    pub(crate) fn waiting(&self) -> usize {
        self.seeks.count()
    }
}
