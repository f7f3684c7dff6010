//! Tables for tests: a fresh game as one seat sees it.

use crate::TableModel;
use commit_reveal::{Seed, SeedDice};
use game::{Observer, Seat, Turn};
use games::{AnyGame, Variant};
use protocol::{SeatState, Snapshot, State, TurnState};

/// A game that has just begun, seen from a seat.
pub(crate) fn test_table(variant: &str, options: &str, seat: u8) -> TableModel {
    let variant: Variant = variant.parse().expect("a variant");
    let mut dice = SeedDice::new(&Seed::new([5; 32]), &[]);
    let game = AnyGame::new(variant, options, &mut dice).expect("options");
    let position = game.view(Observer::Seat(Seat::new(seat))).to_string();
    let turn = match game.turn() {
        Turn::Seat(seat) => TurnState::Seat { seat: seat.index() as u8 },
        Turn::Setup(owing) => TurnState::Setup { you: owing.contains(Seat::new(seat)) },
        Turn::Over => TurnState::Over,
    };
    let seats = Seat::first(variant.seats())
        .map(|seat| SeatState {
            letter: game.seat_letter(seat),
            name: format!("P{}", seat.index()),
            level: None,
            taken: true,
            peeks: 0,
            strength: None,
        })
        .collect();
    let state = State {
        position: position.clone(),
        turn,
        check: false,
        warning: None,
        clocks: None,
        offer: None,
        end: None,
        seats,
    };
    TableModel::new(Snapshot {
        n: 1,
        variant: variant.to_string(),
        options: options.to_owned(),
        clock: "none".to_owned(),
        training: false,
        rated: false,
        you: Some(seat),
        commitment: String::new(),
        start: position,
        history: Vec::new(),
        state,
    })
    .expect("a known variant")
}
