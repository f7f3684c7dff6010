//! The connections for everything except appends.

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

/// Maximum number of connections.
pub(super) const CONNECTIONS: u32 = 8;
/// How long the reason for a failed connection is cached.
const WHY_AGE: Duration = Duration::from_secs(5);

/// A pool that opens connections on demand.
pub(super) struct Pool {
    pool: PgPool,
    options: PostgresOptions,
    /// Time and result of the last investigation of why there is no connection.
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

    /// Returns a connection for exclusive use.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`], with PostgreSQL's reason.
    pub(super) async fn acquire(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        let what = match self.pool.acquire().await {
            Ok(connection) => return Ok(connection),
            // The pool retries and does not report the reason.
            Err(sqlx::Error::PoolTimedOut) => self.why().await,
            Err(error) => words(&error),
        };
        Err(StoreError::Unreachable { database: self.options.shown(), what })
    }

    /// Returns a connection to the pool after its answer or timeout. A connection that cannot be
    /// reused is dropped.
    ///
    /// # Errors
    /// The answer's error, or a timeout.
    pub(super) fn settle<T>(
        connection: PoolConnection<Postgres>,
        answer: Result<Result<T, StoreError>, Elapsed>,
    ) -> Result<T, StoreError> {
        let is_good = match &answer {
            // The query still runs on this connection.
            Err(Elapsed { .. }) => false,
            // A connection that was opened while the database was read-only stays read-only.
            Ok(Err(StoreError::ReadOnly(_))) => false,
            Ok(_) => true,
        };
        if !is_good {
            drop(connection.detach());
        }
        answer.unwrap_or_else(|_| Err(no_answer()))
    }

    /// Finds out why there is no connection by opening one outside the pool. Concurrent callers
    /// wait for the same result.
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
