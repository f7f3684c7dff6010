//! Measures the players of banqi, sifang and undercover against simple ones.
//!
//! Every line is a bar: the score, its 95 % confidence interval, and the results of the games. With
//! a limit of nodes, the same arguments give the same games on every machine. With `--log` a
//! command continues after an interruption.

mod log;

use arena::{
    Baseline, BaselineBot, Half, Match, MatchScore, PlayedGame, Talkative, Told, Verdict, Whisper,
    any_opening, in_threads,
};
use banqi::{Banqi, Board};
use bots::{BanqiBot, Bot, Choice, Level, Limits, Score, SifangBot, UndercoverBot};
use clap::Parser;
use game::{Dice, Game, Played, Seat, SeatSet};
use log::{Log, left};
use sifang::Sifang;
use std::{
    error::Error,
    fmt,
    io::{self, Write},
    path::PathBuf,
    str::FromStr,
    time::{Duration, Instant},
};
use undercover::{Undercover, UndercoverView};

/// Plays the matches that measure the players.
#[derive(Parser)]
struct Arguments {
    /// Bars, by a prefix of their names; by default all.
    bars: Vec<String>,
    /// Number of games per bar; even, because games come in pairs, except in `sifang-solo`.
    #[arg(long, default_value_t = 200, value_parser = arena::parse_games)]
    games: u32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of nodes per action of either player.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Milliseconds per action of either player, instead of nodes.
    #[arg(long, conflicts_with = "nodes")]
    ms: Option<u64>,
    /// Number of games played at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Log file with which the same command continues. The numbers of games and threads and the
    /// choice of bars may change.
    #[arg(long)]
    log: Option<PathBuf>,
}

impl Arguments {
    /// All settings that decide the games, except the bars and their number of games.
    fn terms(&self) -> String {
        let limit = match self.ms {
            Some(ms) => format!("{ms} ms"),
            None => format!("{} nodes", self.nodes),
        };
        format!("bars: seed {}, {limit} an action, {MAX_PLIES} plies at most", self.seed)
    }
}

/// Score to reach against an opponent.
struct Bar {
    name: &'static str,
    options: &'static str,
    opponent: Opponent,
    goal: f64,
}

/// Opponent.
#[derive(Clone, Copy)]
enum Opponent {
    Simple(Baseline),
    /// The same player, informed about the position of our mole.
    Told,
}

const BARS: [Bar; 13] = [
    bar("banqi-random", "", Baseline::Random, 0.995),
    bar("banqi-greedy", "", Baseline::Greedy, 0.95),
    bar("banqi-sighted", "", Baseline::Sighted, 0.97),
    bar("banqi-one-ply", "", Baseline::OnePly, 0.90),
    bar("banqi-taiwan", "taiwan", Baseline::OnePly, 0.97),
    bar("sifang-random", "", Baseline::Random, 0.995),
    bar("sifang-greedy", "", Baseline::Greedy, 0.95),
    bar("sifang-depth-2", "", Baseline::DepthTwo, 0.75),
    bar("sifang-solo", "mode=solo", Baseline::Greedy, 2.2 / 3.0),
    bar("undercover-never", "", Baseline::NeverTurns, 0.75),
    bar("undercover-gain", "", Baseline::TurnsAtGain, 0.65),
    bar("undercover-uniform", "", Baseline::Uniform, 0.55),
    // Without this information it would score 0.5.
    Bar { name: "undercover-told", options: "", opponent: Opponent::Told, goal: 0.35 },
];

const fn bar(name: &'static str, options: &'static str, simple: Baseline, goal: f64) -> Bar {
    Bar { name, options, opponent: Opponent::Simple(simple), goal }
}

/// Maximum number of plies; longer games are draws.
const MAX_PLIES: u32 = 600;

/// Lead in points of banqi that should win.
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
    let mut log = match &arguments.log {
        Some(path) => Log::open(path, &arguments.terms())?,
        None => Log::default(),
    };
    for bar in BARS.iter().filter(is_asked) {
        let log = &mut log;
        match bar.name.split('-').next() {
            Some("banqi") => {
                let players = simple(BanqiBot::new);
                run::<Banqi>(bar, &arguments, log, (0, arena::EVEN), players, any_opening)?;
            }
            Some("undercover") => {
                run::<Undercover>(bar, &arguments, log, (4, arena::EVEN), undercover, even)?;
            }
            _ if bar.name == "sifang-solo" => race(bar, &arguments, log)?,
            _ => {
                let players = simple(SifangBot::new);
                run::<Sifang>(bar, &arguments, log, (4, arena::EVEN), players, any_opening)?;
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
    // Each player keeps its own time.
    let nodes = if arguments.ms.is_some() { u64::MAX } else { arguments.nodes };
    let limits = [Limits::of_nodes(nodes); 2];
    Ok(Match { options, seed: arguments.seed, opening, limits, plies: MAX_PLIES, seats })
}

fn even(view: &UndercoverView, history: &[Played<undercover::Action>]) -> bool {
    arena::is_even_undercover(arena::MAX_IMBALANCE, view, history)
}

/// The measured player and its opponent.
type Players<G> = [Box<dyn Bot<G>>; 2];

/// The measured player against a simple one.
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
            let told = Told::new(UndercoverBot::new(Level::Top), whisper.clone());
            [Box::new(Talkative::new(ours, whisper)), Box::new(told)]
        }
    })
}

/// Result of a game of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counted {
    verdict: Verdict,
    /// Whether the measured player once had a decisive lead.
    had_lead: bool,
}

/// Suffix of the result of a game with a decisive lead.
const LED: &str = "-led";

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.verdict.as_str(), if self.had_lead { LED } else { "" })
    }
}

impl FromStr for Counted {
    type Err = ();

    fn from_str(text: &str) -> Result<Counted, ()> {
        let verdict = text.strip_suffix(LED);
        let had_lead = verdict.is_some();
        let verdict = Verdict::from_text(verdict.unwrap_or(text)).ok_or(())?;
        Ok(Counted { verdict, had_lead })
    }
}

/// Results of a bar, and those of games with a decisive lead.
#[derive(Default)]
struct Tally {
    score: MatchScore,
    leads: MatchScore,
}

impl Tally {
    fn add(&mut self, games: &[Counted]) {
        for game in games {
            self.score.add(game.verdict);
            if game.had_lead {
                self.leads.add(game.verdict);
            }
        }
    }
}

/// Plays pairs with the same deal and opening and with swapped seats.
fn run<G: Game>(
    bar: &Bar,
    arguments: &Arguments,
    log: &mut Log,
    (opening, seats): (u32, SeatSet),
    players: impl Fn(Opponent) -> Result<Players<G>, String> + Sync,
    is_even: impl Fn(&G::View, &[Played<G::Action>]) -> bool + Sync,
) -> Result<(), Box<dyn Error>> {
    let known = log.known::<Counted>(bar.name)?;
    let left = left(arguments.games / 2, &known);
    let mut tally = Tally::default();
    known.iter().for_each(|(_, games)| tally.add(games));
    let play = |at| {
        let pair = left[at as usize];
        let rules =
            rules::<G>(bar, arguments, opening, seats).map_err(|error| error.to_string())?;
        let opening = rules.opening(pair, &is_even);
        let mut played = Vec::new();
        for half in Half::BOTH {
            let [own, other] = players(bar.opponent)?;
            let [mut own, mut other] = [own, other].map(|bot| Timed { bot, ms: arguments.ms });
            let bots: [&mut dyn Bot<G>; 2] = [&mut own, &mut other];
            let game = arena::play_game(&rules, pair, half, &opening, bots);
            played.push(Counted { verdict: game.played.verdict, had_lead: had_lead(&game) });
        }
        Ok((pair, played))
    };
    in_threads(arguments.threads, left.len() as u32, play, |played: Result<_, String>| {
        let (pair, games) = played?;
        tally.add(&games);
        log.write(bar.name, pair, &games)?;
        let score = tally.score;
        show(&mut io::stderr(), bar, score.score(), score.interval(), score)?;
        Ok::<(), Box<dyn Error>>(())
    })?;
    let Tally { score, leads } = tally;
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

/// Player with a time limit per action, if any.
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

/// Whether the first player of a game of banqi once had a decisive lead.
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

/// Plays one against three, with every seat equally often.
fn race(bar: &Bar, arguments: &Arguments, log: &mut Log) -> Result<(), Box<dyn Error>> {
    let known = log.known::<u16>(bar.name)?;
    let left = left(arguments.games, &known);
    let in_points = |halves: u16| f64::from(halves) / 2.0;
    let mut points: Vec<f64> =
        known.into_iter().flat_map(|(_, halves)| halves).map(in_points).collect();
    let play = |at: u32| {
        let number = left[at as usize];
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
        let halves: u16 = seat.iter().map(|seat| scores[seat.index()].in_halves()).sum();
        Ok((number, game.played, halves))
    };
    in_threads(arguments.threads, left.len() as u32, play, |game: Result<_, String>| {
        let (number, played, halves) = game?;
        points.push(in_points(halves));
        log.write(bar.name, number, &[halves])?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_kept_as_they_counted() {
        for verdict in [Verdict::Won, Verdict::Drawn, Verdict::Lost] {
            for had_lead in [false, true] {
                let counted = Counted { verdict, had_lead };
                assert_eq!(counted.to_string().parse(), Ok(counted));
            }
        }
        assert!("won-led-".parse::<Counted>().is_err());
    }

    #[test]
    fn what_decides_the_games_is_told() {
        let terms = |text: &str| Arguments::parse_from(text.split(' ')).terms();
        let usual = terms("bars");
        for same in ["bars banqi", "bars --games 4", "bars --threads 2", "bars --log x"] {
            assert_eq!(terms(same), usual, "{same}");
        }
        for other in ["bars --seed 2", "bars --nodes 7", "bars --ms 20000"] {
            assert_ne!(terms(other), usual, "{other}");
        }
    }
}
