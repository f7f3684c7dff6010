//! A simulated disk: synced data survives a power cut, other data survives at random.

use crate::{luck::Luck, trace::Op};
use std::collections::BTreeMap;

/// Bytes that a disk writes atomically.
const SECTOR: usize = 512;
/// SQLite's WAL index is in shared memory only and is rebuilt.
const SHARED: &str = "-shm";

/// The files of one folder.
#[derive(Default)]
pub(crate) struct Disk {
    files: Vec<File>,
    /// File names as programs see them, and as last synced.
    names: BTreeMap<String, usize>,
    kept: BTreeMap<String, usize>,
    /// Each state of the names since the last sync, in order.
    renamed: Vec<BTreeMap<String, usize>>,
}

#[derive(Default)]
struct File {
    kept: Vec<u8>,
    changes: Vec<Change>,
}

enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

impl Disk {
    /// Applies an operation.
    pub(crate) fn take(&mut self, op: &Op) {
        match op {
            Op::Create(name) => {
                if !self.names.contains_key(name) {
                    self.names.insert(name.clone(), self.files.len());
                    self.files.push(File::default());
                    self.renamed.push(self.names.clone());
                }
            }
            Op::Write { file, at, bytes } => {
                self.change(file, Change::Write { at: *at, bytes: bytes.clone() });
            }
            Op::Truncate { file, length } => self.change(file, Change::Truncate(*length)),
            Op::Sync(file) => {
                if let Some(file) = self.names.get(file).map(|&number| &mut self.files[number]) {
                    let changes = std::mem::take(&mut file.changes);
                    changes.iter().for_each(|change| change.carry_out(&mut file.kept, |_| true));
                }
            }
            Op::SyncNames => {
                self.renamed.clear();
                self.kept = self.names.clone();
            }
            Op::Remove(name) => {
                self.names.remove(name);
                self.renamed.push(self.names.clone());
            }
            Op::Rename { from, to } => {
                if let Some(file) = self.names.remove(from) {
                    self.names.insert(to.clone(), file);
                    self.renamed.push(self.names.clone());
                }
            }
            Op::Acknowledged { .. } => {}
        }
    }

    fn change(&mut self, name: &str, change: Change) {
        if let Some(&number) = self.names.get(name) {
            self.files[number].changes.push(change);
        }
    }

    /// Returns the files after a power cut. Name changes survive up to a random point, in order, as
    /// with a journaling file system. Of unsynced writes each sector survives or not.
    pub(crate) fn after_a_cut(&self, luck: &mut Luck) -> Vec<(&str, Vec<u8>)> {
        let steps = luck.below(self.renamed.len() as u64 + 1) as usize;
        let names = steps.checked_sub(1).map_or(&self.kept, |last| &self.renamed[last]);
        let files = names.iter().filter(|(name, _)| !name.ends_with(SHARED));
        files.map(|(name, &number)| (name.as_str(), self.files[number].left(luck))).collect()
    }
}

impl File {
    fn left(&self, luck: &mut Luck) -> Vec<u8> {
        let mut bytes = self.kept.clone();
        // Share of the unsynced changes that survives.
        let percent = [0, 100, 90, 50, 10][luck.below(5) as usize];
        for change in &self.changes {
            // A write survives as a whole or by sectors.
            let is_torn = luck.below(2) == 0;
            let is_there = luck.below(100) < percent;
            change.carry_out(&mut bytes, |luckless| {
                if is_torn && !luckless { luck.below(100) < percent } else { is_there }
            });
        }
        bytes
    }
}

impl Change {
    /// Applies the change as far as `is_there` permits. It is called once per sector, or with
    /// `true` for a change of length.
    fn carry_out(&self, file: &mut Vec<u8>, mut is_there: impl FnMut(bool) -> bool) {
        match self {
            Change::Truncate(length) => {
                if is_there(true) {
                    file.resize(*length, 0);
                }
            }
            Change::Write { at, bytes } => {
                let mut start = *at;
                while start < at + bytes.len() {
                    let end = ((start / SECTOR + 1) * SECTOR).min(at + bytes.len());
                    if is_there(false) {
                        if file.len() < end {
                            file.resize(end, 0);
                        }
                        file[start..end].copy_from_slice(&bytes[start - at..end - at]);
                    }
                    start = end;
                }
            }
        }
    }
}
