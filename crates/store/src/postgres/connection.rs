//! Connection settings and timeouts.

use super::PostgresOptions;
use crate::{StoreError, error::words};
use sqlx::{ConnectOptions, PgConnection};
use std::time::Duration;
use tokio::time::timeout;

/// Timeout for one statement, after which the connection is dropped. Longer than the database's own
/// timeout, so that its error arrives first.
pub(super) const ANSWER: Duration = Duration::from_secs(12);
const STATEMENT: &str = "10s";
/// Timeout for opening a connection.
pub(super) const CONNECT: Duration = Duration::from_secs(5);
/// Delay before a retry.
pub(super) const AGAIN: Duration = Duration::from_millis(250);
/// How long a starting server waits for servers with other rules or keys to leave. PostgreSQL may
/// not have noticed yet that a stopped server is gone.
pub(super) const LEAVING: Duration = Duration::from_secs(2);
/// "chuh" as the number of the advisory lock for exclusive use.
pub(super) const LOCK_KEY: i64 = 1_667_790_184;

/// Size of the database in bytes. Free space counts until a vacuum returns it.
pub(super) const DATABASE_SIZE: &str = "SELECT pg_database_size(current_database())";

/// Planner settings for short queries that find rows by index. By default the planner scans tables
/// that it has no statistics for, or when it does not see the parameters.
const PLANS: &str = "SET enable_seqscan = off; \
    SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; \
    SET enable_hashagg = off; SET random_page_cost = 0.1; SET jit = off";

/// Applies the durability and planner settings to a connection.
pub(super) async fn set_up(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "SELECT set_config('synchronous_commit', 'on', FALSE), \
                set_config('statement_timeout', $1, FALSE)",
    )
    .bind(STATEMENT)
    .execute(&mut *connection)
    .await?;
    run_script(connection, PLANS).await
}

/// Opens a connection with these settings after running `script`.
///
/// # Errors
/// [`StoreError::Unreachable`].
pub(super) async fn open(
    options: &PostgresOptions,
    script: Option<&'static str>,
) -> Result<PgConnection, StoreError> {
    let unreachable = |what: String| StoreError::Unreachable { database: options.shown(), what };
    let connected = async {
        let mut connection = options.connect().connect().await?;
        set_up(&mut connection).await?;
        if let Some(script) = script {
            run_script(&mut connection, script).await?;
        }
        Ok::<_, sqlx::Error>(connection)
    };
    match timeout(CONNECT, connected).await {
        Ok(connected) => connected.map_err(|error| unreachable(words(&error))),
        Err(_) => Err(unreachable(format!("no answer within {} s", CONNECT.as_secs()))),
    }
}

/// Runs SQL text with several statements.
pub(super) async fn run_script(
    connection: &mut PgConnection,
    script: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(script).execute(connection).await.map(|_| ())
}

pub(super) fn no_answer() -> StoreError {
    StoreError::Database("no answer in time".to_owned())
}
