use crate::{
    judge::{Judge, alone},
    sample::Sample,
};
use arena::in_threads;
use bots::{Bot, Limits, Seeded};
use clap::Args;
use game::{Dice, Game, Observer, Turn};
use sifang::{Side, Sifang};
use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
};

#[derive(Args)]
pub(crate) struct Play {
    /// Number of games.
    #[arg(long, default_value_t = 1_000)]
    games: u32,
    /// Seed of the first game; the following games use the next numbers.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Maximum number of nodes per action.
    #[arg(long, default_value_t = 300)]
    nodes: u64,
    /// Percentage of random actions.
    #[arg(long, default_value_t = 4)]
    drawn: u32,
    /// Number of random plies at the start.
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Network file, `ships` for the built-in network, or `hand` for a count of pieces and steps.
    #[arg(long, default_value = "ships")]
    judge: Judge,
    /// Number of games played at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Maximum number of plies; longer games are draws.
const MAX_PLIES: usize = 400;

impl Play {
    /// Writes the games in the order of their numbers.
    pub(crate) fn run(&self) -> io::Result<()> {
        let mut out = BufWriter::new(io::stdout().lock());
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        let work = |nth| (nth, self.play(nth));
        in_threads(self.threads, self.games, work, |(nth, samples)| {
            waiting.insert(nth, samples);
            while let Some(samples) = waiting.remove(&next) {
                samples.iter().try_for_each(|sample: &Sample| writeln!(out, "{sample}"))?;
                next += 1;
            }
            Ok::<(), io::Error>(())
        })?;
        out.flush()
    }

    /// Plays one game and returns the positions that were searched.
    fn play(&self, nth: u32) -> Vec<Sample> {
        let number = self.seed.wrapping_add(nth);
        let mut dice = Seeded::new(u64::from(number) << 20);
        let mut game = Sifang::start(alone(), ());
        let mut players = Side::ALL.map(|_| self.judge.player());
        let limits = Limits::of_nodes(self.nodes);
        let mut told = Vec::new();
        let mut samples: Vec<Sample> = Vec::new();
        let mut before = None;
        while let Turn::Seat(seat) = game.turn()
            && told.len() < MAX_PLIES
        {
            let legal = game.legal(seat);
            let is_drawn = told.len() < self.opening || dice.roll(100) < self.drawn;
            let action = if is_drawn {
                before = None;
                legal[dice.roll(legal.len() as u32) as usize]
            } else {
                let view = game.view(Observer::Seat(seat));
                let player = &mut players[seat.index()];
                let Some(choice) = player.choose(&view, &told, &limits, &mut dice) else { break };
                let (position, score) = (game.position().clone(), choice.score);
                samples.push(Sample { game: number, position, score, before, halves: [0; 4] });
                before = Some((Side::of_seat(seat), choice.score));
                choice.action
            };
            match game.play(seat, action) {
                Ok(played) => told.push(played),
                Err(_) => break,
            }
        }
        let points = game.outcome().map_or_else(|| game.draw_scores(), |outcome| outcome.scores);
        let halves = points.map(|points| points.in_halves());
        samples.iter_mut().for_each(|sample| sample.halves = halves);
        samples
    }
}
