//! Games of xiangqi of the engine against itself, as positions for the example `fit`.
//!
//! Every line is a quiet position, the score that the search gave it, and how the game ended, both
//! for Red: `FEN;score;1`, `0.5` or `0`. The same arguments write the same lines.

use bots::{arena::Seeded, xiangqi::Engine};
use clap::Parser;
use game::{Dice, Game, Turn};
use search::{Limits, Score};
use std::{
    error::Error,
    io::{self, BufWriter, Write},
};
use xiangqi::{Move, Options, Position, Side, Xiangqi};

/// Plays the engine against itself and writes quiet positions.
#[derive(Parser)]
struct Arguments {
    /// How many games.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Of the first game; the next one counts on from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many nodes a move may cost.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// How many plies are drawn at random before a game begins, or one more.
    #[arg(long, default_value_t = 8)]
    opening: u32,
}

/// A small table is cleared quickly, and these searches fill no large one.
const HASH_MB: usize = 2;
/// An opening is drawn again if a search thinks one side this much better.
const MOST_UNEVEN: Score = 300;
/// A game is won once the score is this high for so many plies on end.
const WON: (Score, u32) = (1_200, 6);
/// Longer games are draws.
const MOST_PLIES: usize = 300;
/// Scores beyond it say little of the evaluation.
const DECIDED: Score = 1_000;
/// After more plies without a capture, positions repeat what was seen.
const MOST_QUIET: u16 = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut engine = Engine::new(HASH_MB, 1);
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..arguments.games {
        let mut dice = Seeded::new(arguments.seed.wrapping_add(number) << 20);
        engine.clear_hash();
        let mut game = opening(&mut engine, &arguments, &mut dice);
        let (samples, result) = play(&mut engine, &mut game, arguments.nodes);
        for (fen, score) in samples {
            writeln!(out, "{fen};{score};{result}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// A game after some random plies that leave it even.
fn opening(engine: &mut Engine, arguments: &Arguments, dice: &mut Seeded) -> Xiangqi {
    loop {
        let mut game = Xiangqi::from_position(Options::DEFAULT, Position::start());
        for _ in 0..arguments.opening + dice.roll(2) {
            let Turn::Seat(seat) = game.turn() else { break };
            let legal = game.legal(seat);
            // A legal move cannot be refused.
            let _ = game.play(seat, legal[dice.roll(legal.len() as u32) as usize]);
        }
        let found = search(engine, &game, 4 * arguments.nodes);
        if found.is_some_and(|(_, score)| score.abs() <= MOST_UNEVEN) {
            return game;
        }
    }
}

/// Plays a game to its end; its quiet positions with their scores for Red, and its result.
fn play(engine: &mut Engine, game: &mut Xiangqi, nodes: u64) -> (Vec<(String, Score)>, f32) {
    let mut samples = Vec::new();
    let (mut won_by, mut for_plies) = (None, 0);
    while let Turn::Seat(seat) = game.turn()
        && game.history().len() < MOST_PLIES
        && for_plies < WON.1
        && let Some((played, score)) = search(engine, game, nodes)
    {
        let position = game.position();
        let side = position.side_to_move();
        let is_quiet = !position.in_check(side)
            && position.quiet() <= MOST_QUIET
            && position.piece_at(played.to).is_none()
            && !position.gives_check(played);
        if is_quiet && score.abs() < DECIDED {
            let score = if side == Side::Red { score } else { -score };
            samples.push((position.fen(), score));
        }
        let ahead = (score.abs() >= WON.0).then_some(if score > 0 { side } else { !side });
        for_plies = if ahead.is_some() && ahead == won_by { for_plies + 1 } else { 0 };
        won_by = ahead;
        if game.play(seat, played).is_err() {
            break;
        }
    }
    let winner = match game.outcome() {
        Some(outcome) => Side::BOTH.into_iter().find(|side| outcome.winners.contains(side.seat())),
        None => won_by.filter(|_| for_plies >= WON.1),
    };
    (samples, winner.map_or(0.5, |side| if side == Side::Red { 1.0 } else { 0.0 }))
}

fn search(engine: &mut Engine, game: &Xiangqi, nodes: u64) -> Option<(Move, Score)> {
    let moves: Vec<Move> = game.history().iter().map(|played| played.action).collect();
    engine.set_position(game.start_position().clone(), &moves).ok()?;
    let found = engine.search(&Limits::of_nodes(nodes), &mut |_| {})?;
    Some((found.action, found.score))
}
