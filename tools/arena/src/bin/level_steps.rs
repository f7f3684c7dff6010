//! Measures the difference between neighbouring levels of the computer players: they play pairs of
//! games with the same opening, deal and moles, and with the seats swapped.
//!
//! With the same limit of nodes, `chuhe arena` plays the same games. In undercover this holds with
//! `--opening 0`, because no opening is drawn here.
//!

//! Every line is a step: score and Elo of the upper level with 95 % confidence intervals (from
//! pairs), the results, and the mean numbers of nodes per action. The same arguments give the same
//! games on every machine.
//!

//! The last line of a game has the ratings from the first level up to the last one with all steps
//! played. A level that won or lost all games counts as if half a game had the opposite result.

use arena::{Half, Match, MatchScore, Pentanomial, any_opening};
use bots::{BanqiBot, Bot, Choice, Level, Limits, Score, SifangBot, UndercoverBot, XiangqiBot};
use clap::Parser;
use game::{Dice, Game, Played};
use games::Variant;
use std::{
    error::Error,
    io::{self, Write},
};

/// Plays matches between neighbouring levels and computes their ratings.
#[derive(Parser)]
struct Arguments {
    /// Games; by default all.
    variants: Vec<Variant>,
    /// Options of the games.
    #[arg(long, default_value = "")]
    options: String,
    /// Steps, named by the upper level; by default all.
    #[arg(long)]
    step: Vec<Level>,
    /// Number of games per step; even, because games come in pairs.
    #[arg(long, default_value_t = 100, value_parser = arena::parse_games)]
    games: u32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of nodes per action. Only the top level reaches it, except in solo sifang
    /// (`--options mode=solo --nodes 192000`). Sifang, which is slower, gets a quarter of it.
    #[arg(long, default_value_t = 12_000)]
    nodes: u64,
}

/// Maximum number of plies; longer games are draws.
const MAX_PLIES: u32 = 400;

/// Rating of the first level, by definition.
const FIRST: f64 = 600.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let all = Variant::ALL.to_vec();
    let asked = if arguments.variants.is_empty() { &all } else { &arguments.variants };
    for &variant in asked {
        let climb = match variant {
            Variant::Xiangqi => climb::<xiangqi::Xiangqi, _>(&arguments, 6, XiangqiBot::new, even),
            Variant::Undercover => {
                climb::<undercover::Undercover, _>(&arguments, 0, UndercoverBot::new, any_opening)
            }
            Variant::Sifang => {
                climb::<sifang::Sifang, _>(&arguments, 4, SifangBot::new, any_opening)
            }
            Variant::Banqi => climb::<banqi::Banqi, _>(&arguments, 0, BanqiBot::new, any_opening),
        };
        climb?;
    }
    Ok(())
}

/// As in `chuhe arena`.
fn even(view: &xiangqi::XiangqiView, history: &[Played<xiangqi::Action>]) -> bool {
    arena::is_even_xiangqi(arena::MAX_IMBALANCE, view, history)
}

/// Plays all steps of one game, from the lowest.
fn climb<G: Game, B: Bot<G>>(
    arguments: &Arguments,
    opening: u32,
    new: fn(Level) -> B,
    is_even: impl Fn(&G::View, &[Played<G::Action>]) -> bool,
) -> Result<(), Box<dyn Error>> {
    let variant: Variant = G::VARIANT.parse()?;
    let options = &arguments.options;
    let nodes = if variant == Variant::Sifang { arguments.nodes / 4 } else { arguments.nodes };
    let rules = Match::<G> {
        options: options.parse().map_err(|error| format!("{options}: {error}"))?,
        seed: arguments.seed,
        opening,
        limits: [Limits::of_nodes(nodes); 2],
        plies: MAX_PLIES,
        seats: arena::seats_of(variant, options),
    };
    let mut steps = Vec::new();
    for (lower, upper) in Level::ALL.into_iter().zip(Level::ALL.into_iter().skip(1)) {
        if !arguments.step.is_empty() && !arguments.step.contains(&upper) {
            continue;
        }
        let step = play_step(&rules, arguments.games / 2, [upper, lower], new, &is_even);
        let (elo, low, high) = step.pairs.elo();
        steps.push((upper, step.score));
        writeln!(
            io::stdout(),
            "{variant} {options} {upper} v {lower}: {:.1} % elo {elo:+.0} [{low:+.0}, {high:+.0}] +{} ={} -{} nodes {:.0} {:.0}",
            100.0 * step.score.score(),
            step.score.wins,
            step.score.draws,
            step.score.losses,
            step.nodes[0],
            step.nodes[1],
        )?;
    }
    let ratings = ratings(&steps);
    if ratings.len() > 1 {
        writeln!(io::stdout(), "{variant} {options} ratings {ratings:?}")?;
    }
    Ok(())
}

/// Ratings of the levels, rounded to tens, up to the first step that was not played.
fn ratings(steps: &[(Level, MatchScore)]) -> Vec<f64> {
    let mut rating = FIRST;
    let mut ratings = vec![rating];
    for (level, (upper, score)) in Level::ALL.into_iter().skip(1).zip(steps) {
        if level != *upper {
            break;
        }
        rating += score.finite_elo();
        ratings.push((rating / 10.0).round() * 10.0);
    }
    ratings
}

/// Result of a step.
#[derive(Default)]
struct Step {
    score: MatchScore,
    pairs: Pentanomial,
    /// Mean number of nodes per action of each player.
    nodes: [f64; 2],
}

fn play_step<G: Game, B: Bot<G>>(
    rules: &Match<'_, G>,
    pairs: u32,
    levels: [Level; 2],
    new: fn(Level) -> B,
    is_even: &impl Fn(&G::View, &[Played<G::Action>]) -> bool,
) -> Step {
    let mut step = Step::default();
    let mut spent = [(0, 0); 2];
    for pair in 0..pairs {
        let opening = rules.opening(pair, is_even);
        let verdicts = Half::BOTH.map(|half| {
            let [mut upper, mut lower] =
                levels.map(|level| Counted { bot: new(level), actions: 0, nodes: 0 });
            let game = arena::play_game(rules, pair, half, &opening, [&mut upper, &mut lower]);
            for (spent, bot) in spent.iter_mut().zip([upper, lower]) {
                *spent = (spent.0 + bot.actions, spent.1 + bot.nodes);
            }
            step.score.add(game.played.verdict);
            game.played.verdict
        });
        step.pairs.add(verdicts);
    }
    step.nodes = spent.map(|(actions, nodes)| nodes as f64 / f64::from(actions.max(1)));
    step
}

/// Player that counts its nodes.
struct Counted<B> {
    bot: B,
    actions: u32,
    nodes: u64,
}

impl<G: Game, B: Bot<G>> Bot<G> for Counted<B> {
    fn choose(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>> {
        let choice = self.bot.choose(view, history, limits, dice)?;
        self.actions += 1;
        self.nodes += choice.nodes;
        Some(choice)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_end_where_the_steps_do() {
        let step = |level, wins, losses| (level, MatchScore { wins, draws: 0, losses });
        let even = |level| step(level, 50, 50);
        let table = [
            (vec![], vec![600.0]),
            (vec![step(Level::Two, 75, 25), even(Level::Three)], vec![600.0, 790.0, 790.0]),
            // The rating of level 6 is unknown.
            (vec![step(Level::Seven, 75, 25)], vec![600.0]),
            (vec![even(Level::Two), step(Level::Four, 75, 25)], vec![600.0, 600.0]),
            // A perfect score: half a game of a hundred counts for the other side.
            (vec![step(Level::Two, 100, 0)], vec![600.0, 1520.0]),
            (vec![step(Level::Two, 0, 100)], vec![600.0, -320.0]),
        ];
        for (steps, expected) in table {
            assert_eq!(ratings(&steps), expected, "{steps:?}");
        }
    }
}
