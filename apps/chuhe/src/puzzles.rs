//! `chuhe puzzles`.

mod numbered_run;
mod progress;
mod rates;
mod rerate;

use crate::{convert, output, terminal};
use anyhow::{Context, Result, bail, ensure};
use games::{Level, Variant};
use numbered_run::{NumberedRun, TaskResult};
use puzzles::{
    GamePuzzle, Goal, Puzzle,
    generate::{
        Effort, Finder, SourceGame, find_ending, find_in_own_game, is_only_mate, is_only_solution,
        own_game,
    },
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};
use xiangqi::Position;

/// Subcommands of `chuhe puzzles`.
#[derive(clap::Subcommand)]
pub enum PuzzlesCommand {
    /// Find puzzles in games; an interrupted run continues
    Make(MakeArgs),
    /// Collect the puzzles of runs into one file, each once, sorted by rating
    Collect(CollectArgs),
    /// Rate the puzzles of a file anew, with the present levels; an interrupted run continues
    Rerate(rerate::RerateArgs),
    /// Count how many puzzles of a file each level solves, by bands of 400 rating points
    Rates(rates::RatesArgs),
}

/// Arguments of `chuhe puzzles make`.
#[derive(clap::Args)]
pub struct MakeArgs {
    /// Game of the puzzles
    #[arg(long, default_value = "xiangqi", value_parser = clap::value_parser!(Variant))]
    game: Variant,
    /// Number of games between our own levels to play and search; with --from, the maximum number
    /// of games of the files
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Files with games of xiangqi to search instead, in any format that `chuhe convert` reads
    #[arg(long, num_args = 1..)]
    from: Vec<String>,
    /// Xiangqi: maximum number of nodes for a position after a mistake; each move of a solution is
    /// verified with ten times as many. The other games are searched exactly
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Levels that play the games, as the weakest and the strongest one
    #[arg(long, default_value = "3-8", value_name = "A-B", value_parser = levels)]
    levels: Levels,
    /// Banqi: search random endings of few pieces in exact tables instead of games; --games is their
    /// number
    #[arg(long, conflicts_with_all = ["from", "levels"])]
    endings: bool,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games searched at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// File for the results, one line per game; an interrupted run continues from it
    #[arg(short, long)]
    output: PathBuf,
}

/// Arguments of `chuhe puzzles collect`.
#[derive(clap::Args)]
pub struct CollectArgs {
    /// Result files of `chuhe puzzles make`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Maximum number of puzzles; mates are thinned out evenly over the ratings, others are kept
    #[arg(long, default_value_t = u32::MAX)]
    most: u32,
    /// File to write; `-` for the standard output
    #[arg(short, long, default_value = "-")]
    output: String,
}

/// Runs a subcommand.
pub fn run(command: &PuzzlesCommand) -> Result<()> {
    match command {
        PuzzlesCommand::Make(args) => make(args),
        PuzzlesCommand::Collect(args) => collect(args),
        PuzzlesCommand::Rerate(args) => rerate::run(args),
        PuzzlesCommand::Rates(args) => rates::run(args),
    }
}

/// Levels from a weakest to a strongest one.
#[derive(Clone, Debug)]
struct Levels(Vec<Level>);

fn levels(text: &str) -> Result<Levels, String> {
    let expected = || format!("expected two levels from 1 to 8, as in 3-8, found `{text}`");
    let number = |text: &str| text.parse::<u8>().ok();
    let (weakest, strongest) = text.split_once('-').ok_or_else(expected)?;
    let bounds = number(weakest).zip(number(strongest)).ok_or_else(expected)?;
    let is_within =
        |level: &Level| level.number().is_some_and(|it| (bounds.0..=bounds.1).contains(&it));
    let levels: Vec<Level> = Level::ALL.into_iter().filter(is_within).collect();
    let has_both = bounds.0 <= bounds.1 && levels.len() == usize::from(bounds.1 - bounds.0) + 1;
    if has_both { Ok(Levels(levels)) } else { Err(expected()) }
}

impl std::fmt::Display for Levels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = |level: Option<&Level>| level.and_then(|it| it.number()).unwrap_or_default();
        write!(f, "{}-{}", number(self.0.first()), number(self.0.last()))
    }
}

fn make(args: &MakeArgs) -> Result<()> {
    ensure!(
        args.game == Variant::Xiangqi || args.from.is_empty(),
        "--from: expected no files with --game {}, which plays its own games",
        args.game
    );
    ensure!(
        !args.endings || args.game == Variant::Banqi,
        "--endings: expected --game banqi, whose endings have exact tables"
    );
    let given = if args.from.is_empty() { None } else { Some(read_games(&args.from)?) };
    let count = given.as_ref().map_or(args.games, |games| args.games.min(games.len() as u32));
    ensure!(count > 0, "--from: expected games of xiangqi, found none");
    let source = match &given {
        None if args.endings => format!("endings seed={}", args.seed),
        None => format!("levels={} seed={}", args.levels, args.seed),
        Some(_) => format!("from={}", args.from.join(",").escape_default()),
    };
    let first = match args.game {
        Variant::Xiangqi => format!("chuhe-puzzles 1 xiangqi nodes={} {source}", args.nodes),
        game => format!("chuhe-puzzles 1 {game} {source}"),
    };
    let run = NumberedRun::open(&args.output, &first)?;
    let known: usize = run.lines().iter().map(|line| line.matches('\t').count()).sum();
    let find = |number: u32| -> Vec<String> {
        if args.endings {
            return texts(find_ending(args.seed, number));
        }
        if args.game != Variant::Xiangqi {
            return texts(find_in_own_game(args.game, args.seed, number, &args.levels.0));
        }
        let played = given.as_ref().and_then(|games| games.get(number as usize).cloned());
        let game = played.unwrap_or_else(|| own_game(args.seed, number, &args.levels.0));
        texts(Finder::new(Effort { nodes: args.nodes }).find(&game))
    };
    let work = |number: u32| {
        let puzzles = find(number);
        let line = puzzles.iter().fold(number.to_string(), |line, text| format!("{line}\t{text}"));
        Some(TaskResult { line, count: puzzles.len() })
    };
    let tally = run.finish(count, "games", args.threads, work, |tally| {
        format!("{} of {count} games, {} puzzles", tally.done, known + tally.count)
    })?;
    terminal::tell(format_args!("{} games, {} puzzles", tally.done, known + tally.count));
    Ok(())
}

fn texts(puzzles: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    puzzles.into_iter().map(|puzzle| puzzle.to_string()).collect()
}

/// The games of xiangqi in these files.
fn read_games(files: &[String]) -> Result<Vec<SourceGame>> {
    let mut games = Vec::new();
    for file in files {
        let bytes = convert::read_input(file)?;
        let record::Reading { records, problems, .. } = record::read_all(&bytes, Some(file));
        for problem in &problems {
            terminal::complain_as_it_is(format_args!("{file}:{problem}"));
        }
        let of_xiangqi = records.into_iter().filter(|record| record.variant == Variant::Xiangqi);
        for (number, record) in (1..).zip(of_xiangqi) {
            let start = Position::from_fen(&record.start)
                .with_context(|| format!("{file}: game {number}: the start"))?;
            let moves = record.actions.iter().map(|action| action.parse());
            let moves = moves
                .collect::<Result<_, _>>()
                .with_context(|| format!("{file}: game {number}: a move"))?;
            games.push(SourceGame { start, moves });
        }
    }
    Ok(games)
}

fn collect(args: &CollectArgs) -> Result<()> {
    // The rating, the key, the text, and whether it is a mate.
    let mut found: Vec<(u16, u64, String, bool)> = Vec::new();
    let mut game = None;
    let mut known = BTreeSet::new();
    let mut known_boards = BTreeSet::new();
    for path in &args.files {
        let text = crate::input::text(path)?;
        let (variant, texts) = read_results(path, &text)?;
        ensure!(
            *game.get_or_insert(variant) == variant,
            "{}: expected results of the game of the first file, found {variant}",
            path.display()
        );
        for (number, text) in texts {
            let place = || format!("{}: line {number}", path.display());
            if variant == Variant::Xiangqi {
                let puzzle = text.parse::<Puzzle>().with_context(place)?.with_themes();
                if known.insert(puzzle.key()) && is_only_mate(&puzzle) {
                    let is_mate = puzzle.goal() == Goal::Mate;
                    found.push((puzzle.rating(), puzzle.key(), puzzle.to_string(), is_mate));
                }
            } else {
                let puzzle = GamePuzzle::read(variant, text).with_context(place)?;
                if known_boards.insert(puzzle.key()) && is_only_solution(&puzzle) == Some(true) {
                    let is_mate = puzzle.goal() == Goal::Mate;
                    found.push((puzzle.rating(), 0, puzzle.to_string(), is_mate));
                }
            }
        }
    }
    found.sort();
    let mates = found.iter().filter(|(.., is_mate)| *is_mate).count();
    let most = (args.most as usize).saturating_sub(found.len() - mates);
    let mut number = 0;
    let kept = found.iter().filter(|(.., is_mate)| {
        if !is_mate {
            return true;
        }
        // Every mate, or evenly spread ones.
        number += 1;
        mates <= most || (number - 1) * most / mates != number * most / mates
    });
    let lines: Vec<String> = kept.map(|(_, _, line, _)| format!("{line}\n")).collect();
    match args.output.as_str() {
        "-" => output::print(&lines.concat())?,
        path => output::write(Path::new(path), &lines.concat())?,
    }
    Ok(())
}

/// The game of a run's results, and its puzzles with the numbers of their lines.
fn read_results<'a>(path: &Path, text: &'a str) -> Result<(Variant, Vec<(usize, &'a str)>)> {
    let mut lines = text.lines();
    let words = lines.next().and_then(|first| first.strip_prefix("chuhe-puzzles 1 "));
    let game = words.and_then(|words| words.split(' ').next()?.parse().ok());
    let Some(game) = game else {
        bail!("{}: expected results of `chuhe puzzles make`", path.display());
    };
    let texts = (2..)
        .zip(lines)
        .flat_map(|(number, line)| line.split('\t').skip(1).map(move |text| (number, text)));
    Ok((game, texts.collect()))
}
