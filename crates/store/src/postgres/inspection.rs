//! Checks whether a server could open a database.

use super::{
    PostgresOptions, check,
    connection::{self, DATABASE_SIZE},
    migrations, sealing, sharing,
};
use crate::{
    StoreError,
    inspection::{check_size, try_keys},
    keyring::Keyring,
};
use sqlx::{PgConnection, Row};

/// Checks whether a server could open a database, without changing it. An empty database and one
/// used by servers are not errors.
///
/// # Errors
/// As [`PostgresStore::open`](super::PostgresStore::open), but for [`StoreError::InUse`].
pub async fn check_postgres(options: &PostgresOptions) -> Result<(), StoreError> {
    let keys = Keyring::read(options.keys())?;
    let mut connection = connection::open(options, None).await?;
    check(&mut connection, options).await?;
    let version = migrations::version(&mut connection, &options.shown()).await?;
    if version == 0 {
        return may_make_tables(&mut connection, options).await;
    }
    may_write(&mut connection, options).await?;
    let in_use = sqlx::query("SELECT id, proof FROM seal_key").fetch_all(&mut connection).await?;
    let in_use: Vec<_> =
        in_use.iter().map(|row| (row.get::<i64, _>(0) as u8, row.get(1))).collect();
    let has_sealed = sealing::has_sealed(&mut connection).await?;
    try_keys(&keys, options.keys(), options.shown(), &in_use, has_sealed)?;
    // With an older schema, its servers must stop first, and their stamp is replaced.
    if version == migrations::LATEST {
        sharing::compare_before(&mut connection, options).await?;
    }
    if let Some(max_bytes) = options.max() {
        let size: i64 = sqlx::query(DATABASE_SIZE).fetch_one(&mut connection).await?.get(0);
        check_size(size as u64, max_bytes)?;
    }
    Ok(())
}

/// Checks that all existing tables can be read and written. Tables of other owners are ignored.
///
/// # Errors
/// [`StoreError::Unfit`] if one cannot.
pub(super) async fn may_write(
    connection: &mut PgConnection,
    options: &PostgresOptions,
) -> Result<(), StoreError> {
    let closed = "SELECT string_agg(tablename, ', ' ORDER BY tablename) FROM pg_tables, \
                  LATERAL (SELECT format('%I.%I', schemaname, tablename) AS name) quoted \
                  WHERE schemaname = current_schema() \
                  AND tableowner = (SELECT tableowner FROM pg_tables WHERE tablename = 'chuhe_migration' \
                                    AND schemaname = current_schema()) \
                  AND NOT (has_table_privilege(name, 'SELECT') AND has_table_privilege(name, 'INSERT') \
                           AND has_table_privilege(name, 'UPDATE') AND has_table_privilege(name, 'DELETE'))";
    let closed: Option<String> = sqlx::query(closed).fetch_one(connection).await?.get(0);
    match closed {
        None => Ok(()),
        Some(tables) => Err(StoreError::Unfit {
            database: options.shown(),
            what: format!(
                "its user may not read and write the tables {tables}: make that user their owner"
            ),
        }),
    }
}

/// Checks that tables can be created in an empty database.
async fn may_make_tables(
    connection: &mut PgConnection,
    options: &PostgresOptions,
) -> Result<(), StoreError> {
    let may = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE)";
    if sqlx::query(may).fetch_one(connection).await?.get(0) {
        Ok(())
    } else {
        Err(StoreError::Unfit {
            database: options.shown(),
            what: "its user may make no tables in it: \
                `GRANT CREATE ON SCHEMA public TO …`, or make that user the database's owner"
                .to_owned(),
        })
    }
}
