//! The simulated disk, which survives a kill of the server: committed data and current faults.

use crate::{
    clock::Clock,
    oracle::{Oracle, Violation},
    outages::Outages,
    recorder::Recorder,
    rng::Rng,
    script::DiskFault,
};
use server::Env;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::{LoggedEvent, testing::MemoryStore};

/// A disk, with an oracle for each table that checks what is committed.
pub(crate) struct Disk {
    /// What is committed.
    pub(crate) store: MemoryStore,
    contents: Mutex<Contents>,
    pub(crate) clock: Arc<Clock>,
    pub(crate) recorder: Arc<Recorder>,
}

struct Contents {
    games: BTreeMap<String, Watched>,
    fault: Option<(DiskFault, u64)>,
    outages: Outages,
    rng: Rng,
}

/// What is known of a committed game.
#[derive(Default)]
struct Watched {
    /// The oracle of a table; `None` for a board's game.
    oracle: Option<Oracle>,
    /// Whether the disk has lied about this game.
    has_lied: bool,
}

/// Outcome of a write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Done,
    Failed,
    /// The write succeeds, but is reported as failed.
    Denied,
    /// The write is lost, but is reported as successful.
    Forgotten,
}

impl Disk {
    pub(crate) fn new(seed: u64, clock: Arc<Clock>, recorder: Arc<Recorder>) -> Disk {
        let contents = Contents {
            games: BTreeMap::new(),
            fault: None,
            outages: Outages::default(),
            rng: Rng::new(seed.rotate_left(17)),
        };
        let own_clock = clock.clone();
        let store = MemoryStore::with_clock(move || own_clock.now_ms());
        Disk { store, contents: Mutex::new(contents), clock, recorder }
    }

    /// Starts a fault of limited duration.
    pub(crate) fn fail(&self, fault: DiskFault, ms: u64) {
        let now_ms = self.clock.now_ms().0;
        let mut contents = self.contents();
        contents.outages.end(now_ms);
        contents.fault = Some((fault, now_ms + ms));
        let is_whole = matches!(fault, DiskFault::Full | DiskFault::Gone | DiskFault::Hangs);
        contents.outages.add(now_ms, now_ms + ms, is_whole);
    }

    /// Ends the current fault.
    pub(crate) fn heal(&self) {
        let now_ms = self.clock.now_ms().0;
        let mut contents = self.contents();
        contents.outages.end(now_ms);
        contents.fault = None;
    }

    /// Records that no server was running.
    pub(crate) fn was_away(&self, from_ms: u64, to_ms: u64) {
        self.contents().outages.add(from_ms, to_ms, true);
    }

    pub(crate) fn fault(&self) -> Option<DiskFault> {
        let now_ms = self.clock.now_ms().0;
        self.contents().fault.filter(|(_, until_ms)| now_ms < *until_ms).map(|(fault, _)| fault)
    }

    /// Duration of the next write or read, in milliseconds.
    pub(crate) fn delay_ms(&self) -> u64 {
        let fault = self.fault();
        let mut contents = self.contents();
        match fault {
            Some(DiskFault::Slow(ms)) => u64::from(ms),
            _ => contents.rng.one_of(&[0, 0, 0, 1, 1, 3, 12]),
        }
    }

    /// Outcome of a write at this moment.
    pub(crate) fn fate(&self) -> Fate {
        match self.fault() {
            Some(DiskFault::Full | DiskFault::Gone | DiskFault::Hangs) => Fate::Failed,
            Some(DiskFault::Denies | DiskFault::DeniesUnread) => Fate::Denied,
            Some(DiskFault::Forgets) => Fate::Forgotten,
            Some(DiskFault::Flaky) => match self.contents().rng.below(3) {
                0 => Fate::Failed,
                1 => Fate::Denied,
                _ => Fate::Done,
            },
            Some(DiskFault::Slow(_)) | None => Fate::Done,
        }
    }

    /// Whether reads succeed at this moment.
    pub(crate) fn is_readable(&self) -> bool {
        !matches!(self.fault(), Some(DiskFault::Gone | DiskFault::DeniesUnread))
    }

    /// Takes note of committed events: records them and passes them to the oracle.
    pub(crate) fn committed(&self, id: &str, is_new: bool, events: &[LoggedEvent]) {
        let now_ms = self.clock.now_ms().0;
        let mut contents = self.contents();
        if is_new {
            contents.games.insert(id.to_owned(), Watched::default());
        }
        let Some(game) = contents.games.get_mut(id) else { return };
        for event in events {
            self.recorder.note(now_ms, id, &event.public);
            // With two servers, one may know of a lost write and the other not, so such a game is
            // not checked.
            if !game.has_lied
                && let Err(Violation { promise, what }) = game.take(id, event)
            {
                self.recorder.fail(promise, now_ms, format!("{id}: {what}"));
            }
        }
        if events.is_empty() {
            self.recorder.note(now_ms, id, "a token");
        }
        contents.check_clocks(id, now_ms, &self.recorder);
    }

    /// Takes note of a game that was deleted.
    pub(crate) fn deleted(&self, game: &str) {
        self.contents().games.remove(game);
    }

    /// Marks a game that the disk has lied about.
    pub(crate) fn mark_lied(&self, game: &str) {
        if let Some(game) = self.contents().games.get_mut(game) {
            game.has_lied = true;
        }
    }

    pub(crate) fn has_lied(&self, game: &str) -> bool {
        self.contents().games.get(game).is_some_and(|game| game.has_lied)
    }

    /// Asks the oracle of a table.
    pub(crate) fn with_oracle<T>(&self, table: &str, ask: impl FnOnce(&Oracle) -> T) -> Option<T> {
        self.contents().games.get(table)?.oracle.as_ref().map(ask)
    }

    /// Ids of all tables.
    pub(crate) fn tables(&self) -> Vec<String> {
        let contents = self.contents();
        let tables = contents.games.iter().filter(|(_, game)| game.oracle.is_some());
        tables.map(|(id, _)| id.clone()).collect()
    }

    /// Checks that every table's clocks were credited for outages.
    pub(crate) fn check_all_clocks(&self) {
        let now_ms = self.clock.now_ms().0;
        for table in self.tables() {
            self.contents().check_clocks(&table, now_ms, &self.recorder);
        }
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    /// Checks a finished game: outages were credited, and not more than that.
    fn check_clocks(&self, table: &str, now_ms: u64, recorder: &Recorder) {
        let Some(game) = self.games.get(table).filter(|game| !game.has_lied) else { return };
        let Some(oracle) = &game.oracle else { return };
        if !oracle.table().is_over() {
            return;
        }
        let (ran_ms, given_back_ms) = oracle.time();
        let bounds = ran_ms.iter().map(|(from_ms, to_ms)| self.outages.bounds(*from_ms, *to_ms));
        let (least, most) = bounds.fold((0, 0), |sum, (least, most)| (sum.0 + least, sum.1 + most));
        if !(least..=most).contains(&given_back_ms) {
            let what = format!(
                "{table}: {given_back_ms} ms given back of {ran_ms:?}, expected {least} to {most}"
            );
            recorder.fail("clocks are conserved", now_ms, what);
        }
    }
}

impl Watched {
    fn take(&mut self, id: &str, logged: &LoggedEvent) -> Result<(), Violation> {
        // Ids with a prefix belong to boards.
        if id.contains(':') {
            return Ok(());
        }
        match &mut self.oracle {
            None => {
                self.oracle = Some(Oracle::of(logged)?);
                Ok(())
            }
            Some(oracle) => oracle.take(logged),
        }
    }
}
