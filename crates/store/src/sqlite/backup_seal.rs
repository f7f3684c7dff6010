//! The seal of a backup: a digest of each table, encrypted with the store's key.
//!
//! The hash chains of the logs show damage, but a person who rewrites a log can compute its chain
//! again, and accounts and results have no chain. The seal covers every row, and only a holder of
//! the key can make one. A backup that carries its key carries the means to forge the seal.

use super::rows::all;
use crate::{
    StoreError,
    keyring::{Keyring, text_of},
};
use rusqlite::{Connection, types::ValueRef};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The table of the seal. It is in backups only.
pub(super) const TABLE: &str = "CREATE TABLE backup_seal (sealed BLOB NOT NULL)";
/// First schema version whose backups have a seal.
pub(super) const FIRST_VERSION: i64 = 8;
/// The encryption context.
const PLACE: &str = "chuhe backup";
/// Tables that are in backups only.
const ONLY_IN_BACKUPS: [&str; 2] = ["backup_seal", "carried_keys"];

/// Adds the seal to a backup. Its key may be added afterwards.
pub(super) fn put(connection: &Connection, keys: &Keyring) -> Result<(), StoreError> {
    let sealed = keys.seal(PLACE, digests(connection)?.as_bytes())?.bytes;
    connection.execute_batch(TABLE)?;
    connection.execute("INSERT INTO backup_seal (sealed) VALUES (?1)", [sealed])?;
    Ok(())
}

/// Reads the seal of a backup that has the table for it.
pub(super) fn read(connection: &Connection) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(all(connection, "SELECT sealed FROM backup_seal", [], |row| row.get(0))?.pop())
}

/// Compares the digests of a backup with its seal.
///
/// # Errors
/// Says what differs, or why that cannot be known.
pub(super) fn verify(sealed: &[u8], digests: &str, keys: &Keyring) -> Result<(), String> {
    if let Some(id) = sealed.first().filter(|id| !keys.has(**id)) {
        return Err(format!("its seal was made with key {id}, which is not in the key file"));
    }
    let blinded = keys.unseal(PLACE, sealed);
    let text = blinded.as_deref().and_then(text_of).and_then(|text| std::str::from_utf8(text).ok());
    let Some(text) = text else { return Err("its seal was not made with this key".to_owned()) };
    let mut differing = text.lines().zip(digests.lines()).filter(|(one, other)| one != other);
    match differing.next() {
        None if text == digests => Ok(()),
        None => Err("its seal covers other tables".to_owned()),
        Some((_, found)) => {
            let table = found.split(' ').next().unwrap_or_default();
            Err(format!("its table `{table}` was changed after the backup was made"))
        }
    }
}

/// A line for each table: its name and the SHA-256 of its rows.
pub(super) fn digests(connection: &Connection) -> Result<String, StoreError> {
    let tables = "SELECT name, wr FROM pragma_table_list \
                  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
                  ORDER BY name";
    let tables: Vec<(String, bool)> =
        all(connection, tables, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut text = String::new();
    for (table, has_no_rowid) in tables {
        if !ONLY_IN_BACKUPS.contains(&table.as_str()) {
            let digest = digest(connection, &table, has_no_rowid)?;
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{table} {digest}");
        }
    }
    Ok(text)
}

/// The SHA-256 of a table's rows, in the order of creation or of the key.
fn digest(connection: &Connection, table: &str, has_no_rowid: bool) -> Result<String, StoreError> {
    let order = if has_no_rowid {
        let keys = "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk";
        let keys: Vec<String> = all(connection, keys, [table], |row| row.get(0))?;
        keys.join(", ")
    } else {
        "rowid".to_owned()
    };
    let mut rows = connection.prepare(&format!("SELECT * FROM {table} ORDER BY {order}"))?;
    let columns = rows.column_count();
    let mut rows = rows.query([])?;
    let mut hash = Sha256::new();
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            let (kind, bytes): (u8, &[u8]) = match row.get_ref(column)? {
                ValueRef::Null => (0, &[]),
                ValueRef::Integer(number) => {
                    add(&mut hash, 1, &number.to_be_bytes());
                    continue;
                }
                ValueRef::Real(number) => {
                    add(&mut hash, 2, &number.to_bits().to_be_bytes());
                    continue;
                }
                ValueRef::Text(text) => (3, text),
                ValueRef::Blob(bytes) => (4, bytes),
            };
            add(&mut hash, kind, bytes);
        }
    }
    Ok(base16ct::lower::encode_string(&hash.finalize()))
}

/// Each value is preceded by its type and length, so that no two rows have the same input.
fn add(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}
