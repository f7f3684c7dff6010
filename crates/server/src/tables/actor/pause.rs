//! The events of a pause of the clocks.

use game::Refusal;
use protocol::UnixMs;
use table::{Event, Input, ReplayError, Table};

/// The events of a pause, and why one of its ends cannot be recorded.
#[derive(Default)]
pub(super) struct PauseEvents {
    /// None if the game is over or its clocks do not run.
    pub(super) events: Vec<Event>,
    pub(super) refused: Vec<Refusal>,
}

/// The events of a pause that began at `since_ms` and ends now.
///
/// # Errors
/// If an event that the table has decided is impossible.
pub(super) fn pause_events(
    table: &Table,
    since_ms: UnixMs,
    now_ms: UnixMs,
) -> Result<PauseEvents, ReplayError> {
    let mut paused = table.clone();
    let mut found = PauseEvents::default();
    for (at_ms, input) in [(since_ms, Input::Pause), (now_ms, Input::Resume)] {
        match paused.decide(at_ms.0, input) {
            Ok(decided) => {
                for event in &decided {
                    paused.evolve(event)?;
                }
                found.events.extend(decided);
            }
            Err(refusal) => found.refused.push(refusal),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use commit_reveal::{Salt, Seed};
    use protocol::{SeatPlan, TablePlan};
    use table::EventKind;

    #[test]
    fn a_pause_gives_its_time_back() {
        let plan = TablePlan {
            variant: "xiangqi".to_owned(),
            clock: "10+5".to_owned(),
            seats: vec![SeatPlan::Host, SeatPlan::Open],
            ..TablePlan::default()
        };
        let salt = Some(Salt::new([6; 16]));
        let opened = table::open(plan, "Ada", None, salt, Seed::new([7; 32]), 0);
        let mut table = Table::replay(&opened.expect("a plan")).expect("a table");
        let early = pause_events(&table, UnixMs(500), UnixMs(900)).expect("possible");
        assert!(early.events.is_empty() && early.refused.is_empty(), "no clock runs yet");
        let join = Input::Join { seat: None, name: "Bo", member: None };
        for event in table.decide(1_000, join).expect("an open seat") {
            table.evolve(&event).expect("decided here");
        }
        let found = pause_events(&table, UnixMs(5_000), UnixMs(9_000)).expect("possible");
        assert!(found.refused.is_empty(), "{:?}", found.refused);
        let [paused, resumed] = &found.events[..] else { panic!("{:?}", found.events) };
        assert!(matches!((paused.at_ms, &paused.kind), (5_000, EventKind::Paused)));
        assert!(matches!((resumed.at_ms, &resumed.kind), (9_000, EventKind::Resumed)));
        let due_ms = table.deadline().expect("a clock runs");
        for event in &found.events {
            table.evolve(event).expect("decided here");
        }
        assert_eq!(table.deadline(), Some(due_ms + 4_000));
    }
}
