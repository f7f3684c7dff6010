//! Simple opponents for measurements. They do not change, so that results stay comparable.
//! Exceptions are the ones that use our search (two plies of sifang, three manners of undercover).

mod banqi;
mod sifang;
mod undercover;
mod xiangqi;

use bots::{Level, Manner, SifangBot, UndercoverBot};
use core::{fmt, str::FromStr};
use game::Dice;

/// The manner of a simple player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Baseline {
    /// Plays a random legal action.
    Random,
    /// Captures the most valuable piece, or plays at random. In solo sifang it enters a goal if it
    /// can, then captures, then moves its marshal towards a goal. In banqi, if nothing can be
    /// captured, its cannons fire at face-down pieces.
    Greedy,
    /// In banqi, as `Greedy`, but firing at a face-down piece is no better than any other
    /// non-capture.
    Sighted,
    /// Looks one action ahead: its capture less the best capture in reply.
    OnePly,
    /// Searches two plies with our evaluation and quiescence.
    DepthTwo,
    /// In undercover, the xiangqi player; never turns its mole and fears none.
    NeverTurns,
    /// In undercover, the same, but turns its mole as soon as that looks better than any move.
    TurnsAtGain,
    /// In undercover, considers all positions of the opponent's mole equally likely.
    Uniform,
}

impl Baseline {
    /// All manners.
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

    /// Stable name.
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

/// The text does not name a [`Baseline`].
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

/// A simple player of any game. A manner that does not apply to a game plays as
/// [`Baseline::Greedy`].
pub struct BaselineBot {
    baseline: Baseline,
    sifang: SifangBot,
    undercover: UndercoverBot,
}

impl BaselineBot {
    /// Creates a player of this manner.
    pub fn new(baseline: Baseline) -> BaselineBot {
        let manner = match baseline {
            Baseline::NeverTurns => Manner::NeverTurns,
            Baseline::TurnsAtGain => Manner::TurnsAtGain,
            _ => Manner::Uniform,
        };
        BaselineBot {
            baseline,
            sifang: SifangBot::new(Level::Top),
            undercover: UndercoverBot::with_manner(Level::Top, manner),
        }
    }
}

/// Chooses randomly among the actions with the highest score.
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
