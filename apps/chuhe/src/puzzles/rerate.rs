//! `chuhe puzzles rerate`.

use super::{PROGRESS, rates};
use crate::{input, terminal};
use anyhow::{Context, Result, ensure};
use arena::{LineLog, in_threads};
use games::Variant;
use puzzles::{
    AnyPuzzle,
    generate::{rate, rate_game_puzzle},
};
use std::{collections::BTreeSet, path::PathBuf, time::Instant};

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
    // FNV-1a, which tells a run about another file apart.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let first = format!("chuhe-puzzles 1 {} rerated={hash:016x}", args.game);
    let (mut log, lines) = LineLog::open(&args.output, &first)
        .map_err(|error| anyhow::anyhow!("--output: {}: {error}", args.output.display()))?;
    let done: BTreeSet<u32> =
        lines.iter().filter_map(|line| line.split('\t').next()?.parse().ok()).collect();
    let left: Vec<u32> = (0..puzzles.len() as u32).filter(|it| !done.contains(it)).collect();
    let (begun, mut told) = (Instant::now(), Instant::now());
    let (mut finished, mut changed) = (0, 0);
    let work = |place: u32| {
        let number = *left.get(place as usize)?;
        let puzzle = puzzles.get(number as usize)?;
        let rated = rated(puzzle.clone());
        Some((format!("{number}\t{rated}"), rated.rating() != puzzle.rating()))
    };
    in_threads(args.threads as usize, left.len() as u32, work, |rated| {
        let Some((line, is_changed)) = rated else { return Ok(()) };
        finished += 1;
        changed += u32::from(is_changed);
        if told.elapsed() >= PROGRESS {
            told = Instant::now();
            terminal::complain_as_it_is(format_args!(
                "{} of {} puzzles, {} s",
                done.len() + finished,
                puzzles.len(),
                begun.elapsed().as_secs()
            ));
        }
        log.write(&line)
    })
    .with_context(|| format!("cannot write {}", args.output.display()))?;
    terminal::tell(format_args!(
        "{} puzzles, {changed} of {finished} with another rating",
        puzzles.len()
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
