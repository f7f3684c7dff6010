//! The lobby: players who wait for an opponent, pairing, and the public games in play.

mod cancelling;
mod challenges;
mod closing;
mod creator;
mod feed;
mod kept_seeks;
mod live;
mod matching;
mod meetings;
mod moving;
mod pairing;
mod profile;
mod refresh_timer;
mod relations;
mod reserved;
mod seated;
mod seeks;
mod shared_games;
mod taken_seek;
#[cfg(test)]
mod tests;
mod unremoved_seeks;
mod viewer;
mod waits;

pub(crate) use viewer::limit;

use crate::{accounts::Accounts, tables::Tables};
use challenges::Challenges;
use feed::Feed;
use live::Live;
use meetings::CasualMeetings;
use moving::Moving;
use relations::OnlineAccounts;
use seeks::Seeks;
use std::sync::Arc;
use unremoved_seeks::UnremovedSeeks;
use waits::Waits;

/// Waiting players and public games of a server.
pub(crate) struct Lobby {
    tables: Arc<Tables>,
    accounts: Arc<Accounts>,
    seeks: Seeks,
    live: Live,
    moving: Moving,
    feed: Feed,
    waits: Waits,
    meetings: CasualMeetings,
    challenges: Challenges,
    online: OnlineAccounts,
    unremoved: UnremovedSeeks,
}

impl Lobby {
    /// An empty lobby. `epoch` distinguishes this life of the server from others.
    pub(crate) fn new(tables: Arc<Tables>, accounts: Arc<Accounts>, epoch: &str) -> Lobby {
        Lobby {
            tables,
            accounts,
            seeks: Seeks::default(),
            live: Live::default(),
            moving: Moving::default(),
            feed: Feed::new(epoch),
            waits: Waits::default(),
            meetings: CasualMeetings::default(),
            challenges: Challenges::default(),
            online: OnlineAccounts::default(),
            unremoved: UnremovedSeeks::default(),
        }
    }

    /// Number of waiting seeks in memory.
    pub(crate) fn waiting(&self) -> usize {
        self.seeks.count()
    }
}
