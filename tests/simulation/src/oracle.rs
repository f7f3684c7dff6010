//! Follows a table's log, and computes what each viewer may be sent. All messages are checked
//! against it.

use game::{Observer, Seat};
use protocol::{SignedHead, Snapshot, Update};
use std::collections::BTreeMap;
use store::LoggedEvent;
use table::{Event, EventKind, Table};

/// Maximum number of different viewers: four seats and the spectators.
const VIEWERS: usize = 5;

/// The log of one table, followed as it is committed.
pub(crate) struct Oracle {
    table: Table,
    events: Vec<Event>,
    /// After each event, the number of updates for each viewer.
    told: Vec<[u64; VIEWERS]>,
    updates: [Vec<Update>; VIEWERS],
    /// Hash of the transcript, by its number of lines.
    heads: BTreeMap<u64, String>,
    /// Seat of each command.
    commands: BTreeMap<String, String>,
    /// Texts that must stay secret during the game, with the only seat that may know them.
    secrets: Vec<(String, Option<u8>)>,
    /// Intervals during which the clocks ran or were paused: from, to.
    ran_ms: Vec<(u64, u64)>,
    runs_since_ms: Option<u64>,
    /// Start of the current pause, and the credited time.
    paused_ms: Option<u64>,
    given_back_ms: u64,
}

/// Why an event must not occur at its position.
pub(crate) struct Violation {
    pub(crate) promise: &'static str,
    pub(crate) what: String,
}

fn violation(promise: &'static str, what: impl Into<String>) -> Violation {
    Violation { promise, what: what.into() }
}

impl Oracle {
    /// Starts from the first event of a log.
    pub(crate) fn of(first: &LoggedEvent) -> Result<Oracle, Violation> {
        let event = read(first)?;
        let unusable = |error: table::ReplayError| violation(LOG, error.to_string());
        let table = Table::replay(std::slice::from_ref(&event)).map_err(unusable)?;
        let seed = first.secret.split('"').find(|part| part.len() == 64).unwrap_or_default();
        Ok(Oracle {
            told: vec![told(&table)],
            heads: BTreeMap::from([head_of(&table)]),
            table,
            events: vec![event],
            updates: Default::default(),
            commands: BTreeMap::new(),
            secrets: vec![(seed.to_owned(), None)],
            ran_ms: Vec::new(),
            runs_since_ms: None,
            paused_ms: None,
            given_back_ms: 0,
        })
    }

    /// Checks and applies a committed event.
    pub(crate) fn take(&mut self, logged: &LoggedEvent) -> Result<(), Violation> {
        let event = read(logged)?;
        self.check_command(logged)?;
        self.check_time(&event)?;
        // The table detects impossible events in a replay, which leaves no half-changed state.
        let mut events = self.events.clone();
        events.push(event.clone());
        if self.is_unlikely(&event) {
            Table::replay(&events).map_err(|error| violation(LOG, error.to_string()))?;
        }
        let was_shown = self.table.is_over() && has_secrets(&self.table);
        self.table.evolve(&event).map_err(|error| violation(LOG, error.to_string()))?;
        if was_shown && !self.table.is_over() {
            let what = format!("{} after the end", event.kind_name());
            return Err(violation("a game does not continue after its secrets were shown", what));
        }
        self.keep_time(&event);
        if let EventKind::Chose { seat, choice } = &event.kind {
            self.secrets.push((choice.expose().to_string(), Some(*seat)));
        }
        for (index, observer) in self.observers() {
            self.updates[index].extend(self.table.update_for(&event, observer));
        }
        self.told.push(told(&self.table));
        self.heads.extend([head_of(&self.table)]);
        self.events = events;
        Ok(())
    }

    /// Whether only a replay can detect that this event is impossible.
    fn is_unlikely(&self, event: &Event) -> bool {
        self.table.is_over()
            || matches!(event.kind, EventKind::Flagged { .. } | EventKind::Joined { .. })
    }

    fn check_command(&mut self, logged: &LoggedEvent) -> Result<(), Violation> {
        let Some(command) = &logged.command else { return Ok(()) };
        let (id, seat) = command.split_once(':').unwrap_or((command, ""));
        match self.commands.insert(id.to_owned(), seat.to_owned()) {
            None => Ok(()),
            Some(_) => Err(violation("a command is executed once", format!("{command} twice"))),
        }
    }

    fn check_time(&self, event: &Event) -> Result<(), Violation> {
        let last_ms = self.events.last().map_or(0, |last| last.at_ms);
        if event.at_ms < last_ms {
            let what = format!("{} at {} after {last_ms}", event.kind_name(), event.at_ms);
            return Err(violation("event times do not decrease", what));
        }
        match &event.kind {
            EventKind::Flagged { .. }
                if self.table.deadline().is_none_or(|due| due > event.at_ms) =>
            {
                let what = format!("at {}, due {:?}", event.at_ms, self.table.deadline());
                Err(violation("a flag falls when time is up", what))
            }
            EventKind::Flagged { .. } if self.table.is_over() => {
                Err(violation("a flag falls once", format!("another at {}", event.at_ms)))
            }
            EventKind::Acted { lag_ms, .. } if *lag_ms > LAG_MS => {
                let what = format!("{lag_ms} ms given for the way, which takes none");
                Err(violation("clocks are conserved", what))
            }
            _ => Ok(()),
        }
    }

    fn keep_time(&mut self, event: &Event) {
        match event.kind {
            EventKind::Credited { ms } => self.given_back_ms += ms,
            EventKind::Paused => self.paused_ms = Some(event.at_ms),
            EventKind::Resumed => {
                let since_ms = self.paused_ms.take().unwrap_or(event.at_ms);
                self.given_back_ms += event.at_ms - since_ms;
            }
            _ => {}
        }
        let runs = self.table.deadline().is_some() || self.paused_ms.is_some();
        match self.runs_since_ms {
            None if runs => self.runs_since_ms = Some(event.at_ms),
            Some(since_ms) if !runs || self.table.is_over() => {
                self.ran_ms.push((since_ms, event.at_ms));
                self.runs_since_ms = None;
            }
            _ => {}
        }
    }

    /// Checks an update sent to a viewer.
    pub(crate) fn check_update(
        &self,
        observer: Observer,
        update: &Update,
    ) -> Result<(), Violation> {
        let all = &self.updates[index(observer)];
        match all.get((update.n as usize).wrapping_sub(1)) {
            None => {
                let what = format!("update {} of {} to {observer:?}", update.n, all.len());
                Err(violation("no update is sent before its commit", what))
            }
            Some(expected) if *expected == Update { head: None, ..update.clone() } => {
                self.check_head(update.head.as_ref())
            }
            Some(expected) => {
                let what = format!("to {observer:?}: {update:?}, and the log says {expected:?}");
                Err(violation(PREFIX, what))
            }
        }
    }

    /// Checks a snapshot sent to a viewer.
    pub(crate) fn check_snapshot(
        &self,
        observer: Observer,
        snapshot: &Snapshot,
    ) -> Result<(), Violation> {
        let told = |told: &[u64; VIEWERS]| told[index(observer)] == snapshot.n;
        // Later events that this viewer cannot see make no difference.
        let (first, last) = (self.told.iter().position(told), self.told.iter().rposition(told));
        let (Some(_), Some(last)) = (first, last) else {
            let what = format!("a snapshot at {} to {observer:?}", snapshot.n);
            return Err(violation("no update is sent before its commit", what));
        };
        let then;
        let table = if last + 1 == self.told.len() {
            &self.table
        } else {
            let unusable = |error: table::ReplayError| violation(LOG, error.to_string());
            then = Table::replay(&self.events[..=last]).map_err(unusable)?;
            &then
        };
        let mut expected = table.snapshot(0, observer);
        let mut found = snapshot.clone();
        // These depend on the current time.
        (expected.state.clocks, found.state.clocks) = (None, None);
        // These are added by the server.
        (found.head, found.key) = (None, String::new());
        if expected == found {
            return self.check_head(snapshot.head.as_ref());
        }
        let what = format!("to {observer:?}: {found:?}, and the log says {expected:?}");
        Err(violation(PREFIX, what))
    }

    /// Checks that the transcript has had this signed head.
    fn check_head(&self, head: Option<&SignedHead>) -> Result<(), Violation> {
        let Some(SignedHead { lines, hash, .. }) = head else { return Ok(()) };
        if self.heads.get(lines) == Some(hash) {
            return Ok(());
        }
        Err(violation("a signed head is the transcript's", format!("{lines} lines, {hash}")))
    }

    /// Checks that a text to a viewer contains no secret.
    pub(crate) fn check_secrets(&self, observer: Observer, text: &str) -> Result<(), Violation> {
        if self.table.is_over() {
            return Ok(());
        }
        let own = observer.seat().map(|seat| seat.index() as u8);
        let told = |(secret, seat): &&(String, Option<u8>)| {
            !secret.is_empty() && (seat.is_none() || *seat != own) && text.contains(secret.as_str())
        };
        match self.secrets.iter().find(told) {
            None => Ok(()),
            Some(_) => {
                Err(violation("no viewer receives a secret", format!("to {observer:?}: {text}")))
            }
        }
    }

    /// Whether this command of this seat is committed.
    pub(crate) fn has_done(&self, id: &str, seat: u8) -> bool {
        self.commands.get(id).is_some_and(|of| *of == seat.to_string())
    }

    /// Whether a command with this id is committed, for any seat.
    pub(crate) fn knows(&self, id: &str) -> bool {
        self.commands.contains_key(id)
    }

    pub(crate) fn last_update(&self, observer: Observer) -> u64 {
        self.table.last_update(observer)
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// When the clocks ran, and how much time was credited.
    pub(crate) fn time(&self) -> (&[(u64, u64)], u64) {
        (&self.ran_ms, self.given_back_ms)
    }

    fn observers(&self) -> impl Iterator<Item = (usize, Observer)> + use<> {
        Observer::all(self.table.variant().seats()).map(|observer| (index(observer), observer))
    }
}

const LOG: &str = "the log can be replayed";
const PREFIX: &str = "every viewer receives a prefix of the log's updates";

/// Maximum lag compensation in milliseconds; the simulated network has no delay.
const LAG_MS: u64 = 5;

fn read(logged: &LoggedEvent) -> Result<Event, Violation> {
    Event::from_columns(logged.at_ms.0, &logged.public, &logged.secret)
        .map_err(|error| violation(LOG, error.to_string()))
}

fn head_of(table: &Table) -> (u64, String) {
    let (lines, head) = table.transcript_head();
    (lines, head.to_string())
}

/// Whether the end of the game reveals secrets.
fn has_secrets(table: &Table) -> bool {
    table.variant().has_secrets() || table.variant().uses_seed()
}

fn told(table: &Table) -> [u64; VIEWERS] {
    let mut all = [0; VIEWERS];
    for observer in Observer::all(table.variant().seats()) {
        all[index(observer)] = table.last_update(observer);
    }
    all
}

fn index(observer: Observer) -> usize {
    observer.seat().map_or(VIEWERS - 1, Seat::index)
}
