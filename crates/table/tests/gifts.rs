//! Time that a player gives the opponent.

mod common;

use common::{begun, plan};
use game::{Observer, Seat};
use protocol::{Command, GIVEN_TIME_MS, Offer, SeatPlan, UpdateEvent};
use table::{Event, Input, Table};

/// Applies an input; returns the event that a spectator receives, or the code of the refusal.
fn put(table: &mut Table, at_ms: u64, input: Input<'_>) -> Result<UpdateEvent, &'static str> {
    let events: Vec<Event> = table.decide(at_ms, input).map_err(|refusal| refusal.code)?;
    let mut update = None;
    for event in &events {
        table.evolve(event).expect("decided here");
        update = table.update_for(event, Observer::Spectator);
    }
    Ok(update.expect("something happened").event)
}

fn ask(
    table: &mut Table,
    at_ms: u64,
    seat: u8,
    command: &Command,
) -> Result<UpdateEvent, &'static str> {
    put(table, at_ms, Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 })
}

fn left(table: &Table, now_ms: u64) -> Vec<u64> {
    table.state(now_ms, Observer::Spectator).clocks.expect("clocks").left_ms
}

#[test]
fn each_player_gives_once_between_two_moves() {
    let mut table = begun(plan("xiangqi", "5", &[SeatPlan::Host, SeatPlan::Open]), 0);
    let act = |action: &str| Command::Act { action: action.into() };
    let given = |seat| Ok(UpdateEvent::TimeGiven { seat, ms: GIVEN_TIME_MS });
    assert_eq!(ask(&mut table, 1_000, 0, &Command::GiveTime), given(0));
    assert_eq!(left(&table, 1_000), [299_000, 315_000]);
    assert_eq!(ask(&mut table, 1_000, 0, &Command::GiveTime), Err("already-given"));
    // The running clock gets the time as well, and its deadline moves.
    let before = table.deadline().expect("a deadline");
    assert_eq!(ask(&mut table, 2_000, 1, &Command::GiveTime), given(1));
    assert_eq!(table.deadline(), Some(before + GIVEN_TIME_MS));
    assert_eq!(left(&table, 2_000), [313_000, 315_000]);
    ask(&mut table, 2_000, 0, &act("h2e2")).expect("a move");
    assert_eq!(ask(&mut table, 3_000, 0, &Command::GiveTime), given(0));
    assert_eq!(left(&table, 3_000), [313_000, 329_000]);
    // A takeback restores the clocks as they were at the move.
    let takeback = Command::Offer { offer: Offer::Takeback { plies: 1 } };
    ask(&mut table, 4_000, 0, &takeback).expect("an offer");
    ask(&mut table, 4_000, 1, &Command::Answer { yes: true }).expect("an answer");
    assert_eq!(left(&table, 4_000), [315_000, 315_000]);
    // A fallen flag is not raised.
    assert_eq!(ask(&mut table, 400_000, 1, &Command::GiveTime), Err("flag-fall"));
    ask(&mut table, 5_000, 0, &Command::Resign).expect("a resignation");
    assert_eq!(ask(&mut table, 6_000, 1, &Command::GiveTime), Err("game-over"));
}

#[test]
fn only_a_person_with_a_clock_receives_time() {
    let (host, open) = (SeatPlan::Host, SeatPlan::Open);
    let computer = SeatPlan::Computer { level: "level-3".into(), resigns: false };
    for (plan, expected) in [
        (plan("xiangqi", "5", &[host.clone(), open.clone()]), None),
        (plan("banqi", "5+3", &[host.clone(), open.clone()]), None),
        (plan("undercover", "5", &[host.clone(), open.clone()]), Some("set-up")),
        (plan("xiangqi", "none", &[host.clone(), open.clone()]), Some("no-time")),
        (plan("xiangqi", "30-move", &[host.clone(), open.clone()]), Some("no-time")),
        (plan("xiangqi", "5", &[host.clone(), computer]), Some("no-time")),
        (plan("xiangqi", "5", &[host.clone(), host.clone()]), Some("no-time")),
        (plan("sifang", "5", &[host, open.clone(), open.clone(), open]), Some("no-time")),
    ] {
        let what = format!("{} {} {:?}", plan.variant, plan.clock, plan.seats);
        let found = ask(&mut begun(plan, 0), 1_000, 0, &Command::GiveTime);
        assert_eq!(found.err(), expected, "{what}");
    }
}
