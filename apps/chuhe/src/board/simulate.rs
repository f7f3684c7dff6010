//! `chuhe board simulate`.

use super::settings::SettingsArgs;
use crate::terminal::Results;
use anyhow::{Context, Result, bail};
use board_host::{
    Lines,
    check::Report,
    human::{Habits, People, Session},
    input_json,
};
use std::{io::Write, path::PathBuf, process::ExitCode};
use xiangqi::Move;

/// How people play, and where it goes.
#[derive(clap::Args)]
pub(super) struct SimulateArgs {
    /// Everything follows from this; the games count on from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games, one after the other on the same board
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// How noisy hands and sensors are, 0 to 100
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100))]
    noise: u32,
    /// The most plies of a random game
    #[arg(long, default_value_t = 120)]
    plies: usize,
    /// Play these games instead of random ones: a file with a game on each line, as `h2e2 h9g7 …`
    #[arg(long)]
    record: Option<PathBuf>,
    /// What to write: the board's frames and buttons, or what a referee says to them
    #[arg(long, value_enum, default_value = "frames")]
    to: To,
    /// Write nothing but a report: what the referee saw against what the players meant; exit
    /// status 1 unless it is the same
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// Lines for `chuhe board referee`
    Frames,
    /// The lines it answers with
    Referee,
}

/// Plays the games.
pub(super) fn run(args: &SimulateArgs) -> Result<ExitCode> {
    let mut output = Results::new();
    let mut report = Report::default();
    // One board, on which game follows game.
    let mut people = People::new();
    let mut lines = Lines::new(args.settings.settings()?);
    for habits in games(args)? {
        let session = people.play(&habits);
        if args.check {
            report.add(&mut lines, &habits, &session);
        } else {
            write(&mut output, &mut lines, &session, args.to)?;
        }
    }
    if args.check {
        writeln!(output, "{}", serde_json::to_string_pretty(&report)?)?;
    }
    output.finish()?;
    Ok(ExitCode::from(u8::from(args.check && !report.is_perfect())))
}

/// The habits of every game to be played.
fn games(args: &SimulateArgs) -> Result<Vec<Habits>> {
    let settings = args.settings.settings()?;
    let habits = |seed: u64, moves| Habits {
        seed: args.seed.wrapping_add(seed),
        noise: args.noise,
        settings,
        plies: args.plies,
        moves,
    };
    let Some(path) = &args.record else {
        return Ok((0..args.games).map(|game| habits(game, None)).collect());
    };
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let games: Vec<Habits> = lines
        .map(|(number, line)| {
            let moves: Result<Vec<Move>, _> = line.split_whitespace().map(str::parse).collect();
            let moves = moves.with_context(|| format!("{}:{}", path.display(), number + 1))?;
            Ok(habits(number as u64, Some(moves)))
        })
        .collect::<Result<_>>()?;
    if games.is_empty() {
        bail!("{} holds no game", path.display());
    }
    Ok(games)
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
