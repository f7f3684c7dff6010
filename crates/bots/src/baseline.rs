//! Simple players to measure the others against. They never change: a figure against one of them
//! says the same next year. Only those that search as ours do (two plies of sifang, three manners of
//! undercover) change with the search and its judge.

mod banqi;
mod sifang;
mod undercover;
mod xiangqi;

use crate::{Level, SifangBot, UndercoverBot, undercover::Manner};
use core::{fmt, str::FromStr};
use game::Dice;

/// How a simple player plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Baseline {
    /// Any legal action.
    Random,
    /// Takes the most valuable piece it can, or acts at random. Alone in sifang it races: into a
    /// goal if it can, then takes, then goes nearer to a goal with its marshal. In banqi its cannons
    /// fire at what lies face down where it sees nothing to take.
    Greedy,
    /// In banqi, the same that goes by what it sees: to fire at what lies face down is as good to it
    /// as any action that takes nothing.
    Sighted,
    /// One action ahead: what it takes, less the best that could then be taken of it.
    OnePly,
    /// Two plies ahead with the evaluation and the quiescence of the house.
    DepthTwo,
    /// In undercover, the xiangqi player that never turns its mole and fears none.
    NeverTurns,
    /// In undercover, the same that turns as soon as turning looks better than any move.
    TurnsAtGain,
    /// In undercover, takes each place of the other side's mole for as likely as any other.
    Uniform,
}

impl Baseline {
    /// All of them.
    pub const ALL: [Baseline; 8] = [
        Baseline::Random,
        Baseline::Greedy,
        Baseline::Sighted,
        Baseline::OnePly,
        Baseline::DepthTwo,
        Baseline::NeverTurns,
        Baseline::TurnsAtGain,
        Baseline::Uniform,
    ];

    /// Its stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Baseline::Random => "random",
            Baseline::Greedy => "greedy",
            Baseline::Sighted => "sighted",
            Baseline::OnePly => "one-ply",
            Baseline::DepthTwo => "depth-2",
            Baseline::NeverTurns => "never-turns",
            Baseline::TurnsAtGain => "turns-at-gain",
            Baseline::Uniform => "uniform",
        }
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no [`Baseline`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownBaseline;

impl fmt::Display for UnknownBaseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a simple player:")?;
        let mut comma = "";
        for baseline in Baseline::ALL {
            write!(f, "{comma} `{baseline}`")?;
            comma = ",";
        }
        Ok(())
    }
}

impl core::error::Error for UnknownBaseline {}

impl FromStr for Baseline {
    type Err = UnknownBaseline;

    fn from_str(text: &str) -> Result<Baseline, UnknownBaseline> {
        Baseline::ALL.into_iter().find(|known| known.as_str() == text).ok_or(UnknownBaseline)
    }
}

/// A simple player of any game. What a game has no use for plays there as [`Baseline::Greedy`]
/// does, and [`Baseline::DepthTwo`] where the house looks ahead.
pub struct BaselineBot {
    baseline: Baseline,
    sifang: SifangBot,
    undercover: UndercoverBot,
}

impl BaselineBot {
    /// A player of this kind.
    pub fn new(baseline: Baseline) -> BaselineBot {
        let manner = match baseline {
            Baseline::NeverTurns => Manner::NeverTurns,
            Baseline::TurnsAtGain => Manner::TurnsAtGain,
            _ => Manner::Uniform,
        };
        BaselineBot {
            baseline,
            sifang: SifangBot::to_depth(2),
            undercover: UndercoverBot::with_manner(Level::Top, manner),
        }
    }
}

/// One of the actions with the highest score, drawn.
fn draw_best<A: Copy>(
    actions: &[A],
    dice: &mut dyn Dice,
    mut score: impl FnMut(A) -> i32,
) -> Option<A> {
    let scored: Vec<(i32, A)> = actions.iter().map(|&action| (score(action), action)).collect();
    let most = scored.iter().map(|&(score, _)| score).max()?;
    let best: Vec<A> =
        scored.iter().filter(|(score, _)| *score == most).map(|&(_, action)| action).collect();
    best.get(dice.roll(best.len() as u32) as usize).copied()
}
