//! How strong the players of banqi, sifang and undercover are against simple ones.
//!
//! Every line tells a bar, what was scored, between which values the true score lies 95 times of
//! 100, and how the games went. Under nodes the same arguments give the same games everywhere.

use banqi::{Banqi, Board};
use bots::{
    BanqiBot, Baseline, BaselineBot, Bot, Level, Limits, SifangBot, UndercoverBot,
    arena::{self, Half, Match, MatchScore, PlayedGame},
};
use clap::Parser;
use game::{Game, Seat, SeatSet};
use sifang::Sifang;
use std::{
    error::Error,
    io::{self, Write},
};
use undercover::Undercover;

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
}

/// A score to be reached against a simple player.
struct Bar {
    name: &'static str,
    options: &'static str,
    opponent: Baseline,
    goal: f64,
}

const BARS: [Bar; 11] = [
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
];

const fn bar(name: &'static str, options: &'static str, opponent: Baseline, goal: f64) -> Bar {
    Bar { name, options, opponent, goal }
}

/// Longer games are draws.
const MOST_PLIES: u32 = 600;

/// A lead of so many points of banqi ought to win.
const DECISIVE_LEAD: u16 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let is_asked = |bar: &&Bar| {
        arguments.bars.is_empty() || arguments.bars.iter().any(|name| bar.name.starts_with(name))
    };
    for bar in BARS.iter().filter(is_asked) {
        match bar.name.split('-').next() {
            Some("banqi") => run::<Banqi, _>(bar, &arguments, 0, arena::EVEN, BanqiBot::new)?,
            Some("undercover") => {
                run::<Undercover, _>(bar, &arguments, 4, arena::EVEN, UndercoverBot::new)?;
            }
            _ if bar.name == "sifang-solo" => race(bar, &arguments)?,
            _ => run::<Sifang, _>(bar, &arguments, 4, arena::EVEN, SifangBot::new)?,
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
    let limits = [Limits::of_nodes(arguments.nodes); 2];
    Ok(Match { options, seed: arguments.seed, opening, limits, plies: MOST_PLIES, seats })
}

/// A match of pairs, each with one deal and opening and the seats swapped.
fn run<G: Game, B: Bot<G>>(
    bar: &Bar,
    arguments: &Arguments,
    opening: u32,
    seats: SeatSet,
    new: fn(Level) -> B,
) -> Result<(), Box<dyn Error>>
where
    BaselineBot: Bot<G>,
{
    let rules = rules::<G>(bar, arguments, opening, seats)?;
    let (mut score, mut leads) = (MatchScore::default(), MatchScore::default());
    for pair in 0..arguments.games.div_ceil(2) {
        let opening = rules.opening(pair, |_, _| true);
        for half in Half::BOTH {
            let bots: [&mut dyn Bot<G>; 2] =
                [&mut new(Level::Top), &mut BaselineBot::new(bar.opponent)];
            let game = arena::play_game(&rules, pair, half, &opening, bots);
            score.add(game.played.verdict);
            if had_lead(&game) {
                leads.add(game.played.verdict);
            }
        }
        show(&mut io::stderr(), bar, score.score(), score.interval(), score)?;
    }
    show(&mut io::stdout(), bar, score.score(), score.interval(), score)?;
    if leads.games() > 0 {
        let won = 100 * leads.wins / leads.games();
        writeln!(
            io::stdout(),
            "  led by {DECISIVE_LEAD} points in {} games, {won} % of them won",
            leads.games()
        )?;
    }
    Ok(())
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
    for number in 0..arguments.games {
        let seat = Seat::new((number % 4) as u8);
        let rules = rules::<Sifang>(bar, arguments, 4, SeatSet::only(seat))?;
        let pair = number / 4;
        let opening = rules.opening(pair, |_, _| true);
        let mut racer = BaselineBot::new(bar.opponent);
        let bots: [&mut dyn Bot<Sifang>; 2] = [&mut SifangBot::new(Level::Top), &mut racer];
        let game = arena::play_game(&rules, pair, Half::First, &opening, bots);
        let scores = match game.game.outcome() {
            Some(outcome) => outcome.scores,
            None => game.game.position().draw_scores(),
        };
        points.push(f64::from(scores[seat.index()].in_halves()) / 2.0);
        let mut log = io::stderr();
        writeln!(log, "{}: {} {:?}", bar.name, mean(&points), game.played)?;
    }
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
