//! Migrates an empty database or one of an earlier version.

use super::connection::{LOCK_KEY, run_script};
use crate::{
    StoreError,
    migration::{Migration, migration},
};
use sqlx::{PgConnection, Row};

/// In order. A released migration never changes.
const MIGRATIONS: [Migration; 18] = [
    migration!(1, "house", "0001_house"),
    migration!(2, "nodes", "0002_nodes"),
    migration!(3, "playing", "0003_playing"),
    migration!(4, "ladders", "0004_ladders"),
    migration!(5, "boards", "0005_boards"),
    migration!(6, "pages", "0006_pages"),
    migration!(7, "arbiter", "0007_arbiter"),
    migration!(8, "breadth", "0008_breadth"),
    migration!(9, "challenges", "0009_challenges"),
    migration!(10, "relations", "0010_relations"),
    migration!(11, "people", "0011_people"),
    migration!(12, "studies", "0012_studies"),
    migration!(13, "reserved", "0013_reserved"),
    migration!(14, "taken seeks", "0014_taken_seeks"),
    migration!(15, "chat lines", "0015_chat_lines"),
    migration!(16, "mail", "0016_mail"),
    migration!(17, "puzzles", "0017_puzzles"),
    migration!(18, "hidden pages", "0018_hidden_page"),
];

/// Schema version of this program.
pub(super) const LATEST: i64 = MIGRATIONS.len() as i64;

/// The table's name marks the database as ours.
const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS chuhe_migration ( \
    number bigint PRIMARY KEY, \
    name   text NOT NULL \
)";

/// Migrates a database, all or nothing. Not while other servers use it.
///
/// # Errors
/// [`StoreError::InUse`] if servers of an earlier version use it.
pub(super) async fn run(
    connection: &mut PgConnection,
    database: &str,
    has_others: bool,
) -> Result<(), StoreError> {
    if version(connection, database).await? == LATEST {
        return Ok(());
    }
    if has_others {
        return Err(StoreError::InUse(database.to_owned()));
    }
    run_script(connection, "BEGIN").await?;
    let migrated = match run_within(connection, database).await {
        Ok(()) => Ok(run_script(connection, "COMMIT").await?),
        Err(error) => Err(error),
    };
    if migrated.is_err() {
        let _ = run_script(connection, "ROLLBACK").await;
    }
    migrated
}

/// Checks that a database has the tables of this version.
///
/// # Errors
/// As [`version`], and [`StoreError::Unfit`] for a database of an earlier version or without tables.
pub(super) async fn check_latest(
    connection: &mut PgConnection,
    database: &str,
) -> Result<(), StoreError> {
    let what = match version(connection, database).await? {
        LATEST => return Ok(()),
        0 => "it has no tables; no server has used it",
        _ => "it has the tables of an earlier version; start a server of this version first",
    };
    Err(StoreError::Unfit { database: database.to_owned(), what: what.to_owned() })
}

async fn run_within(connection: &mut PgConnection, database: &str) -> Result<(), StoreError> {
    // Of two concurrent migrations the second finds the first one's tables.
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK_KEY + 1)
        .execute(&mut *connection)
        .await?;
    let version = version(connection, database).await?;
    run_script(connection, VERSIONS).await?;
    // A large database takes longer than the statement timeout.
    run_script(connection, "SET LOCAL statement_timeout = 0").await?;
    for migration in MIGRATIONS.iter().filter(|migration| migration.number > version) {
        run_script(connection, migration.script).await?;
        sqlx::query("INSERT INTO chuhe_migration (number, name) VALUES ($1, $2)")
            .bind(migration.number)
            .bind(migration.name)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Returns the schema version of a database; 0 for an empty one.
///
/// # Errors
/// If the database belongs to another program or a later version.
pub(super) async fn version(
    connection: &mut PgConnection,
    database: &str,
) -> Result<i64, StoreError> {
    let question = "SELECT COUNT(*), COUNT(*) FILTER (WHERE tablename = 'chuhe_migration') \
                    FROM pg_tables WHERE schemaname = current_schema()";
    let row = sqlx::query(question).fetch_one(&mut *connection).await?;
    match (row.get::<i64, _>(0), row.get::<i64, _>(1)) {
        (0, _) => return Ok(0),
        (_, 0) => return Err(StoreError::Foreign(database.to_owned())),
        _ => {}
    }
    let question = "SELECT COALESCE(MAX(number), 0) FROM chuhe_migration";
    let found: i64 = sqlx::query(question).fetch_one(connection).await?.get(0);
    if found > LATEST {
        let database = database.to_owned();
        return Err(StoreError::Newer { database, found, known: LATEST });
    }
    Ok(found)
}
