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
    /// The table for spectators after all events; `None` if they see it as it is, which holds for
    /// every finished game.
    ///
    /// # Errors
    /// If an event is impossible.
    pub(crate) fn of(events: Vec<Event>, now: &Table) -> Result<Option<Delayed>, ReplayError> {
        if now.plan().spectator_delay == 0 || now.is_over() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use commit_reveal::{Salt, Seed};
    use game::Seat;
    use protocol::{Command, SeatPlan, TablePlan};
    use table::Input;

    /// A finished game is seen as it is: only that table gets the names of closed accounts.
    #[test]
    fn no_finished_game_is_late() {
        let plan = TablePlan {
            variant: "undercover".into(),
            options: String::new(),
            clock: "10+5".into(),
            setup_seconds: 0,
            seats: vec![SeatPlan::Host, SeatPlan::Open],
            start: None,
            training: false,
            rated: true,
            spectator_delay: 2,
            ..TablePlan::default()
        };
        let member = |id: &str| {
            let strength = protocol::Strength { rating: 1_500, deviation: 200, provisional: true };
            table::Member { id: id.into(), strength }
        };
        let salt = Some(Salt::default());
        let opened = table::open(plan, "Ada", Some(&member("1")), salt, Seed::new([7; 32]), 0);
        let mut events = opened.expect("a plan");
        let mut now = Table::replay(&events).expect("a table");
        let mut put = |now: &mut Table, input: Input<'_>| {
            for event in now.decide(0, input).expect("possible") {
                now.evolve(&event).expect("decided here");
                events.push(event);
            }
            Delayed::of(events.clone(), now).expect("possible events").is_some()
        };
        let join = Input::Join { seat: None, name: "Bo", member: Some(&member("2")) };
        assert!(put(&mut now, join));
        let seat = |seat, command| Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 };
        assert!(!put(&mut now, seat(0, &Command::Resign)));
        assert!(now.is_over());
    }
}
