//! The puzzles of an account: what the page reports, what the server stores and answers, and the
//! copy on a device.

use super::{Exercise, Progress, PuzzleId, progress_key};
use crate::{
    Variant,
    stored::{self, Storage},
};
use protocol::UnixMs;
use rating::Rating;
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, collections::BTreeMap, mem};

/// Maximum number of attempts in a report.
pub const ATTEMPTS_AT_ONCE: usize = 100;
/// Greatest number of puzzles solved in a rush that is believed.
pub const MAX_RUSH: u32 = 1_000;
/// Maximum number of attempts that wait on a device; the oldest are dropped.
const MAX_UNSENT: usize = 1_000;
/// Least deviation of a rating that comes from a device: the server has seen none of its attempts.
const TAKEN_DEVIATION: f64 = 110.0;
/// Least deviation of a puzzle's rating, which stays able to move.
const LEAST_DEVIATION: f64 = 45.0;
const DAY_MS: u64 = 24 * 3_600_000;

/// An attempt at a puzzle. The puzzle and the time identify it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAttempt {
    /// Id of the puzzle.
    pub puzzle: String,
    /// Whether it was solved.
    pub solved: bool,
    /// Time of the attempt by the device's clock, Unix ms.
    pub at_ms: UnixMs,
    /// Whether the attempt changes no rating: it is one of a rush, or one with a hint.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub unrated: bool,
    /// Whether the puzzle was that of its day.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub daily: bool,
}

impl PuzzleAttempt {
    const fn day(&self) -> u64 {
        self.at_ms.0 / DAY_MS
    }
}

/// Body of `POST /api/puzzles/GAME/attempts`. Sending it again changes nothing.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleReport {
    /// Name of the account that the attempts are for. A browser may be signed in with another one in
    /// the meantime.
    pub account: String,
    /// Attempts, at most [`ATTEMPTS_AT_ONCE`].
    #[serde(default)]
    pub attempts: Vec<PuzzleAttempt>,
    /// Best number of puzzles solved in a rush.
    #[serde(default)]
    pub best_rush: u32,
    /// Codes of the endings that were played as they should be.
    #[serde(default)]
    pub endings: Vec<String>,
    /// Progress that a guest has made on the device, to be taken along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<Progress>,
}

/// Answer of `GET /api/puzzles/GAME/progress` and `POST /api/puzzles/GAME/attempts`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleState {
    /// Name of the account.
    pub account: String,
    /// Whether the account has no progress yet.
    pub is_new: bool,
    /// The progress. The answer to a report leaves out which puzzles were seen.
    pub progress: Progress,
    /// Codes of the endings that were played as they should be.
    pub endings: Vec<String>,
    /// Reported puzzles that the server does not have; their attempts were left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
}

/// Answer of `GET /api/puzzles/GAME/PUZZLE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleFigures {
    /// Rating of the puzzle, rounded.
    pub rating: u16,
    /// Number of accounts that have tried the puzzle.
    pub attempts: u64,
    /// Number of them that solved it at the first attempt.
    pub solved: u64,
}

impl PuzzleFigures {
    /// Share of the accounts that solved the puzzle, in percent; `None` before the first attempt.
    pub fn percent(self) -> Option<u64> {
        (self.solved.min(self.attempts) * 100 + self.attempts / 2).checked_div(self.attempts)
    }
}

/// What the server stores of an account for a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountPuzzles {
    progress: Progress,
    endings: Vec<String>,
    /// The tried puzzles with the times of the last attempts.
    tried: BTreeMap<String, UnixMs>,
}

impl AccountPuzzles {
    /// Parses a stored document.
    pub fn parse(text: &str) -> Option<AccountPuzzles> {
        let read: AccountPuzzles = serde_json::from_str(text).ok()?;
        let AccountPuzzles { progress, endings, tried } = read;
        Some(AccountPuzzles { progress: progress.checked()?, endings, tried })
    }

    /// The document as text for storage.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether an attempt is stored, or a later one at the same puzzle.
    pub fn has(&self, attempt: &PuzzleAttempt) -> bool {
        self.tried.get(&attempt.puzzle).is_some_and(|&last| attempt.at_ms <= last)
    }

    /// Adds an attempt at a puzzle with this rating. Returns the puzzle's rating afterwards if the
    /// attempt counts for it: only the account's first rated one does. An attempt that is stored
    /// already changes nothing.
    pub fn add(&mut self, id: PuzzleId, attempt: &PuzzleAttempt, puzzle: Rating) -> Option<Rating> {
        if self.has(attempt) {
            return None;
        }
        let is_first = self.tried.insert(id.text(), attempt.at_ms).is_none();
        let solver = self.progress.rating();
        let counts = is_first && !attempt.unrated;
        apply(&mut self.progress, id, attempt, puzzle, counts);
        if !counts {
            return None;
        }
        let result = if attempt.solved { Ordering::Less } else { Ordering::Greater };
        let Rating { rating, deviation, volatility } = puzzle.met(&[(solver, result)]);
        let (rating, deviation) = (rating.clamp(100.0, 3_500.0), deviation.max(LEAST_DEVIATION));
        Some(Rating { rating, deviation, volatility })
    }

    /// Notes the best rush and the endings of a device.
    pub fn join(&mut self, best_rush: u32, endings: &[String]) {
        self.progress.end_rush(best_rush);
        join(&mut self.endings, endings);
    }

    /// Takes along what a guest has done on a device. An account with a rating keeps it. Puzzles that
    /// `is_known` does not know are left out; the others count as tried. `None` if a number is out of
    /// its range.
    pub fn take_along(
        &mut self,
        device: Progress,
        is_known: impl Fn(PuzzleId) -> bool,
    ) -> Option<()> {
        let device = device.checked()?;
        let is_new = self.tried.is_empty();
        let (seen, missed): (Vec<PuzzleId>, Vec<PuzzleId>) =
            (device.seen().collect(), device.missed().collect());
        let mut news = Vec::new();
        for id in seen.iter().chain(&missed).filter(|&&id| is_known(id)) {
            if let std::collections::btree_map::Entry::Vacant(place) = self.tried.entry(id.text()) {
                place.insert(UnixMs(0));
                news.push(*id);
            }
        }
        self.progress.take_along(device, is_new.then_some(TAKEN_DEVIATION), &news, &missed);
        Some(())
    }

    /// What the account's page receives. The seen puzzles are left out for a page that has them.
    pub fn state(&self, account: &str, with_seen: bool, unknown: Vec<String>) -> PuzzleState {
        let is_new = *self == AccountPuzzles::default();
        let mut progress = self.progress.clone();
        if !with_seen {
            progress.forget_seen();
        }
        let (account, endings) = (account.to_owned(), self.endings.clone());
        PuzzleState { account, is_new, progress, endings, unknown }
    }
}

/// Adds an attempt to the progress. `counts` says whether it changes the rating.
pub(super) fn apply(
    progress: &mut Progress,
    id: PuzzleId,
    attempt: &PuzzleAttempt,
    puzzle: Rating,
    counts: bool,
) -> i32 {
    if attempt.solved && attempt.daily {
        progress.solve_daily(attempt.day());
    }
    if attempt.unrated {
        progress.note_unrated(id, attempt.solved);
        return 0;
    }
    progress.note_met(id, puzzle, counts, attempt.solved, attempt.day())
}

fn join(codes: &mut Vec<String>, others: &[String]) {
    for code in others {
        if !codes.contains(code) && Exercise::read(code).is_some() {
            codes.push(code.clone());
        }
    }
}

/// An attempt that the server does not have yet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Unsent {
    attempt: PuzzleAttempt,
    /// Rating of the puzzle in its file.
    rating: u16,
    /// Whether the attempt changes the rating on this device.
    counts: bool,
}

/// A device's copy of an account's progress in a game. What the server does not have yet waits in it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccountCopy {
    progress: Progress,
    endings: Vec<String>,
    unsent: Vec<Unsent>,
    /// Whether the server lacks the best rush or an ending.
    is_changed: bool,
}

/// Storage key of an account's copy.
fn key(variant: Variant, account: &str) -> String {
    format!("{}.of.{account}", progress_key(variant))
}

impl AccountCopy {
    /// Removes the copies of an account that was closed.
    pub fn forget(storage: impl Storage, account: &str) {
        Variant::ALL.into_iter().for_each(|variant| storage.remove(&key(variant, account)));
    }

    /// Reads an account's copy.
    pub fn read(storage: impl Storage, variant: Variant, account: &str) -> AccountCopy {
        let parse = |text: &str| {
            let mut copy: AccountCopy = serde_json::from_str(text).ok()?;
            copy.progress = mem::take(&mut copy.progress).checked()?;
            Some(copy)
        };
        stored::read(storage, &key(variant, account), parse).unwrap_or_default()
    }

    /// Changes an account's copy in the storage, which other tabs change as well. Returns the copy
    /// and the result of the change.
    pub fn change<T>(
        storage: impl Storage,
        variant: Variant,
        account: &str,
        change: impl FnOnce(&mut AccountCopy) -> T,
    ) -> (AccountCopy, T) {
        let mut copy = AccountCopy::read(storage, variant, account);
        let result = change(&mut copy);
        let text = serde_json::to_string(&copy).unwrap_or_default();
        storage.set(&key(variant, account), &text);
        (copy, result)
    }

    /// The progress, with the attempts that the server does not have yet.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Codes of the endings that were played as they should be.
    pub fn endings(&self) -> &[String] {
        &self.endings
    }

    /// Adds an attempt. Returns the expected change of the rating.
    pub fn add(&mut self, id: PuzzleId, attempt: PuzzleAttempt, rating: u16) -> i32 {
        let counts = !attempt.unrated && !self.progress.has_seen(id);
        let change = apply(&mut self.progress, id, &attempt, Progress::of_file(rating), counts);
        self.unsent.push(Unsent { attempt, rating, counts });
        let extra = self.unsent.len().saturating_sub(MAX_UNSENT);
        self.unsent.drain(..extra);
        change
    }

    /// Notes the result of a rush. Returns whether it is a new best.
    pub const fn end_rush(&mut self, solved: u32) -> bool {
        let is_best = self.progress.end_rush(solved);
        self.is_changed |= is_best;
        is_best
    }

    /// Notes an exercise whose goal was reached.
    pub fn add_ending(&mut self, exercise: Exercise) {
        let code = exercise.code();
        if !self.endings.contains(&code) {
            self.endings.push(code);
            self.is_changed = true;
        }
    }

    /// The next report to the server; `None` if the server has everything.
    pub fn report(&self, account: &str) -> Option<PuzzleReport> {
        if self.unsent.is_empty() && !self.is_changed {
            return None;
        }
        let attempts = self.unsent.iter().take(ATTEMPTS_AT_ONCE).map(|it| it.attempt.clone());
        Some(PuzzleReport {
            account: account.to_owned(),
            attempts: attempts.collect(),
            best_rush: self.progress.best_rush(),
            endings: self.endings.clone(),
            device: None,
        })
    }

    /// Takes over the server's answer to a report of these attempts. Attempts that still wait are
    /// added to it.
    pub fn adopt(&mut self, state: &PuzzleState, sent: &[PuzzleAttempt]) {
        self.unsent.retain(|it| !sent.contains(&it.attempt));
        let before = mem::replace(&mut self.progress, state.progress.clone());
        for Unsent { attempt, rating, counts } in &self.unsent {
            if let Some(id) = PuzzleId::read(&attempt.puzzle) {
                apply(&mut self.progress, id, attempt, Progress::of_file(*rating), *counts);
            }
        }
        self.is_changed = self.progress.end_rush(before.best_rush());
        self.progress.keep_seen_of(before);
        let own = mem::replace(&mut self.endings, state.endings.clone());
        join(&mut self.endings, &own);
        self.is_changed |= self.endings.len() > state.endings.len();
    }

    /// Drops attempts that the server refuses, so that they do not hold up later ones.
    pub fn drop_refused(&mut self, sent: &[PuzzleAttempt]) {
        self.unsent.retain(|it| !sent.contains(&it.attempt));
        self.is_changed = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stored::tests::Memory;

    const FILE: u16 = 1_500;

    fn attempt(number: u64, solved: bool, at_ms: u64) -> (PuzzleId, PuzzleAttempt) {
        let id = PuzzleId::new(number);
        let at_ms = UnixMs(at_ms);
        (id, PuzzleAttempt { puzzle: id.text(), solved, at_ms, unrated: false, daily: false })
    }

    fn added(account: &mut AccountPuzzles, attempts: &[(PuzzleId, PuzzleAttempt)]) -> Vec<bool> {
        let mut one = |(id, it): &(PuzzleId, PuzzleAttempt)| {
            account.add(*id, it, Progress::of_file(FILE)).is_some()
        };
        attempts.iter().map(&mut one).collect()
    }

    #[test]
    fn an_attempt_counts_once_and_moves_both_ratings() {
        let mut account = AccountPuzzles::default();
        let file = Progress::of_file(FILE);
        let (id, solved) = attempt(7, true, 1_000);
        let after = account.add(id, &solved, file).expect("the first attempt counts");
        assert!(after.rating < file.rating && after.deviation < file.deviation);
        let rated = account.progress.rating();
        assert!(rated.rating > Rating::START.rating);
        let once = account.clone();
        // Sent again, an earlier one of another device, a repetition.
        for (solved, at_ms, changes) in
            [(true, 1_000, false), (false, 900, false), (false, 2_000, true)]
        {
            let (id, again) = attempt(7, solved, at_ms);
            assert_eq!(account.add(id, &again, file), None, "{at_ms}");
            assert_eq!(account != once, changes, "{at_ms}");
            assert_eq!(account.progress.rating(), rated);
        }
        assert_eq!(account.progress.missed().count(), 1);
        // A puzzle of a rush is never rated afterwards.
        let (id, mut rush) = attempt(8, false, 3_000);
        rush.unrated = true;
        assert_eq!(account.add(id, &rush, file), None);
        let (id, later) = attempt(8, true, 4_000);
        assert_eq!(account.add(id, &later, file), None);
        assert_eq!(account.progress.rating(), rated);
        assert_eq!(AccountPuzzles::parse(&account.to_text()), Some(account));
    }

    #[test]
    fn two_devices_lose_nothing() {
        let one: Vec<_> = (0..20).map(|n| attempt(n, n % 3 != 0, 1_000 + n)).collect();
        let other: Vec<_> = (10..30).map(|n| attempt(n, n % 2 == 0, 500 + n)).collect();
        for (first, second) in [(&one, &other), (&other, &one)] {
            let mut account = AccountPuzzles::default();
            let counted = added(&mut account, first).into_iter().filter(|&it| it).count()
                + added(&mut account, second).into_iter().filter(|&it| it).count();
            assert_eq!((counted, account.tried.len()), (30, 30));
            assert_eq!(account.progress.attempts(), 30);
            let once = account.clone();
            added(&mut account, first);
            added(&mut account, second);
            assert_eq!(account, once, "sent again");
        }
    }

    #[test]
    fn a_guests_progress_is_taken_along() {
        let mut device = Progress::default();
        for number in 0..30 {
            device.note(PuzzleId::new(number), 1_900, number != 5, 3);
        }
        device.end_rush(12);
        device.solve_daily(3);
        let is_known = |id: PuzzleId| id != PuzzleId::new(9);
        let mut account = AccountPuzzles::default();
        assert!(account.state("Ada", true, vec![]).is_new);
        assert_eq!(account.take_along(device.clone(), is_known), Some(()));
        let progress = &account.progress;
        assert_eq!(progress.rating().rating, device.rating().rating);
        assert!(progress.rating().deviation >= TAKEN_DEVIATION);
        assert_eq!((progress.best_rush(), progress.has_solved_daily(3)), (12, true));
        assert_eq!(progress.missed().collect::<Vec<_>>(), [PuzzleId::new(5)]);
        assert_eq!(account.tried.len(), 29);
        assert!(!account.state("Ada", true, vec![]).is_new);
        // The puzzles of the device do not count again.
        assert_eq!(added(&mut account, &[attempt(3, true, 9)]), [false]);
        // An account that has a rating keeps it.
        let mut other = AccountPuzzles::default();
        added(&mut other, &[attempt(40, false, 1), attempt(3, true, 1)]);
        let rating = other.progress.rating();
        assert_eq!(other.take_along(device, is_known), Some(()));
        assert_eq!(other.progress.rating(), rating);
        assert_eq!((other.progress.best_rush(), other.tried.len()), (12, 30));
        for text in ["{\"rating\":1e9}", "{\"deviation\":0}"] {
            let device = serde_json::from_str(text).expect("a progress");
            assert_eq!(AccountPuzzles::default().take_along(device, is_known), None, "{text}");
        }
    }

    #[test]
    fn attempts_wait_on_the_device_until_the_server_has_them() {
        let memory = Memory::new(1_000_000);
        let change = |account: &str, number: u64, at_ms: u64| {
            let (id, attempt) = attempt(number, true, at_ms);
            AccountCopy::change(&memory, Variant::Banqi, account, |it| it.add(id, attempt, FILE)).0
        };
        assert_eq!(AccountCopy::read(&memory, Variant::Banqi, "Ada").report("Ada"), None);
        for number in 0..(ATTEMPTS_AT_ONCE as u64 + 5) {
            change("Ada", number, 10 + number);
        }
        assert_eq!(AccountCopy::read(&memory, Variant::Banqi, "Bo").report("Bo"), None);
        let mut copy = AccountCopy::read(&memory, Variant::Banqi, "Ada");
        let expected = copy.progress().rating();
        let mut server = AccountPuzzles::default();
        let mut reports = 0;
        while let Some(report) = copy.report("Ada") {
            for attempt in &report.attempts {
                let id = PuzzleId::read(&attempt.puzzle).expect("an id");
                server.add(id, attempt, Progress::of_file(FILE));
            }
            copy.adopt(&server.state("Ada", false, vec![]), &report.attempts);
            reports += 1;
        }
        assert_eq!((reports, copy.unsent.len()), (2, 0));
        // The device writes its numbers as text in between, which rounds them.
        let agree = |one: Rating, other: Rating| {
            let pairs = [(one.rating, other.rating), (one.deviation, other.deviation)];
            assert!(pairs.iter().all(|(one, other)| (one - other).abs() < 1e-6), "{pairs:?}");
        };
        agree(server.progress.rating(), expected);
        agree(copy.progress().rating(), expected);
        assert!(copy.progress().has_seen(PuzzleId::new(3)), "the device knows what was seen");
        // Another device's attempts arrive, and one that waits here is added to them.
        let (id, elsewhere) = attempt(900, false, 5_000);
        server.add(id, &elsewhere, Progress::of_file(FILE));
        let (id, here) = attempt(901, true, 6_000);
        copy.add(id, here.clone(), FILE);
        copy.adopt(&server.state("Ada", true, vec![]), &[]);
        server.add(id, &here, Progress::of_file(FILE));
        agree(copy.progress().rating(), server.progress.rating());
        assert!(copy.end_rush(9) && !copy.end_rush(9));
        let report = copy.report("Ada").expect("a report");
        assert_eq!((report.best_rush, &report.attempts[..]), (9, &[here][..]));
        copy.drop_refused(&report.attempts);
        assert_eq!(copy.report("Ada"), None);
        change("Bo", 1, 1);
        AccountCopy::forget(&memory, "Ada");
        let kept = |account| AccountCopy::read(&memory, Variant::Banqi, account).unsent.len();
        assert_eq!((kept("Ada"), kept("Bo")), (0, 1));
    }

    #[test]
    fn the_share_of_solvers_is_rounded() {
        for (attempts, solved, percent) in
            [(0, 0, None), (3, 2, Some(67)), (412, 251, Some(61)), (1, 9, Some(100))]
        {
            let figures = PuzzleFigures { rating: 1_500, attempts, solved };
            assert_eq!(figures.percent(), percent, "{attempts} {solved}");
        }
    }
}
