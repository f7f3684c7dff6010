//! Hashes of a game's events, to recognise repetitions and contradictions.

use crate::limits::MAX_CONTRADICTIONS;
use boardlink::{Event, MAX_FRAME, ToHost, write_frame};
use std::{
    collections::{BTreeSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

/// A hash of every event, by its number.
#[derive(Clone, Default)]
pub(super) struct EventHashes {
    /// Consecutive events, with the number of the first. All events between two rows are lost.
    rows: Vec<(u32, Vec<u64>)>,
    /// Hashes of contradicting events that are noted.
    noted: BTreeSet<u64>,
}

impl EventHashes {
    /// Records the next event.
    pub(super) fn push(&mut self, event: &Event) {
        match self.rows.last_mut() {
            Some((_, hashes)) => hashes.push(hash(event)),
            None => self.rows.push((0, vec![hash(event)])),
        }
    }

    /// Marks the unknown events before `to` as lost.
    pub(super) fn lose(&mut self, to: u32) {
        match self.rows.last_mut() {
            Some((from, hashes)) if hashes.is_empty() => *from = to,
            _ => self.rows.push((to, Vec::new())),
        }
    }

    /// Whether an event differs from the one recorded under its number, and that is not noted yet.
    pub(super) fn contradicts(&self, event: &Event) -> bool {
        let told = hash(event);
        let stands = self.at(event.seq);
        stands != Some(told) && self.noted.len() < MAX_CONTRADICTIONS && !self.noted.contains(&told)
    }

    /// The hash recorded under this number; `None` if it is lost or in the future.
    fn at(&self, seq: u32) -> Option<u64> {
        let row = self.rows.partition_point(|(from, _)| *from <= seq).checked_sub(1)?;
        let (from, hashes) = &self.rows[row];
        hashes.get((seq - from) as usize).copied()
    }

    /// Marks a contradicting event as noted.
    pub(super) fn note(&mut self, event: &Event) {
        self.noted.insert(hash(event));
    }
}

/// Hashes the encoded frame, which contains the whole event.
fn hash(event: &Event) -> u64 {
    let mut buffer = [0; MAX_FRAME];
    let mut hasher = DefaultHasher::new();
    match write_frame(&ToHost::Event(*event), &mut buffer) {
        Ok(frame) => frame.hash(&mut hasher),
        // Unreachable: no event exceeds a frame. Only its number would be compared.
        Err(_) => event.seq.hash(&mut hasher),
    }
    hasher.finish()
}
