//! Reads a file of xiangqi games in any format. Prints the players and the moves in three notations,
//! or all problems with line and column.
//!
//! `cargo run -p chuhe-record --example read_pgn [FILE]`
#![allow(clippy::print_stdout)]

use record::{Record, Tag, read_any};
use std::fmt::Write;
use xiangqi::{
    Move, Position,
    notation::{Notation, write},
};

/// Sample that is read without a file argument.
pub(crate) const SAMPLE: &str = "\
[Event \"An evening at home\"]
[Red \"An\"]
[Black \"Bo\"]
[Result \"1-0\"]

1. 炮二平五 {the cannon to the middle} 马8进7
2. H2+3 i9h9 3. 车一平二 1-0
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1);
    let bytes = match &file {
        Some(name) => std::fs::read(name)?,
        None => SAMPLE.as_bytes().to_vec(),
    };
    match read_any(&bytes, file.as_deref()) {
        Ok(games) => {
            for game in &games {
                println!("{}", describe(game)?);
            }
        }
        Err(problems) => problems.iter().for_each(|problem| println!("{problem}")),
    }
    Ok(())
}

/// Prints players, moves and result.
pub(crate) fn describe(game: &Record) -> Result<String, Box<dyn std::error::Error>> {
    let mut text = format!("{} against {}", game.names[0], game.names[1]);
    match game.tags.get(Tag::Event) {
        "" => writeln!(text)?,
        event => writeln!(text, ", {event}")?,
    }
    let mut position = Position::from_fen(&game.start)?;
    for (number, action) in (1..).zip(&game.actions) {
        let played: Move = action.parse()?;
        let [chinese, wxf] =
            [Notation::Chinese, Notation::Wxf].map(|notation| write(&position, played, notation));
        writeln!(text, "{number:>4}. {action}  {wxf}  {chinese}")?;
        position.make(played);
    }
    match &game.outcome {
        Some(outcome) if outcome.winners.is_empty() => write!(text, "drawn: {}", outcome.reason)?,
        Some(outcome) => {
            let names: Vec<&str> =
                outcome.winners.iter().map(|seat| game.names[seat.index()].as_str()).collect();
            write!(text, "won by {}: {}", names.join(" and "), outcome.reason)?;
        }
        None => write!(text, "not over")?,
    }
    Ok(text)
}
