//! Self-play games of the xiangqi engine as training positions.
//!
//! Every sample is a quiet position with its search score and the game's result, both for Red. No
//! position occurs twice. Text lines are `FEN;score;1`, `0.5` or `0`. The output does not depend on
//! the number of threads.

use bots::{
    Seeded,
    xiangqi::{Engine, shipped_network},
};
use clap::Parser;
use game::{Dice, Game, Turn};
use nnue::{GameResult, Network, Sample};
use search::{Limits, Score};
use std::{
    collections::{BTreeMap, HashSet},
    error::Error,
    fs,
    io::{self, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};
use xiangqi::{Kind, Move, Options, Position, Side, Xiangqi};

/// Plays the engine against itself and writes quiet positions.
#[derive(Parser)]
struct Arguments {
    /// Number of games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Seed of the first game; later games count on from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Random plies before a game begins (or one more)
    #[arg(long, default_value_t = 8)]
    opening: u32,
    /// Write samples of 40 bytes instead of text lines
    #[arg(long)]
    packed: bool,
    /// Use the fitted weights, as in the games that trained the first network
    #[arg(long)]
    weights: bool,
    /// Use the network in this file instead of the shipped one
    #[arg(long, conflicts_with = "weights")]
    network: Option<PathBuf>,
    /// One side reveals a pawn of the other side, as in undercover; in every other game both do.
    /// Only positions after that are samples, unless the game ends sooner
    #[arg(long)]
    turned: bool,
    /// Number of games played concurrently
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A small table is cleared quickly, and these searches do not fill a large one.
const HASH_MB: usize = 2;
/// An opening is redrawn if a search finds one side this far ahead.
const MAX_IMBALANCE: Score = 300;
/// A game is adjudicated as won once the score has been this high for this many plies.
const WON: (Score, u32) = (1_200, 6);
/// Longer games are draws.
const MAX_PLIES: usize = 300;
/// Positions with larger scores are skipped; they say little about the evaluation.
const DECIDED: Score = 1_000;
/// Positions after more plies without a capture are skipped; they repeat earlier ones.
const MAX_QUIET: u16 = 40;
/// Pawns are revealed within this many plies after the opening.
const TURN_PLIES: u32 = 24;

/// A finished game.
struct Finished {
    /// Number from 0.
    number: u64,
    /// Its quiet positions with their scores for Red.
    positions: Vec<(Position, Score)>,
    result: GameResult,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let network = arguments.judge()?;
    let next = AtomicU64::new(0);
    let (sender, finished) = sync_channel(64);
    thread::scope(|scope| {
        for _ in 0..arguments.threads.max(1) {
            let mut engine = Engine::new(HASH_MB, 1);
            engine.set_network(network.clone());
            let (sender, arguments, next) = (sender.clone(), &arguments, &next);
            scope.spawn(move || play_games(engine, arguments, next, &sender));
        }
        drop(sender);
        write_games(&arguments, finished, &mut io::stdout().lock())
    })?;
    Ok(())
}

impl Arguments {
    /// The network to use, if any.
    fn judge(&self) -> Result<Option<Arc<Network>>, Box<dyn Error>> {
        let Some(path) = &self.network else {
            return Ok(if self.weights { None } else { shipped_network() });
        };
        let fault = |error: &dyn Error| format!("{}: {error}", path.display());
        let bytes = fs::read(path).map_err(|error| fault(&error))?;
        Ok(Some(Arc::new(Network::from_bytes(&bytes).map_err(|error| fault(&error))?)))
    }
}

/// Plays games until all are played or the receiver is gone.
fn play_games(
    mut engine: Engine,
    arguments: &Arguments,
    next: &AtomicU64,
    sender: &SyncSender<Finished>,
) {
    loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= arguments.games {
            return;
        }
        let mut dice = Seeded::new(arguments.seed.wrapping_add(number) << 20);
        engine.clear_hash();
        let mut game = opening(&mut engine, arguments, &mut dice);
        let turns = if arguments.turned { draw_turns(&mut dice) } else { [None; 2] };
        let (positions, result) = play(&mut engine, &mut game, arguments.nodes, turns, &mut dice);
        if sender.send(Finished { number, positions, result }).is_err() {
            return;
        }
    }
}

/// Writes games in the order of their numbers, each position once.
fn write_games(
    arguments: &Arguments,
    finished: Receiver<Finished>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut next = 0;
    for game in finished {
        waiting.insert(game.number, game);
        while let Some(game) = waiting.remove(&next) {
            let id = arguments.seed.wrapping_add(next) as u32;
            let mut bytes = Vec::new();
            for (position, score) in &game.positions {
                let sample = Sample::new(position, *score, game.result, id);
                if !seen.insert(position.key()) {
                    continue;
                }
                if arguments.packed {
                    bytes.extend(sample.to_bytes());
                } else {
                    writeln!(bytes, "{sample}")?;
                }
            }
            out.write_all(&bytes)?;
            out.flush()?;
            next += 1;
        }
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
            // A legal move is never refused.
            let _ = game.play(seat, legal[dice.roll(legal.len() as u32) as usize]);
        }
        let found = search(engine, &game, 4 * arguments.nodes);
        if found.is_some_and(|(_, score)| score.abs() <= MAX_IMBALANCE) {
            return game;
        }
    }
}

/// The ply at which each side reveals a pawn: one side, or both.
fn draw_turns(dice: &mut Seeded) -> [Option<u32>; 2] {
    let mut turns = [0; 2].map(|_| Some(dice.roll(TURN_PLIES)));
    if let Some(never) = turns.get_mut(dice.roll(4) as usize) {
        *never = None;
    }
    turns
}

/// Reveals a random pawn of the other side. `None` if every choice would leave the own general
/// attacked.
fn turn_pawn(game: &Xiangqi, dice: &mut Seeded) -> Option<Xiangqi> {
    let position = game.position();
    let side = position.side_to_move();
    let turned = |square| {
        let mut position = position.clone();
        position.make_turn(square);
        (!position.in_check(side)).then_some(position)
    };
    let mut all: Vec<Position> = position.pieces(!side, Kind::Pawn).filter_map(turned).collect();
    let count = u32::try_from(all.len()).ok().filter(|&count| count > 0)?;
    let position = all.swap_remove(dice.roll(count) as usize);
    Some(Xiangqi::from_position(Options::DEFAULT, position))
}

/// Plays a game to its end, revealing pawns at the given plies. Returns its quiet positions after
/// the last reveal with their scores for Red, and its result.
fn play(
    engine: &mut Engine,
    game: &mut Xiangqi,
    nodes: u64,
    mut turns: [Option<u32>; 2],
    dice: &mut Seeded,
) -> (Vec<(Position, Score)>, GameResult) {
    let mut positions = Vec::new();
    let (mut won_by, mut for_plies) = (None, 0);
    let mut plies = 0;
    while let Turn::Seat(seat) = game.turn()
        && game.history().len() < MAX_PLIES
        && for_plies < WON.1
        && let Some((played, score)) = search(engine, game, nodes)
    {
        let turn = &mut turns[seat.index()];
        plies += 1;
        if turn.is_some_and(|after| plies > after)
            && let Some(turned) = turn_pawn(game, dice)
        {
            *game = turned;
            *turn = None;
            positions.clear();
            for_plies = 0;
            continue;
        }
        let position = game.position();
        let side = position.side_to_move();
        let is_quiet = !position.in_check(side)
            && position.quiet() <= MAX_QUIET
            && position.piece_at(played.to).is_none()
            && !position.gives_check(played);
        if is_quiet && score.abs() < DECIDED {
            let score = if side == Side::Red { score } else { -score };
            positions.push((position.clone(), score));
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
    let result = match winner {
        Some(Side::Red) => GameResult::RedWon,
        Some(Side::Black) => GameResult::BlackWon,
        None => GameResult::Draw,
    };
    (positions, result)
}

fn search(engine: &mut Engine, game: &Xiangqi, nodes: u64) -> Option<(Move, Score)> {
    let moves: Vec<Move> = game.history().iter().map(|played| played.action).collect();
    engine.set_position(game.start_position().clone(), &moves).ok()?;
    let found = engine.search(&Limits::of_nodes(nodes), &mut |_| {})?;
    Some((found.action, found.score))
}
