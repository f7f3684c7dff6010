//! Plays games of each level against itself: prints them to be read, and counts what people do not
//! do. The same arguments give the same games on every machine.

use bots::{AnyBot, Level, Limits, Seeded};
use clap::Parser;
use game::{Observer, Seat};
use games::{AnyAction, AnyGame, Variant};
use std::{
    collections::BTreeMap,
    error::Error,
    io::{self, Write},
};
use xiangqi::{
    Kind, Position,
    notation::{Notation, write},
};

/// Plays games of each level against itself.
#[derive(Parser)]
struct Arguments {
    /// The game.
    #[arg(default_value = "xiangqi")]
    variant: Variant,
    /// Levels; by default 1 to 6.
    #[arg(long)]
    level: Vec<Level>,
    /// Options of the game.
    #[arg(long, default_value = "")]
    options: String,
    /// Number of games of each level.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Number of these games to print.
    #[arg(long, default_value_t = 0)]
    print: u64,
    /// Maximum number of plies of a game.
    #[arg(long, default_value_t = 120)]
    plies: usize,
    /// Seed of the first game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of nodes per action.
    #[arg(long, default_value_t = 12_000)]
    nodes: u64,
}

/// A game ends its opening here, for the count of generals' moves.
const OPENING_PLIES: usize = 12;

/// Number of actions per printed line.
const PER_LINE: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let weak = Level::ALL[..6].to_vec();
    let levels = if arguments.level.is_empty() { &weak } else { &arguments.level };
    let mut out = io::stdout().lock();
    for &level in levels {
        let mut first_moves: BTreeMap<String, u32> = BTreeMap::new();
        let (mut walks, mut actions, mut nodes, mut max_nodes) = (0, 0, 0, 0);
        for number in 0..arguments.games {
            let seed = arguments.seed + number;
            let game = play(&arguments, level, seed)?;
            walks += u32::from(game.walks);
            actions += game.texts.len();
            nodes += game.nodes;
            max_nodes = max_nodes.max(game.max_nodes);
            *first_moves.entry(game.texts.first().cloned().unwrap_or_default()).or_default() += 1;
            if number < arguments.print {
                writeln!(out, "{level}, game {seed}: {}", game.end)?;
                for (line, texts) in game.texts.chunks(PER_LINE).enumerate() {
                    writeln!(out, "{:>4} {}", line * PER_LINE + 1, texts.join(" "))?;
                }
            }
        }
        let games = arguments.games;
        writeln!(out, "{level}: a general walks in the opening in {walks} of {games} games")?;
        let mean = nodes / (actions as u64).max(1);
        writeln!(out, "{level}: {actions} actions, {mean} nodes each, at most {max_nodes}")?;
        writeln!(out, "{level}: first {first_moves:?}")?;
    }
    Ok(())
}

/// A game as it was played.
struct Told {
    texts: Vec<String>,
    /// Whether a general moved in the opening without being in check.
    walks: bool,
    end: String,
    /// Number of nodes of all actions.
    nodes: u64,
    /// Maximum number of nodes of an action.
    max_nodes: u64,
}

fn play(arguments: &Arguments, level: Level, seed: u64) -> Result<Told, Box<dyn Error>> {
    let Arguments { variant, ref options, nodes, .. } = *arguments;
    let mut dice = Seeded::new(seed);
    let mut game = AnyGame::new(variant, options, &mut dice)?;
    let mut bots: Vec<AnyBot> =
        Seat::first(Seat::MAX).map(|_| AnyBot::new(variant, level)).collect();
    let end = "goes on".to_owned();
    let mut told = Told { texts: Vec::new(), walks: false, end, nodes: 0, max_nodes: 0 };
    while told.texts.len() < arguments.plies {
        let Some(seat) = game.turn().seats().iter().next() else { break };
        let observer = Observer::Seat(seat);
        let mut history = game.history();
        history.retain(|played| game.describe_for(played, observer).is_some());
        let bot = &mut bots[seat.index()];
        let limits = Limits::of_nodes(nodes);
        let choice = bot.choose(&game.view(observer), &history, &limits, &mut dice);
        let choice = choice.ok_or("no action")?;
        told.nodes += choice.nodes;
        told.max_nodes = told.max_nodes.max(choice.nodes);
        let action = choice.action;
        let board = board(&game);
        told.walks |= told.texts.len() < OPENING_PLIES
            && board.as_ref().is_some_and(|board| walks(board, action));
        told.texts.push(text(board.as_ref(), action));
        game.play(seat, action).map_err(|refusal| format!("{action}: {refusal}"))?;
    }
    if let Some(outcome) = game.outcome() {
        told.end = outcome.reason.as_str().to_owned();
    }
    Ok(told)
}

/// The board of xiangqi, where the game has one.
fn board(game: &AnyGame) -> Option<Position> {
    match game {
        AnyGame::Xiangqi(game) => Some(game.position().clone()),
        _ => None,
    }
}

/// Whether a general moves without being in check.
fn walks(board: &Position, action: AnyAction) -> bool {
    let AnyAction::Xiangqi(played) = action else { return false };
    board.piece_at(played.from).is_some_and(|piece| piece.kind == Kind::General)
        && !board.in_check(board.side_to_move())
}

fn text(board: Option<&Position>, action: AnyAction) -> String {
    match (board, action) {
        (Some(board), AnyAction::Xiangqi(played)) => write(board, played, Notation::Chinese),
        _ => action.to_string(),
    }
}
