use crate::judge::{Judge, alone};
use arena::{Half, Match, MatchScore, Pentanomial, Verdict, any_opening, in_threads};
use bots::Limits;
use clap::Args;
use sifang::Sifang;
use std::io::{self, Write};

#[derive(Args)]
pub(crate) struct Versus {
    /// Network file, `ships` for the built-in network, or `hand` for a count of pieces and steps.
    a: Judge,
    /// The other evaluation.
    b: Judge,
    /// Number of games; even, because games come in pairs with the same opening.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Seed of the first opening; the following ones use the next numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of nodes per action.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// A different maximum for the second player.
    #[arg(long)]
    b_nodes: Option<u64>,
    /// Number of pairs played at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Number of random plies before a game.
const OPENING: u32 = 4;
/// Maximum number of plies; longer games are draws.
const MAX_PLIES: u32 = 400;

impl Versus {
    pub(crate) fn run(&self) -> io::Result<()> {
        let (mut pairs, mut score) = (Pentanomial::default(), MatchScore::default());
        let count = self.games.div_ceil(2);
        in_threads(
            self.threads,
            count,
            |pair| self.play(pair),
            |verdicts| {
                pairs.add(verdicts);
                verdicts.into_iter().for_each(|verdict| score.add(verdict));
                Ok::<(), io::Error>(())
            },
        )?;
        let (elo, low, high) = pairs.elo();
        writeln!(
            io::stdout(),
            "{:.1} % elo {elo:+.0} [{low:+.0}, {high:+.0}] +{} ={} -{}",
            100.0 * score.score(),
            score.wins,
            score.draws,
            score.losses
        )
    }

    /// Plays both games of a pair.
    fn play(&self, pair: u32) -> [Verdict; 2] {
        let nodes = [self.nodes, self.b_nodes.unwrap_or(self.nodes)];
        let rules = Match::<Sifang> {
            options: alone(),
            seed: self.seed,
            opening: OPENING,
            limits: nodes.map(Limits::of_nodes),
            plies: MAX_PLIES,
            seats: arena::EVEN,
        };
        let opening = rules.opening(pair, any_opening);
        Half::BOTH.map(|half| {
            let [mut a, mut b] = [self.a.player(), self.b.player()];
            arena::play_game(&rules, pair, half, &opening, [&mut a, &mut b]).played.verdict
        })
    }
}
