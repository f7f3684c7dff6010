//! The simulated disk, which survives a kill of the server: committed data and current faults.

use crate::{
    clock::Clock,
    lobby::Lobby,
    mutants::AnyMutant,
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
use store::{Append, Board, LoggedEvent, NewEvent, SeatToken, StoreError};

/// A disk, with the log of events that checks what is written.
pub(crate) struct Disk {
    contents: Mutex<Contents>,
    pub(crate) clock: Arc<Clock>,
    pub(crate) recorder: Arc<Recorder>,
    mutant: Option<AnyMutant>,
    lobby: Mutex<Lobby>,
}

struct Contents {
    games: BTreeMap<String, Game>,
    boards: Vec<Board>,
    alive_ms: Option<u64>,
    fault: Option<(DiskFault, u64)>,
    outages: Outages,
    rng: Rng,
    /// For each exclusive task, the server that holds its lease, and until when.
    leases: BTreeMap<String, (String, u64)>,
}

#[derive(Default)]
struct Game {
    log: Vec<LoggedEvent>,
    tokens: Vec<SeatToken>,
    deadline_ms: Option<u64>,
    /// Whether the game has not begun.
    is_open: bool,
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
    pub(crate) fn new(
        seed: u64,
        clock: Arc<Clock>,
        recorder: Arc<Recorder>,
        mutant: Option<AnyMutant>,
    ) -> Disk {
        let contents = Contents {
            games: BTreeMap::new(),
            boards: Vec::new(),
            alive_ms: None,
            fault: None,
            outages: Outages::default(),
            rng: Rng::new(seed.rotate_left(17)),
            leases: BTreeMap::new(),
        };
        Disk { contents: Mutex::new(contents), clock, recorder, mutant, lobby: Mutex::default() }
    }

    /// Starts a fault of limited duration.
    pub(crate) fn fail(&self, fault: DiskFault, ms: u64) {
        let now_ms = self.clock.now_ms();
        let mut contents = self.contents();
        contents.outages.end(now_ms);
        contents.fault = Some((fault, now_ms + ms));
        let is_whole = matches!(fault, DiskFault::Full | DiskFault::Gone | DiskFault::Hangs);
        contents.outages.add(now_ms, now_ms + ms, is_whole);
    }

    /// Ends the current fault.
    pub(crate) fn heal(&self) {
        let now_ms = self.clock.now_ms();
        let mut contents = self.contents();
        contents.outages.end(now_ms);
        contents.fault = None;
    }

    /// Records that no server was running.
    pub(crate) fn was_away(&self, from_ms: u64, to_ms: u64) {
        self.contents().outages.add(from_ms, to_ms, true);
    }

    pub(crate) fn fault(&self) -> Option<DiskFault> {
        let now_ms = self.clock.now_ms();
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

    /// Commits an append if the log has the length that the writer expects.
    pub(crate) fn commit(&self, append: Append, is_new: bool) -> Result<(), StoreError> {
        let now_ms = self.clock.now_ms();
        let mut contents = self.contents();
        let id = append.game.clone();
        if !is_new && !contents.games.contains_key(&id) {
            return Err(StoreError::NoGame(id));
        }
        let game = contents.games.entry(id.clone()).or_default();
        let found = game.log.len() as u64;
        if found != append.expected && self.mutant != Some(AnyMutant::StaleWriter) {
            let expected = append.expected;
            return Err(StoreError::Stale { game: id, expected, found });
        }
        let count = append.events.len();
        for event in append.events {
            let logged = logged(game.log.len() as u64, event);
            self.recorder.note(now_ms, &id, &logged.public);
            // With two servers, one may know of a lost write and the other not, so such a game is
            // not checked.
            if !game.has_lied
                && let Err(Violation { promise, what }) = game.take(&id, &logged)
            {
                self.recorder.fail(promise, now_ms, format!("{id}: {what}"));
            }
            game.log.push(logged);
        }
        if count == 0 {
            self.recorder.note(now_ms, &id, "a token");
        }
        game.tokens.extend(append.token);
        game.deadline_ms = append.deadline_ms;
        game.is_open = append.is_open && (is_new || game.is_open);
        contents.check_clocks(&id, now_ms, &self.recorder);
        Ok(())
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

    pub(crate) fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError> {
        let contents = self.contents();
        let log = contents.games.get(game).map(|game| game.log.clone());
        log.filter(|log| !log.is_empty()).ok_or_else(|| StoreError::NoGame(game.to_owned()))
    }

    pub(crate) fn tokens(&self, game: &str) -> Vec<SeatToken> {
        self.contents().games.get(game).map_or_else(Vec::new, |game| game.tokens.clone())
    }

    /// Ids of games that have not begun and were created before a moment, at most `limit`.
    pub(crate) fn open_before(&self, before_ms: u64, limit: u32) -> Vec<String> {
        let contents = self.contents();
        let is_open = |game: &Game| {
            game.is_open && game.log.first().is_some_and(|event| event.at_ms < before_ms)
        };
        let open = contents.games.iter().filter(|(_, game)| is_open(game));
        open.map(|(id, _)| id.clone()).take(limit as usize).collect()
    }

    /// Deletes a game that has not begun, if its log has the expected length.
    pub(crate) fn delete_open(&self, game: &str, expected: u64) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let id = game.to_owned();
        let Some(found) = contents.games.get(game) else { return Err(StoreError::NoGame(id)) };
        if !found.is_open {
            return Err(StoreError::Begun(id));
        }
        let found = found.log.len() as u64;
        if found != expected {
            return Err(StoreError::Stale { game: id, expected, found });
        }
        contents.games.remove(game);
        Ok(())
    }

    pub(crate) fn games_with_deadline(&self) -> Vec<String> {
        let contents = self.contents();
        let mut due: Vec<(u64, String)> = contents
            .games
            .iter()
            .filter_map(|(id, game)| Some((game.deadline_ms?, id.clone())))
            .collect();
        due.sort();
        due.into_iter().map(|(_, id)| id).collect()
    }

    /// Claims games whose deadline has passed, so that no other server gets them for a while.
    pub(crate) fn claim_due(&self, now_ms: u64, until_ms: u64, limit: u32) -> Vec<String> {
        let mut contents = self.contents();
        let due = contents
            .games
            .iter_mut()
            .filter(|(_, game)| game.deadline_ms.is_some_and(|due_ms| due_ms <= now_ms));
        let due = due.take(limit as usize).map(|(id, game)| {
            game.deadline_ms = Some(until_ms);
            id.clone()
        });
        due.collect()
    }

    /// Data that servers share outside the logs.
    pub(crate) fn lobby(&self) -> MutexGuard<'_, Lobby> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn take_lease(&self, name: &str, holder: &str, term_ms: u64) -> bool {
        let now_ms = self.clock.now_ms();
        let mut contents = self.contents();
        let held = contents.leases.get(name);
        if held.is_some_and(|(by, until_ms)| by != holder && *until_ms >= now_ms) {
            return false;
        }
        contents.leases.insert(name.to_owned(), (holder.to_owned(), now_ms + term_ms));
        true
    }

    pub(crate) fn release_lease(&self, name: &str, holder: &str) {
        let mut contents = self.contents();
        if contents.leases.get(name).is_some_and(|(by, _)| by == holder) {
            contents.leases.remove(name);
        }
    }

    pub(crate) fn games_with_prefix(&self, beginning: &str) -> Vec<String> {
        let contents = self.contents();
        contents.games.keys().filter(|id| id.starts_with(beginning)).cloned().collect()
    }

    pub(crate) fn mark_alive(&self, now_ms: u64) {
        self.contents().alive_ms = Some(now_ms);
    }

    pub(crate) fn alive_ms(&self) -> Option<u64> {
        self.contents().alive_ms
    }

    pub(crate) fn put_board(&self, board: Board) {
        let mut contents = self.contents();
        contents.boards.retain(|other| other.id != board.id);
        contents.boards.push(board);
    }

    pub(crate) fn boards(&self) -> Vec<Board> {
        self.contents().boards.clone()
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
        let now_ms = self.clock.now_ms();
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

impl Game {
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

fn logged(seq: u64, event: NewEvent) -> LoggedEvent {
    let NewEvent { command, public, secret, at_ms, .. } = event;
    LoggedEvent { seq, command, public, secret, at_ms }
}
