//! The environment of the server and the promises it has made, which survive its crashes.

use crate::{
    challenge_ledger::ChallengeLedger, clock::Clock, day_seek_ledger::DaySeeks, disk::Disk,
    recorder::Recorder, script::Script, seek_ledger::SeekLedger,
};
use server::Env;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The environment of the server.
pub(crate) struct World {
    pub(crate) script: Script,
    pub(crate) clock: Arc<Clock>,
    pub(crate) disk: Arc<Disk>,
    pub(crate) recorder: Arc<Recorder>,
    /// The seats' tokens.
    tokens: Mutex<Vec<String>>,
    sent: Mutex<BTreeMap<String, Sent>>,
    pub(crate) challenges: ChallengeLedger,
    pub(crate) day_seeks: DaySeeks,
    pub(crate) seeks: SeekLedger,
}

/// State of a command.
#[derive(Default)]
struct Sent {
    table: String,
    /// Number of times it was sent.
    times: u32,
    /// Whether it was refused permanently.
    is_refused: bool,
    /// The seat to which it was acknowledged.
    acknowledged: Option<u8>,
}

impl World {
    pub(crate) fn new(
        script: Script,
        clock: Arc<Clock>,
        disk: Arc<Disk>,
        recorder: Arc<Recorder>,
    ) -> World {
        World {
            script,
            clock,
            disk,
            recorder,
            tokens: Mutex::default(),
            sent: Mutex::default(),
            challenges: ChallengeLedger::default(),
            day_seeks: DaySeeks::default(),
            seeks: SeekLedger::default(),
        }
    }

    pub(crate) fn fail(&self, promise: &'static str, what: impl Into<String>) {
        self.recorder.fail(promise, self.clock.now_ms().0, what);
    }

    pub(crate) fn note(&self, who: &str, what: &str) {
        self.recorder.note(self.clock.now_ms().0, who, what);
    }

    /// Records the token of a seat, which no message may contain.
    pub(crate) fn add_token(&self, token: &str) {
        if !token.is_empty() {
            self.tokens.lock().unwrap_or_else(PoisonError::into_inner).push(token.to_owned());
        }
    }

    /// Whether a message contains a seat's token.
    pub(crate) fn has_token(&self, text: &str) -> bool {
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.iter().any(|token| text.contains(token))
    }

    /// Records that a command was sent.
    pub(crate) fn sent(&self, id: &str, table: &str) {
        let mut sent = self.all_sent();
        let command = sent.entry(id.to_owned()).or_default();
        command.table = table.to_owned();
        command.times += 1;
        // A command that is sent again may succeed.
        command.is_refused = false;
    }

    /// Checks an acknowledgement against the log.
    pub(crate) fn acknowledged(&self, id: &str, seat: u8, table: &str) {
        let is_done = self.disk.with_oracle(table, |oracle| oracle.has_done(id, seat));
        if is_done != Some(true) && !self.disk.has_lied(table) {
            self.fail(ACKNOWLEDGED, format!("{id} of seat {seat} at {table} is not in the log"));
        }
        if let Some(sent) = self.all_sent().get_mut(id) {
            sent.acknowledged = Some(seat);
        }
    }

    /// Checks a refusal against the log.
    pub(crate) fn refused(&self, id: &str, code: &str, table: &str) {
        let mut sent = self.all_sent();
        let Some(command) = sent.get_mut(id).filter(|command| command.times == 1) else { return };
        command.is_refused = true;
        drop(sent);
        self.check_refused(id, code, table);
    }

    fn check_refused(&self, id: &str, code: &str, table: &str) {
        let knows = self.disk.with_oracle(table, |oracle| oracle.knows(id));
        if knows == Some(true) && !self.disk.has_lied(table) {
            self.fail("a refused command is not executed", format!("{id} at {table}: `{code}`"));
        }
    }

    /// Checks all earlier answers at the end.
    pub(crate) fn check_answers(&self) {
        for (id, sent) in &*self.all_sent() {
            if sent.is_refused && sent.times == 1 {
                self.check_refused(id, "refused before", &sent.table);
            }
            let Some(seat) = sent.acknowledged else { continue };
            let is_done = self.disk.with_oracle(&sent.table, |oracle| oracle.has_done(id, seat));
            if is_done != Some(true) && !self.disk.has_lied(&sent.table) {
                self.fail(ACKNOWLEDGED, format!("{id} at {} is lost", sent.table));
            }
        }
    }

    fn all_sent(&self) -> MutexGuard<'_, BTreeMap<String, Sent>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const ACKNOWLEDGED: &str = "acknowledged commands are stored";
