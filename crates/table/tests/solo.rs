//! Sifang in solo mode: a side that resigns or runs out of time leaves, and the others play on.

use commit_reveal::{Salt, Seed};
use game::{Observer, Seat, Turn};
use protocol::{Command, SeatPlan, TablePlan, UpdateEvent};
use table::{Event, Input, Table};

/// A table with four people on one device, in solo mode, with one minute each.
fn table() -> Table {
    table_with("mode=solo")
}

fn table_with(options: &str) -> Table {
    let plan = TablePlan {
        variant: "sifang".into(),
        options: options.into(),
        clock: "1+0".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host; 4],
        start: None,
        training: true,
        rated: false,
        ..TablePlan::default()
    };
    let events = table::open(plan, "host", None, Some(Salt::default()), Seed::new([7; 32]), 0);
    Table::replay(&events.expect("a plan")).expect("a table")
}

/// Applies an input and returns the event that a spectator receives.
fn put(table: &mut Table, at_ms: u64, input: Input<'_>) -> UpdateEvent {
    let events = table.decide(at_ms, input).unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut update = None;
    for event in &events {
        table.evolve(event).expect("decided here");
        update = table.update_for(event, Observer::Spectator);
        let (public, secret) = event.to_columns();
        let again = Event::from_columns(at_ms, &public, &secret).expect("it was stored");
        assert_eq!(again.to_columns(), (public, secret));
    }
    update.expect("something happened").event
}

const fn seat(seat: u8, command: &Command) -> Input<'_> {
    Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 }
}

fn act(action: &str) -> Command {
    Command::Act { action: action.into() }
}

fn played(event: &UpdateEvent) -> (u8, &str) {
    let UpdateEvent::Acted(entry) = event else { panic!("{event:?}") };
    (entry.seat, &entry.done)
}

#[test]
fn the_others_play_on() {
    let mut table = table();
    put(&mut table, 1_000, seat(0, &act("7d7e")));
    // Off turn: the clock of the side to move keeps running.
    let update = put(&mut table, 5_000, seat(3, &Command::Resign));
    assert_eq!(played(&update), (3, "out:b"));
    assert_eq!(table.turn(), Turn::Seat(Seat::new(1)));
    assert_eq!(table.deadline(), Some(61_000));
    // The flag of the side to move falls: the next clock starts.
    let update = put(&mut table, 61_000, Input::Tick);
    assert_eq!(played(&update), (1, "out:g"));
    assert_eq!(table.turn(), Turn::Seat(Seat::new(2)));
    assert_eq!(table.deadline(), Some(121_000));
    let refusal = table.decide(62_000, seat(1, &Command::Resign)).unwrap_err();
    assert_eq!(refusal.code, "out");
    // When the last but one leaves, the race ends.
    put(&mut table, 63_000, seat(2, &Command::Resign));
    let end = table.game().unwrap().outcome().cloned().expect("only one is left");
    assert_eq!((end.reason.as_str(), table.deadline()), ("race", None));
    assert_eq!(end.scores.map(|points| points.in_halves()), [6, 2, 4, 0]);
}

/// Leaving must be requested by its own command, not as a move.
#[test]
fn leaving_is_no_move() {
    let table = table();
    let refusal = table.decide(2_000, seat(0, &act("out:r"))).unwrap_err();
    assert_eq!(refusal.code, "action-text");
}

/// A takeback brings back a side that left in the meantime.
#[test]
fn leaving_can_be_taken_back() {
    let mut table = table();
    let start = table.game().unwrap().truth_text();
    put(&mut table, 1_000, seat(0, &act("7d7e")));
    put(&mut table, 2_000, seat(1, &Command::Resign));
    put(&mut table, 3_000, seat(0, &Command::Undo { plies: 2 }));
    assert_eq!(table.game().unwrap().truth_text(), start);
    assert_eq!(table.turn(), Turn::Seat(Seat::new(0)));
}

/// A side whose flag has fallen shows no remaining time, in solo and in teams. After a takeback it
/// has time again.
#[test]
fn fallen_flags_show_no_time() {
    for options in ["mode=solo", ""] {
        let mut table = table_with(options);
        put(&mut table, 1_000, seat(0, &act("7d7e")));
        put(&mut table, 61_000, Input::Tick);
        let clocks = table.snapshot(61_000, Observer::Spectator).state.clocks.expect("clocks");
        assert_eq!(clocks.left_ms[1..], [0, 60_000, 60_000], "{options}");
        assert_eq!(table.is_over(), options.is_empty());
        if !table.is_over() {
            put(&mut table, 62_000, seat(0, &Command::Undo { plies: 1 }));
            let clocks = table.snapshot(62_000, Observer::Spectator).state.clocks.expect("clocks");
            assert!(clocks.left_ms[1] > 0, "{clocks:?}");
        }
    }
}
