//! Puzzles of accounts: progress, and the ratings of puzzles.
//!
//! An account's pages report attempts. The server adds those that it does not have and rates the
//! solver and the puzzle. A puzzle is rated by the first attempt of each account. The rating of a
//! solver is for the solver alone: no other account receives it, and no ladder uses it.

mod corpus;

use crate::{
    accounts::Member,
    base::{ApiError, Config, Env, HubError, bad},
    limits::{PUZZLE_REPORTS_AT_ONCE, PUZZLE_REPORTS_EVERY, RACES},
    net::quota,
};
use axum::http::StatusCode;
use corpus::rating_in_file;
use governor::{DefaultKeyedRateLimiter, RateLimiter};
use protocol::AccountId;
use rating::Rating;
use std::{collections::BTreeMap, sync::Arc};
use store::{PuzzleCommit, Store, StoreError, StoredPuzzle, StoredSolver};
use ui_model::{
    Variant,
    puzzles::{
        ATTEMPTS_AT_ONCE, AccountPuzzles, Exercise, MAX_RUSH, Progress, PuzzleAttempt,
        PuzzleFigures, PuzzleId, PuzzleReport, PuzzleState,
    },
};

/// Tolerated lead of a device's clock, in milliseconds: one day.
const CLOCK_LEAD_MS: u64 = 24 * 3_600_000;

/// The puzzles of a server.
pub(crate) struct Puzzles {
    store: Arc<dyn Store>,
    env: Arc<dyn Env>,
    reports: DefaultKeyedRateLimiter<AccountId>,
}

/// A valid report.
struct Checked {
    /// Attempts at puzzles that the server has, oldest first.
    attempts: Vec<(PuzzleId, u16, PuzzleAttempt)>,
    unknown: Vec<String>,
    best_rush: u32,
    endings: Vec<String>,
    device: Option<Progress>,
}

impl Puzzles {
    pub(crate) fn new(store: Arc<dyn Store>, config: &Config) -> Puzzles {
        let reports = RateLimiter::keyed(quota(PUZZLE_REPORTS_EVERY, PUZZLE_REPORTS_AT_ONCE));
        Puzzles { store, env: config.env.clone(), reports }
    }

    /// Drops counters that are full again.
    pub(crate) fn forget(&self) {
        self.reports.retain_recent();
    }

    /// The account's progress in a game.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn state(
        &self,
        variant: Variant,
        member: &Member,
    ) -> Result<PuzzleState, ApiError> {
        let (account, _) = self.account(variant, &member.id).await?;
        Ok(account.state(&member.name, true, Vec::new()))
    }

    /// Adds what a page of the account reports. A report that is sent again changes nothing.
    ///
    /// # Errors
    /// `too-often`, `other-account`, a code that begins with `puzzle-` for an invalid report, `sign-in` if the account
    /// was closed in the meantime, or if the store fails.
    pub(crate) async fn report(
        &self,
        variant: Variant,
        member: &Member,
        report: PuzzleReport,
    ) -> Result<PuzzleState, ApiError> {
        if self.reports.check_key(&member.id).is_err() {
            return Err(HubError::TooOften.into());
        }
        if report.account != member.name {
            let message = "the browser is signed in with another account";
            return Err(ApiError::new(StatusCode::CONFLICT, "other-account", message));
        }
        let report = self.check(variant, report)?;
        for _ in 0..RACES {
            let (mut account, expected) = self.account(variant, &member.id).await?;
            let before = account.clone();
            let puzzles = self.judge(variant, &mut account, &report).await?;
            let state = account.state(&member.name, false, report.unknown.clone());
            if account == before {
                return Ok(state);
            }
            let solver = StoredSolver {
                account: member.id.clone(),
                game: variant.to_string(),
                version: expected + 1,
                document: account.to_text(),
            };
            match self.store.commit_puzzles(PuzzleCommit { solver, expected, puzzles }).await {
                Ok(()) => return Ok(state),
                Err(StoreError::StaleSolver(_)) => {}
                Err(StoreError::NoAccount(_)) => return Err(ApiError::sign_in()),
                Err(error) => return Err(error.into()),
            }
        }
        Err(HubError::Busy.into())
    }

    /// The rating of a puzzle, and how many accounts have tried and solved it.
    ///
    /// # Errors
    /// `no-puzzle`, or if the store fails.
    pub(crate) async fn figures(
        &self,
        variant: Variant,
        id: &str,
    ) -> Result<PuzzleFigures, ApiError> {
        let known = PuzzleId::read(id).and_then(|id| rating_in_file(variant, id));
        let Some(file) = known else {
            let message = "there is no such puzzle";
            return Err(ApiError::new(StatusCode::NOT_FOUND, "no-puzzle", message));
        };
        let found = self.store.rated_puzzles(variant.as_str(), vec![id.to_owned()]).await?.pop();
        Ok(found.map_or(PuzzleFigures { rating: file, attempts: 0, solved: 0 }, |it| {
            let (attempts, solved) = (it.attempts, it.solved);
            PuzzleFigures { rating: it.rating.round() as u16, attempts, solved }
        }))
    }

    /// What is stored of an account, and its version.
    async fn account(
        &self,
        variant: Variant,
        id: &AccountId,
    ) -> Result<(AccountPuzzles, u64), ApiError> {
        let Some(stored) = self.store.solver(id, variant.as_str()).await? else {
            return Ok((AccountPuzzles::default(), 0));
        };
        let Some(account) = AccountPuzzles::parse(&stored.document) else {
            tracing::error!(account = id.as_str(), "progress in puzzles is unreadable");
            let message = "the stored progress is damaged or of another version";
            return Err(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "puzzle-data", message));
        };
        Ok((account, stored.version))
    }

    fn check(&self, variant: Variant, report: PuzzleReport) -> Result<Checked, ApiError> {
        let PuzzleReport { attempts, best_rush, endings, device, .. } = report;
        if attempts.len() > ATTEMPTS_AT_ONCE {
            let count = attempts.len();
            let message = format!("attempts: expected at most {ATTEMPTS_AT_ONCE}, found {count}");
            return Err(bad("puzzle-attempts", message));
        }
        if best_rush > MAX_RUSH {
            let message = format!("best_rush: expected at most {MAX_RUSH}, found {best_rush}");
            return Err(bad("puzzle-rush", message));
        }
        let is_ending = |code: &String| Exercise::read(code).is_some();
        if let Some(at) = endings.iter().position(|code| !is_ending(code)) {
            let message = format!("endings[{at}]: there is no ending with this code");
            return Err(bad("puzzle-ending", message));
        }
        if !endings.is_empty() && variant != Variant::Xiangqi {
            return Err(bad("puzzle-ending", "endings: only xiangqi has endings"));
        }
        let until_ms = self.env.now_ms() + CLOCK_LEAD_MS;
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for (at, attempt) in attempts.into_iter().enumerate() {
            let Some(id) = PuzzleId::read(&attempt.puzzle) else {
                let message = format!("attempts[{at}].puzzle: expected the id of a puzzle");
                return Err(bad("puzzle-id", message));
            };
            if attempt.at_ms > until_ms {
                let message = format!("attempts[{at}].at_ms: the time is in the future");
                return Err(bad("puzzle-time", message));
            }
            match rating_in_file(variant, id) {
                Some(file) => known.push((id, file, attempt)),
                None => unknown.push(attempt.puzzle),
            }
        }
        known.sort_by_key(|(_, _, attempt)| attempt.at_ms);
        Ok(Checked { attempts: known, unknown, best_rush, endings, device })
    }

    /// Adds a report to an account. Returns the puzzles whose ratings change.
    async fn judge(
        &self,
        variant: Variant,
        account: &mut AccountPuzzles,
        report: &Checked,
    ) -> Result<Vec<StoredPuzzle>, ApiError> {
        if let Some(device) = &report.device {
            let is_known = |id| rating_in_file(variant, id).is_some();
            account.take_along(device.clone(), is_known).ok_or_else(|| {
                bad("puzzle-device", "device: a number of the progress is out of its range")
            })?;
        }
        account.join(report.best_rush, &report.endings);
        let is_new = |(_, _, attempt): &&(PuzzleId, u16, PuzzleAttempt)| !account.has(attempt);
        let news: Vec<_> = report.attempts.iter().filter(is_new).collect();
        let ids = news.iter().map(|(_, _, attempt)| attempt.puzzle.clone()).collect();
        let stored = self.store.rated_puzzles(variant.as_str(), ids).await?;
        let mut stored: BTreeMap<String, StoredPuzzle> =
            stored.into_iter().map(|it| (it.puzzle.clone(), it)).collect();
        let mut changed = Vec::new();
        for (id, file, attempt) in news {
            let row = stored.remove(&attempt.puzzle);
            let row = row.unwrap_or_else(|| of_file(variant, &attempt.puzzle, *file));
            let StoredPuzzle { rating, deviation, volatility, .. } = row;
            let puzzle = Rating { rating, deviation, volatility };
            // A second attempt at the same puzzle never counts, so its rating does not matter.
            if let Some(Rating { rating, deviation, volatility }) =
                account.add(*id, attempt, puzzle)
            {
                changed.push(StoredPuzzle {
                    rating,
                    deviation,
                    volatility,
                    attempts: row.attempts + 1,
                    solved: row.solved + u64::from(attempt.solved),
                    ..row
                });
            }
        }
        Ok(changed)
    }
}

/// A puzzle that no account has tried.
fn of_file(variant: Variant, puzzle: &str, file: u16) -> StoredPuzzle {
    let Rating { rating, deviation, volatility } = Progress::of_file(file);
    StoredPuzzle {
        game: variant.to_string(),
        puzzle: puzzle.to_owned(),
        rating,
        deviation,
        volatility,
        attempts: 0,
        solved: 0,
    }
}
