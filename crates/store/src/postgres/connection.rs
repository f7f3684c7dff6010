//! What every connection promises, and how long anything is waited for.

use super::PostgresOptions;
use crate::{StoreError, error::words};
use sqlx::{ConnectOptions, PgConnection};
use std::time::Duration;
use tokio::time::timeout;

/// How long the database may take for one statement; then the connection is given up. Above what the
/// database itself is told, so that it is its answer that comes.
pub(super) const ANSWER: Duration = Duration::from_secs(12);
const STATEMENT: &str = "10s";
/// How long to wait for a connection.
pub(super) const CONNECT: Duration = Duration::from_secs(5);
/// How long to wait before what was in vain is tried again.
pub(super) const AGAIN: Duration = Duration::from_millis(250);
/// How long a server waits for those to leave of which it may not be one: of a server that was ended the
/// moment before the database may not have noticed yet.
pub(super) const LEAVING: Duration = Duration::from_secs(2);
/// "chuh", as the name of what is held by whoever has the database alone.
pub(super) const HOUSE: i64 = 1_667_790_184;

/// How large the database is, in bytes. What is free to be written over counts until a vacuum gives
/// it back.
pub(super) const DATABASE_SIZE: &str = "SELECT pg_database_size(current_database())";

/// The plan that fits whatever is asked here: few rows, each found by an index. Left to itself the
/// planner reads whole tables of which it knows nothing yet, or whose parameters it does not see.
const PLANS: &str = "SET enable_seqscan = off; \
    SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; \
    SET enable_hashagg = off; SET random_page_cost = 0.1; SET jit = off";

/// What every connection promises, and how it plans.
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

/// A new connection that promises this, after a script of its own.
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

/// Runs SQL text as it is.
pub(super) async fn run_script(
    connection: &mut PgConnection,
    script: &'static str,
) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(script).execute(connection).await.map(|_| ())
}

pub(super) fn no_answer() -> StoreError {
    StoreError::Database("no answer in time".to_owned())
}
