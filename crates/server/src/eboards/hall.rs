//! Who watches the boards, and what they are told: only what has changed.

use super::{EboardError, Eboards, error::refuse};
use crate::{
    limits::{HALL_AGE_MS, WAITING_VIEWS, WATCHERS, WATCHERS_PER_ADDRESS},
    net::subnet_key,
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::broadcast;

pub(super) struct Hall {
    changes: broadcast::Sender<Arc<str>>,
    /// How often something has changed.
    version: AtomicU64,
    /// All boards as they were lately: whoever comes is told so, and hundreds may come at once.
    snapshot: Mutex<Option<Arc<Snapshot>>>,
    /// By subnet; this machine's own without one.
    watchers: Mutex<HashMap<Option<IpAddr>, usize>>,
}

/// All boards at a moment.
pub(super) struct Snapshot {
    version: u64,
    at_ms: u64,
    /// Each as JSON, by name.
    views: Vec<Arc<str>>,
    /// All of them as one list.
    pub(super) list: Arc<str>,
}

impl Default for Hall {
    fn default() -> Hall {
        let (changes, _) = broadcast::channel(WAITING_VIEWS);
        let version = AtomicU64::new(0);
        Hall { changes, version, snapshot: Default::default(), watchers: Mutex::default() }
    }
}

impl Hall {
    /// Tells everybody what has changed, if something has.
    pub(super) fn spread(&self, change: Option<Arc<str>>) {
        if let Some(change) = change {
            // First, so that whoever watches from now on does not begin with what was before.
            self.version.fetch_add(1, Ordering::SeqCst);
            // Nobody may be watching.
            let _ = self.changes.send(change);
        }
    }

    /// All boards as they are. Waits for no commit.
    pub(super) fn now(&self, boards: &Eboards) -> Arc<Snapshot> {
        let mut kept = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let (version, at_ms) = (self.version.load(Ordering::SeqCst), boards.now().steady_ms);
        // Clocks run: what was right a moment ago is so no longer.
        let is_good = |known: &&Arc<Snapshot>| {
            known.version == version && at_ms.saturating_sub(known.at_ms) <= HALL_AGE_MS
        };
        if let Some(known) = kept.as_ref().filter(is_good) {
            return known.clone();
        }
        let mut views = Vec::new();
        for eboard in boards.list() {
            let view = eboard.published().view(at_ms);
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

    /// Watches from now on.
    pub(super) fn watch(self: &Arc<Hall>, from: Option<IpAddr>) -> Result<Watching, EboardError> {
        let from = from.map(subnet_key);
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = watchers.values().sum();
        let own = watchers.entry(from).or_default();
        if all >= WATCHERS || *own >= WATCHERS_PER_ADDRESS {
            if *own == 0 {
                watchers.remove(&from);
            }
            return Err(refuse("watchers", "too many watch the boards from there; close a page"));
        }
        *own += 1;
        let changes = self.changes.subscribe();
        Ok(Watching { hall: self.clone(), from, changes, first: None, told: 0 })
    }
}

/// Somebody who watches.
pub(crate) struct Watching {
    hall: Arc<Hall>,
    from: Option<IpAddr>,
    changes: broadcast::Receiver<Arc<str>>,
    first: Option<Arc<Snapshot>>,
    /// How much of the first they have been told.
    told: usize,
}

impl Watching {
    pub(super) fn begin(&mut self, first: Arc<Snapshot>) {
        self.first = Some(first);
    }

    /// What is to be told next; `None` to whoever is too slow, and has to begin anew.
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
        let mut watchers = self.hall.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = watchers.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                watchers.remove(&self.from);
            }
        }
    }
}
