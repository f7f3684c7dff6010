//! Progress in puzzles and ratings of puzzles in SQLite.

use super::{
    SqliteStore,
    job::{Job, JobError},
    rows::all,
};
use crate::{PuzzleCommit, Puzzles, StoreError, StoredPuzzle, StoredSolver};
use async_trait::async_trait;
use protocol::AccountId;
use rusqlite::{Connection, OptionalExtension, Row, params};

const SOLVER: &str = "SELECT account, game, version, document FROM solver";
const PUZZLE: &str =
    "SELECT game, puzzle, rating, deviation, volatility, attempts, solved FROM puzzle";

#[async_trait]
impl Puzzles for SqliteStore {
    async fn solver(
        &self,
        account: &AccountId,
        game: &str,
    ) -> Result<Option<StoredSolver>, StoreError> {
        let question = format!("{SOLVER} WHERE account = ?1 AND game = ?2");
        let key = [account.to_string(), game.to_owned()];
        let ask = move |connection: &Connection| {
            connection.prepare_cached(&question)?.query_row(key, solver).optional()
        };
        self.readers.ask(ask).await
    }

    async fn rated_puzzles(
        &self,
        game: &str,
        puzzles: Vec<String>,
    ) -> Result<Vec<StoredPuzzle>, StoreError> {
        let game = game.to_owned();
        let ask = move |connection: &Connection| {
            let question = format!("{PUZZLE} WHERE game = ?1 AND puzzle = ?2");
            let mut question = connection.prepare_cached(&question)?;
            let mut found = Vec::new();
            for id in puzzles {
                found.extend(question.query_row([&game, &id], puzzle).optional()?);
            }
            Ok(found)
        };
        self.readers.ask(ask).await
    }

    async fn commit_puzzles(&self, commit: PuzzleCommit) -> Result<(), StoreError> {
        self.writer.ask(Job::Puzzles(commit)).await
    }
}

fn solver(row: &Row<'_>) -> rusqlite::Result<StoredSolver> {
    Ok(StoredSolver {
        account: row.get::<_, String>(0)?.into(),
        game: row.get(1)?,
        version: row.get::<_, i64>(2)? as u64,
        document: row.get(3)?,
    })
}

fn puzzle(row: &Row<'_>) -> rusqlite::Result<StoredPuzzle> {
    Ok(StoredPuzzle {
        game: row.get(0)?,
        puzzle: row.get(1)?,
        rating: row.get(2)?,
        deviation: row.get(3)?,
        volatility: row.get(4)?,
        attempts: row.get::<_, i64>(5)? as u64,
        solved: row.get::<_, i64>(6)? as u64,
    })
}

pub(super) fn commit(connection: &Connection, commit: &PuzzleCommit) -> Result<(), JobError> {
    let PuzzleCommit { solver, expected, puzzles } = commit;
    let is_open = "SELECT 1 FROM player WHERE id = ?1 AND closed_ms IS NULL";
    if !connection.prepare_cached(is_open)?.exists([solver.account.as_str()])? {
        return Err(StoreError::NoAccount(solver.account.clone()).into());
    }
    let stale = || JobError::from(StoreError::StaleSolver(solver.account.clone()));
    let version = "SELECT version FROM solver WHERE account = ?1 AND game = ?2";
    let key = [solver.account.as_str(), solver.game.as_str()];
    let number = |row: &Row<'_>| row.get::<_, i64>(0);
    let version = connection.prepare_cached(version)?.query_row(key, number).optional()?;
    if version.unwrap_or_default() as u64 != *expected {
        return Err(stale());
    }
    let attempts = "SELECT attempts FROM puzzle WHERE game = ?1 AND puzzle = ?2";
    let mut attempts = connection.prepare_cached(attempts)?;
    for puzzle in puzzles {
        let found = attempts.query_row([&puzzle.game, &puzzle.puzzle], number).optional()?;
        if found.unwrap_or_default() as u64 + 1 != puzzle.attempts {
            return Err(stale());
        }
    }
    put_solver(connection, solver)?;
    for puzzle in puzzles {
        put_puzzle(connection, puzzle)?;
    }
    Ok(())
}

pub(super) fn put_solver(connection: &Connection, solver: &StoredSolver) -> rusqlite::Result<()> {
    let put = "INSERT INTO solver (account, game, version, document) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (account, game) DO UPDATE SET version = ?3, document = ?4";
    let StoredSolver { account, game, version, document } = solver;
    let values = params![account.as_str(), game, *version as i64, document];
    connection.prepare_cached(put)?.execute(values).map(|_| ())
}

pub(super) fn put_puzzle(connection: &Connection, puzzle: &StoredPuzzle) -> rusqlite::Result<()> {
    let put = "INSERT INTO puzzle (game, puzzle, rating, deviation, volatility, attempts, solved) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
               ON CONFLICT (game, puzzle) DO UPDATE \
               SET rating = ?3, deviation = ?4, volatility = ?5, attempts = ?6, solved = ?7";
    let StoredPuzzle { game, puzzle: id, rating, deviation, volatility, attempts, solved } = puzzle;
    let values = params![game, id, rating, deviation, volatility, *attempts as i64, *solved as i64];
    connection.prepare_cached(put)?.execute(values).map(|_| ())
}

/// Deletes the progress of a closed account.
pub(super) fn forget_solver(connection: &Connection, account: &str) -> rusqlite::Result<()> {
    let forget = "DELETE FROM solver WHERE account = ?1";
    connection.prepare_cached(forget)?.execute([account]).map(|_| ())
}

/// All rows, in the order of their keys.
pub(super) fn everything(
    connection: &Connection,
) -> rusqlite::Result<(Vec<StoredSolver>, Vec<StoredPuzzle>)> {
    let solvers = all(connection, &format!("{SOLVER} ORDER BY account, game"), [], solver)?;
    Ok((solvers, all(connection, &format!("{PUZZLE} ORDER BY game, puzzle"), [], puzzle)?))
}
