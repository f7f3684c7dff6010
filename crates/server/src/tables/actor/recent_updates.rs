//! The latest updates of a table, for viewers who reconnect.

use crate::{
    base::{Mutant, mutants},
    limits::{RECENT_EVENTS, WAITING_MESSAGES},
};
use axum::extract::ws::Utf8Bytes;
use game::Observer;
use std::collections::VecDeque;

/// Latest updates for one observer, as sent.
pub(super) struct RecentUpdates {
    pub(super) observer: Observer,
    /// Number and text of each update, without gaps.
    updates: VecDeque<(u64, Utf8Bytes)>,
    /// Number of last updates that were made without a viewer of this observer.
    unseen: usize,
}

impl RecentUpdates {
    /// State without a viewer so far.
    pub(super) fn new(observer: Observer) -> RecentUpdates {
        RecentUpdates { observer, updates: VecDeque::new(), unseen: RECENT_EVENTS }
    }

    /// Notes that a viewer is here.
    pub(super) fn seen(&mut self) {
        self.unseen = 0;
    }

    /// Whether a viewer who left may still come back without a snapshot.
    pub(super) fn is_awaited(&self) -> bool {
        self.unseen < RECENT_EVENTS
    }

    /// Keeps an update that was sent, or made for a viewer who may come back.
    pub(super) fn keep(&mut self, n: u64, text: Utf8Bytes, is_seen: bool) {
        self.unseen = if is_seen { 0 } else { self.unseen.saturating_add(1) };
        self.updates.push_back((n, text));
        if self.updates.len() > kept_updates() {
            self.updates.pop_front();
        }
    }

    /// Forgets the updates, because one is missing.
    pub(super) fn clear(&mut self) {
        self.updates.clear();
    }

    /// Number of the first kept update.
    pub(super) fn oldest(&self) -> Option<u64> {
        self.updates.front().map(|(n, _)| *n)
    }

    /// Texts of the updates after `last`.
    pub(super) fn after(&self, last: u64) -> impl Iterator<Item = &Utf8Bytes> {
        self.updates.iter().filter(move |(n, _)| *n > last).map(|(_, text)| text)
    }
}

/// Number of updates that are kept. The mutant keeps as many as fit into a socket's queue, as was
/// once done: they leave no space for an answer.
fn kept_updates() -> usize {
    if mutants::is_enabled(Mutant::FarBehindUnanswered) { WAITING_MESSAGES } else { RECENT_EVENTS }
}
