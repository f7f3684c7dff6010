/// Length of a rush in milliseconds.
pub const RUSH_MS: f64 = 180_000.0;

/// Number of errors that end a rush.
pub const RUSH_ERRORS: usize = 3;

/// Rating of the first puzzle of a rush, and its growth with each solved one.
const FIRST_RATING: f64 = 600.0;
const GROWTH: f64 = 45.0;

/// A rush: puzzles against time, harder and harder.
#[derive(Clone, PartialEq, Debug)]
pub struct Rush {
    /// The page's time of its end, in milliseconds.
    ends_ms: f64,
    /// Whether each puzzle was solved.
    results: Vec<bool>,
    /// Time left when errors or the player ended it, in milliseconds.
    stopped_ms: Option<f64>,
}

impl Rush {
    /// Begins a rush.
    pub fn new(now_ms: f64) -> Rush {
        Rush { ends_ms: now_ms + RUSH_MS, results: Vec::new(), stopped_ms: None }
    }

    /// Whether each puzzle so far was solved.
    pub fn results(&self) -> &[bool] {
        &self.results
    }

    /// Notes a puzzle. The last permitted error stops the clock.
    pub fn note(&mut self, is_solved: bool, now_ms: f64) {
        self.results.push(is_solved);
        if self.errors() >= RUSH_ERRORS {
            self.stop(now_ms);
        }
    }

    /// Number of solved puzzles.
    pub fn solved(&self) -> usize {
        self.results.iter().filter(|&&is_solved| is_solved).count()
    }

    /// Number of errors.
    pub fn errors(&self) -> usize {
        self.results.len() - self.solved()
    }

    /// Remaining time in milliseconds. It stays as it was when the rush was stopped.
    pub fn left_ms(&self, now_ms: f64) -> f64 {
        self.stopped_ms.unwrap_or_else(|| (self.ends_ms - now_ms).clamp(0.0, RUSH_MS))
    }

    /// Whether the rush is over.
    pub fn is_over(&self, now_ms: f64) -> bool {
        self.stopped_ms.is_some() || self.left_ms(now_ms) <= 0.0
    }

    /// Ends the rush now.
    pub fn stop(&mut self, now_ms: f64) {
        self.stopped_ms = Some(self.left_ms(now_ms));
    }

    /// Rating of the next puzzle.
    pub fn next_rating(&self) -> f64 {
        FIRST_RATING + GROWTH * self.solved() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_time_end_a_rush() {
        let mut rush = Rush::new(1_000.0);
        assert!(!rush.is_over(1_000.0) && rush.is_over(181_000.0));
        for is_solved in [true, false, true, false] {
            rush.note(is_solved, 2_000.0);
        }
        assert!(!rush.is_over(2_000.0));
        assert_eq!((rush.solved(), rush.errors(), rush.next_rating()), (2, 2, 690.0));
        rush.note(false, 2_000.0);
        assert!(rush.is_over(2_000.0));
        assert_eq!((rush.left_ms(2_000.0), rush.left_ms(90_000.0)), (179_000.0, 179_000.0));
        let mut stopped = Rush::new(1_000.0);
        stopped.stop(1_000.0);
        assert!(stopped.is_over(1_000.0));
    }
}
