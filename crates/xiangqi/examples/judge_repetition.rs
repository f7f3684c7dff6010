//! Judges repeated positions: prints the referee's warning, its ruling and the reasons.
//!
//! `cargo run -p chuhe-xiangqi --example judge_repetition ["FEN" MOVE MOVE …]`: the moves are one
//! cycle.
#![allow(clippy::print_stdout)]

use game::{Game, Turn};
use std::fmt::Write;
use xiangqi::{Options, Xiangqi};

/// A chariot gives check forever; a cannon attacks a chariot forever; neither side is at fault.
pub(crate) const CASES: [(&str, &str); 3] = [
    ("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", "h8h9 f9f8 h9h8 f8f9"),
    ("2bak4/4a4/4b4/8p/2p3p2/9/N3P2C1/6N2/C2rA4/4K1B2 w - - 2 2", "h3h1 d1d3 h1h3 d3d1"),
    ("3k5/9/9/9/9/9/9/9/R7r/4K4 w - - 0 1", "a1a2 i1i2 a2a1 i2i1"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((fen, cycle)) => print!("{}", judge(fen, &cycle.join(" "))?),
        None => {
            for (fen, cycle) in CASES {
                println!("{}", judge(fen, cycle)?);
            }
        }
    }
    Ok(())
}

/// Plays the cycle until the referee ends the game, at most ten times.
pub(crate) fn judge(fen: &str, cycle: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut game = Xiangqi::from_text(Options::default(), fen)?;
    let mut text = format!("{fen}\n");
    let actions: Vec<&str> = cycle.split_whitespace().collect();
    let mut is_warned = false;
    for action in actions.repeat(10) {
        let Turn::Seat(seat) = game.turn() else { break };
        game.play(seat, action.parse()?)?;
        write!(text, "{action} ")?;
        if let Some(warning) = game.warning().filter(|_| !is_warned) {
            write!(text, "\n{}\n", warning.message)?;
            is_warned = true;
        }
    }
    match game.outcome() {
        Some(outcome) => {
            let winner = outcome.winners.iter().next().map(|seat| game.seat_letter(seat));
            let winner = winner.map_or("a draw".into(), |letter| format!("won by {letter}"));
            writeln!(text, "\n{}: {winner}: {}", outcome.reason, outcome.detail)?;
        }
        None => writeln!(text, "\nnot over")?,
    }
    Ok(text)
}
