//! Generates the opening book of xiangqi, `crates/bots/src/xiangqi/openings.txt`.
//!
//! The engine looks at the start and at the positions after the moves that it finds good, always at
//! the position that costs both sides least. So the book is wide near the start and deep along the
//! best lines. The same arguments give the same book on every machine.

use bots::{Limits, xiangqi::Engine};
use clap::Parser;
use std::{
    collections::{HashMap, HashSet},
    error::Error,
    io::{self, Write},
};
use xiangqi::{Move, Position, Square};

/// Writes the book to standard output.
#[derive(Parser)]
struct Arguments {
    /// Number of positions with replies.
    #[arg(long, default_value_t = 700)]
    positions: usize,
    /// Number of nodes for each position.
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
}

/// Price of each ply in the order of the positions, in hundredths of a pawn.
const PLY: i32 = 9;

/// Maximum number of plies.
const MAX_PLIES: usize = 20;

/// The start has many moves, so it gets this many times the nodes.
const FIRST_FACTOR: u64 = 10;

/// Hundredths of a pawn per unit of loss in the file.
const UNIT: i32 = 5;

/// A move with its loss against the best one, in hundredths of a pawn.
type Reply = (Move, i32);

/// The first moves that have names, except rare ones: the cannon to the middle, to either palace
/// file, the elephant, the third pawn, and the horse.
const FIRST: [&str; 6] = ["h2e2", "h2f2", "h2d2", "c0e2", "c3c4", "h0g2"];

/// Number of moves that are kept, and their maximum loss, by ply.
const fn breadth(ply: usize) -> (usize, i32) {
    match ply {
        0 => (22, 80),
        1 => (10, 50),
        2..=3 => (6, 40),
        4..=7 => (4, 30),
        _ => (3, 18),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let book = explore(&arguments)?;
    let mut out = io::stdout().lock();
    writeln!(out, "# Generated: cargo run --release -p train --bin openings -- \\")?;
    writeln!(out, "#   --positions {} --nodes {}", arguments.positions, arguments.nodes)?;
    write_replies(&book, &Position::start(), 0, &mut HashSet::new(), &mut out)?;
    Ok(())
}

/// A position to look at: its price, ply and line.
type Waiting = (i32, usize, Vec<Move>);

fn explore(arguments: &Arguments) -> Result<HashMap<String, Vec<Reply>>, Box<dyn Error>> {
    let mut book: HashMap<String, Vec<Reply>> = HashMap::new();
    let mut waiting: Vec<Waiting> = vec![(0, 0, Vec::new())];
    while book.len() < arguments.positions {
        // The first of the cheapest ones.
        let Some(at) = (0..waiting.len()).min_by_key(|&at| waiting[at].0) else { break };
        let (price, ply, line) = waiting.remove(at);
        let position = after(&line);
        if book.contains_key(&name(&position)) {
            continue;
        }
        let replies = replies(&position, &line, ply, arguments.nodes)?;
        writeln!(io::stderr(), "{} of {}: price {price}", book.len() + 1, arguments.positions)?;
        if ply + 1 < MAX_PLIES {
            for &(played, loss) in &replies {
                let line = [&line[..], &[played]].concat();
                waiting.push((price + loss + PLY, ply + 1, line));
            }
        }
        let stored = |(played, loss)| (oriented(&position, played), loss);
        book.insert(name(&position), replies.into_iter().map(stored).collect());
    }
    Ok(book)
}

fn after(line: &[Move]) -> Position {
    let mut position = Position::start();
    for &played in line {
        position.make(played);
    }
    position
}

/// The position after a move of [`FIRST`].
fn after_first(text: &str) -> Position {
    after(&text.parse().into_iter().collect::<Vec<Move>>())
}

/// The good moves of a position, best first; of two that mirror each other, one.
fn replies(
    position: &Position,
    line: &[Move],
    ply: usize,
    nodes: u64,
) -> Result<Vec<Reply>, Box<dyn Error>> {
    let (count, most) = breadth(ply);
    let mut engine = Engine::new(16, 1);
    engine.set_position(Position::start(), line).map_err(|error| format!("{error:?}"))?;
    // A symmetric position has every move twice.
    let lines = if board(position) == mirrored_board(position) { 2 * count } else { count };
    let nodes = if ply == 0 { FIRST_FACTOR * nodes } else { nodes };
    let found = engine.lines(&Limits::of_nodes(nodes), lines, &mut |_| {});
    let found = found.ok_or("the game is over")?;
    let mut known = HashSet::new();
    let best = found.lines.first().map_or(0, |line| line.score);
    let all =
        found.lines.iter().filter_map(|line| Some((*line.actions.first()?, best - line.score)));
    let mut replies = Vec::new();
    for (played, loss) in all.filter(|&(_, loss)| loss <= most) {
        let mut then = position.clone();
        then.make(played);
        let is_named =
            ply > 0 || FIRST.iter().any(|first| name(&after_first(first)) == name(&then));
        if is_named && known.insert(name(&then)) {
            replies.push((played, loss));
        }
    }
    replies.truncate(count);
    Ok(replies)
}

/// Writes the replies of a position, with theirs.
fn write_replies(
    book: &HashMap<String, Vec<Reply>>,
    position: &Position,
    ply: usize,
    written: &mut HashSet<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(replies) = book.get(&name(position)).filter(|_| written.insert(name(position))) else {
        return Ok(());
    };
    if ply > 0 {
        write!(out, "(")?;
    }
    for &(stored, loss) in replies {
        let played = oriented(position, stored);
        write!(out, "{played}{}", (loss / UNIT).clamp(0, 9))?;
        let mut then = position.clone();
        then.make(played);
        write_replies(book, &then, ply + 1, written, out)?;
        if ply < 2 {
            writeln!(out)?;
        }
    }
    if ply > 0 {
        write!(out, ")")?;
    }
    Ok(())
}

/// The same text for a position and its mirror image.
fn name(position: &Position) -> String {
    let side = position.side_to_move().letter();
    let [plain, mirrored] = [board(position), mirrored_board(position)];
    format!("{}{side}", plain.min(mirrored))
}

/// Turns a move of a position into one of the mirror image that names both, and back.
fn oriented(position: &Position, played: Move) -> Move {
    let is_mirrored = mirrored_board(position) < board(position);
    let Move { from, to } = played;
    if is_mirrored { Move { from: mirrored(from), to: mirrored(to) } } else { played }
}

fn mirrored(square: Square) -> Square {
    Square::new(8 - square.file(), square.rank()).unwrap_or(square)
}

fn board(position: &Position) -> String {
    spelled(position, |square| square)
}

fn mirrored_board(position: &Position) -> String {
    spelled(position, mirrored)
}

/// The pieces of all points, where point `at` shows the piece of `from(at)`.
fn spelled(position: &Position, from: impl Fn(Square) -> Square) -> String {
    Square::all()
        .map(|square| position.piece_at(from(square)).map_or('.', |piece| piece.letter()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file in the repository has the form of this program, and mirrored lines share replies.
    #[test]
    fn a_small_book_is_written_and_mirrors_are_one() {
        let book = explore(&Arguments { positions: 3, nodes: 2_000 }).expect("a book");
        assert_eq!(book.len(), 3);
        let start = &book[&name(&Position::start())];
        let ends: HashSet<String> =
            start.iter().map(|&(played, _)| name(&after(&[played]))).collect();
        assert_eq!(ends.len(), start.len(), "{start:?}");
        let mut text = Vec::new();
        write_replies(&book, &Position::start(), 0, &mut HashSet::new(), &mut text)
            .expect("a text");
        assert!(text.starts_with(start[0].0.to_string().as_bytes()));
    }
}
