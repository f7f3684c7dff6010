//! Progress in puzzles and ratings of puzzles in PostgreSQL.

use super::{PostgresStore, connection::ANSWER, pool::Pool};
use crate::{PuzzleCommit, Puzzles, StoreError, StoredPuzzle, StoredSolver};
use async_trait::async_trait;
use protocol::AccountId;
use sqlx::{Connection, PgConnection, Row, postgres::PgRow};
use tokio::time::timeout;

const SOLVER: &str = "SELECT account, game, version, document FROM solver \
                      WHERE account = $1 AND game = $2";
const ALL_SOLVERS: &str =
    "SELECT account, game, version, document FROM solver ORDER BY account, game";
const PUZZLES: &str = "SELECT game, puzzle, rating, deviation, volatility, attempts, solved \
                       FROM puzzle WHERE game = $1 AND puzzle = ANY($2)";
const ALL_PUZZLES: &str = "SELECT game, puzzle, rating, deviation, volatility, attempts, solved \
                           FROM puzzle ORDER BY game, puzzle";

#[async_trait]
impl Puzzles for PostgresStore {
    async fn solver(
        &self,
        account: &AccountId,
        game: &str,
    ) -> Result<Option<StoredSolver>, StoreError> {
        let asked = sqlx::query(SOLVER).bind(account.as_str()).bind(game);
        Ok(self.row(asked).await?.as_ref().map(solver))
    }

    async fn rated_puzzles(
        &self,
        game: &str,
        puzzles: Vec<String>,
    ) -> Result<Vec<StoredPuzzle>, StoreError> {
        let rows = self.rows(sqlx::query(PUZZLES).bind(game).bind(puzzles)).await?;
        Ok(rows.iter().map(puzzle).collect())
    }

    async fn commit_puzzles(&self, commit: PuzzleCommit) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, self::commit(&mut connection, &commit)).await;
        Pool::settle(connection, answer)
    }
}

fn solver(row: &PgRow) -> StoredSolver {
    StoredSolver {
        account: row.get::<String, _>(0).into(),
        game: row.get(1),
        version: row.get::<i64, _>(2) as u64,
        document: row.get(3),
    }
}

fn puzzle(row: &PgRow) -> StoredPuzzle {
    StoredPuzzle {
        game: row.get(0),
        puzzle: row.get(1),
        rating: row.get(2),
        deviation: row.get(3),
        volatility: row.get(4),
        attempts: row.get::<i64, _>(5) as u64,
        solved: row.get::<i64, _>(6) as u64,
    }
}

/// The lock on the account's row serialises its commits, and the closing of the account waits for
/// it. The next statement sees commits made while it waited. A puzzle's row decides by its number of
/// attempts; the rows are locked in one order, so that no two commits wait for each other.
async fn commit(connection: &mut PgConnection, commit: &PuzzleCommit) -> Result<(), StoreError> {
    let PuzzleCommit { solver, expected, .. } = commit;
    let stale = || StoreError::StaleSolver(solver.account.clone());
    let mut transaction = connection.begin().await?;
    let lock = "SELECT 1 FROM player WHERE id = $1 AND closed_ms IS NULL FOR NO KEY UPDATE";
    let open = sqlx::query(lock).bind(solver.account.as_str());
    if open.fetch_optional(&mut *transaction).await?.is_none() {
        return Err(StoreError::NoAccount(solver.account.clone()));
    }
    let version = sqlx::query(SOLVER).bind(solver.account.as_str()).bind(&solver.game);
    let version = version.fetch_optional(&mut *transaction).await?;
    if version.map_or(0, |row| row.get::<i64, _>(2) as u64) != *expected {
        return Err(stale());
    }
    put_solver(&mut transaction, solver).await?;
    for puzzle in commit.in_order() {
        if !put_puzzle(&mut transaction, puzzle).await? {
            return Err(stale());
        }
    }
    Ok(transaction.commit().await?)
}

pub(super) async fn put_solver(
    connection: &mut PgConnection,
    solver: &StoredSolver,
) -> Result<(), StoreError> {
    let put = "INSERT INTO solver (account, game, version, document) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (account, game) DO UPDATE SET version = $3, document = $4";
    let put = sqlx::query(put).bind(solver.account.as_str()).bind(&solver.game);
    put.bind(solver.version as i64).bind(&solver.document).execute(connection).await?;
    Ok(())
}

/// Writes a puzzle whose row has one attempt less, or that has no row. Returns whether it did.
pub(super) async fn put_puzzle(
    connection: &mut PgConnection,
    puzzle: &StoredPuzzle,
) -> Result<bool, StoreError> {
    let put = "INSERT INTO puzzle (game, puzzle, rating, deviation, volatility, attempts, solved) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) \
               ON CONFLICT (game, puzzle) DO UPDATE \
               SET rating = $3, deviation = $4, volatility = $5, attempts = $6, solved = $7 \
               WHERE puzzle.attempts = $6 - 1";
    let put = sqlx::query(put).bind(&puzzle.game).bind(&puzzle.puzzle).bind(puzzle.rating);
    let put = put.bind(puzzle.deviation).bind(puzzle.volatility);
    let put = put.bind(puzzle.attempts as i64).bind(puzzle.solved as i64);
    Ok(put.execute(connection).await?.rows_affected() > 0)
}

/// All rows, in the order of their keys.
pub(super) async fn everything(
    connection: &mut PgConnection,
) -> Result<(Vec<StoredSolver>, Vec<StoredPuzzle>), StoreError> {
    let solvers = sqlx::query(ALL_SOLVERS).fetch_all(&mut *connection).await?;
    let puzzles = sqlx::query(ALL_PUZZLES).fetch_all(connection).await?;
    Ok((solvers.iter().map(solver).collect(), puzzles.iter().map(puzzle).collect()))
}
