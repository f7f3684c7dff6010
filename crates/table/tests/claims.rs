//! Claims against an opponent who has left the game.

mod common;

use common::{begun, plan};
use game::{Observer, Seat, SeatSet};
use protocol::{Claim, Command, SeatPlan, UpdateEvent};
use table::{Event, Input, Table, audit};

/// Time at which the games here begin, Unix ms.
const BEGAN_MS: u64 = 1_000_000;

/// A game between two people that has begun.
fn begun_by_two(variant: &str, clock: &str) -> Table {
    begun(plan(variant, clock, &[SeatPlan::Host, SeatPlan::Open]), BEGAN_MS)
}

fn claim(
    table: &Table,
    now_ms: u64,
    claim: Claim,
    absent_since_ms: Option<u64>,
) -> Result<Vec<Event>, (&'static str, Vec<String>)> {
    let input = Input::Claim { seat: Seat::new(0), claim, absent_since_ms };
    table.decide(now_ms, input).map_err(|refusal| (refusal.code, refusal.values))
}

#[test]
fn a_claim_needs_an_absence_as_long_as_the_clock_asks() {
    for (clock, absence_ms) in [("1", 10_000), ("5+3", 20_000), ("10+5", 40_000), ("60", 60_000)] {
        let table = begun_by_two("xiangqi", clock);
        let left_ms = BEGAN_MS + 500;
        for (since_ms, after_ms, missing) in [
            (left_ms, absence_ms, None),
            (left_ms, absence_ms - 1, Some(1)),
            (left_ms, absence_ms - 4_001, Some(5)),
            // Absence from before the game counts from its start.
            (0, absence_ms - 501, Some(1)),
            (0, absence_ms - 500, None),
        ] {
            let what = format!("{clock}: {after_ms} ms after {since_ms}");
            let due_ms = table.claim_due_ms(Seat::new(1), since_ms);
            assert_eq!(due_ms, Some(since_ms.max(BEGAN_MS) + absence_ms), "{what}");
            let found = claim(&table, left_ms + after_ms, Claim::Win, Some(since_ms));
            let expected = missing.map(|seconds: u32| ("claim-early", vec![seconds.to_string()]));
            assert_eq!(found.err(), expected, "{what}");
        }
        let here = claim(&table, BEGAN_MS + 600_000, Claim::Win, None);
        assert_eq!(here.unwrap_err().0, "not-away", "{clock}");
    }
}

#[test]
fn only_games_of_two_people_with_a_clock_have_claims() {
    let (host, open) = (SeatPlan::Host, SeatPlan::Open);
    let computer = SeatPlan::Computer { level: "level-3".into(), resigns: false };
    for (plan, has_claims) in [
        (plan("xiangqi", "5", &[host.clone(), open.clone()]), true),
        (plan("undercover", "5", &[host.clone(), open.clone()]), true),
        (plan("banqi", "5", &[host.clone(), open.clone()]), true),
        (plan("xiangqi", "none", &[host.clone(), open.clone()]), false),
        (plan("xiangqi", "86400-move", &[host.clone(), open.clone()]), false),
        (plan("xiangqi", "none/5", &[host.clone(), open.clone()]), true),
        (plan("xiangqi", "5/none", &[host.clone(), open.clone()]), false),
        (plan("xiangqi", "5", &[host.clone(), computer]), false),
        (plan("xiangqi", "5", &[host.clone(), host.clone()]), false),
        (plan("sifang", "5", &[host, open.clone(), open.clone(), open]), false),
    ] {
        let what = format!("{} {} {:?}", plan.variant, plan.clock, plan.seats);
        let table = begun(plan, BEGAN_MS);
        let found = claim(&table, BEGAN_MS + 600_000, Claim::Win, Some(BEGAN_MS));
        let refused = found.err().map(|(code, _)| code);
        assert_eq!(refused, (!has_claims).then_some("no-claims"), "{what}");
        let due_ms = table.claim_due_ms(Seat::new(1), BEGAN_MS);
        assert_eq!(due_ms.is_some(), has_claims, "{what}");
    }
}

/// Presence comes with [`Input::Claim`]; a table that is not on a server has none.
#[test]
fn a_claim_without_presence_is_refused() {
    let command = Command::Claim { claim: Claim::Win };
    let input = Input::Seat { seat: Seat::new(0), command: &command, lag_ms: 0 };
    let refusal =
        begun_by_two("xiangqi", "5").decide(BEGAN_MS + 600_000, input).expect_err("no presence");
    assert_eq!(refusal.code, "no-claims");
}

#[test]
fn a_claim_ends_the_game_with_its_own_reason() {
    for variant in ["xiangqi", "undercover", "banqi"] {
        for (result, winners) in
            [(Claim::Win, SeatSet::only(Seat::new(0))), (Claim::Draw, SeatSet::EMPTY)]
        {
            let mut table = begun_by_two(variant, "5");
            let now_ms = BEGAN_MS + 30_000;
            let events = claim(&table, now_ms, result, Some(BEGAN_MS));
            if variant == "undercover" && result == Claim::Draw {
                assert_eq!(events.unwrap_err().0, "set-up", "during the set-up");
                continue;
            }
            let events = events.expect("a claim");
            let [event] = &events[..] else { panic!("{events:?}") };
            table.evolve(event).expect("decided here");
            let (public, secret) = event.to_columns();
            let again = Event::from_columns(event.at_ms, &public, &secret).expect("it was stored");
            assert_eq!(again.to_columns(), (public, secret));
            let outcome = table.game().and_then(games::AnyGame::outcome).expect("an outcome");
            let what = format!("{variant} {}", result.as_str());
            assert_eq!(outcome.reason, game::Reason::Abandoned, "{what}");
            assert_eq!(outcome.winners, winners, "{what}");
            let update = table.update_for(event, Observer::Seat(Seat::new(1))).expect("an update");
            assert_eq!(update.event, UpdateEvent::Ended, "{what}");
            let clocks = update.state.clocks.expect("clocks");
            assert_eq!(clocks.running, None, "{what}");
            audit(&table.transcript()).unwrap_or_else(|error| panic!("{what}: {error}"));
            // A game that is over has no claims.
            assert_eq!(claim(&table, now_ms, result, Some(BEGAN_MS)).unwrap_err().0, "game-over");
            assert_eq!(table.claim_due_ms(Seat::new(1), BEGAN_MS), None, "{what}");
        }
    }
}

#[test]
fn while_the_clocks_are_stopped_there_are_no_claims() {
    let mut table = begun_by_two("xiangqi", "5");
    for event in table.decide(BEGAN_MS + 5_000, Input::Pause).expect("a pause") {
        table.evolve(&event).expect("decided here");
    }
    assert_eq!(table.claim_due_ms(Seat::new(1), BEGAN_MS), None);
    let found = claim(&table, BEGAN_MS + 600_000, Claim::Win, Some(BEGAN_MS));
    assert_eq!(found.unwrap_err().0, "paused");
}
