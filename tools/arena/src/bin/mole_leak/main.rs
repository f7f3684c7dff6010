//! Measures how much the moves of a computer, or of a person who follows hints, reveal their mole.
//!
//! The opponent plays the same moves in every game. Several guessers infer the mole from the
//! computer's first moves; each guess uses only the other games. The table shows the rate of right
//! guesses after 1 to 6 computer moves, among the games in which the mole is still hidden. The same
//! arguments print the same table on every machine. `docs/undercover-player.md` explains the
//! measurement.

mod games;
mod guess;

use bots::{Bot, Level, UndercoverBot};
use clap::Parser;
use games::{Analysis, NewBot, Setting, Source};
use guess::{Guesser, bound, chance, rate};
use std::{
    error::Error,
    io::{self, Write},
};
use undercover::Undercover;

/// Measures how much a computer's moves reveal its mole.
#[derive(Parser)]
struct Arguments {
    /// Levels to measure; all by default.
    #[arg(long)]
    level: Vec<Level>,
    /// Option sets to measure; by default the usual ones and `barred=0`.
    #[arg(long)]
    options: Vec<String>,
    /// Measures a person who follows every hint instead of the levels.
    #[arg(long)]
    hints: bool,
    /// Number of games for each level and option set, an even number.
    #[arg(long, default_value_t = 300, value_parser = arena::parse_games)]
    games: u32,
    /// Maximum number of nodes for each move, and for each question to the analysis.
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    /// Seed of the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Number of computer moves after which the mole is guessed.
const MOVES: usize = 6;

/// Maximum number of nodes for each place in the choice of the mole.
const SETUP_NODES: u64 = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let levels =
        if arguments.level.is_empty() { Level::ALL.to_vec() } else { arguments.level.clone() };
    let usual = ["", "barred=0"].map(str::to_owned).to_vec();
    let sets = if arguments.options.is_empty() { &usual } else { &arguments.options };
    let top = || Box::new(UndercoverBot::new(Level::Top)) as Box<dyn Bot<Undercover>>;
    for options in sets {
        if arguments.hints {
            measure("hints", options, Source::Hints(&top), &top, &arguments)?;
            continue;
        }
        for &level in &levels {
            let new = || Box::new(UndercoverBot::new(level)) as Box<dyn Bot<Undercover>>;
            measure(level.as_str(), options, Source::Player(&new), &top, &arguments)?;
        }
    }
    Ok(())
}

/// Prints the table of one player and option set.
fn measure(
    name: &str,
    options: &str,
    source: Source<'_>,
    analyst: NewBot<'_>,
    arguments: &Arguments,
) -> Result<(), Box<dyn Error>> {
    let setting = Setting {
        options: options.parse().map_err(|error| format!("{options}: {error}"))?,
        source,
        nodes: arguments.nodes,
        setup_nodes: SETUP_NODES,
        moves: MOVES,
        seed: arguments.seed,
    };
    let games = games::play(&setting, arguments.games);
    let analysis = Analysis::new(setting, analyst);
    let turned = games.iter().filter(|game| game.has_turned).count();
    let chance = chance(&games);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{name}, options {options:?}, {} nodes: {} games, {turned} turned, chance {:.1} %",
        arguments.nodes,
        games.len(),
        100.0 * chance,
    )?;
    write!(out, "  {:<20}", "computer moves")?;
    (1..=MOVES).try_for_each(|moves| write!(out, "{moves:>7}"))?;
    write!(out, "\n  {:<20}", "mole hidden, games")?;
    let hidden: Vec<usize> = (1..=MOVES)
        .map(|moves| games.iter().filter(|game| game.moves.len() >= moves).count())
        .collect();
    hidden.iter().try_for_each(|count| write!(out, "{count:>7}"))?;
    write!(out, "\n  {:<20}", "chance + 2 SD, %")?;
    let bounds: Vec<f64> = hidden.iter().map(|&count| bound(chance, count)).collect();
    bounds.iter().try_for_each(|bound| write!(out, "{:>7.1}", 100.0 * bound))?;
    writeln!(out)?;
    for guesser in Guesser::ALL {
        write!(out, "  {:<20}", guesser.name())?;
        for (moves, bound) in (1..=MOVES).zip(&bounds) {
            let share = rate(guesser, &games, moves, &analysis).share();
            let mark = if share > *bound { "!" } else { "" };
            write!(out, "{:>7}", format!("{:.1}{mark}", 100.0 * share))?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The small form of the measurement: no guesser is better than chance by more than two
    /// standard deviations.
    #[test]
    fn moves_and_hints_do_not_reveal_the_mole() {
        const NODES: u64 = 500;
        const GAMES: u32 = 100;
        let top: NewBot<'_> = &|| Box::new(UndercoverBot::new(Level::Top));
        let four: NewBot<'_> = &|| Box::new(UndercoverBot::new(Level::Four));
        let sources = [
            ("level-4", Source::Player(four)),
            ("top", Source::Player(top)),
            ("hints", Source::Hints(top)),
        ];
        for (name, source) in sources {
            for options in ["", "barred=0"] {
                let setting = Setting {
                    options: options.parse().expect("options"),
                    source,
                    nodes: NODES,
                    setup_nodes: 200,
                    moves: 4,
                    seed: 1,
                };
                let games = games::play(&setting, GAMES);
                assert_eq!(games.len(), GAMES as usize);
                let analysis = Analysis::new(setting, top);
                let chance = chance(&games);
                for guesser in Guesser::ALL {
                    for moves in 1..=setting.moves {
                        let rate = rate(guesser, &games, moves, &analysis);
                        let bound = bound(chance, rate.games);
                        let case = format!("{name}, {options:?}, {guesser:?}, {moves} moves");
                        assert!(rate.share() <= bound, "{case}: {rate:?}, at most {bound:.3}");
                    }
                }
            }
        }
    }
}
