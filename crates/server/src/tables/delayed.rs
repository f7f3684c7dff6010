//! Tables that spectators see late.
//!
//! A second table follows the same events, a number of moves behind. All that a client without a seat
//! receives comes from it: snapshots, the public lists, records, pictures. When the game is over,
//! nothing is late any more.

use protocol::{ClockState, UnixMs};
use std::{collections::VecDeque, sync::Arc};
use table::{Event, EventKind, ReplayError, Table};

/// A table as its spectators see it, if they see it late.
#[derive(Clone)]
pub(crate) struct Delayed {
    table: Arc<Table>,
    /// Time of the last event that spectators know.
    at_ms: u64,
    /// The later events.
    waiting: VecDeque<Event>,
}

/// A table as one kind of reader sees it.
#[derive(Clone)]
pub(crate) struct SeenTable {
    pub(crate) table: Arc<Table>,
    /// The time at which the clocks are shown.
    pub(crate) now_ms: UnixMs,
    /// Whether the table is seen late. Its clocks then stand still.
    pub(crate) is_late: bool,
}

impl Delayed {
    /// The table for spectators after all events; `None` if they see it as it is.
    ///
    /// # Errors
    /// If an event is impossible.
    pub(crate) fn of(events: Vec<Event>, now: &Table) -> Result<Option<Delayed>, ReplayError> {
        if now.plan().spectator_delay == 0 {
            return Ok(None);
        }
        let mut waiting: VecDeque<Event> = events.into();
        // The first event opens the table.
        let Some(opened) = waiting.pop_front() else { return Ok(None) };
        let at_ms = opened.at_ms;
        let table = Arc::new(Table::replay(&[opened])?);
        let mut delayed = Delayed { table, at_ms, waiting };
        delayed.release(now)?;
        Ok(Some(delayed))
    }

    /// Takes in the events that led to the table as it is now. Returns whether spectators see any
    /// change.
    ///
    /// # Errors
    /// If an event is impossible.
    pub(crate) fn follow(&mut self, events: Vec<Event>, now: &Table) -> Result<bool, ReplayError> {
        self.waiting.extend(events);
        self.release(now)
    }

    /// The table for spectators.
    pub(crate) fn seen(&self, now_ms: UnixMs) -> SeenTable {
        let table = self.table.clone();
        let is_late = !table.is_over();
        SeenTable { table, now_ms: if is_late { UnixMs(self.at_ms) } else { now_ms }, is_late }
    }

    /// Applies the events that are old enough. The time of a move is as late as the move.
    fn release(&mut self, now: &Table) -> Result<bool, ReplayError> {
        let delay = usize::from(now.plan().spectator_delay);
        let most = now.plies().saturating_sub(delay);
        let mut table = None;
        while let Some(event) = self.waiting.front() {
            let shown = table.as_ref().unwrap_or(&*self.table);
            let plies = shown.plies();
            let is_ply = matches!(event.kind, EventKind::Acted { .. });
            let is_old = if is_ply { plies < most } else { plies <= most };
            if !(is_old || now.is_over()) {
                break;
            }
            let mut next = table.take().unwrap_or_else(|| (*self.table).clone());
            next.evolve(event)?;
            self.at_ms = event.at_ms;
            table = Some(next);
            self.waiting.pop_front();
        }
        let has_changed = table.is_some();
        if let Some(table) = table {
            self.table = Arc::new(table);
        }
        Ok(has_changed)
    }
}

impl SeenTable {
    /// The table as it is.
    pub(crate) fn present(table: Arc<Table>, now_ms: UnixMs) -> SeenTable {
        SeenTable { table, now_ms, is_late: false }
    }

    /// The clocks as they are shown.
    pub(crate) fn clocks(&self, clocks: Option<ClockState>) -> Option<ClockState> {
        clocks.map(|clocks| ClockState {
            running: clocks.running.filter(|_| !self.is_late),
            ..clocks
        })
    }
}
