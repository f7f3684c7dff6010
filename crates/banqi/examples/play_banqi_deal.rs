//! Plays a game of banqi with random actions from one shuffle. Prints every action, a spectator's
//! board every ten plies, and the result.
//!
//! `cargo run -p chuhe-banqi --example play_banqi_deal [SEED [OPTIONS]]`
#![allow(clippy::print_stdout)]

use banqi::{Banqi, Color, Options};
use conformance::TestDice;
use game::{Game, Observer, Turn};
use std::fmt::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let seed = args.next().map_or(Ok(1), |seed| seed.parse())?;
    let options: Vec<String> = args.collect();
    print!("{}", play(seed, options.join(" ").parse()?)?);
    Ok(())
}

/// Plays a game. The same seed always gives the same game.
pub(crate) fn play(seed: u64, options: Options) -> Result<String, Box<dyn std::error::Error>> {
    let mut dice = TestDice::new(seed);
    let mut game = Banqi::dealt(options, &mut dice);
    let mut text = String::new();
    while let Turn::Seat(seat) = game.turn() {
        let action = dice.pick(&game.legal(seat));
        let played = game.play(seat, action)?;
        write!(text, "{}:{played} ", game.seat_letter(seat))?;
        if game.history().len().is_multiple_of(10) {
            writeln!(text)?;
            board(&game.view(Observer::Spectator).to_string(), &mut text)?;
        }
    }
    writeln!(text)?;
    board(&game.truth_text(), &mut text)?;
    if let Some(outcome) = game.outcome() {
        let winner = outcome.winners.iter().next().map(|seat| game.seat_letter(seat));
        let winner = winner.map_or("a draw".into(), |letter| format!("won by {letter}"));
        let [red, black] = Color::ALL.map(|color| game.board().score(color));
        writeln!(text, "{}: {winner}, {red} to {black} points", outcome.reason)?;
    }
    Ok(text)
}

/// Writes the rows of a position text on separate lines, with dots for empty squares.
fn board(position: &str, text: &mut String) -> std::fmt::Result {
    let rows = position.split(' ').next().unwrap_or("");
    for row in rows.split('/') {
        write!(text, "    ")?;
        for sign in row.chars() {
            match sign.to_digit(10) {
                Some(empty) => write!(text, "{}", ". ".repeat(empty as usize))?,
                None => write!(text, "{sign} ")?,
            }
        }
        writeln!(text)?;
    }
    Ok(())
}
