//! `chuhe puzzles rerate`.

use super::{
    numbered_run::{NumberedRun, TaskResult},
    rates,
};
use crate::{input, terminal};
use anyhow::{Result, ensure};
use games::Variant;
use puzzles::{
    AnyPuzzle, fnv_1a,
    generate::{rate, rate_game_puzzle},
};
use std::path::PathBuf;

/// Arguments of `chuhe puzzles rerate`.
#[derive(clap::Args)]
pub struct RerateArgs {
    /// File of puzzles, as `chuhe puzzles collect` writes it
    file: PathBuf,
    /// Game of the puzzles
    #[arg(long, default_value = "xiangqi", value_parser = clap::value_parser!(Variant))]
    game: Variant,
    /// Number of puzzles rated at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// File for the results, one line per puzzle, which `chuhe puzzles collect` reads; an interrupted
    /// run continues from it
    #[arg(short, long)]
    output: PathBuf,
}

/// Gives each puzzle the rating that the present levels give a new one.
pub(super) fn run(args: &RerateArgs) -> Result<()> {
    let text = input::text(&args.file)?;
    let puzzles = rates::read(&args.file, args.game, &text)?;
    ensure!(!puzzles.is_empty(), "{}: expected puzzles, found none", args.file.display());
    // The hash tells a run about another file apart.
    let hash = fnv_1a(text.bytes());
    let first = format!("chuhe-puzzles 1 {} rerated={hash:016x}", args.game);
    let run = NumberedRun::open(&args.output, &first)?;
    let count = puzzles.len();
    let work = |number: u32| {
        let puzzle = puzzles.get(number as usize)?;
        let rated = rated(puzzle.clone());
        let is_changed = rated.rating() != puzzle.rating();
        Some(TaskResult { line: format!("{number}\t{rated}"), count: usize::from(is_changed) })
    };
    let tally = run.finish(count as u32, "puzzles", args.threads, work, |tally| {
        format!("{} of {count} puzzles", tally.done)
    })?;
    terminal::tell(format_args!(
        "{count} puzzles, {} of {} with another rating",
        tally.count, tally.finished
    ));
    Ok(())
}

/// The puzzle with the rating of the present levels.
fn rated(puzzle: AnyPuzzle) -> AnyPuzzle {
    match puzzle {
        AnyPuzzle::Xiangqi(puzzle) => {
            let rating = rate(&puzzle);
            AnyPuzzle::Xiangqi(Box::new(puzzle.with_rating(rating)))
        }
        AnyPuzzle::Other(puzzle) => {
            let rating = rate_game_puzzle(&puzzle);
            AnyPuzzle::Other(Box::new(puzzle.with_rating(rating)))
        }
    }
}
