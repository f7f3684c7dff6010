//! Plays the smallest game with a secret: seat 0 hides a coin, seat 1 calls it and wins if the call
//! is right. `game.rs` in this folder implements all methods that a game needs.
//!
//! `cargo run -p chuhe-game --example toss`
#![allow(clippy::print_stdout)]

#[path = "game.rs"]
mod toss;

use game::{Game, Observer};
use toss::{CALLER, Face, HOLDER, NoOptions, Rolls, Toss};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Toss::dealt(NoOptions, &mut Rolls(1));
    for observer in Observer::all(Toss::SEATS) {
        println!("{observer:?} sees `{}`", game.view(observer));
    }
    let call: Face = "h".parse()?;
    if let Err(refusal) = game.play(HOLDER, call) {
        println!("the holder calls {call}: {refusal}");
    }
    let played = game.play(CALLER, call)?;
    println!("the caller calls {played}: a spectator sees `{}`", game.view(Observer::Spectator));
    if let Some(outcome) = game.outcome() {
        println!("won by {:?}, {}", outcome.winners, outcome.reason);
    }
    Ok(())
}
