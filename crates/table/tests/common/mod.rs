//! Tables for tests.

use commit_reveal::{Salt, Seed};
use protocol::{SeatPlan, TablePlan};
use table::{Input, Table};

/// A casual game with default rules.
pub(crate) fn plan(variant: &str, clock: &str, seats: &[SeatPlan]) -> TablePlan {
    TablePlan {
        variant: variant.into(),
        options: String::new(),
        clock: clock.into(),
        setup_seconds: 0,
        seats: seats.to_vec(),
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    }
}

/// A game that begins at this time, Unix ms, after Bo has taken every open seat.
pub(crate) fn begun(plan: TablePlan, at_ms: u64) -> Table {
    let events = table::open(plan, "Ada", None, Some(Salt::default()), Seed::new([7; 32]), 0);
    let mut table = Table::replay(&events.expect("a plan")).expect("a table");
    while !table.has_started() {
        let join = Input::Join { seat: None, name: "Bo", member: None };
        for event in table.decide(at_ms, join).expect("an open seat") {
            table.evolve(&event).expect("decided here");
        }
    }
    table
}
