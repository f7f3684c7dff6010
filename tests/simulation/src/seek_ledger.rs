//! The seeks that servers have acknowledged, and the blocks between their players.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The acknowledged seeks and blocks. They survive crashes.
#[derive(Default)]
pub(crate) struct SeekLedger(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    seeks: Vec<Seek>,
    /// Time of the acknowledgement of a block, by the blocking and the blocked account.
    blocks: BTreeMap<(usize, usize), u64>,
}

/// An acknowledged seek.
#[derive(Clone, Debug)]
pub(crate) struct Seek {
    /// The table of the answer: the seeker's own, or that of an opponent.
    pub(crate) table: String,
    /// Hash of the seeker's token.
    pub(crate) token: String,
    /// Number of the account; `None` for a guest.
    pub(crate) account: Option<usize>,
    /// Time at which the seek was sent.
    pub(crate) sent_ms: u64,
    /// Whether the seeker's page stays connected until the life ends.
    pub(crate) waits: bool,
    /// Whether a withdrawal was acknowledged.
    pub(crate) is_withdrawn: bool,
    /// Whether a withdrawal was asked for and not acknowledged.
    pub(crate) is_doubtful: bool,
}

/// What became of a seek.
#[derive(Debug)]
pub(crate) struct Place {
    /// Whether the table of the answer is in the list.
    pub(crate) is_listed: bool,
    /// Whether that table exists.
    pub(crate) exists: bool,
    /// Whether its host is leaving it, or has left it.
    pub(crate) is_left: bool,
    /// The table where the seeker sits in the end.
    pub(crate) table: String,
    /// Whether the seeker's token has a seat there.
    pub(crate) has_seat: bool,
    /// Whether another player sits there.
    pub(crate) has_opponent: bool,
}

impl SeekLedger {
    /// Adds a seek; returns its number.
    pub(crate) fn add(&self, seek: Seek) -> usize {
        let seeks = &mut self.entries().seeks;
        seeks.push(seek);
        seeks.len() - 1
    }

    /// Changes what is known of a seek.
    pub(crate) fn note(&self, number: usize, change: impl FnOnce(&mut Seek)) {
        if let Some(seek) = self.entries().seeks.get_mut(number) {
            change(seek);
        }
    }

    /// Notes that the pages of all seekers are gone.
    pub(crate) fn begin_life(&self) {
        self.entries().seeks.iter_mut().for_each(|seek| seek.waits = false);
    }

    /// Notes an acknowledged block, which lasts until the end.
    pub(crate) fn note_block(&self, by: usize, other: usize, at_ms: u64) {
        self.entries().blocks.entry((by, other)).or_insert(at_ms);
    }

    /// All seeks.
    pub(crate) fn seeks(&self) -> Vec<Seek> {
        self.entries().seeks.clone()
    }

    /// Whether one of two players had blocked the other before the later of two seeks was sent. Both
    /// seeks are needed for a pairing, so the server knows the block.
    pub(crate) fn are_blocked(&self, one: &Seek, other: &Seek) -> bool {
        let (Some(a), Some(b)) = (one.account, other.account) else { return false };
        let sent_ms = one.sent_ms.max(other.sent_ms);
        let entries = self.entries();
        let blocks = [(a, b), (b, a)].map(|pair| entries.blocks.get(&pair).copied());
        blocks.into_iter().flatten().any(|at_ms| at_ms < sent_ms)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seek {
    /// The promise that is broken if this became of the seek.
    pub(crate) fn broken(&self, place: &Place) -> Option<&'static str> {
        let is_matched = place.has_opponent || place.table != self.table;
        let ends = [place.is_listed, is_matched, self.is_withdrawn];
        if ends.into_iter().filter(|&end| end).count() > 1 || (self.is_withdrawn && place.exists) {
            return Some("a seek ends once");
        }
        if self.is_withdrawn || self.is_doubtful {
            return None;
        }
        if !place.exists || !place.has_seat {
            return Some("an acknowledged seek keeps its seat");
        }
        let is_lost = self.waits && !place.is_listed && !is_matched && !place.is_left;
        is_lost.then_some("a seek is listed until it ends")
    }
}
