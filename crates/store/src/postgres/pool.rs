//! The few connections through which all goes that is no append.

use super::{
    PostgresOptions,
    connection::{self, CONNECT, no_answer, set_up},
};
use crate::{StoreError, error::words};
use sqlx::{Connection, PgPool, Postgres, pool::PoolConnection, postgres::PgPoolOptions};
use std::time::Duration;
use tokio::{
    sync::Mutex,
    time::{Instant, error::Elapsed},
};

/// How many there are.
pub(super) const CONNECTIONS: u32 = 8;
/// For how long it is taken to be known why there is none.
const WHY_AGE: Duration = Duration::from_secs(5);

/// Connections that are opened when they are wanted.
pub(super) struct Pool {
    pool: PgPool,
    options: PostgresOptions,
    /// Why there was none, when that was looked into last.
    why: Mutex<Option<(Instant, String)>>,
}

impl Pool {
    pub(super) fn new(options: PostgresOptions) -> Pool {
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(CONNECT)
            .after_connect(|connection, _| Box::pin(set_up(connection)))
            .connect_lazy_with(options.connect().clone());
        Pool { pool, options, why: Mutex::default() }
    }

    /// A connection that nobody else has meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`], with what PostgreSQL says to whoever wants one.
    pub(super) async fn acquire(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        let what = match self.pool.acquire().await {
            Ok(connection) => return Ok(connection),
            // The pool has tried again and again, and says not what came of it.
            Err(sqlx::Error::PoolTimedOut) => self.why().await,
            Err(error) => words(&error),
        };
        Err(StoreError::Unreachable { database: self.options.shown(), what })
    }

    /// Gives a connection back after its answer, which came in time or not. Nobody else gets one that is
    /// of no use any more.
    ///
    /// # Errors
    /// The answer's own, or that there was none.
    pub(super) fn settle<T>(
        connection: PoolConnection<Postgres>,
        answer: Result<Result<T, StoreError>, Elapsed>,
    ) -> Result<T, StoreError> {
        let is_good = match &answer {
            // What was given up goes on in this connection.
            Err(Elapsed { .. }) => false,
            // One that was opened while nothing could be written stays so.
            Ok(Err(StoreError::ReadOnly(_))) => false,
            Ok(_) => true,
        };
        if !is_good {
            drop(connection.detach());
        }
        answer.unwrap_or_else(|_| Err(no_answer()))
    }

    /// Why there is no connection: what becomes of one that is opened beside the others. Whoever comes
    /// meanwhile waits for the same answer.
    async fn why(&self) -> String {
        let mut known = self.why.lock().await;
        if let Some((at, what)) = &*known
            && at.elapsed() < WHY_AGE
        {
            return what.clone();
        }
        let what = match connection::open(&self.options, None).await {
            Ok(connection) => {
                drop(connection.close().await);
                format!("none of {CONNECTIONS} connections was free for {} s", CONNECT.as_secs())
            }
            Err(StoreError::Unreachable { what, .. }) => what,
            Err(error) => error.to_string(),
        };
        *known = Some((Instant::now(), what.clone()));
        what
    }
}
