use arena::{MatchScore, Pentanomial};
use std::time::Duration;

/// Progress of a running match.
pub(super) struct Progress {
    /// Number of games in the match.
    pub(super) all: u32,
    /// Number of finished games that an earlier run played.
    pub(super) known: u32,
    pub(super) score: MatchScore,
    pub(super) pairs: Pentanomial,
    /// Log-likelihood ratio of the sequential test.
    pub(super) llr: Option<f64>,
    /// Time since this run began.
    pub(super) elapsed: Duration,
}

/// Number of characters in the progress bar.
const BAR: u32 = 10;

impl Progress {
    /// `[######----]  60 %`.
    pub(super) fn bar(&self) -> String {
        let done = self.score.games().min(self.all);
        let share =
            |of: u32| (u64::from(of) * u64::from(done) / u64::from(self.all.max(1))) as usize;
        let full = share(BAR);
        let empty = BAR as usize - full;
        format!("[{}{}] {:3} %", "#".repeat(full), "-".repeat(empty), share(100))
    }

    /// Status line: `120/200 +70 =10 -40 elo +53 [-4, +112] 3 min left`. Elo and its error come
    /// from the pairs.
    pub(super) fn line(&self) -> String {
        let (elo, low, high) = self.pairs.elo();
        let mut line = format!("{}/{} {}", self.score.games(), self.all, self.score);
        line += &format!(" elo {elo:+.0} [{low:+.0}, {high:+.0}]");
        if let Some(llr) = self.llr {
            line += &format!(" llr {llr:+.2}");
        }
        if let Some(left) = self.left() {
            // A sequential test may end sooner.
            let bound = if self.llr.is_some() { "at most " } else { "" };
            line += &format!(" {bound}{} left", rough(left));
        }
        line
    }

    /// Whether to print a line when the output is not a terminal: one for each tenth of the match.
    pub(super) fn is_worth_a_line(&self) -> bool {
        self.score.games() % (self.all / 10).max(2) < 2
    }

    /// Estimated remaining time, from the games of this run. Earlier runs did not record their
    /// duration.
    fn left(&self) -> Option<Duration> {
        let played = self.score.games().saturating_sub(self.known);
        let open = self.all.saturating_sub(self.score.games());
        (played > 0).then(|| self.elapsed.mul_f64(f64::from(open) / f64::from(played)))
    }
}

/// Duration in its most suitable unit.
fn rough(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..100 => format!("{seconds} s"),
        seconds @ ..6_000 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3_600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(games: [u32; 3], known: u32, llr: Option<f64>, seconds: u64) -> Progress {
        let [wins, draws, losses] = games;
        let score = MatchScore { wins, draws, losses };
        let pairs = Pentanomial { pairs: [losses / 2, 0, draws / 2, 0, wins / 2] };
        Progress { all: 200, known, score, pairs, llr, elapsed: Duration::from_secs(seconds) }
    }

    #[test]
    fn tells_how_the_match_stands() {
        let table = [
            (
                after([2, 0, 0], 0, None, 5),
                "[----------]   1 %",
                "2/200 +2 =0 -0 elo +inf [-inf, +inf] 8 min left",
            ),
            (
                after([40, 20, 40], 0, None, 60),
                "[#####-----]  50 %",
                "100/200 +40 =20 -40 elo +0 [-89, +89] 60 s left",
            ),
            // Only the games of this run give the time per game.
            (
                after([40, 20, 40], 90, Some(-1.234), 3_600),
                "[#####-----]  50 %",
                "100/200 +40 =20 -40 elo +0 [-89, +89] llr -1.23 at most 10 h left",
            ),
            // A log may hold more games than requested.
            (
                after([100, 100, 100], 300, None, 0),
                "[##########] 100 %",
                "300/200 +100 =100 -100 elo +0 [-46, +46]",
            ),
        ];
        for (progress, bar, line) in table {
            assert_eq!(progress.bar(), bar);
            assert_eq!(progress.line(), line);
        }
    }

    #[test]
    fn a_file_gets_few_lines() {
        for all in [2, 10, 30, 200, 20_000] {
            let is_told = |wins: &u32| {
                let progress = Progress { all, ..after([*wins, 0, 0], 0, None, 1) };
                progress.is_worth_a_line()
            };
            let lines = (2..=all).step_by(2).filter(is_told).count();
            assert!((1..=10).contains(&lines), "{all} games: {lines} lines");
        }
    }
}
