//! Requests to computer seats, and consent to offers.

use commit_reveal::{Salt, Seed};
use game::Seat;
use games::Decision;
use protocol::{Command, Offer, SeatPlan, TablePlan};
use table::{Event, Input, Table};

const DRAW: Command = Command::Offer { offer: Offer::Draw };

/// A table with the host in the first seat and computers in all others.
fn table(variant: &str, options: &str) -> Table {
    let computer = SeatPlan::Computer { level: "level-3".into(), resigns: true };
    let seats = if variant == "sifang" { 4 } else { 2 };
    let mut plan = TablePlan {
        variant: variant.into(),
        options: options.into(),
        clock: "none".into(),
        setup_seconds: 0,
        seats: vec![computer; seats],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    };
    plan.seats[0] = SeatPlan::Host;
    let events = table::open(plan, "host", None, Some(Salt::default()), Seed::new([7; 32]), 0);
    Table::replay(&events.expect("a plan")).expect("a table")
}

fn put(table: &mut Table, seat: u8, command: &Command) -> Vec<&'static str> {
    let input = Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 };
    let events = table.decide(0, input).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    events.iter().for_each(|event| table.evolve(event).expect("decided here"));
    events.iter().map(Event::kind_name).collect()
}

fn asked(table: &Table) -> Vec<(usize, Decision)> {
    table.computer_requests().iter().map(|asked| (asked.seat.index(), asked.decision)).collect()
}

fn act(action: &str) -> Command {
    Command::Act { action: action.into() }
}

#[test]
fn a_draw_is_asked_before_an_action() {
    let mut table = table("xiangqi", "");
    assert_eq!(asked(&table), []);
    put(&mut table, 0, &act("h2e2"));
    assert_eq!(asked(&table), [(1, Decision::Act)]);
    assert!(table.computer_requests()[0].resigns);
    assert_eq!(table.computer_requests()[0].level, "level-3");
    assert_eq!(put(&mut table, 0, &DRAW), ["offered"]);
    assert_eq!(asked(&table), [(1, Decision::Draw)]);
    assert_eq!(put(&mut table, 1, &Command::Answer { yes: false }), ["declined"]);
    assert_eq!(asked(&table), [(1, Decision::Act)]);
    put(&mut table, 1, &act("h9g7"));
    put(&mut table, 0, &DRAW);
    assert_eq!(put(&mut table, 1, &Command::Answer { yes: true }), ["agreed"]);
    assert!(table.is_over());
    assert_eq!(asked(&table), []);
}

/// Four sides are four parties, although three of them are computers.
#[test]
fn every_computer_answers_for_itself() {
    for (last, end) in [(true, "agreed"), (false, "declined")] {
        let mut table = table("sifang", "mode=solo");
        put(&mut table, 0, &DRAW);
        assert_eq!(asked(&table), [(1, Decision::Draw), (2, Decision::Draw), (3, Decision::Draw)]);
        assert_eq!(put(&mut table, 2, &Command::Answer { yes: true }), ["accepted"]);
        assert_eq!(asked(&table), [(1, Decision::Draw), (3, Decision::Draw)]);
        assert_eq!(put(&mut table, 1, &Command::Answer { yes: true }), ["accepted"]);
        assert_eq!(put(&mut table, 3, &Command::Answer { yes: last }), [end]);
        assert_eq!(table.is_over(), last);
    }
}

/// A side that left a solo game need not consent.
#[test]
fn seats_that_left_are_not_asked() {
    let mut table = table("sifang", "mode=solo");
    put(&mut table, 2, &Command::Resign);
    put(&mut table, 0, &DRAW);
    assert_eq!(asked(&table), [(1, Decision::Draw), (3, Decision::Draw)]);
}

#[test]
fn computers_accept_takebacks_and_rematches() {
    let mut table = table("xiangqi", "");
    put(&mut table, 0, &act("h2e2"));
    let takeback = Command::Offer { offer: Offer::Takeback { plies: 1 } };
    assert_eq!(put(&mut table, 0, &takeback), ["taken-back"]);
    put(&mut table, 0, &Command::Resign);
    let rematch = Command::Offer { offer: Offer::Rematch };
    assert_eq!(put(&mut table, 0, &rematch), ["rematch-agreed"]);
}
