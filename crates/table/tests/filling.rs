//! Computers in the open seats of a table of four.

use commit_reveal::Seed;
use game::Seat;
use protocol::{COMPUTERS_AFTER_MS, Command, SeatPlan, Strength, TablePlan};
use table::{Event, Input, Member, Table, audit};

const FOUR: [SeatPlan; 4] = [SeatPlan::Host, SeatPlan::Open, SeatPlan::Open, SeatPlan::Open];

fn plan(variant: &str, clock: &str, seats: &[SeatPlan]) -> TablePlan {
    TablePlan {
        variant: variant.into(),
        clock: clock.into(),
        seats: seats.to_vec(),
        ..TablePlan::default()
    }
}

fn member(id: &str) -> Member {
    let strength = Strength { rating: 1_600, deviation: 80, provisional: false };
    Member { id: id.into(), strength }
}

/// A public table that was opened at 5 ms.
fn open(plan: TablePlan) -> (Table, Vec<Event>) {
    let plan = TablePlan { is_public: true, ..plan };
    let ada = member("ada");
    let events = table::open(plan, "Ada", Some(&ada), None, Seed::new([7; 32]), 5).expect("a plan");
    (Table::replay(&events).expect("a table"), events)
}

fn fill(table: &Table, seat: u8, now_ms: u64) -> Result<Vec<Event>, (&'static str, Vec<String>)> {
    let command = &Command::FillSeats;
    let input = Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 };
    table.decide(now_ms, input).map_err(|refusal| (refusal.code, refusal.values))
}

fn join(table: &mut Table, events: &mut Vec<Event>, id: &str) {
    let member = member(id);
    let input = Input::Join { seat: None, name: id, member: Some(&member) };
    let joined = table.decide(9, input).expect("a free seat");
    joined.iter().for_each(|event| table.evolve(event).expect("decided here"));
    events.extend(joined);
}

#[test]
fn waiting_players_give_open_seats_to_computers() {
    let rated = TablePlan { rated: true, min_rating: 900, ..plan("sifang", "10+5", &FOUR) };
    let (mut table, mut events) = open(rated);
    join(&mut table, &mut events, "bo");
    let early = 5 + COMPUTERS_AFTER_MS - 1;
    assert_eq!(fill(&table, 0, early).unwrap_err(), ("fill-early", vec!["1".to_owned()]));
    assert_eq!(fill(&table, 2, early + 1).unwrap_err().0, "fill-seats", "an empty seat");
    // Any of the players may decide.
    let filled = fill(&table, 1, early + 1).expect("late enough");
    filled.iter().for_each(|event| table.evolve(event).expect("decided here"));
    events.extend(filled);
    assert!(table.has_started() && !table.plan().rated && table.plan().min_rating == 0);
    let states = table.seat_states();
    let levels: Vec<bool> = states.iter().map(|seat| seat.level.is_some()).collect();
    assert_eq!(levels, [false, false, true, true]);
    assert!(states.iter().all(|seat| seat.strength.is_none()), "no rating changes");
    assert_eq!(fill(&table, 0, early + 2).unwrap_err().0, "fill-seats", "no seat is open");
    let replayed = Table::replay(&events).expect("a log");
    assert_eq!(replayed.plan(), table.plan());
    let audited = audit(&table.transcript()).expect("an honest table");
    assert_eq!(audited.seat_states(), states);
    let rematch = table.rematch_plan();
    assert_eq!(rematch.seats.iter().filter(|seat| **seat == SeatPlan::Open).count(), 1);
    // Lines of a dishonest table.
    for line in ["filled 9 level-3", "filled", "filled 2 level-3"] {
        let mut transcript = table.transcript();
        transcript.truncate(3);
        transcript.push(line.to_owned());
        assert_eq!(audit(&transcript).expect_err(line).line, 4);
    }
}

/// By correspondence the host may be away, and alone decides.
#[test]
fn only_the_host_fills_a_table_with_days() {
    let late = 5 + COMPUTERS_AFTER_MS;
    for (clock, seat, expected) in
        [("3d-move", 0, None), ("3d-move", 1, Some("fill-seats")), ("10+5", 1, None)]
    {
        let (mut table, mut events) = open(plan("sifang", clock, &FOUR));
        join(&mut table, &mut events, "bo");
        let refused = fill(&table, seat, late).err().map(|(code, _)| code);
        assert_eq!(refused, expected, "{clock} {seat}");
    }
}

#[test]
fn other_tables_are_not_filled() {
    let late = 5 + COMPUTERS_AFTER_MS;
    let (pair, _) = open(plan("xiangqi", "10+5", &[SeatPlan::Host, SeatPlan::Open]));
    assert_eq!(fill(&pair, 0, late).unwrap_err().0, "fill-seats");
    let events =
        table::open(plan("sifang", "10+5", &FOUR), "Ada", None, None, Seed::new([7; 32]), 5);
    let invitation = Table::replay(&events.expect("a plan")).expect("a table");
    assert_eq!(fill(&invitation, 0, late).unwrap_err().0, "fill-seats");
}
