//! `chuhe arena`: plays a match between two players, built in or external engines, and estimates
//! the difference in strength.

mod files;
mod progress;
mod report;

use crate::terminal;
use anyhow::{Context, Result, anyhow, bail, ensure};
use arena::{
    Half, LoggedGame, LoggedPair, Match, MatchLog, Pace, PlayedGame, Player, PlayerSpec, Sprt,
    any_opening, is_even_undercover, is_even_xiangqi,
};
use bots::{BanqiBot, Bot, Level, Limits, Score, SifangBot, UndercoverBot, XiangqiBot};
use game::{Game, Played};
use games::Variant;
use report::Report;
use serde_json::json;
use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

/// Arguments of `chuhe arena`.
#[derive(clap::Args, Clone)]
pub struct ArenaArgs {
    /// Game: xiangqi, undercover, sifang or banqi
    #[arg(long, default_value = "xiangqi")]
    variant: Variant,
    /// Options of the game
    #[arg(long, default_value = "")]
    options: String,
    /// First player, for which the score is counted: a built-in level (`level-1` to `level-8`,
    /// `top`) or an engine, `uci:PROGRAM` or `ucci:PROGRAM` with arguments
    #[arg(long)]
    a: PlayerSpec,
    /// Second player
    #[arg(long)]
    b: PlayerSpec,
    /// Option of the engine `--a`, as `Name=Value`; may be repeated
    #[arg(long, value_parser = parse_option)]
    a_option: Vec<(String, String)>,
    /// Option of the engine `--b`
    #[arg(long, value_parser = parse_option)]
    b_option: Vec<(String, String)>,
    /// Number of games, even: each pair has the same deal and opening with the seats swapped
    #[arg(long, default_value_t = 200, value_parser = arena::parse_games)]
    games: u32,
    /// Seed of all random numbers. Pair 2 of seed 1 equals pair 1 of seed 2: use seeds that differ
    /// by more than the number of pairs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of pairs played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Maximum number of nodes per action; makes the match reproducible
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Different maximum number of nodes for `--b`
    #[arg(long, conflicts_with_all = ["ms", "tc"])]
    b_nodes: Option<u64>,
    /// Milliseconds per action instead of nodes, as at a table
    #[arg(long, conflicts_with = "nodes")]
    ms: Option<u64>,
    /// Milliseconds by which a player may exceed `--ms` before it loses on time. A program that
    /// does not answer within ten more seconds counts as crashed, so larger values have no effect
    #[arg(long, default_value_t = 1_000, requires = "ms")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=10_000))]
    margin: u64,
    /// Clock of each player instead of nodes, as seconds per game + seconds per action: 60+0.6
    #[arg(long, conflicts_with_all = ["nodes", "ms"], value_parser = Pace::of_clock)]
    tc: Option<Pace>,
    /// Number of random actions before the players start: by default xiangqi 6, undercover and
    /// sifang 4, banqi none
    #[arg(long)]
    opening: Option<u32>,
    /// Xiangqi and undercover: maximum imbalance of an opening in hundredths of a pawn, by a short
    /// search that ignores the mole
    #[arg(long, default_value_t = arena::MAX_IMBALANCE)]
    even: Score,
    /// Stop when a sequential test accepts one of the two hypotheses: `ELO0,ELO1`
    #[arg(long, value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// Maximum number of plies; longer games are draws
    #[arg(long, default_value_t = 400)]
    plies: u32,
    /// Log file with one JSON line per pair; an interrupted match continues from it
    #[arg(long)]
    log: Option<PathBuf>,
    /// PGN file for all games
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// Folder for all games as `.chuhe` files
    #[arg(long)]
    chuhe: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Plays the match and prints the result. Ctrl-C prints the result so far.
pub fn run(args: &ArenaArgs) -> Result<()> {
    ensure!(args.nodes > 0 && args.b_nodes != Some(0), "--nodes: expected at least 1");
    if args.pgn.is_some() {
        ensure!(
            args.variant == Variant::Xiangqi,
            "--pgn: expected xiangqi, found {}",
            args.variant
        );
    }
    for (name, (player, options)) in ["a", "b"].into_iter().zip(args.players()) {
        let is_ours = matches!(player, PlayerSpec::Level(_));
        ensure!(!is_ours || options.is_empty(), "--{name}-option: a built-in level has no options");
    }
    ensure!(
        args.log.is_none() || args.log != args.pgn,
        "--log and --pgn: expected two different files"
    );
    files::try_out(args)?;
    if args.crowds(thread::available_parallelism().map_or(u32::MAX, |count| count.get() as u32)) {
        terminal::complain(
            "--threads: more than the number of cores, so players with clocks slow each other down",
        );
    }
    let mut log = None;
    let mut pairs = Vec::new();
    if let Some(path) = &args.log {
        let (opened, played) = MatchLog::open(path, &args.terms())
            .with_context(|| format!("--log: {}", path.display()))?;
        (log, pairs) = (Some(opened), played);
    }
    let mut report = Report::new(args, &pairs);
    let played: Vec<u32> = pairs.iter().map(|pair| pair.pair).collect();
    let left: Vec<u32> = (0..args.pairs()).rev().filter(|pair| !played.contains(pair)).collect();
    let (heard, hear) = mpsc::channel();
    stop_on_ctrl_c(heard.clone())?;
    let open = left.len();
    start_players(args, left, heard)?;
    let followed = follow(&hear, open, &mut log, &mut report, &mut pairs);
    // The result is printed even if the files cannot be written.
    let written = files::write(args, &pairs);
    report.print()?;
    followed.and(written)
}

/// Counts and logs pairs until all are played, the sequential test decides, or Ctrl-C.
fn follow(
    hear: &Receiver<News>,
    mut open: usize,
    log: &mut Option<MatchLog>,
    report: &mut Report<'_>,
    pairs: &mut Vec<LoggedPair>,
) -> Result<()> {
    while open > 0 && !report.is_decided() {
        match hear.recv() {
            Ok(News::Pair(pair)) => {
                open -= 1;
                report.add(&pair);
                report.show_progress();
                let kept = log.as_mut().map_or(Ok(()), |log| log.write(&pair));
                pairs.push(*pair);
                kept.context("--log: cannot write")?;
            }
            Ok(News::Panicked) => bail!("a playing thread panicked; this is a bug"),
            // Unfinished games are dropped when the process ends.
            Ok(News::Enough) | Err(_) => break,
        }
    }
    Ok(())
}

/// Message to the main thread.
enum News {
    /// A finished pair of games.
    Pair(Box<LoggedPair>),
    /// A playing thread has panicked; its pair will not finish.
    Panicked,
    /// Ctrl-C.
    Enough,
}

/// Sends a playing thread's results, and reports a panic when dropped.
struct Herald(Sender<News>);

impl Drop for Herald {
    fn drop(&mut self) {
        if thread::panicking() {
            // The main thread may have ended the match.
            let _ = self.0.send(News::Panicked);
        }
    }
}

impl ArenaArgs {
    const fn pairs(&self) -> u32 {
        self.games / 2
    }

    /// Whether players with clocks compete for cores: more than `at_a_time` threads run at once.
    fn crowds(&self, at_a_time: u32) -> bool {
        self.pace() != Pace::Nodes && self.threads.min(self.pairs()) > at_a_time
    }

    /// Whether the same arguments always give the same games.
    const fn is_deterministic(&self) -> bool {
        let are_ours = matches!((&self.a, &self.b), (PlayerSpec::Level(_), PlayerSpec::Level(_)));
        self.ms.is_none() && self.tc.is_none() && are_ours
    }

    fn opening(&self) -> u32 {
        self.opening.unwrap_or(match self.variant {
            Variant::Xiangqi => 6,
            Variant::Undercover | Variant::Sifang => 4,
            Variant::Banqi => 0,
        })
    }

    fn pace(&self) -> Pace {
        let margin = Duration::from_millis(self.margin);
        let action = self.ms.map(|ms| Pace::Action { time: Duration::from_millis(ms), margin });
        self.tc.or(action).unwrap_or(Pace::Nodes)
    }

    fn nodes_of_b(&self) -> u64 {
        self.b_nodes.unwrap_or(self.nodes)
    }

    /// Whether openings are drawn until a search finds one balanced.
    const fn judges_openings(&self) -> bool {
        matches!(self.variant, Variant::Xiangqi | Variant::Undercover)
    }

    /// Both players with their options.
    fn players(&self) -> [(&PlayerSpec, &[(String, String)]); 2] {
        [(&self.a, &self.a_option), (&self.b, &self.b_option)]
    }

    /// All settings that decide what is played, except the number of games.
    fn terms(&self) -> serde_json::Value {
        json!({
            "variant": self.variant.as_str(),
            "options": self.options,
            "a": self.a.to_string(),
            "b": self.b.to_string(),
            "a_options": self.a_option,
            "b_options": self.b_option,
            "seed": self.seed,
            "pace": format!("{:?}", self.pace()),
            "nodes": [self.nodes, self.nodes_of_b()],
            "opening": self.opening(),
            "even": self.even,
            "plies": self.plies,
        })
    }
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let option = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    option.map(owned).ok_or_else(|| format!("expected `Name=Value`, found `{text}`"))
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1, error: 0.05 }),
        _ => Err(format!("expected two numbers such as `0,10`, found `{text}`")),
    }
}

fn start_players(args: &ArenaArgs, left: Vec<u32>, heard: Sender<News>) -> Result<()> {
    let even = args.even;
    match args.variant {
        Variant::Xiangqi => {
            let is_even = move |view: &_, history: &[_]| is_even_xiangqi(even, view, history);
            start::<xiangqi::Xiangqi, _>(args, left, XiangqiBot::new, is_even, heard)
        }
        Variant::Undercover => {
            let is_even = move |view: &_, history: &[_]| is_even_undercover(even, view, history);
            start::<undercover::Undercover, _>(args, left, UndercoverBot::new, is_even, heard)
        }
        Variant::Sifang => {
            start::<sifang::Sifang, _>(args, left, SifangBot::new, any_opening, heard)
        }
        Variant::Banqi => start::<banqi::Banqi, _>(args, left, BanqiBot::new, any_opening, heard),
    }
}

/// Starts the playing threads. A program that fails to start now is an error; one that fails to
/// start during the match loses that game.
fn start<G, B>(
    args: &ArenaArgs,
    left: Vec<u32>,
    new: fn(Level) -> B,
    is_even: impl Fn(&G::View, &[Played<G::Action>]) -> bool + Clone + Send + 'static,
    heard: Sender<News>,
) -> Result<()>
where
    G: Game<Options: Send + Sync + 'static> + 'static,
    B: Bot<G> + 'static,
{
    let options: G::Options = args.options.parse().context("the options")?;
    if !left.is_empty() {
        for (spec, set) in args.players() {
            spec.try_start(set, (args.variant, &args.options))
                .map_err(|problem| anyhow!(problem))?;
        }
    }
    let seats = arena::seats_of(args.variant, &args.options);
    let left = Arc::new(Mutex::new(left));
    for _ in 0..args.threads {
        let (options, left, herald) = (options.clone(), left.clone(), Herald(heard.clone()));
        let (args, is_even) = (args.clone(), is_even.clone());
        thread::spawn(move || {
            let nodes = [args.nodes, args.nodes_of_b()];
            let rules = Match::<G> {
                options,
                seed: args.seed,
                opening: args.opening(),
                limits: nodes.map(Limits::of_nodes),
                plies: args.plies,
                seats,
            };
            let next = || left.lock().ok().and_then(|mut left| left.pop());
            while let Some(pair) = next() {
                let pair = play_pair(&args, &rules, pair, new, &is_even);
                if herald.0.send(News::Pair(Box::new(pair))).is_err() {
                    return;
                }
            }
        });
    }
    Ok(())
}

/// Plays a pair with new players for each game. Players that learn from earlier games would make
/// the result depend on the number of threads.
fn play_pair<G: Game, B: Bot<G>>(
    args: &ArenaArgs,
    rules: &Match<'_, G>,
    pair: u32,
    new: fn(Level) -> B,
    is_even: &impl Fn(&G::View, &[Played<G::Action>]) -> bool,
) -> LoggedPair {
    let opening = rules.opening(pair, is_even);
    let game = |half| {
        let [mut a, mut b] = args.players().map(|(spec, options)| {
            Player::new(spec, options, (args.variant, &args.options), args.pace(), new)
        });
        let mut game = arena::play_game(rules, pair, half, &opening, [&mut a, &mut b]);
        let fault = a.fault.or(b.fault);
        if let Some((end, _)) = &fault {
            game.played.end = *end;
        }
        let problem = fault.map(|(_, problem)| problem);
        logged(&game, problem, [a.slowest, b.slowest])
    };
    LoggedPair { pair, games: Half::BOTH.map(game) }
}

fn logged<G: Game>(
    game: &PlayedGame<G>,
    problem: Option<String>,
    slowest: [Duration; 2],
) -> LoggedGame {
    LoggedGame {
        start: game.start.clone(),
        seats: game
            .seats
            .iter()
            .map(|seat| seat.index() as u8)
            .filter(|&seat| seat < G::SEATS)
            .collect(),
        actions: game.game.history()[game.set_up..].iter().map(ToString::to_string).collect(),
        verdict: game.played.verdict.as_str().to_owned(),
        end: game.played.end.to_string(),
        problem,
        slowest_ms: slowest.map(|slowest| slowest.as_millis() as u64),
    }
}

fn stop_on_ctrl_c(heard: Sender<News>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("waiting for Ctrl-C")?;
    thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                // The receiver is gone once the match has ended; then the process ends anyway.
                let _ = heard.send(News::Enough);
            }
        });
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_clock_wants_a_thread() {
        #[derive(clap::Parser)]
        struct Program {
            #[command(flatten)]
            args: ArenaArgs,
        }
        for (more, at_a_time, crowds) in [
            ("--threads 4 --ms 100", 2, true),
            ("--threads 4 --tc 10+0.1", 2, true),
            ("--threads 4 --ms 100", 4, false),
            ("--threads 4 --ms 100 --games 4", 2, false),
            ("--threads 4 --nodes 100", 2, false),
        ] {
            let line = format!("arena --a top --b top {more}");
            let program: Program = clap::Parser::parse_from(line.split(' '));
            assert_eq!(program.args.crowds(at_a_time), crowds, "{more} on {at_a_time}");
        }
    }

    /// Regression test: the main thread waited forever for the pair of a dead thread.
    #[test]
    fn a_thread_that_dies_is_heard_of() {
        for (dies, is_told) in [(false, false), (true, true)] {
            let (heard, hear) = mpsc::channel();
            let herald = Herald(heard);
            let thread = thread::spawn(move || {
                let _herald = herald;
                assert!(!dies, "as the test wants it");
            });
            assert_eq!(thread.join().is_err(), dies);
            assert_eq!(matches!(hear.try_recv(), Ok(News::Panicked)), is_told);
        }
    }
}
