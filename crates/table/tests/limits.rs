//! Tests that games are bounded in plies and events, and that players cannot misuse the bound.

use commit_reveal::{Salt, Seed};
use game::Seat;
use protocol::{ACTIONS, Command, EVENTS, Offer, SeatPlan, TablePlan};
use table::{Event, Input, Table};

fn table(variant: &str, options: &str, training: bool) -> Table {
    let plan = TablePlan {
        variant: variant.into(),
        options: options.into(),
        clock: "none".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Open],
        start: None,
        training,
        rated: false,
        ..TablePlan::default()
    };
    seated(plan)
}

/// A table with both players.
fn seated(plan: TablePlan) -> Table {
    let events = table::open(plan, "host", None, Some(Salt::default()), Seed::new([7; 32]), 0);
    let mut table = Table::replay(&events.expect("a plan")).expect("a table");
    let join = Input::Join { seat: None, name: "guest", member: None };
    table
        .decide(0, join)
        .expect("a seat")
        .iter()
        .for_each(|event| table.evolve(event).expect("decided here"));
    table
}

/// Applies a command. Returns the kinds of the events, or the code of the refusal.
fn put(table: &mut Table, seat: u8, command: &Command) -> Vec<&'static str> {
    match table.decide(0, Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 }) {
        Ok(events) => {
            events.iter().for_each(|event| table.evolve(event).expect("decided here"));
            events.iter().map(Event::kind_name).collect()
        }
        Err(refusal) => vec![refusal.code],
    }
}

fn act(action: &str) -> Command {
    Command::Act { action: action.into() }
}

/// A cycle of moves that never ends a game by itself.
const DANCE: [&str; 4] = ["h0g2", "h9g7", "g2h0", "g7h9"];

#[test]
fn too_many_plies_are_a_draw() {
    let mut table = table("xiangqi", "repetition=off quiet-limit=off", false);
    let mut last = Vec::new();
    for ply in 0..ACTIONS {
        assert!(!table.is_over(), "after {ply}");
        last = put(&mut table, (ply % 2) as u8, &act(DANCE[ply % 4]));
    }
    assert_eq!(last, ["acted", "exhausted"]);
    let outcome = table.game().and_then(|game| game.outcome().cloned()).expect("an end");
    assert_eq!((outcome.reason.as_str(), outcome.winners.iter().count()), ("move-limit", 0));
}

#[test]
fn too_many_takebacks_are_a_draw() {
    let mut table = table("xiangqi", "", true);
    let mut count = 3;
    while !table.is_over() {
        let command = if count % 2 == 1 { act("h2e2") } else { Command::Undo { plies: 1 } };
        count += put(&mut table, 0, &command).len();
        assert!(count <= EVENTS + 1, "without end");
    }
    assert_eq!(count, EVENTS + 1);
}

#[test]
fn each_offer_once_a_ply() {
    let draw = Command::Offer { offer: Offer::Draw };
    let takeback = |plies| Command::Offer { offer: Offer::Takeback { plies } };
    let rematch = Command::Offer { offer: Offer::Rematch };
    let decline = Command::Answer { yes: false };
    let mut table = table("xiangqi", "", false);
    for (seat, command, expected) in [
        (0, act("h2e2"), "acted"),
        (0, draw.clone(), "offered"),
        (1, decline.clone(), "declined"),
        (0, draw.clone(), "already-offered"),
        (0, takeback(1), "offered"),
        (0, draw.clone(), "already-offered"),
        (1, decline.clone(), "declined"),
        (0, takeback(1), "already-offered"),
        // Offers are counted for each side separately.
        (1, draw.clone(), "offered"),
        (0, decline.clone(), "declined"),
        (1, act("h9g7"), "acted"),
        (0, draw.clone(), "offered"),
        // A new offer cannot replace one that is being answered.
        (0, takeback(1), "already-offered"),
        (1, decline.clone(), "declined"),
        (0, Command::Resign, "resigned"),
        (0, rematch.clone(), "offered"),
        (1, decline, "declined"),
        (0, rematch.clone(), "already-offered"),
        (1, rematch, "offered"),
    ] {
        assert_eq!(put(&mut table, seat, &command), [expected], "{seat}: {command:?}");
    }
}

/// Once the end has revealed secrets, moves cannot be taken back.
#[test]
fn games_with_revealed_secrets_cannot_continue() {
    for (variant, moves, expected) in [
        ("undercover", ["h2e2", "h9g7"], "game-over"),
        ("banqi", ["a1", "h4"], "game-over"),
        ("xiangqi", ["h2e2", "h9g7"], "taken-back"),
    ] {
        let mut table = table(variant, "", true);
        while matches!(table.turn(), game::Turn::Setup(_)) {
            let seat = table.turn().seats().iter().next().expect("a seat");
            let choice = table.game().and_then(|game| game.default_setup(seat));
            put(&mut table, seat.index() as u8, &act(&choice.expect("a choice").to_string()));
        }
        for (seat, action) in (0..).zip(moves) {
            assert_eq!(put(&mut table, seat, &act(action)), ["acted"], "{variant}");
        }
        put(&mut table, 0, &Command::Resign);
        assert!(table.is_over(), "{variant}");
        assert_eq!(put(&mut table, 0, &Command::Undo { plies: 1 }), [expected], "{variant}");
    }
}

/// A choice has the longest time of a move by correspondence among the seats that still choose; seats
/// with another clock have the seconds of the plan.
#[test]
fn choices_with_unequal_clocks_have_their_times() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    let cases = [
        // Both choose, then Red alone, then Black alone.
        ("2d-move/10+5", 60, [Some(2 * DAY_MS), Some(2 * DAY_MS), Some(60_000)]),
        ("10+5/2d-move", 60, [Some(2 * DAY_MS), Some(60_000), Some(2 * DAY_MS)]),
        ("10+5/2d-move", 0, [Some(2 * DAY_MS), None, Some(2 * DAY_MS)]),
        ("1d-move/3d-move", 60, [Some(3 * DAY_MS), Some(DAY_MS), Some(3 * DAY_MS)]),
        ("20-move/2d-move", 60, [Some(2 * DAY_MS), Some(60_000), Some(2 * DAY_MS)]),
        ("10+5", 60, [Some(60_000); 3]),
    ];
    for (clock, setup_seconds, [both, red, black]) in cases {
        let plan = TablePlan {
            setup_seconds,
            clock: clock.into(),
            ..table("undercover", "first=red", false).plan().clone()
        };
        for (choosing, expected) in [(None, both), (Some(1), red), (Some(0), black)] {
            let mut table = seated(plan.clone());
            if let Some(seat) = choosing {
                let choice = table.game().and_then(|game| game.default_setup(Seat::new(seat)));
                put(&mut table, seat, &act(&choice.expect("a choice").to_string()));
            }
            assert_eq!(table.deadline(), expected, "{clock} {setup_seconds} {choosing:?}");
        }
    }
}
