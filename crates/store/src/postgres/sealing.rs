//! The keys that decrypt a database's secrets.

use super::PostgresOptions;
use crate::{
    StoreError,
    keyring::{Keyring, PROOF},
};
use sqlx::{PgConnection, Row};

/// Returns the keys that decrypt the database. Generates the first key if nothing is encrypted and
/// no other server is connected.
pub(super) async fn keys(
    connection: &mut PgConnection,
    options: &PostgresOptions,
    has_others: bool,
) -> Result<Keyring, StoreError> {
    let mut keys = Keyring::read(options.keys())?;
    let in_use = sqlx::query("SELECT id, proof FROM seal_key").fetch_all(&mut *connection).await?;
    for row in &in_use {
        let id = row.get::<i64, _>(0) as u8;
        let (database, file) = (options.shown(), options.keys().to_owned());
        if keys.has(id) {
            if keys.unseal(PROOF, row.get(1)).is_none() {
                return Err(StoreError::WrongKey { database, keys: file, id });
            }
        } else if has_others || has_sealed(connection).await? {
            return Err(StoreError::NoKey { database, keys: file, id });
        } else {
            sqlx::query("DELETE FROM seal_key WHERE id = $1")
                .bind(i64::from(id))
                .execute(&mut *connection)
                .await?;
        }
    }
    if keys.current().is_none() {
        keys.add()?;
        keys.save()?;
    }
    note_key(connection, &keys).await?;
    Ok(keys)
}

pub(super) async fn has_sealed(connection: &mut PgConnection) -> Result<bool, StoreError> {
    let question = "SELECT EXISTS (SELECT 1 FROM game_event WHERE sealed IS NOT NULL) \
                        OR EXISTS (SELECT 1 FROM board)";
    Ok(sqlx::query(question).fetch_one(connection).await?.get(0))
}

/// Records that the current key is in use, with its proof.
pub(super) async fn note_key(
    connection: &mut PgConnection,
    keys: &Keyring,
) -> Result<(), StoreError> {
    let Some(id) = keys.current() else { return Ok(()) };
    let proof = keys.seal(PROOF, b"")?.bytes;
    sqlx::query("INSERT INTO seal_key (id, proof) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING")
        .bind(i64::from(id))
        .bind(proof)
        .execute(connection)
        .await?;
    Ok(())
}
