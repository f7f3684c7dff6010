//! What a board has told, to see whether it tells the same again.

use crate::limits::CONTRADICTIONS;
use boardlink::{Event, MAX_FRAME, ToHost, write_frame};
use std::{
    collections::{BTreeSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

/// A hash of every event, by its number.
#[derive(Clone, Default)]
pub(super) struct EventHashes {
    /// The events in a row, and the number of the first one. Between two rows all are lost.
    rows: Vec<(u32, Vec<u64>)>,
    /// Hashes of what was told otherwise and is noted.
    noted: BTreeSet<u64>,
}

impl EventHashes {
    /// The next event.
    pub(super) fn push(&mut self, event: &Event) {
        match self.rows.last_mut() {
            Some((_, hashes)) => hashes.push(hash(event)),
            None => self.rows.push((0, vec![hash(event)])),
        }
    }

    /// The events before `to` that are not known are lost.
    pub(super) fn lose(&mut self, to: u32) {
        match self.rows.last_mut() {
            Some((from, hashes)) if hashes.is_empty() => *from = to,
            _ => self.rows.push((to, Vec::new())),
        }
    }

    /// Whether an event says something else than what stands under its number, and nobody has noted
    /// it.
    pub(super) fn contradicts(&self, event: &Event) -> bool {
        let told = hash(event);
        let stands = self.at(event.seq);
        stands != Some(told) && self.noted.len() < CONTRADICTIONS && !self.noted.contains(&told)
    }

    /// What was told under this number; `None` if it is lost, or still to come.
    fn at(&self, seq: u32) -> Option<u64> {
        let row = self.rows.partition_point(|(from, _)| *from <= seq).checked_sub(1)?;
        let (from, hashes) = &self.rows[row];
        hashes.get((seq - from) as usize).copied()
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
