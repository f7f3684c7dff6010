//! `chuhe board simulate`.

use super::{
    live::{self, LiveArgs},
    settings::SettingsArgs,
};
use crate::{input, terminal::Results};
use anyhow::{Context, Result, bail};
use board_host::{
    Lines,
    check::Report,
    human::{Habits, People, Session},
    input_json,
};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};
use xiangqi::{Move, Position};

/// Arguments of `chuhe board simulate`.
#[derive(clap::Args)]
pub(super) struct SimulateArgs {
    /// Seed of the simulation; the following games use the next numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games, played on the same board
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Noise of hands and sensors, from 0 to 100
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100))]
    noise: u32,
    /// Maximum number of plies of a random game
    #[arg(long, default_value_t = 120)]
    plies: usize,
    /// File with the games to play, one per line, as `h2e2 h9g7 …`; by default random games
    #[arg(long)]
    record: Option<PathBuf>,
    /// Output: sensor frames and buttons, or the referee's answers to them
    #[arg(long, value_enum, default_value = "frames", conflicts_with = "server")]
    to: To,
    /// Print only a report that compares the referee's moves with the intended moves; exit status 1
    /// if they differ
    #[arg(long, conflicts_with = "server")]
    check: bool,
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    live: LiveArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// Lines for `chuhe board referee`
    Frames,
    /// Answers of the referee
    Referee,
}

/// Simulates the games and writes frames, referee lines or a report.
pub(super) fn run(args: &SimulateArgs) -> Result<ExitCode> {
    if args.live.has_server() {
        return live_run(args);
    }
    let mut output = Results::new();
    let mut report = Report::default();
    // All games are played on the same board.
    let mut people = People::new();
    let mut lines = Lines::new(args.settings.settings()?);
    let mut play = |habits: Habits| -> Result<()> {
        let session = people.play(&habits);
        if args.check {
            report.add(&mut lines, &habits, &session);
            return Ok(());
        }
        write(&mut output, &mut lines, &session, args.to)
    };
    match &args.record {
        None => (0..args.games).try_for_each(|game| play(habits(args, game, None)?))?,
        Some(path) => {
            for (game, moves) in recorded(path)? {
                play(habits(args, game, Some(moves))?)?;
            }
        }
    }
    if args.check {
        writeln!(output, "{}", serde_json::to_string_pretty(&report)?)?;
    }
    output.finish()?;
    Ok(ExitCode::from(u8::from(args.check && !report.is_perfect())))
}

/// Plays the games at boards of a server. A recorded game is played once at each board.
fn live_run(args: &SimulateArgs) -> Result<ExitCode> {
    let recorded = match &args.record {
        Some(path) => legal(path, recorded(path)?)?,
        None => Vec::new(),
    };
    let show = live::Show {
        seed: args.seed,
        noise: args.noise,
        plies: args.plies,
        games: args.games,
        recorded,
        settings: args.settings.settings_or(live::CLOCK)?,
    };
    live::run(&args.live, &show)?;
    Ok(ExitCode::SUCCESS)
}

/// Parameters of one game, by its number from 0.
fn habits(args: &SimulateArgs, game: u64, moves: Option<Vec<Move>>) -> Result<Habits> {
    Ok(Habits {
        seed: args.seed.wrapping_add(game),
        noise: args.noise,
        settings: args.settings.settings()?,
        plies: args.plies,
        moves,
    })
}

/// Games of a file, each with its line number from 0.
fn recorded(path: &Path) -> Result<Vec<(u64, Vec<Move>)>> {
    let text = input::text(path)?;
    let mut games = Vec::new();
    for (number, line) in (0..).zip(text.lines()) {
        let moves: Result<Vec<Move>, _> = line.split_whitespace().map(str::parse).collect();
        let moves = moves.with_context(|| format!("{}:{}", path.display(), number + 1))?;
        if !moves.is_empty() {
            games.push((number, moves));
        }
    }
    if games.is_empty() {
        bail!("{} contains no game", path.display());
    }
    Ok(games)
}

/// The moves of the games. An archived game must not end at an illegal move.
fn legal(path: &Path, games: Vec<(u64, Vec<Move>)>) -> Result<Vec<Vec<Move>>> {
    for (line, moves) in &games {
        let mut position = Position::start();
        for (number, &played) in (1..).zip(moves) {
            if let Err(illegal) = position.check_move(played) {
                bail!("{}:{}: move {number} `{played}`: {illegal}", path.display(), line + 1);
            }
            position.make(played);
        }
    }
    Ok(games.into_iter().map(|(_, moves)| moves).collect())
}

fn write(output: &mut impl Write, lines: &mut Lines, session: &Session, to: To) -> Result<()> {
    if to == To::Frames {
        for &(at_ms, input) in &session.inputs {
            writeln!(output, "{}", input_json(at_ms, &input))?;
        }
        return Ok(());
    }
    let mut told = String::new();
    for &(at_ms, input) in &session.inputs {
        lines.tell(at_ms, input, &mut told);
    }
    output.write_all(told.as_bytes())?;
    Ok(())
}
