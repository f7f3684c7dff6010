use super::{ArenaArgs, progress::Progress};
use crate::terminal::{self, Results};
use anyhow::Result;
use arena::{End, LoggedPair, MatchScore, Pace, Pentanomial, Sprt, SprtResult, Verdict, elo};
use serde_json::json;
use std::{
    io::{IsTerminal, Write},
    time::Instant,
};

/// Statistics of a match and their output.
pub(super) struct Report<'a> {
    args: &'a ArenaArgs,
    score: MatchScore,
    pairs: Pentanomial,
    /// Scores by kind of ending, in order of first occurrence.
    ends: Vec<(End, MatchScore)>,
    plies: u64,
    /// Longest time of each player for an action, in milliseconds.
    slowest_ms: [u64; 2],
    /// First fault of a player.
    problem: Option<String>,
    /// Number of games from the log of an earlier run.
    known: u32,
    since: Instant,
}

impl<'a> Report<'a> {
    /// Starts with the pairs of an earlier run.
    pub(super) fn new(args: &'a ArenaArgs, known: &[LoggedPair]) -> Report<'a> {
        let mut report = Report {
            args,
            score: MatchScore::default(),
            pairs: Pentanomial::default(),
            ends: Vec::new(),
            plies: 0,
            slowest_ms: [0; 2],
            problem: None,
            known: 0,
            since: Instant::now(),
        };
        known.iter().for_each(|pair| report.add(pair));
        report.known = report.score.games();
        report
    }

    /// Adds a pair.
    pub(super) fn add(&mut self, pair: &LoggedPair) {
        let mut verdicts = [Verdict::Drawn; 2];
        for (game, counted) in pair.games.iter().zip(&mut verdicts) {
            let (Some(verdict), Some(end)) = (game.verdict(), game.end()) else { continue };
            *counted = verdict;
            self.score.add(verdict);
            self.plies += game.actions.len() as u64;
            for (slowest, ms) in self.slowest_ms.iter_mut().zip(game.slowest_ms) {
                *slowest = (*slowest).max(ms);
            }
            if let (None, Some(problem)) = (&self.problem, &game.problem) {
                let loser = if verdict == Verdict::Lost { &self.args.a } else { &self.args.b };
                self.problem = Some(format!("{loser}: {problem}"));
            }
            match self.ends.iter_mut().find(|(known, _)| *known == end) {
                Some((_, score)) => score.add(verdict),
                None => {
                    let mut score = MatchScore::default();
                    score.add(verdict);
                    self.ends.push((end, score));
                }
            }
        }
        self.pairs.add(verdicts);
    }

    /// Whether the sequential test has decided.
    pub(super) fn is_decided(&self) -> bool {
        let result = |sprt: Sprt| sprt.result(&self.pairs);
        self.args.sprt.is_some_and(|sprt| result(sprt) != SprtResult::Open)
    }

    /// Shows the progress: a line that is overwritten at a terminal, otherwise occasional lines.
    pub(super) fn show_progress(&self) {
        let progress = Progress {
            all: self.args.pairs() * 2,
            known: self.known,
            score: self.score,
            pairs: self.pairs,
            llr: self.args.sprt.map(|sprt| sprt.llr(&self.pairs)),
            elapsed: self.since.elapsed(),
        };
        let mut out = std::io::stderr().lock();
        let shown = if out.is_terminal() {
            // Line wrap is switched off, because a wrapped line cannot be overwritten.
            write!(out, "\r\x1b[?7l{} {}\x1b[K\x1b[?7h", progress.bar(), progress.line())
                .and_then(|()| out.flush())
        } else if progress.is_worth_a_line() {
            writeln!(out, "{}", progress.line())
        } else {
            Ok(())
        };
        // The match continues if stderr is closed.
        let _ = shown;
    }

    /// Prints the full result to stdout.
    pub(super) fn print(mut self) -> Result<()> {
        self.ends.sort_by_key(|(end, score)| (u32::MAX - score.games(), end.to_string()));
        if std::io::stderr().is_terminal() {
            // Starts a new line after the overwritten one.
            terminal::complain_as_it_is("");
        }
        let mut out = Results::new();
        if self.args.json {
            writeln!(out, "{}", self.json())?;
            return Ok(out.finish()?);
        }
        let ArenaArgs { variant, options, a, b, seed, .. } = self.args;
        let space = if options.is_empty() { "" } else { " " };
        writeln!(out, "{variant}{space}{options}: {a} against {b}, seed {seed}, {}", self.limit())?;
        let (low, high) = self.score.interval();
        let score = self.score.score();
        writeln!(out, "games {} {}", self.score.games(), self.score)?;
        writeln!(out, "score {score:.3}, 95 % between {low:.3} and {high:.3}")?;
        let (by, low, high) = (elo(score), elo(low), elo(high));
        writeln!(out, "elo {by:+.0}, 95 % between {low:+.0} and {high:+.0}")?;
        let (by, low, high) = self.pairs.elo();
        let pairs = self.pairs.pairs;
        writeln!(out, "pairs {pairs:?}: elo {by:+.0}, 95 % between {low:+.0} and {high:+.0}")?;
        if let Some(sprt) = self.args.sprt {
            let Sprt { elo0, elo1, .. } = sprt;
            writeln!(
                out,
                "sprt {elo0},{elo1}: {} llr {:+.2}",
                self.decision(),
                sprt.llr(&self.pairs)
            )?;
        }
        for (end, score) in &self.ends {
            writeln!(out, "  {end}: {} {}", score.games(), score)?;
        }
        if let Some(problem) = &self.problem {
            writeln!(out, "  {problem}")?;
        }
        let [slowest_a, slowest_b] = self.slowest_ms;
        writeln!(out, "slowest action {slowest_a} ms against {slowest_b} ms")?;
        writeln!(out, "{:.1} plies a game, {:.0} s", self.mean_plies(), self.seconds())?;
        Ok(out.finish()?)
    }

    fn json(&self) -> serde_json::Value {
        let (low, high) = self.score.interval();
        let score = self.score.score();
        let (pair_elo, pair_low, pair_high) = self.pairs.elo();
        let ends: serde_json::Map<_, _> =
            self.ends.iter().map(|(end, score)| (end.to_string(), tally(*score))).collect();
        let pace = self.args.pace();
        // JSON has no infinity; infinite values become null.
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        json!({
            "variant": self.args.variant.as_str(),
            "options": self.args.options,
            "a": self.args.a.to_string(),
            "b": self.args.b.to_string(),
            "seed": self.args.seed,
            "nodes": if pace == Pace::Nodes { Some(self.args.nodes) } else { None },
            "b_nodes": if pace == Pace::Nodes { Some(self.args.nodes_of_b()) } else { None },
            "ms": self.args.ms,
            "margin": self.args.ms.map(|_| self.args.margin),
            "tc": pace.clock_text(),
            "opening": self.args.opening(),
            "even": self.args.judges_openings().then_some(self.args.even),
            "plies": self.args.plies,
            "a_options": self.args.a_option,
            "b_options": self.args.b_option,
            "deterministic": self.args.is_deterministic(),
            "games": tally(self.score),
            "score": score,
            "score_95": [low, high],
            "elo": finite(elo(score)),
            "elo_95": [finite(elo(low)), finite(elo(high))],
            "pairs": self.pairs.pairs,
            "pairs_elo": finite(pair_elo),
            "pairs_elo_95": [finite(pair_low), finite(pair_high)],
            "sprt": self.args.sprt.map(|_| self.decision()),
            "llr": self.args.sprt.map(|sprt| sprt.llr(&self.pairs)),
            "ends": ends,
            "problem": self.problem,
            "plies_a_game": self.mean_plies(),
            "seconds": self.seconds(),
        })
    }

    fn decision(&self) -> &'static str {
        match self.args.sprt.map(|sprt| sprt.result(&self.pairs)) {
            Some(SprtResult::Accepted) => "accepted",
            Some(SprtResult::Rejected) => "rejected",
            Some(SprtResult::Open) | None => "open",
        }
    }

    fn limit(&self) -> String {
        let nodes = match self.args.b_nodes {
            Some(others) => format!("{} nodes an action against {others}", self.args.nodes),
            None => format!("{} nodes an action", self.args.nodes),
        };
        let pace = self.args.pace();
        match (pace, pace.clock_text()) {
            (Pace::Action { time, .. }, _) => {
                format!("{} ms an action: another run may go another way", time.as_millis())
            }
            (_, Some(clock)) => format!("{clock} s a game: another run may go another way"),
            _ if self.args.is_deterministic() => format!("{nodes}: deterministic"),
            _ => nodes,
        }
    }

    fn mean_plies(&self) -> f64 {
        self.plies as f64 / f64::from(self.score.games().max(1))
    }

    fn seconds(&self) -> f64 {
        self.since.elapsed().as_secs_f64()
    }
}

fn tally(score: MatchScore) -> serde_json::Value {
    let MatchScore { wins, draws, losses } = score;
    json!({ "played": score.games(), "wins": wins, "draws": draws, "losses": losses })
}
