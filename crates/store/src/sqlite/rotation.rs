//! Another key for all that is sealed.

use super::{
    SqliteOptions,
    connection::prepare,
    script::run_script,
    sealing::{note_key, put_board_key, seal_what_is_plain, wipe},
};
use crate::{StoreError, eboards, keyring::Keyring, linked};
use sqlx::{Row, SqliteConnection};

/// Draws a new key, seals everything with it and forgets the old one; the new one's number. Nobody
/// else may have the file open. Interrupted at any point it leaves both keys, and everything can be
/// read. What is damaged and cannot be opened stays as it is.
///
/// # Errors
/// As [`SqliteStore::open_with`](super::SqliteStore::open_with).
pub async fn rotate_key(options: &SqliteOptions) -> Result<u8, StoreError> {
    let (mut connection, mut keys) = prepare(options).await?;
    seal_what_is_plain(&mut connection, &keys).await?;
    let id = keys.add()?;
    keys.save()?;
    run_script(&mut connection, "PRAGMA secure_delete = ON; BEGIN IMMEDIATE").await?;
    if let Err(error) = seal_all_again(&mut connection, &keys).await {
        let _ = run_script(&mut connection, "ROLLBACK").await;
        return Err(error);
    }
    run_script(&mut connection, "COMMIT").await?;
    wipe(&mut connection).await?;
    keys.forget_old();
    keys.save()?;
    Ok(id)
}

async fn seal_all_again(
    connection: &mut SqliteConnection,
    keys: &Keyring,
) -> Result<(), StoreError> {
    let rows = "SELECT game_id, seq FROM game_event WHERE sealed IS NOT NULL";
    for row in sqlx::query(rows).fetch_all(&mut *connection).await? {
        let (game, seq): (String, i64) = (row.get(0), row.get(1));
        let sealed = sqlx::query("SELECT sealed FROM game_event WHERE game_id = $1 AND seq = $2")
            .bind(&game)
            .bind(seq)
            .fetch_one(&mut *connection)
            .await?;
        let place = linked::place(&game, seq as u64);
        let Some(blinded) = keys.unseal(&place, sealed.get(0)) else { continue };
        sqlx::query("UPDATE game_event SET sealed = $3 WHERE game_id = $1 AND seq = $2")
            .bind(&game)
            .bind(seq)
            .bind(keys.seal_again(&place, blinded)?.bytes)
            .execute(&mut *connection)
            .await?;
    }
    for row in sqlx::query("SELECT id, key FROM board").fetch_all(&mut *connection).await? {
        let (id, place) = (row.get::<String, _>(0), eboards::place(row.get(0)));
        let Some(blinded) = keys.unseal(&place, row.get(1)) else { continue };
        put_board_key(connection, &id, keys.seal_again(&place, blinded)?.bytes).await?;
    }
    sqlx::query("DELETE FROM seal_key").execute(&mut *connection).await?;
    note_key(connection, keys).await
}
