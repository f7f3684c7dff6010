//! Rotation of the encryption key.

use super::{
    SqliteOptions,
    connection::prepare,
    on_blocking_thread,
    rows::all,
    sealing::{note_key, put_board_key, seal_what_is_plain, wipe},
    smart_boards::sealed_keys,
};
use crate::{StoreError, hash_chain, keyring::Keyring, smart_boards};
use rusqlite::{Connection, TransactionBehavior, params};

/// Generates a new key, encrypts everything with it, removes the old key and returns the new key's
/// number. No other process may have the file open. If interrupted, both keys remain and everything
/// can be read. Damaged data that cannot be decrypted is left unchanged.
///
/// # Errors
/// As [`SqliteStore::open_with`](super::SqliteStore::open_with).
pub async fn rotate_key(options: &SqliteOptions) -> Result<u8, StoreError> {
    let options = options.clone();
    on_blocking_thread(move || {
        let (mut connection, mut keys) = prepare(&options)?;
        seal_what_is_plain(&mut connection, &keys)?;
        let id = keys.add()?;
        keys.save()?;
        connection.execute_batch("PRAGMA secure_delete = ON")?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        seal_all_again(&transaction, &keys)?;
        transaction.commit()?;
        wipe(&connection)?;
        keys.forget_old();
        keys.save()?;
        Ok(id)
    })
    .await
}

fn seal_all_again(connection: &Connection, keys: &Keyring) -> Result<(), StoreError> {
    let events = "SELECT game_id, seq FROM game_event WHERE sealed IS NOT NULL";
    let events: Vec<(String, i64)> =
        all(connection, events, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut read =
        connection.prepare("SELECT sealed FROM game_event WHERE game_id = ?1 AND seq = ?2")?;
    let mut update =
        connection.prepare("UPDATE game_event SET sealed = ?3 WHERE game_id = ?1 AND seq = ?2")?;
    for (game, seq) in &events {
        let sealed: Vec<u8> = read.query_row(params![game, seq], |row| row.get(0))?;
        let context = hash_chain::context(game, *seq as u64);
        let Some(blinded) = keys.unseal(&context, &sealed) else { continue };
        update.execute(params![game, seq, keys.seal_again(&context, blinded)?.bytes])?;
    }
    for (id, key) in &sealed_keys(connection)? {
        let context = smart_boards::context(id);
        let Some(blinded) = keys.unseal(&context, key) else { continue };
        put_board_key(connection, id, &keys.seal_again(&context, blinded)?.bytes)?;
    }
    connection.execute("DELETE FROM seal_key", [])?;
    note_key(connection, keys)
}
