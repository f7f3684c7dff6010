//! Plays a solo game: four marshals race for the centre or another side's starting point. Each side
//! moves its marshal closer if it can, and otherwise plays a random move.
//!
//! `cargo run -p chuhe-sifang --example sifang_race [SEED]`
#![allow(clippy::print_stdout)]

use conformance::TestDice;
use game::{Game, Turn};
use sifang::{Action, Kind, Piece, Point, Position, Side, Sifang, Status};
use std::fmt::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    print!("{}", race(seed)?);
    Ok(())
}

/// Plays a race to its end and returns what happened to each side, by ply.
pub(crate) fn race(seed: u64) -> Result<String, Box<dyn std::error::Error>> {
    let mut dice = TestDice::new(seed);
    let mut game = Sifang::start("mode=solo".parse()?, ());
    let mut text = String::new();
    while let Turn::Seat(seat) = game.turn() {
        let before = Side::ALL.map(|side| game.position().status(side));
        let action = choose(game.position(), Side::of_seat(seat), &game.legal(seat), &mut dice);
        game.play(seat, action)?;
        for (side, before) in Side::ALL.into_iter().zip(before) {
            let ply = game.position().ply();
            match game.position().status(side) {
                now if now == before => {}
                Status::Placed(place) => writeln!(text, "ply {ply}: {side} comes in as {place}")?,
                Status::Fallen(_) => writeln!(text, "ply {ply}: {side} loses its marshal")?,
                Status::InPlay => {}
            }
        }
    }
    if let Some(outcome) = game.outcome() {
        let points = Side::ALL.map(|side| format!("{side} {}", outcome.scores[side.index()]));
        writeln!(text, "{}: {}", outcome.reason, points.join(", "))?;
    }
    Ok(text)
}

/// Chooses a move of the marshal towards the centre, or else a random action.
fn choose(position: &Position, side: Side, legal: &[Action], dice: &mut TestDice) -> Action {
    let marshal = Piece { side, kind: Kind::Marshal };
    let is_nearer = |action: &Action| {
        action.played().is_some_and(|played| {
            position.board().at(played.from) == Some(marshal)
                && distance(played.to) < distance(played.from)
        })
    };
    legal.iter().copied().find(is_nearer).unwrap_or_else(|| dice.pick(legal))
}

/// Number of marshal steps to the centre.
fn distance(point: Point) -> u8 {
    let middle = Point::TIANYUAN;
    point.x().abs_diff(middle.x()).max(point.y().abs_diff(middle.y()))
}
