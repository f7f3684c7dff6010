//! Checks that a snapshot describes the past as it was described live.

use crate::{
    Event, Input, Table,
    play::{Play, Ply},
};
use commit_reveal::{Salt, Seed};
use conformance::TestDice;
use game::{Observer, Seat, Turn};
use protocol::{Command, HistoryEntry, SeatPlan, TablePlan, UpdateEvent};

/// Number of rounds at each table.
const ROUNDS: usize = 40;

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
        ..TablePlan::default()
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
    events.iter().for_each(|event| table.evolve(event).expect("decided here"));
    events
}

/// A viewer that was connected from the start, one that reconnects and the typed history have the
/// same move list, including takebacks.
#[test]
fn history_equals_the_live_updates() {
    for variant in ["xiangqi", "undercover", "sifang", "banqi"] {
        let mut dice = TestDice::new(7);
        let mut table = open(variant, 7);
        let observers: Vec<Observer> = Observer::all(table.variant().seats()).collect();
        let mut live: Vec<Vec<HistoryEntry>> = vec![Vec::new(); observers.len()];
        for round in 0..ROUNDS {
            let events = match round % 9 {
                8 => put(&mut table, Seat::new(0), &Command::Undo { plies: 2 }),
                _ => play_on(&mut table, &mut dice).unwrap_or_default(),
            };
            for event in &events {
                for (observer, live) in observers.iter().zip(&mut live) {
                    match table.update_for(event, *observer).map(|update| update.event) {
                        Some(UpdateEvent::Acted(entry)) => live.push(entry),
                        Some(UpdateEvent::TakenBack { plies }) => {
                            live.truncate(live.len() - usize::from(plies));
                        }
                        _ => {}
                    }
                }
            }
            for (observer, live) in observers.iter().zip(&live) {
                let history = table.snapshot(1_000, *observer).history;
                assert_eq!(history, *live, "{variant}, round {round}: {observer:?}");
                let typed = table.history_for(*observer).into_iter();
                let typed: Vec<(u8, String)> =
                    typed.map(|played| (played.seat.index() as u8, played.to_string())).collect();
                let texts: Vec<(u8, String)> =
                    history.into_iter().map(|entry| (entry.seat, entry.done)).collect();
                assert_eq!(typed, texts, "{variant}, round {round}: {observer:?}");
            }
        }
    }
}

/// Function that makes an entry of the move list for an observer.
type EntryFn = fn(&Table, &Play, &Ply, Observer) -> Option<HistoryEntry>;

/// Whether some observer can distinguish two game states by a move list made with `make_entry`.
///
/// The table has a hidden past: its plies include the secret choices of the set-up.
fn is_leaking(make_entry: EntryFn) -> bool {
    (0..20).any(|seed| {
        let mut dice = TestDice::new(seed);
        let mut table = open("undercover", seed as u8);
        while matches!(table.turn(), Turn::Setup(_)) {
            play_on(&mut table, &mut dice).expect("a choice");
        }
        play_on(&mut table, &mut dice).expect("a first move");
        Observer::all(table.variant().seats()).any(|observer| {
            let other = table.play.as_ref().expect("a game").game.resample(observer, &mut dice);
            let mut tables = [table.clone(), table.clone()];
            *tables[1].play.as_mut().expect("a game").game = other;
            let [one, other] = tables.map(|table| {
                let play = table.play.clone().expect("a game");
                let past = play.game.history().into_iter().map(|played| Ply {
                    played,
                    before: play.clock,
                    left_ms: 0,
                });
                past.filter_map(|ply| make_entry(&table, &play, &ply, observer)).collect::<Vec<_>>()
            });
            one != other
        })
    })
}

#[test]
fn hidden_history_stays_hidden() {
    assert!(!is_leaking(Table::entry_of), "a correct move list reveals hidden information");
    let leaky: EntryFn = |_, _, ply, _| {
        let (seat, played) = (ply.played.seat.index() as u8, ply.played.to_string());
        Some(HistoryEntry { seat, done: played, clock_ms: None })
    };
    assert!(is_leaking(leaky), "the deliberate leak was not found");
}
