//! Live list of the boards and its watchers, which receive changes only.

use super::{SmartBoardError, SmartBoards, error::refuse};
use crate::{
    limits::{LISTING_AGE_MS, WAITING_VIEWS, WATCHERS, WATCHERS_PER_ADDRESS},
    net::{networks, subnet_key},
};
use ipnet::IpNet;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::broadcast;

pub(super) struct Listing {
    changes: broadcast::Sender<Arc<str>>,
    /// Number of changes so far.
    version: AtomicU64,
    /// Recent state of all boards, shared by the many clients that connect at once.
    snapshot: Mutex<Option<Arc<Snapshot>>>,
    /// Number of watchers by subnet; this machine has none.
    watchers: Mutex<HashMap<Option<IpAddr>, usize>>,
}

/// State of all boards at one time.
pub(super) struct Snapshot {
    version: u64,
    at_ms: u64,
    /// Each board as JSON, by name.
    views: Vec<Arc<str>>,
    /// All boards as a JSON list.
    pub(super) list: Arc<str>,
}

impl Default for Listing {
    fn default() -> Listing {
        let (changes, _) = broadcast::channel(WAITING_VIEWS);
        let version = AtomicU64::new(0);
        Listing { changes, version, snapshot: Default::default(), watchers: Mutex::default() }
    }
}

impl Listing {
    /// Sends a change to all watchers.
    pub(super) fn spread(&self, change: Option<Arc<str>>) {
        if let Some(change) = change {
            // First, so that a new watcher does not start with an older snapshot.
            self.version.fetch_add(1, Ordering::SeqCst);
            // There may be no watchers.
            let _ = self.changes.send(change);
        }
    }

    /// Current state of all boards. Waits for no commit.
    pub(super) fn now(&self, boards: &SmartBoards) -> Arc<Snapshot> {
        let mut kept = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let (version, at_ms) = (self.version.load(Ordering::SeqCst), boards.now().steady_ms);
        // Running clocks make a snapshot outdated.
        let is_good = |known: &&Arc<Snapshot>| {
            known.version == version && at_ms.saturating_sub(known.at_ms) <= LISTING_AGE_MS
        };
        if let Some(known) = kept.as_ref().filter(is_good) {
            return known.clone();
        }
        let mut views = Vec::new();
        for smart_board in boards.list() {
            let view = smart_board.published().view(at_ms);
            if let Ok(text) = serde_json::to_string(&view) {
                views.push((view.name, view.id, Arc::<str>::from(text)));
            }
        }
        views.sort();
        let views: Vec<Arc<str>> = views.into_iter().map(|(_, _, text)| text).collect();
        let list = format!("[{}]", views.join(",")).into();
        let snapshot = Arc::new(Snapshot { version, at_ms, views, list });
        *kept = Some(snapshot.clone());
        snapshot
    }

    /// Adds a watcher.
    pub(super) fn watch(
        self: &Arc<Listing>,
        from: Option<IpAddr>,
    ) -> Result<Watching, SmartBoardError> {
        let from = from.map(subnet_key);
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = watchers.values().sum();
        let within = |net: IpNet| {
            let near = watchers.iter().filter(|(key, _)| key.is_some_and(|key| net.contains(&key)));
            near.map(|(_, count)| count).sum::<usize>()
        };
        let is_crowd = match from {
            None => watchers.get(&None).is_some_and(|&own| own >= WATCHERS_PER_ADDRESS),
            Some(from) => networks(from)
                .any(|(net, factor)| within(net) >= WATCHERS_PER_ADDRESS * factor as usize),
        };
        if all >= WATCHERS || is_crowd {
            return Err(refuse("watchers", "too many watch the boards from there; close a page"));
        }
        *watchers.entry(from).or_default() += 1;
        let changes = self.changes.subscribe();
        Ok(Watching { listing: self.clone(), from, changes, first: None, told: 0 })
    }
}

/// Client that watches the boards.
pub(crate) struct Watching {
    listing: Arc<Listing>,
    from: Option<IpAddr>,
    changes: broadcast::Receiver<Arc<str>>,
    first: Option<Arc<Snapshot>>,
    /// Number of boards of the first snapshot that were sent.
    told: usize,
}

impl Watching {
    pub(super) fn begin(&mut self, first: Arc<Snapshot>) {
        self.first = Some(first);
    }

    /// Next message; `None` if the client is too slow and has to reconnect.
    pub(crate) async fn next(&mut self) -> Option<Arc<str>> {
        if let Some(first) = &self.first {
            let view = first.views.get(self.told).cloned();
            self.told += 1;
            if view.is_some() {
                return view;
            }
            self.first = None;
        }
        self.changes.recv().await.ok()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut watchers = self.listing.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = watchers.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                watchers.remove(&self.from);
            }
        }
    }
}
