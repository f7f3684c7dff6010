//! What a board has told, to see whether it tells the same again.

use boardlink::{Event, MAX_FRAME, ToHost, write_frame};
use std::{
    collections::{BTreeSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

/// The most contradictions of a game that are noted: a board that makes no more sense fills no disk.
const MOST: usize = 100;

/// A hash of every event, by its number.
#[derive(Clone, Default)]
pub(super) struct EventHashes {
    /// `None` where the event is lost.
    hashes: Vec<Option<u64>>,
    /// Hashes of what was told otherwise and is noted.
    noted: BTreeSet<u64>,
}

impl EventHashes {
    /// The next event.
    pub(super) fn push(&mut self, event: &Event) {
        self.hashes.push(Some(hash(event)));
    }

    /// The events before `to` that are not known are lost.
    pub(super) fn lose(&mut self, to: u32) {
        self.hashes.resize(to as usize, None);
    }

    /// Whether an event says something else than what stands under its number, and nobody has noted
    /// it.
    pub(super) fn contradicts(&self, event: &Event) -> bool {
        let told = hash(event);
        let stands = self.hashes.get(event.seq as usize).copied().flatten();
        stands != Some(told) && self.noted.len() < MOST && !self.noted.contains(&told)
    }

    /// It is noted.
    pub(super) fn note(&mut self, event: &Event) {
        self.noted.insert(hash(event));
    }
}

/// Its frame on the line says all of it.
fn hash(event: &Event) -> u64 {
    let mut buffer = [0; MAX_FRAME];
    let mut hasher = DefaultHasher::new();
    match write_frame(&ToHost::Event(*event), &mut buffer) {
        Ok(frame) => frame.hash(&mut hasher),
        // No frame is longer; were one, its number would be all that is compared.
        Err(_) => event.seq.hash(&mut hasher),
    }
    hasher.finish()
}
