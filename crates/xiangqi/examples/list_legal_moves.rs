//! Prints the legal moves of a position, by piece, in two notations.
//!
//! `cargo run -p chuhe-xiangqi --example list_legal_moves ["FEN"]`
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use xiangqi::{
    Move, Position,
    notation::{Notation, write},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = match std::env::args().nth(1) {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::start(),
    };
    print!("{}", list(&position)?);
    Ok(())
}

/// One line for each piece that can move.
pub(crate) fn list(position: &Position) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let mut legal = position.legal_moves();
    legal.sort_unstable();
    writeln!(text, "{}: {} moves", position.side_to_move(), legal.len())?;
    for moves in legal.chunk_by(|one, other| one.from == other.from) {
        let from = moves[0].from;
        let Some(piece) = position.piece_at(from) else { continue };
        let shown =
            |played: &Move| format!("{played} {}", write(position, *played, Notation::Chinese));
        let shown: Vec<String> = moves.iter().map(shown).collect();
        writeln!(text, "{piece} on {from}: {}", shown.join(", "))?;
    }
    Ok(text)
}
