//! Encryption of stored secrets: checking the keys when a file is opened, and encrypting files from
//! before encryption.

use super::{SqliteOptions, game_log::event_row, rows::all, smart_boards::sealed_keys};
use crate::{
    StoreError,
    chain::{ChainVersion, Link},
    hash_chain::{self, EventRow},
    keyring::{Keyring, PROOF},
    smart_boards,
};
use protocol::UnixMs;
use rusqlite::{Connection, TransactionBehavior, params};

/// Length of an unencrypted board key.
const PLAIN_KEY_BYTES: usize = 32;

/// Returns the keys that decrypt a file. Generates the first key if nothing is encrypted.
pub(super) fn keys(
    connection: &Connection,
    options: &SqliteOptions,
) -> Result<Keyring, StoreError> {
    let mut keys = Keyring::read(options.keys())?;
    for (id, proof) in keys_in_use(connection)? {
        let database = options.file().display().to_string();
        let file = options.keys().to_owned();
        if !keys.has(id) && has_sealed(connection)? {
            return Err(StoreError::NoKey { database, keys: file, id });
        }
        if !keys.has(id) {
            connection.execute("DELETE FROM seal_key WHERE id = ?1", [id])?;
            continue;
        }
        if keys.unseal(PROOF, &proof).is_none() {
            return Err(StoreError::WrongKey { database, keys: file, id });
        }
    }
    if keys.current().is_none() {
        keys.add()?;
        keys.save()?;
    } else {
        let file = options.keys();
        crate::private::restrict_file(file).map_err(|error| StoreError::KeyFile {
            file: file.to_owned(),
            what: error.to_string(),
        })?;
    }
    note_key(connection, &keys)?;
    Ok(keys)
}

/// Returns the numbers of the keys in use, each with its proof.
pub(super) fn keys_in_use(connection: &Connection) -> Result<Vec<(u8, Vec<u8>)>, StoreError> {
    let in_use = "SELECT id, proof FROM seal_key";
    Ok(all(connection, in_use, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

pub(super) fn has_sealed(connection: &Connection) -> Result<bool, StoreError> {
    let question = "SELECT EXISTS (SELECT 1 FROM game_event WHERE sealed IS NOT NULL) \
                        OR EXISTS (SELECT 1 FROM board)";
    Ok(connection.query_row(question, [], |row| row.get(0))?)
}

/// Records that the current key is in use, with its proof.
pub(super) fn note_key(connection: &Connection, keys: &Keyring) -> Result<(), StoreError> {
    let Some(id) = keys.current() else { return Ok(()) };
    if !connection.prepare("SELECT 1 FROM seal_key WHERE id = ?1")?.exists([id])? {
        let proof = keys.seal(PROOF, b"")?.bytes;
        let note = "INSERT INTO seal_key (id, proof) VALUES (?1, ?2)";
        connection.execute(note, params![id, proof])?;
    }
    Ok(())
}

/// Encrypts what an earlier version wrote in plain text. If interrupted, it starts again.
/// Afterwards the file contains no plain text; the disk itself may still have old blocks.
pub(super) fn seal_what_is_plain(
    connection: &mut Connection,
    keys: &Keyring,
) -> Result<(), StoreError> {
    if !connection.prepare("SELECT 1 FROM unsealed")?.exists([])? {
        return Ok(());
    }
    connection.execute_batch("PRAGMA secure_delete = ON")?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let has_sealed = seal_all(&transaction, keys)?;
    transaction.commit()?;
    if has_sealed {
        wipe(connection)?;
    }
    Ok(connection.execute_batch("DELETE FROM unsealed; PRAGMA secure_delete = OFF")?)
}

/// Rewrites the file, so that free pages contain no old data.
pub(super) fn wipe(connection: &Connection) -> Result<(), StoreError> {
    Ok(connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?)
}

/// Encrypts everything. Returns whether there was anything to encrypt.
fn seal_all(connection: &Connection, keys: &Keyring) -> Result<bool, StoreError> {
    let games = "SELECT DISTINCT game_id FROM game_event WHERE secret <> ''";
    let games: Vec<String> = all(connection, games, [], |row| row.get(0))?;
    for game in &games {
        seal_game(connection, game, keys)?;
    }
    let boards = sealed_keys(connection)?;
    let mut has_plain = !games.is_empty();
    for (id, key) in boards.iter().filter(|(_, key)| key.len() == PLAIN_KEY_BYTES) {
        let sealed = keys.seal(&smart_boards::context(id), key)?;
        put_board_key(connection, id, &sealed.bytes)?;
        has_plain = true;
    }
    Ok(has_plain)
}

/// Encrypts a game's secrets. The old hash chain covers plain texts, which could be guessed from
/// it, so an intact game gets a new chain.
fn seal_game(connection: &Connection, game: &str, keys: &Keyring) -> Result<(), StoreError> {
    let rows = "SELECT seq, kind, seat, cmd_id, public, secret, sealed, t_ms, chain, hash \
                FROM game_event WHERE game_id = ?1 ORDER BY seq";
    let rows = all(connection, rows, [game], |row| event_row(row, 0))?;
    let is_whole = proves_itself(game, &rows);
    let mut update = connection.prepare(
        "UPDATE game_event SET secret = '', sealed = ?3, hash = ?4, chain = ?5 \
         WHERE game_id = ?1 AND seq = ?2",
    )?;
    let mut hash = String::new();
    for row in &rows {
        let sealed = match row.secret.as_str() {
            "" => None,
            secret => {
                Some(keys.seal(&hash_chain::context(game, row.seq as u64), secret.as_bytes())?)
            }
        };
        let blinded = sealed.as_ref().map_or(&[][..], |sealed| &sealed.blinded);
        hash = link(game, row, blinded).hash(ChainVersion::Two, &hash);
        let (version, hash) =
            if is_whole { (ChainVersion::Two.number(), &hash) } else { (row.chain, &row.hash) };
        let sealed = sealed.map(|sealed| sealed.bytes);
        update.execute(params![game, row.seq, sealed, hash, version])?;
    }
    if is_whole {
        connection.execute("UPDATE game SET head = ?2 WHERE id = ?1", params![game, hash])?;
    }
    Ok(())
}

fn proves_itself(game: &str, rows: &[EventRow<'_>]) -> bool {
    let mut hash = String::new();
    (0..).zip(rows).all(|(seq, row)| {
        hash = link(game, row, &[]).hash(ChainVersion::One, &hash);
        row.seq == seq && row.chain == 1 && row.hash == hash
    })
}

fn link<'a>(game: &'a str, row: &'a EventRow<'_>, blinded: &'a [u8]) -> Link<'a> {
    Link {
        game,
        seq: row.seq as u64,
        at_ms: UnixMs(row.at_ms as u64),
        kind: &row.kind,
        seat: row.seat,
        command: row.command.as_deref(),
        public: &row.public,
        secret: &row.secret,
        blinded,
    }
}

pub(super) fn put_board_key(
    connection: &Connection,
    board: &str,
    sealed: &[u8],
) -> Result<(), StoreError> {
    connection.execute("UPDATE board SET key = ?2 WHERE id = ?1", params![board, sealed])?;
    Ok(())
}
