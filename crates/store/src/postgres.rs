//! The PostgreSQL backend: one database, version 13 or later.
//!
//! Appends use one connection, a group of them in one statement ([`group`]). Everything else is one
//! statement on one of a few other connections. No transaction stays open while the server
//! computes.

mod accounts;
mod append_connection;
mod archive;
mod challenges;
mod cluster;
mod connection;
mod copy_endpoint;
mod event_row;
mod game_log;
mod group;
mod group_commit;
mod inspection;
mod kept_seeks;
mod ladders;
mod migrations;
mod moderation;
mod options;
mod pool;
mod puzzles;
mod relations;
mod rotation;
mod sealing;
mod seated_players;
mod shared_smart_boards;
mod sharing;
mod smart_boards;
mod studies;
mod writer;

pub use accounts::account_in_postgres;
pub(crate) use copy_endpoint::copy_endpoint;
pub use inspection::check_postgres;
pub use moderation::act_in_postgres;
pub use options::PostgresOptions;
pub use rotation::rotate_postgres_key;

use crate::{StoreError, inspection::check_size, keyring::Keyring};
use connection::{AGAIN, ANSWER, CONNECT, DATABASE_SIZE, LEAVING};
use pool::{CONNECTIONS as CONNECTIONS_BESIDE, Pool};
use sharing::{Hold, Membership};
use sqlx::{
    PgConnection, Postgres, Row,
    postgres::{PgArguments, PgRow},
    query::Query,
};
use std::sync::Arc;
use tokio::time::{Instant, sleep, timeout};
use writer::WriterHandle;

/// Number of connections of a server: the pool, the append connection and those of the explorer.
const CONNECTIONS: i64 = CONNECTIONS_BESIDE as i64 + 1 + EXPLORER_CONNECTIONS;
/// Connections of the explorer, which has its own.
const EXPLORER_CONNECTIONS: i64 = 3;
/// First PostgreSQL version with 64-bit transaction ids.
const OLDEST: i64 = 130_000;

/// A [`Store`](crate::Store) in a PostgreSQL database.
pub struct PostgresStore {
    pool: Pool,
    writer: WriterHandle,
    keys: Arc<Keyring>,
    max_bytes: Option<u64>,
    /// Set if this server is one of several.
    membership: Option<Membership>,
}

impl PostgresStore {
    /// Opens a database, creates its tables and key if they are missing, and migrates its schema.
    /// Must be called within a Tokio runtime, in which the writer then runs.
    ///
    /// # Errors
    /// - [`StoreError::Unreachable`], [`StoreError::Unfit`], [`StoreError::Foreign`] or
    ///   [`StoreError::Newer`] if the database cannot be used.
    /// - [`StoreError::InUse`] if another process uses it exclusively.
    /// - [`StoreError::OtherRules`], [`StoreError::OtherSigner`] or [`StoreError::OtherArbiter`] if
    ///   its other servers differ from this one.
    /// - [`StoreError::NoKey`] or [`StoreError::WrongKey`] if its secrets cannot be decrypted.
    pub async fn open(options: PostgresOptions) -> Result<PostgresStore, StoreError> {
        let (connection, keys, membership) = prepare(&options).await?;
        let keys = Arc::new(keys);
        let pool = Pool::new(options.clone());
        let max_bytes = options.max();
        let (writer, actor) = writer::channel(options, connection, keys.clone());
        tokio::spawn(actor);
        Ok(PostgresStore { pool, writer, keys, max_bytes, membership })
    }

    /// Runs one statement and returns its rows.
    async fn rows(
        &self,
        query: Query<'_, Postgres, PgArguments>,
    ) -> Result<Vec<PgRow>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, query.fetch_all(&mut *connection)).await;
        Pool::settle(connection, answer.map(|rows| Ok(rows?)))
    }

    /// Size of the database in bytes.
    async fn size(&self) -> Result<u64, StoreError> {
        let size = self.row(sqlx::query(DATABASE_SIZE)).await?;
        Ok(size.map_or(0, |row| row.get::<i64, _>(0) as u64))
    }

    /// Fails if the database has reached its size limit.
    async fn find_room(&self) -> Result<(), StoreError> {
        match self.max_bytes {
            Some(max_bytes) => check_size(self.size().await?, max_bytes),
            None => Ok(()),
        }
    }

    /// Runs one statement and returns its first row.
    async fn row(
        &self,
        query: Query<'_, Postgres, PgArguments>,
    ) -> Result<Option<PgRow>, StoreError> {
        Ok(self.rows(query).await?.into_iter().next())
    }
}

/// Opens a suitable and migrated database; returns the connection, the keys and this server's
/// membership. Waits for servers with other rules or keys that may be stopping.
async fn prepare(
    options: &PostgresOptions,
) -> Result<(PgConnection, Keyring, Option<Membership>), StoreError> {
    let until = Instant::now() + LEAVING;
    loop {
        match prepare_once(options).await {
            Err(error) if error.is_unlike() && Instant::now() < until => sleep(AGAIN).await,
            prepared => return prepared,
        }
    }
}

async fn prepare_once(
    options: &PostgresOptions,
) -> Result<(PgConnection, Keyring, Option<Membership>), StoreError> {
    let (mut connection, hold) = first_connection(options).await?;
    check(&mut connection, options).await?;
    inspection::may_write(&mut connection, options).await?;
    let has_others = hold == Hold::Share;
    migrations::run(&mut connection, &options.shown(), has_others).await?;
    let keys = sealing::keys(&mut connection, options, has_others).await?;
    number_anew(&mut connection).await?;
    let membership = sharing::stamp(&mut connection, options, hold).await?;
    Ok((connection, keys, membership))
}

/// Opens the first connection and takes its lock. Waits for a killed server whose lock is still
/// held, and for a server that holds the database exclusively while it starts.
async fn first_connection(options: &PostgresOptions) -> Result<(PgConnection, Hold), StoreError> {
    let until = Instant::now() + CONNECT;
    let mut connection = append_connection::open(options).await?;
    loop {
        match sharing::take(&mut connection, options).await {
            Err(StoreError::InUse(_)) if Instant::now() < until => sleep(AGAIN).await,
            taken => return Ok((connection, taken?)),
        }
    }
}

/// Checks the properties that durability and operation require.
async fn check(connection: &mut PgConnection, options: &PostgresOptions) -> Result<(), StoreError> {
    let question = "SELECT current_setting('server_version_num')::bigint, \
                           current_setting('server_version'), \
                           current_setting('server_encoding'), \
                           current_setting('fsync')::boolean \
                               AND current_setting('full_page_writes')::boolean, \
                           pg_is_in_recovery(), \
                           current_setting('default_transaction_read_only')::boolean, \
                           (SELECT CASE WHEN rolsuper THEN $1 \
                                        ELSE least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1), $1) END \
                            FROM pg_roles, pg_database \
                            WHERE rolname = current_user AND datname = current_database())::bigint";
    let row = sqlx::query(question).bind(CONNECTIONS).fetch_one(connection).await?;
    let what = if row.get::<i64, _>(0) < OLDEST {
        format!("it is of PostgreSQL {}; expected 13 or later", row.get::<&str, _>(1))
    } else if row.get::<&str, _>(2) != "UTF8" {
        format!("its encoding is {}; expected UTF8", row.get::<&str, _>(2))
    } else if !row.get::<bool, _>(3) {
        "fsync or full_page_writes is off: what is acknowledged would not survive a power cut"
            .to_owned()
    } else if row.get::<bool, _>(4) {
        "it is a replica that can only be read".to_owned()
    } else if row.get::<bool, _>(5) {
        "it can only be read (default_transaction_read_only)".to_owned()
    } else if row.get::<i64, _>(6) < CONNECTIONS {
        format!(
            "its user may have {} connections to it, and each server needs {CONNECTIONS}: \
             `ALTER ROLE … CONNECTION LIMIT …`, or `ALTER DATABASE …`",
            row.get::<i64, _>(6)
        )
    } else {
        return Ok(());
    };
    Err(StoreError::Unfit { database: options.shown(), what })
}

/// Renumbers rows restored from a dump of a cluster with greater transaction ids, as if they were
/// written now; otherwise readers would wait for them forever. Ladders that followed such ids are
/// rebuilt, because they would skip new rows.
async fn number_anew(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let from_elsewhere = "UPDATE finished SET tx = pg_current_xact_id() \
                          WHERE tx >= (SELECT pg_snapshot_xmax(pg_current_snapshot()))";
    sqlx::query(from_elsewhere).execute(&mut *connection).await?;
    let from_elsewhere = "UPDATE ladder_fold SET version = 0, step = step + 1 \
                          WHERE change >= (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint)";
    sqlx::query(from_elsewhere).execute(connection).await?;
    Ok(())
}
