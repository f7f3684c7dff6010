use super::ArenaArgs;
use anyhow::Result;
use bots::arena::{End, GameResult, MatchScore, elo};
use serde_json::json;
use std::{
    io::{IsTerminal, Write},
    time::Instant,
};

/// What has happened so far, and how it is shown.
pub(super) struct Report<'a> {
    args: &'a ArenaArgs,
    standing: MatchScore,
    /// The standing of the games that ended each way, in the order they first came.
    ends: Vec<(End, MatchScore)>,
    plies: u64,
    since: Instant,
}

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a ArenaArgs) -> Report<'a> {
        Report {
            args,
            standing: MatchScore::default(),
            ends: Vec::new(),
            plies: 0,
            since: Instant::now(),
        }
    }

    /// Counts a pair and shows how far the match is.
    pub(super) fn add(&mut self, pair: [GameResult; 2]) {
        for played in pair {
            self.standing.add(played);
            self.plies += u64::from(played.plies);
            match self.ends.iter_mut().find(|(end, _)| *end == played.end) {
                Some((_, standing)) => standing.add(played),
                None => {
                    let mut standing = MatchScore::default();
                    standing.add(played);
                    self.ends.push((played.end, standing));
                }
            }
        }
        self.show_progress();
    }

    /// One line that rewrites itself; where nothing can be rewritten, a line now and then.
    fn show_progress(&self) {
        let (games, all) = (self.standing.games(), self.args.pairs() * 2);
        let line = format!("{games}/{all} {}", counts(self.standing));
        let mut out = std::io::stderr().lock();
        let shown = if out.is_terminal() {
            write!(out, "\r{line}\x1b[K").and_then(|()| out.flush())
        } else if games % (all / 10).max(2) < 2 {
            writeln!(out, "{line}")
        } else {
            Ok(())
        };
        // A match goes on though nobody can see it.
        let _ = shown;
    }

    /// The whole result on standard output.
    pub(super) fn print(mut self) -> Result<()> {
        self.ends.sort_by_key(|(end, standing)| (u32::MAX - standing.games(), end.to_string()));
        if std::io::stderr().is_terminal() {
            eprintln!();
        }
        let mut out = std::io::stdout().lock();
        if self.args.json {
            writeln!(out, "{}", self.json())?;
            return Ok(());
        }
        let ArenaArgs { variant, options, a, b, seed, .. } = self.args;
        let space = if options.is_empty() { "" } else { " " };
        writeln!(out, "{variant}{space}{options}: {a} against {b}, seed {seed}, {}", self.limit())?;
        let (low, high) = self.standing.interval();
        let score = self.standing.score();
        writeln!(out, "games {} {}", self.standing.games(), counts(self.standing))?;
        writeln!(out, "score {score:.3}, 95 % between {low:.3} and {high:.3}")?;
        let (by, low, high) = (elo(score), elo(low), elo(high));
        writeln!(out, "elo {by:+.0}, 95 % between {low:+.0} and {high:+.0}")?;
        for (end, standing) in &self.ends {
            writeln!(out, "  {end}: {} {}", standing.games(), counts(*standing))?;
        }
        writeln!(out, "{:.1} plies a game, {:.0} s", self.mean_plies(), self.seconds())?;
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let (low, high) = self.standing.interval();
        let score = self.standing.score();
        let ends: serde_json::Map<_, _> =
            self.ends.iter().map(|(end, standing)| (end.to_string(), tally(*standing))).collect();
        // JSON has no infinity: what cannot be told is null.
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        json!({
            "variant": self.args.variant.as_str(),
            "options": self.args.options,
            "a": self.args.a.as_str(),
            "b": self.args.b.as_str(),
            "seed": self.args.seed,
            "nodes": if self.args.is_deterministic() { Some(self.args.nodes) } else { None },
            "ms": self.args.ms,
            "deterministic": self.args.is_deterministic(),
            "games": tally(self.standing),
            "score": score,
            "score_95": [low, high],
            "elo": finite(elo(score)),
            "elo_95": [finite(elo(low)), finite(elo(high))],
            "ends": ends,
            "plies_a_game": self.mean_plies(),
            "seconds": self.seconds(),
        })
    }

    fn limit(&self) -> String {
        match self.args.ms {
            Some(ms) => format!("{ms} ms an action: another run may go another way"),
            None => format!("{} nodes an action: deterministic", self.args.nodes),
        }
    }

    fn mean_plies(&self) -> f64 {
        self.plies as f64 / f64::from(self.standing.games().max(1))
    }

    fn seconds(&self) -> f64 {
        self.since.elapsed().as_secs_f64()
    }
}

/// `+150 =20 -30`.
fn counts(MatchScore { wins, draws, losses }: MatchScore) -> String {
    format!("+{wins} ={draws} -{losses}")
}

fn tally(standing: MatchScore) -> serde_json::Value {
    let MatchScore { wins, draws, losses } = standing;
    json!({ "played": standing.games(), "wins": wins, "draws": draws, "losses": losses })
}
