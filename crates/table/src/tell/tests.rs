//! Checks that a snapshot describes the past as it was described live.

use crate::{
    Event, Input, Table,
    play::{Play, Ply},
};
use commit_reveal::{Salt, Seed};
use conformance::TestDice;
use game::{Observer, Seat, Turn};
use protocol::{Command, Entry, SeatPlan, TablePlan, UpdateEvent};

/// Number of rounds at each table.
const PLIES: usize = 40;

fn open(variant: &str, seed: u8) -> Table {
    let seats = if variant == "sifang" { 4 } else { 2 };
    let plan = TablePlan {
        variant: variant.into(),
        options: String::new(),
        clock: "5+3".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host; seats],
        start: None,
        training: true,
        rated: false,
    };
    let events = crate::open(plan, "host", None, Some(Salt::default()), Seed::new([seed; 32]), 0);
    Table::replay(&events.expect("a plan")).expect("a table")
}

/// Plays a random action of the first seat that may act; `None` when the game is over.
fn play_on(table: &mut Table, dice: &mut TestDice) -> Option<Vec<Event>> {
    let seat: Seat = table.turn().seats().iter().next()?;
    let view = table.game()?.view(Observer::Seat(seat));
    let legal = view.legal();
    let action = dice.pick(&legal).to_string();
    Some(put(table, seat, &Command::Act { action }))
}

fn put(table: &mut Table, seat: Seat, command: &Command) -> Vec<Event> {
    let input = Input::Seat { seat, command, lag_ms: 0 };
    let events = table.decide(1_000, input).unwrap_or_else(|why| panic!("{command:?}: {why}"));
    events.iter().for_each(|event| table.evolve(event));
    events
}

/// A viewer that was connected from the start and one that reconnects have the same move list,
/// including takebacks.
#[test]
fn history_is_what_was_told_live() {
    for variant in ["xiangqi", "undercover", "sifang", "banqi"] {
        let mut dice = TestDice::new(7);
        let mut table = open(variant, 7);
        let observers: Vec<Observer> = Observer::all(table.variant().seats()).collect();
        let mut heard: Vec<Vec<Entry>> = vec![Vec::new(); observers.len()];
        for round in 0..PLIES {
            let events = match round % 9 {
                8 => put(&mut table, Seat::new(0), &Command::Undo { plies: 2 }),
                _ => play_on(&mut table, &mut dice).unwrap_or_default(),
            };
            for event in &events {
                for (observer, heard) in observers.iter().zip(&mut heard) {
                    match table.tell(event, *observer).map(|update| update.event) {
                        Some(UpdateEvent::Acted(entry)) => heard.push(entry),
                        Some(UpdateEvent::TakenBack { plies }) => {
                            heard.truncate(heard.len() - usize::from(plies));
                        }
                        _ => {}
                    }
                }
            }
            for (observer, heard) in observers.iter().zip(&heard) {
                let history = table.snapshot(1_000, *observer).history;
                assert_eq!(history, *heard, "{variant}, round {round}: {observer:?}");
            }
        }
    }
}

/// Function that makes an entry of the move list for an observer.
type Telling = fn(&Table, &Play, &Ply, Observer) -> Option<Entry>;

/// Whether some observer can distinguish two game states by a move list made with `telling`.
///
/// The table has a hidden past: its plies include the secret choices of the set-up.
fn tells_too_much(telling: Telling) -> bool {
    (0..20).any(|seed| {
        let mut dice = TestDice::new(seed);
        let mut table = open("undercover", seed as u8);
        while matches!(table.turn(), Turn::Setup(_)) {
            play_on(&mut table, &mut dice).expect("a choice");
        }
        play_on(&mut table, &mut dice).expect("a first move");
        Observer::all(table.variant().seats()).any(|observer| {
            let other = table.play.as_ref().expect("a game").game.resample(observer, &mut dice);
            let mut worlds = [table.clone(), table.clone()];
            worlds[1].play.as_mut().expect("a game").game = other;
            let [one, other] = worlds.map(|world| {
                let play = world.play.clone().expect("a game");
                let past = play.game.history().into_iter().map(|played| Ply {
                    played,
                    before: play.clock,
                    left_ms: 0,
                });
                past.filter_map(|ply| telling(&world, &play, &ply, observer)).collect::<Vec<_>>()
            });
            one != other
        })
    })
}

#[test]
fn a_past_that_hides_something_stays_hidden() {
    assert!(!tells_too_much(Table::entry), "an honest move list told two truths apart");
    let leaky: Telling = |_, _, ply, _| {
        let (seat, played) = (ply.played.seat.index() as u8, ply.played.to_string());
        Some(Entry { seat, done: played, clock_ms: None })
    };
    assert!(tells_too_much(leaky), "the deliberate leak was not found");
}
