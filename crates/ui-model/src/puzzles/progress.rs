use super::PuzzleId;
use crate::Variant;
use rating::Rating;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Storage key of the solver's progress in a game.
pub const fn progress_key(variant: Variant) -> &'static str {
    match variant {
        Variant::Xiangqi => "chuhe.puzzles",
        Variant::Undercover => "chuhe.puzzles.undercover",
        Variant::Sifang => "chuhe.puzzles.sifang",
        Variant::Banqi => "chuhe.puzzles.banqi",
    }
}

/// Deviation of a puzzle's rating, which comes from the levels' attempts.
const PUZZLE_DEVIATION: f64 = 120.0;
/// Maximum change of the rating by one puzzle. A first puzzle would otherwise change it by hundreds of
/// points, because nothing else is known of the solver.
const MAX_CHANGE: f64 = 100.0;
/// Bounds of a solver's rating.
const MIN_RATING: f64 = 100.0;
const MAX_RATING: f64 = 3_500.0;
/// Maximum number of kept ratings, for the curve.
const MAX_CURVE: usize = 40;
/// Maximum number of kept missed puzzles; the oldest are dropped.
const MAX_MISSED: usize = 200;
/// Maximum number of puzzles known to be seen; the oldest are dropped.
const MAX_SEEN: usize = 1_500;
/// Maximum number of days kept whose daily puzzle was solved.
const MAX_DAILY: usize = 31;
/// Maximum number of results kept for a day.
const MAX_TODAY: usize = 100;

/// The solver's progress: a guest's is stored by the browser, an account's by the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    rating: f64,
    deviation: f64,
    volatility: f64,
    /// Ratings after the last puzzles, rounded.
    curve: Vec<u16>,
    /// Day of the results in `today`, since 1970.
    day: u64,
    today: Vec<bool>,
    missed: Vec<String>,
    seen: Vec<String>,
    best_rush: u32,
    /// Number of rated puzzles.
    attempts: u32,
    /// Number of them that were solved.
    solved: u32,
    /// The last days whose daily puzzle was solved.
    daily: Vec<u64>,
}

impl Default for Progress {
    fn default() -> Progress {
        let Rating { rating, deviation, volatility } = Rating::START;
        Progress {
            rating,
            deviation,
            volatility,
            curve: Vec::new(),
            day: 0,
            today: Vec::new(),
            missed: Vec::new(),
            seen: Vec::new(),
            best_rush: 0,
            attempts: 0,
            solved: 0,
            daily: Vec::new(),
        }
    }
}

impl Progress {
    /// Parses the stored progress. `None` if the text is invalid or a number is out of its range.
    pub fn parse(text: &str) -> Option<Progress> {
        serde_json::from_str::<Progress>(text).ok()?.checked()
    }

    /// The progress with lists of allowed length; `None` if a number is out of its range.
    pub(super) fn checked(mut self) -> Option<Progress> {
        let is_sane = (0.0..=4_000.0).contains(&self.rating)
            && (1.0..=350.0).contains(&self.deviation)
            && (0.001..=1.0).contains(&self.volatility);
        keep_last(&mut self.missed, MAX_MISSED);
        keep_last(&mut self.seen, MAX_SEEN);
        keep_last(&mut self.curve, MAX_CURVE);
        keep_last(&mut self.today, MAX_TODAY);
        keep_last(&mut self.daily, MAX_DAILY);
        is_sane.then_some(self)
    }

    /// The progress as text for storage.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The solver's rating.
    pub const fn rating(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    /// The ratings after the last puzzles, oldest first.
    pub fn curve(&self) -> &[u16] {
        &self.curve
    }

    /// Whether each puzzle of a day was solved at the first attempt, oldest first.
    pub fn results_of(&self, day: u64) -> &[bool] {
        if self.day == day { &self.today } else { &[] }
    }

    /// Whether the daily puzzle of a day was solved.
    pub fn has_solved_daily(&self, day: u64) -> bool {
        self.daily.contains(&day)
    }

    /// Notes that the daily puzzle of a day was solved.
    pub fn solve_daily(&mut self, day: u64) {
        if !self.has_solved_daily(day) {
            self.daily.push(day);
            // Another device may report an earlier day.
            self.daily.sort_unstable();
            keep_last(&mut self.daily, MAX_DAILY);
        }
    }

    /// Number of days in a row, up to this one or the day before, whose daily puzzle was solved.
    pub fn daily_streak(&self, day: u64) -> usize {
        let last = if self.has_solved_daily(day) { Some(day) } else { day.checked_sub(1) };
        let Some(last) = last else { return 0 };
        (0..=last).rev().take_while(|&day| self.has_solved_daily(day)).count()
    }

    /// Whether a puzzle has been shown before.
    pub fn has_seen(&self, id: PuzzleId) -> bool {
        let id = id.text();
        self.seen.contains(&id)
    }

    /// The puzzles known to be seen, oldest first.
    pub(super) fn seen(&self) -> impl Iterator<Item = PuzzleId> + '_ {
        self.seen.iter().filter_map(|id| PuzzleId::read(id))
    }

    /// Number of rated puzzles.
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The rating of a puzzle that no account has tried, by the rating in its file.
    pub fn of_file(puzzle_rating: u16) -> Rating {
        let volatility = Rating::START.volatility;
        Rating { rating: puzzle_rating.into(), deviation: PUZZLE_DEVIATION, volatility }
    }

    /// Takes a device's progress over: its rating, if a least deviation is given for it, and in any
    /// case the puzzles in `news`, those of them that were missed, the best rush and the days.
    pub(super) fn take_along(
        &mut self,
        device: Progress,
        least_deviation: Option<f64>,
        news: &[PuzzleId],
        missed: &[PuzzleId],
    ) {
        self.end_rush(device.best_rush);
        device.daily.iter().for_each(|&day| self.solve_daily(day));
        for &id in news {
            self.see(id);
            if missed.contains(&id) {
                self.miss(id);
            }
        }
        if let Some(least) = least_deviation {
            self.rating = device.rating.clamp(MIN_RATING, MAX_RATING);
            self.deviation = device.deviation.max(least);
            self.volatility = device.volatility;
            self.attempts = device.attempts;
            self.solved = device.solved;
            (self.curve, self.day, self.today) = (device.curve, device.day, device.today);
        }
    }

    pub(super) fn forget_seen(&mut self) {
        self.seen.clear();
    }

    /// Keeps the seen puzzles of another copy as well.
    pub(super) fn keep_seen_of(&mut self, mut other: Progress) {
        other.seen.retain(|id| !self.seen.contains(id));
        other.seen.append(&mut self.seen);
        self.seen = other.seen;
        keep_last(&mut self.seen, MAX_SEEN);
    }

    /// The missed puzzles, oldest first.
    pub fn missed(&self) -> impl DoubleEndedIterator<Item = PuzzleId> + '_ {
        self.missed.iter().filter_map(|id| PuzzleId::read(id))
    }

    /// Best number of puzzles solved in a rush.
    pub const fn best_rush(&self) -> u32 {
        self.best_rush
    }

    /// Notes the result of a rush. Returns whether it is a new best.
    pub const fn end_rush(&mut self, solved: u32) -> bool {
        let is_best = solved > self.best_rush;
        if is_best {
            self.best_rush = solved;
        }
        is_best
    }

    /// Notes a puzzle without rating it: one of a rush, or one with a hint. A missed one is kept for
    /// repetition.
    pub fn note_unrated(&mut self, id: PuzzleId, is_solved: bool) {
        if !is_solved {
            self.miss(id);
        }
        self.see(id);
    }

    /// Notes the first attempt at a puzzle and rates it, unless it was seen before. Returns the
    /// change of the rating.
    pub fn note(&mut self, id: PuzzleId, puzzle_rating: u16, is_solved: bool, day: u64) -> i32 {
        if self.day > day {
            // The device's clock was set back.
            self.day = day;
            self.today.clear();
        }
        let counts = !self.has_seen(id);
        self.note_met(id, Progress::of_file(puzzle_rating), counts, is_solved, day)
    }

    /// Notes an attempt at a puzzle with this rating, and rates it if it counts. Returns the change
    /// of the rating.
    pub(super) fn note_met(
        &mut self,
        id: PuzzleId,
        puzzle: Rating,
        counts: bool,
        is_solved: bool,
        day: u64,
    ) -> i32 {
        if self.day < day {
            self.day = day;
            self.today.clear();
        }
        // Another device may report an earlier day.
        if self.day == day {
            self.today.push(is_solved);
            keep_last(&mut self.today, MAX_TODAY);
        }
        if is_solved {
            let id = id.text();
            self.missed.retain(|other| *other != id);
        } else {
            self.miss(id);
        }
        self.see(id);
        if !counts {
            return 0;
        }
        self.attempts = self.attempts.saturating_add(1);
        self.solved = self.solved.saturating_add(is_solved.into());
        let result = if is_solved { Ordering::Greater } else { Ordering::Less };
        let before = self.rating;
        let rated = self.rating();
        let after = rated.met(&[(puzzle, result)]);
        // A puzzle that would change more counts in part, for the deviation as well.
        let weight = MAX_CHANGE / (after.rating - before).abs().max(MAX_CHANGE);
        let Rating { rating, deviation, volatility } = rated.interpolate(after, weight);
        self.rating = rating.clamp(MIN_RATING, MAX_RATING);
        // The rating stays able to move.
        self.deviation = deviation.max(45.0);
        self.volatility = volatility;
        self.curve.push(self.rating.round() as u16);
        keep_last(&mut self.curve, MAX_CURVE);
        (self.rating.round() - before.round()) as i32
    }

    fn miss(&mut self, id: PuzzleId) {
        let id = id.text();
        self.missed.retain(|other| *other != id);
        self.missed.push(id);
        keep_last(&mut self.missed, MAX_MISSED);
    }

    fn see(&mut self, id: PuzzleId) {
        let id = id.text();
        if !self.seen.contains(&id) {
            self.seen.push(id);
            keep_last(&mut self.seen, MAX_SEEN);
        }
    }
}

/// Drops the first elements of a list that is too long.
fn keep_last<T>(list: &mut Vec<T>, most: usize) {
    let extra = list.len().saturating_sub(most);
    list.drain(..extra);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_attempt_is_rated_and_a_miss_is_repeated() {
        let mut progress = Progress::default();
        let [first, second] = [7, 8].map(PuzzleId::new);
        assert!(progress.note(first, 1_500, true, 100) > 0);
        let rated = progress.rating();
        assert!(rated.deviation < Rating::START.deviation);
        assert!(progress.note(second, 1_500, false, 100) < 0);
        assert_eq!(progress.results_of(100), [true, false]);
        assert_eq!(progress.missed().collect::<Vec<_>>(), [second]);
        // A repetition is not rated. Solving it removes it from the list.
        assert_eq!(progress.note(second, 1_500, true, 101), 0);
        assert_eq!((progress.missed().count(), progress.results_of(101)), (0, &[true][..]));
        assert_eq!(progress.results_of(100), [] as [bool; 0]);
        assert_eq!(Progress::parse(&progress.to_text()), Some(progress));
    }

    /// A solution that is shown counts as one wrong attempt, and no puzzle decides the rating alone.
    #[test]
    fn one_puzzle_changes_the_rating_by_a_limited_number_of_points() {
        for is_solved in [false, true] {
            let mut progress = Progress::default();
            let changes: Vec<i32> = (0..40)
                .map(|number| {
                    let rating = progress.rating().rating.round() as u16;
                    progress.note(PuzzleId::new(number), rating, is_solved, 1)
                })
                .collect();
            assert!(changes.iter().all(|change| change.abs() <= 100), "{changes:?}");
            assert_eq!(changes[0], if is_solved { 100 } else { -100 });
            // A strong or weak solver still reaches the own level, and then the rating settles.
            let sum = changes[..10].iter().sum::<i32>().abs();
            assert!(sum > 500, "{changes:?}");
            assert!(progress.rating().deviation < 110.0, "{:?}", progress.rating());
        }
    }

    #[test]
    fn days_in_a_row_are_counted() {
        let mut progress = Progress::default();
        for day in [90, 98, 99] {
            progress.solve_daily(day);
        }
        for (day, streak) in [(99, 2), (100, 2), (101, 0), (90, 1), (0, 0)] {
            assert_eq!(progress.daily_streak(day), streak, "{day}");
        }
    }

    #[test]
    fn lists_do_not_grow_without_limit() {
        let mut progress = Progress::default();
        for number in 0..3_000 {
            progress.note(PuzzleId::new(number * 77), 1_200, number % 3 == 0, 5);
        }
        assert_eq!(progress.missed.len(), MAX_MISSED);
        assert_eq!(progress.seen.len(), MAX_SEEN);
        assert!(progress.to_text().len() < crate::stored::MAX_BYTES / 4);
        for text in ["", "{\"rating\":1e300}", "{\"deviation\":-1}", "7", "{\"volatility\":0}"] {
            assert_eq!(Progress::parse(text), None, "{text}");
        }
        assert_eq!(Progress::parse("{}"), Some(Progress::default()));
    }
}
