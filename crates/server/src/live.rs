//! The games that everybody may look on at.

use crate::{
    hub::Hub,
    limits::{LIVE_KEPT, LIVE_SHOWN},
    look_timer::LookTimer,
};
use protocol::LiveTable;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The tables that stood in the list of those who wait for anybody: whoever sat down there did so in
/// public. One that was opened for an invitation is known to whoever has its link, and to nobody
/// else. A server that begins anew has forgotten them.
#[derive(Default)]
pub(crate) struct Live(Mutex<LiveList>);

#[derive(Default)]
struct LiveList {
    /// The last one first.
    tables: VecDeque<String>,
    /// As they stood when they were last looked at.
    shown: Arc<[LiveTable]>,
    looked: LookTimer,
}

/// How a table stands that may be looked on at.
pub(crate) enum Standing {
    /// Its game has not begun, or its players still choose in secret, or nobody is there.
    NotYet,
    /// It goes on.
    Now(Box<LiveTable>),
    /// It is over.
    Over,
}

impl Live {
    /// Takes in a table that waits for anybody. Where there is no room the oldest gives way.
    pub(crate) fn add(&self, table: String) {
        let mut list = self.lock();
        list.tables.push_front(table);
        list.tables.truncate(LIVE_KEPT);
    }

    fn forget(&self, table: &str) {
        self.lock().tables.retain(|kept| kept != table);
    }

    fn shown(&self) -> Arc<[LiveTable]> {
        self.lock().shown.clone()
    }

    fn show(&self, tables: Vec<LiveTable>) {
        self.lock().shown = tables.into();
    }

    /// The tables, if it is time to look how they stand.
    fn due(&self, now_ms: u64) -> Option<Vec<String>> {
        let mut list = self.lock();
        list.looked.is_due(now_ms).then(|| list.tables.iter().cloned().collect())
    }

    fn lock(&self) -> MutexGuard<'_, LiveList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hub {
    /// The public games that go on, the last one first. Tables are asked once a second, however
    /// many look; nobody is woken for it.
    pub(crate) async fn live(&self) -> Arc<[LiveTable]> {
        let Some(tables) = self.live.due(self.app.now_ms()) else {
            return self.live.shown();
        };
        let mut shown = Vec::new();
        for table in tables {
            if shown.len() == LIVE_SHOWN {
                break;
            }
            let standing = match self.running(&table) {
                Some(handle) => handle.live().await.unwrap_or(Standing::NotYet),
                // Nobody has come yet, or everybody has gone.
                None => Standing::NotYet,
            };
            match standing {
                Standing::Now(live) => shown.push(*live),
                Standing::NotYet => {}
                Standing::Over => self.live.forget(&table),
            }
        }
        self.live.show(shown);
        self.live.shown()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::LOOK_MS;

    #[test]
    fn the_last_are_kept_and_asked_once_a_second() {
        let live = Live::default();
        (0..=LIVE_KEPT).for_each(|n| live.add(n.to_string()));
        let asked = live.due(5_000).expect("nobody has looked yet");
        assert_eq!(asked.len(), LIVE_KEPT);
        assert_eq!(asked[0], LIVE_KEPT.to_string());
        assert_eq!(live.due(5_000 + LOOK_MS - 1), None);
        live.forget(&asked[0]);
        let again = live.due(5_000 + LOOK_MS).expect("a second has gone by");
        assert_eq!(again, asked[1..]);
    }
}
