//! `chuhe puzzles rates`.

use crate::{input, output};
use anyhow::{Context, Result, ensure};
use arena::in_threads;
use bots::Level;
use games::Variant;
use puzzles::{
    AnyPuzzle, Goal,
    generate::{solutions, solutions_in_game},
};
use std::path::{Path, PathBuf};

/// Arguments of `chuhe puzzles rates`.
#[derive(clap::Args)]
pub struct RatesArgs {
    /// File of puzzles, as `chuhe puzzles collect` writes it
    file: PathBuf,
    /// Game of the puzzles
    #[arg(long, default_value = "xiangqi", value_parser = clap::value_parser!(Variant))]
    game: Variant,
    /// Levels that try the puzzles; by default all
    #[arg(long)]
    level: Vec<Level>,
    /// Maximum number of puzzles of each band of ratings, evenly spread over the band
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Number of tries of each level at each puzzle
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    tries: u32,
    /// Seed of the levels' random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of puzzles tried at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
}

/// Number of rating points of a band.
const BAND: u16 = 400;

/// Prints the share of the puzzles that each level solves, by bands of the puzzles' ratings.
pub(super) fn run(args: &RatesArgs) -> Result<()> {
    let text = input::text(&args.file)?;
    let mut puzzles = read(&args.file, args.game, &text)?;
    // The levels do not answer which pawn is the mole.
    puzzles.retain(|puzzle| puzzle.goal() != Goal::NameMole);
    ensure!(!puzzles.is_empty(), "{}: expected puzzles, found none", args.file.display());
    let bands = bands(puzzles, args.sample as usize);
    let levels = if args.level.is_empty() { &Level::ALL[..] } else { &args.level };
    let tasks: Vec<(usize, &AnyPuzzle)> = bands
        .iter()
        .enumerate()
        .flat_map(|(band, (_, puzzles))| puzzles.iter().map(move |puzzle| (band, puzzle)))
        .collect();
    let mut solved = vec![vec![0; levels.len()]; bands.len()];
    let work = |place: u32| {
        let (band, puzzle) = tasks.get(place as usize)?;
        let solved =
            levels.iter().map(|&level| count_solutions(puzzle, level, args.tries, args.seed));
        Some((*band, solved.collect::<Vec<u32>>()))
    };
    in_threads(args.threads as usize, tasks.len() as u32, work, |found| {
        if let Some((band, counts)) = found {
            solved[band].iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        Ok::<(), anyhow::Error>(())
    })?;
    let header = levels.iter().map(|level| format!("  {:>7}", level.as_str()));
    let mut table = format!("{:<9}  puzzles{}\n", "rating", header.collect::<String>());
    for ((first, puzzles), counts) in bands.iter().zip(&solved) {
        let tries = puzzles.len() as u32 * args.tries;
        let shares = counts.iter().map(|&count| {
            let percent = 100.0 * f64::from(count) / f64::from(tries.max(1));
            format!("  {percent:>5.0} %")
        });
        let band = format!("{first}-{}", first + BAND - 1);
        let shares: String = shares.collect();
        table += &format!("{band:<9}  {:>7}{shares}\n", puzzles.len());
    }
    output::print(&table)
}

/// Number of tries at a puzzle, of `tries`, in which a level finds the solution.
fn count_solutions(puzzle: &AnyPuzzle, level: Level, tries: u32, seed: u64) -> u32 {
    match puzzle {
        AnyPuzzle::Xiangqi(puzzle) => solutions(puzzle, level, tries, seed),
        AnyPuzzle::Other(puzzle) => solutions_in_game(puzzle, level, tries, seed),
    }
}

/// The puzzles of a file; lines that begin with `#` are comments.
pub(super) fn read(path: &Path, game: Variant, text: &str) -> Result<Vec<AnyPuzzle>> {
    let lines = (1..).zip(text.lines());
    let texts = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        AnyPuzzle::read(game, line).with_context(|| format!("{}: line {number}", path.display()))
    };
    texts.map(read).collect()
}

/// The first rating of each band that has puzzles, with at most `sample` of them.
fn bands(mut puzzles: Vec<AnyPuzzle>, sample: usize) -> Vec<(u16, Vec<AnyPuzzle>)> {
    puzzles.sort_by_key(AnyPuzzle::rating);
    let mut bands: Vec<(u16, Vec<AnyPuzzle>)> = Vec::new();
    for puzzle in puzzles {
        let first = puzzle.rating() / BAND * BAND;
        match bands.last_mut() {
            Some((last, band)) if *last == first => band.push(puzzle),
            _ => bands.push((first, vec![puzzle])),
        }
    }
    for (_, band) in &mut bands {
        let count = band.len();
        let mut number = 0;
        // Evenly spread, as the multiples of count / sample.
        band.retain(|_| {
            number += 1;
            count <= sample || (number - 1) * sample / count != number * sample / count
        });
    }
    bands
}
