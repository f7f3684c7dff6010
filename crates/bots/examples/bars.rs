//! How strong the players of banqi, sifang and undercover are against simple ones.
//!
//! Every line tells a bar, what was scored, between which values the true score lies 95 times of
//! 100, and how the games went. Under nodes the same arguments give the same games everywhere.

use banqi::{Banqi, Board};
use bots::{
    BanqiBot, Baseline, BaselineBot, Bot, Choice, Level, Limits, Score, SifangBot, Talkative,
    UndercoverBot, Whisper,
    arena::{self, Half, Match, MatchScore, PlayedGame, any_opening, in_threads},
};
use clap::Parser;
use game::{Dice, Game, Played, Seat, SeatSet};
use sifang::Sifang;
use std::{
    error::Error,
    io::{self, Write},
    time::{Duration, Instant},
};
use undercover::{Undercover, UndercoverView};

/// Plays the matches by which the players are judged.
#[derive(Parser)]
struct Arguments {
    /// Which bars, by the beginning of their names; all of them when none is named.
    bars: Vec<String>,
    /// How many games each.
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// Where the luck comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most nodes for an action, of either player.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// So many milliseconds for an action, of either player, instead of nodes.
    #[arg(long, conflicts_with = "nodes")]
    ms: Option<u64>,
    /// How many games at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A score to be reached against somebody.
struct Bar {
    name: &'static str,
    options: &'static str,
    opponent: Opponent,
    goal: f64,
}

/// Whom to play against.
#[derive(Clone, Copy)]
enum Opponent {
    Simple(Baseline),
    /// Ourselves, told where our mole is.
    Told,
}

const BARS: [Bar; 12] = [
    bar("banqi-random", "", Baseline::Random, 0.995),
    bar("banqi-greedy", "", Baseline::Greedy, 0.97),
    bar("banqi-one-ply", "", Baseline::OnePly, 0.90),
    bar("banqi-taiwan", "taiwan", Baseline::OnePly, 0.97),
    bar("sifang-random", "", Baseline::Random, 0.995),
    bar("sifang-greedy", "", Baseline::Greedy, 0.95),
    bar("sifang-depth-2", "", Baseline::DepthTwo, 0.75),
    bar("sifang-solo", "mode=solo", Baseline::Greedy, 2.2 / 3.0),
    bar("undercover-never", "", Baseline::NeverTurns, 0.75),
    bar("undercover-gain", "", Baseline::TurnsAtGain, 0.65),
    bar("undercover-uniform", "", Baseline::Uniform, 0.55),
    // Told nothing it would score half.
    Bar { name: "undercover-told", options: "", opponent: Opponent::Told, goal: 0.35 },
];

const fn bar(name: &'static str, options: &'static str, simple: Baseline, goal: f64) -> Bar {
    Bar { name, options, opponent: Opponent::Simple(simple), goal }
}

/// Longer games are draws.
const MOST_PLIES: u32 = 600;

/// A lead of so many points of banqi ought to win.
const DECISIVE_LEAD: u16 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let is_bar = |name: &&String| BARS.iter().any(|bar| bar.name.starts_with(name.as_str()));
    if let Some(name) = arguments.bars.iter().find(|name| !is_bar(name)) {
        let known: Vec<&str> = BARS.iter().map(|bar| bar.name).collect();
        return Err(format!("no bar begins with {name}; there are {}", known.join(", ")).into());
    }
    let is_asked = |bar: &&Bar| {
        arguments.bars.is_empty() || arguments.bars.iter().any(|name| bar.name.starts_with(name))
    };
    for bar in BARS.iter().filter(is_asked) {
        match bar.name.split('-').next() {
            Some("banqi") => {
                run::<Banqi>(bar, &arguments, 0, arena::EVEN, simple(BanqiBot::new), any_opening)?
            }
            Some("undercover") => {
                run::<Undercover>(bar, &arguments, 4, arena::EVEN, undercover, even)?;
            }
            _ if bar.name == "sifang-solo" => race(bar, &arguments)?,
            _ => {
                run::<Sifang>(bar, &arguments, 4, arena::EVEN, simple(SifangBot::new), any_opening)?
            }
        }
    }
    Ok(())
}

fn rules<G: Game>(
    bar: &Bar,
    arguments: &Arguments,
    opening: u32,
    seats: SeatSet,
) -> Result<Match<'static, G>, Box<dyn Error>> {
    let options = bar.options.parse().map_err(|error| format!("{}: {error}", bar.options))?;
    // Time is each player's own to keep.
    let nodes = if arguments.ms.is_some() { u64::MAX } else { arguments.nodes };
    let limits = [Limits::of_nodes(nodes); 2];
    Ok(Match { options, seed: arguments.seed, opening, limits, plies: MOST_PLIES, seats })
}

fn even(view: &UndercoverView, history: &[Played<undercover::Action>]) -> bool {
    UndercoverBot::finds_even(arena::MOST_UNEVEN, view, history)
}

/// Two who play each other, ours first.
type Players<G> = [Box<dyn Bot<G>>; 2];

/// Ours against somebody simple.
fn simple<G: Game, B: Bot<G> + 'static>(
    new: fn(Level) -> B,
) -> impl Fn(Opponent) -> Result<Players<G>, String> + Sync
where
    BaselineBot: Bot<G>,
{
    move |opponent| match opponent {
        Opponent::Simple(baseline) => {
            Ok([Box::new(new(Level::Top)), Box::new(BaselineBot::new(baseline))])
        }
        Opponent::Told => Err("only undercover has moles to tell of".to_owned()),
    }
}

fn undercover(opponent: Opponent) -> Result<Players<Undercover>, String> {
    let ours = UndercoverBot::new(Level::Top);
    Ok(match opponent {
        Opponent::Simple(baseline) => [Box::new(ours), Box::new(BaselineBot::new(baseline))],
        Opponent::Told => {
            let whisper = Whisper::default();
            let told = UndercoverBot::told(whisper.clone());
            [Box::new(Talkative::new(ours, whisper)), Box::new(told)]
        }
    })
}

/// A match of pairs, each with one deal and opening and the seats swapped.
fn run<G: Game>(
    bar: &Bar,
    arguments: &Arguments,
    opening: u32,
    seats: SeatSet,
    players: impl Fn(Opponent) -> Result<Players<G>, String> + Sync,
    is_even: impl Fn(&G::View, &[Played<G::Action>]) -> bool + Sync,
) -> Result<(), Box<dyn Error>> {
    let (mut score, mut leads) = (MatchScore::default(), MatchScore::default());
    let play = |pair| {
        let rules =
            rules::<G>(bar, arguments, opening, seats).map_err(|error| error.to_string())?;
        let opening = rules.opening(pair, &is_even);
        let mut played = Vec::new();
        for half in Half::BOTH {
            let [own, other] = players(bar.opponent)?;
            let [mut own, mut other] = [own, other].map(|bot| Timed { bot, ms: arguments.ms });
            let bots: [&mut dyn Bot<G>; 2] = [&mut own, &mut other];
            let game = arena::play_game(&rules, pair, half, &opening, bots);
            played.push((game.played.verdict, had_lead(&game)));
        }
        Ok(played)
    };
    in_threads(arguments.threads, arguments.games.div_ceil(2), play, |pair: Result<_, String>| {
        for (verdict, had_lead) in pair? {
            score.add(verdict);
            if had_lead {
                leads.add(verdict);
            }
        }
        show(&mut io::stderr(), bar, score.score(), score.interval(), score)?;
        Ok::<(), Box<dyn Error>>(())
    })?;
    show(&mut io::stdout(), bar, score.score(), score.interval(), score)?;
    if leads.games() > 0 {
        let (low, high) = leads.interval();
        writeln!(
            io::stdout(),
            "  led by {DECISIVE_LEAD} points in {} games: {:.1} % ({:.1} to {:.1}); {} won, {} drawn, {} lost",
            leads.games(),
            100.0 * leads.score(),
            100.0 * low,
            100.0 * high,
            leads.wins,
            leads.draws,
            leads.losses
        )?;
    }
    Ok(())
}

/// A player with so much time for an action, if any is set.
struct Timed<G: Game> {
    bot: Box<dyn Bot<G>>,
    ms: Option<u64>,
}

impl<G: Game> Bot<G> for Timed<G> {
    fn choose(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>> {
        let Some(ms) = self.ms else { return self.bot.choose(view, history, limits, dice) };
        let (start, time) = (Instant::now(), Duration::from_millis(ms));
        let is_over = || start.elapsed() >= time;
        self.bot.choose(view, history, &Limits::until(&is_over), dice)
    }

    fn evaluate(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        self.bot.evaluate(view, history, limits)
    }
}

fn show(
    out: &mut dyn Write,
    bar: &Bar,
    score: f64,
    (low, high): (f64, f64),
    games: MatchScore,
) -> io::Result<()> {
    writeln!(
        out,
        "{}: {:.1} % ({:.1} to {:.1}) of {:.1} wanted; {} won, {} drawn, {} lost",
        bar.name,
        100.0 * score,
        100.0 * low,
        100.0 * high,
        100.0 * bar.goal,
        games.wins,
        games.draws,
        games.losses
    )
}

/// Whether the first player of a game of banqi once led by enough to win.
fn had_lead<G: Game>(game: &PlayedGame<G>) -> bool {
    let text = game.game.history().iter().map(ToString::to_string).collect::<Vec<_>>();
    let Some(seat) = game.seats.iter().next().filter(|_| G::VARIANT == "banqi") else {
        return false;
    };
    let mut board = Board::start(banqi::Options::SEED);
    text.iter().any(|played| {
        let mut parts = played.split('=');
        let Some(action) = parts.next().and_then(|text| text.parse().ok()) else { return false };
        let revealed = parts.next().and_then(|text| text.chars().next());
        board.make(action, revealed.and_then(banqi::Piece::from_letter));
        board
            .color_of(seat)
            .is_some_and(|own| board.score(own) >= board.score(own.other()) + DECISIVE_LEAD)
    })
}

/// One against three, every seat as often.
fn race(bar: &Bar, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut points = Vec::new();
    let play = |number: u32| {
        let seat = SeatSet::only(Seat::new((number % 4) as u8));
        let rules = rules::<Sifang>(bar, arguments, 4, seat).map_err(|error| error.to_string())?;
        let pair = number / 4;
        let opening = rules.opening(pair, |_, _| true);
        let [own, mut racer] = simple(SifangBot::new)(bar.opponent)?;
        let mut own = Timed { bot: own, ms: arguments.ms };
        let bots: [&mut dyn Bot<Sifang>; 2] = [&mut own, &mut *racer];
        let game = arena::play_game(&rules, pair, Half::First, &opening, bots);
        let scores = match game.game.outcome() {
            Some(outcome) => outcome.scores,
            None => game.game.position().draw_scores(),
        };
        Ok((game.played, seat.iter().map(|seat| scores[seat.index()].in_halves()).sum::<u16>()))
    };
    in_threads(arguments.threads, arguments.games, play, |game: Result<_, String>| {
        let (played, halves) = game?;
        points.push(f64::from(halves) / 2.0);
        writeln!(io::stderr(), "{}: {} {played:?}", bar.name, mean(&points))?;
        Ok::<(), Box<dyn Error>>(())
    })?;
    let mean = mean(&points);
    let squares: f64 = points.iter().map(|points| (points - mean).powi(2)).sum();
    let count = points.len() as f64;
    let error = 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt();
    writeln!(
        io::stdout(),
        "{}: {mean:.2} ± {error:.2} of 3 points, 2.2 wanted; {count} games",
        bar.name
    )?;
    Ok(())
}

fn mean(points: &[f64]) -> f64 {
    points.iter().sum::<f64>() / points.len() as f64
}
