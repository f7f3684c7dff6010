//! `chuhe arena`: how much stronger one level is than another.

mod report;

use anyhow::{Context, Result, ensure};
use bots::{
    BanqiBot, Bot, Budget, Choice, Level, Score, SifangBot, UndercoverBot, XiangqiBot,
    arena::{self, GameResult, Half, Match},
};
use game::{Dice, Game, Played, Seat, SeatSet};
use games::Variant;
use report::Report;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// Who plays whom, and how often.
#[derive(clap::Args)]
pub struct ArenaArgs {
    /// The game: xiangqi, undercover, sifang or banqi
    #[arg(long, default_value = "xiangqi")]
    variant: Variant,
    /// The game's options text
    #[arg(long, default_value = "")]
    options: String,
    /// One player: beginner, easy, medium or hard; the score is counted for it
    #[arg(long)]
    a: Level,
    /// The other player
    #[arg(long)]
    b: Level,
    /// How many games; every two have the same deal and opening, with the seats swapped
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Where the luck comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs are played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// The most nodes for an action; the same match again then goes the same way
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Milliseconds for an action instead, as at a table
    #[arg(long, conflicts_with = "nodes")]
    ms: Option<u64>,
    /// Actions drawn at random before the players take over; 4 where nothing is dealt, else none
    #[arg(long)]
    opening: Option<u32>,
    /// Longer games are draws
    #[arg(long, default_value_t = 400)]
    plies: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Plays the match and prints how it went; Ctrl-C prints how it stands.
pub fn run(args: &ArenaArgs) -> Result<()> {
    let (heard, hear) = mpsc::channel();
    stop_on_ctrl_c(heard.clone())?;
    match args.variant {
        Variant::Xiangqi => start::<xiangqi::Xiangqi, _>(args, XiangqiBot::new, heard),
        Variant::Undercover => start::<undercover::Undercover, _>(args, UndercoverBot::new, heard),
        Variant::Sifang => start::<sifang::Sifang, _>(args, SifangBot::new, heard),
        Variant::Banqi => start::<banqi::Banqi, _>(args, BanqiBot::new, heard),
    }?;
    let mut report = Report::new(args);
    for _ in 0..args.pairs() {
        match hear.recv() {
            Ok(News::Pair(games)) => report.add(games),
            // Whoever still plays ends with the program.
            Ok(News::Enough) | Err(_) => break,
        }
    }
    report.print()
}

/// What the main thread waits for.
enum News {
    /// A pair of games is over.
    Pair([GameResult; 2]),
    /// Ctrl-C.
    Enough,
}

impl ArenaArgs {
    const fn pairs(&self) -> u32 {
        self.games.div_ceil(2)
    }

    /// Whether the same arguments always give the same games.
    const fn is_deterministic(&self) -> bool {
        self.ms.is_none()
    }

    fn opening(&self) -> u32 {
        self.opening.unwrap_or(if self.variant.draws_chance() { 0 } else { 4 })
    }
}

/// Starts the threads that play.
fn start<G, B>(args: &ArenaArgs, new: fn(Level) -> B, heard: Sender<News>) -> Result<()>
where
    G: Game<Options: Send + Sync + 'static> + 'static,
    B: Bot<G> + 'static,
{
    let options: G::Options = args.options.parse().context("the options")?;
    let seats = seats_of(args.variant, &args.options)?;
    let (levels, pairs, nodes) = ([args.a, args.b], args.pairs(), args.nodes);
    let (seed, opening, plies) = (args.seed, args.opening(), args.plies);
    ensure!(nodes > 0, "--nodes: expected at least 1");
    let patience = args.ms.map(Duration::from_millis);
    let next = Arc::new(AtomicU32::new(0));
    for _ in 0..args.threads {
        let (options, next, heard) = (options.clone(), next.clone(), heard.clone());
        thread::spawn(move || {
            let budgets = [Budget::of_nodes(nodes); 2];
            let rules = Match::<G> { options, seed, opening, budgets, plies, seats };
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= pairs {
                    return;
                }
                // New players for each game: they have learnt nothing from games that another
                // number of threads would have given to others.
                let games = Half::BOTH.map(|half| {
                    let [mut a, mut b] = levels.map(|level| Player { bot: new(level), patience });
                    arena::play_game(&rules, pair, half, [&mut a, &mut b])
                });
                if heard.send(News::Pair(games)).is_err() {
                    return;
                }
            }
        });
    }
    Ok(())
}

/// The seats of `--a` in the first game of a pair: a team, or every other side.
fn seats_of(variant: Variant, options: &str) -> Result<SeatSet> {
    match variant {
        Variant::Xiangqi | Variant::Undercover | Variant::Banqi => Ok(arena::EVEN),
        Variant::Sifang => {
            let options: sifang::Options = options.parse().context("the options")?;
            Ok(match options.mode {
                sifang::Mode::Solo => arena::EVEN,
                mode => Seat::first(variant.seats())
                    .filter(|&seat| mode.team(sifang::Side::of_seat(seat)) == 0)
                    .collect(),
            })
        }
    }
}

/// A bot that looks at the clock if it is told to.
struct Player<B> {
    bot: B,
    patience: Option<Duration>,
}

impl<G: Game, B: Bot<G>> Bot<G> for Player<B> {
    fn choose(
        &mut self,
        view: &G::View,
        told: &[Played<G::Action>],
        budget: &Budget<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>> {
        let until = self.patience.map(|patience| Instant::now() + patience);
        let stop = || until.is_some_and(|until| Instant::now() > until);
        let timed = Budget::until(&stop);
        self.bot.choose(view, told, if until.is_some() { &timed } else { budget }, dice)
    }

    fn outlook(
        &mut self,
        view: &G::View,
        told: &[Played<G::Action>],
        budget: &Budget<'_>,
    ) -> Option<Score> {
        self.bot.outlook(view, told, budget)
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
                // Nobody hears it once the match is over: then the program ends anyway.
                let _ = heard.send(News::Enough);
            }
        });
    });
    Ok(())
}
