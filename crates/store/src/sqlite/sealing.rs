//! What becomes of all that is sealed: when a file is opened, when it is from before anything was
//! sealed, and when its key is changed.

use super::{SqliteOptions, script::run_script};
use crate::{
    StoreError,
    chain::{ChainVersion, Link},
    eboards,
    keyring::{Keyring, PROOF},
    linked,
};
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

/// How long a board's key is that nobody has sealed.
const PLAIN_KEY_BYTES: usize = 32;

/// The keys that open all that is sealed in a file; the first one is drawn if nothing is.
pub(super) async fn keys(
    connection: &mut SqliteConnection,
    options: &SqliteOptions,
) -> Result<Keyring, StoreError> {
    let mut keys = Keyring::read(options.keys())?;
    let in_use = sqlx::query("SELECT id, proof FROM seal_key").fetch_all(&mut *connection).await?;
    for row in &in_use {
        let id = row.get::<i64, _>(0) as u8;
        let database = options.file().display().to_string();
        let file = options.keys().to_owned();
        if !keys.has(id) && has_sealed(connection).await? {
            return Err(StoreError::NoKey { database, keys: file, id });
        }
        if !keys.has(id) {
            sqlx::query("DELETE FROM seal_key WHERE id = $1")
                .bind(i64::from(id))
                .execute(&mut *connection)
                .await?;
            continue;
        }
        if keys.unseal(PROOF, row.get(1)).is_none() {
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
    note_key(connection, &keys).await?;
    Ok(keys)
}

async fn has_sealed(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let question = "SELECT EXISTS (SELECT 1 FROM game_event WHERE sealed IS NOT NULL) \
                        OR EXISTS (SELECT 1 FROM board)";
    Ok(sqlx::query(question).fetch_one(connection).await?.get(0))
}

/// Notes that the current key is in use, with what proves it.
pub(super) async fn note_key(
    connection: &mut SqliteConnection,
    keys: &Keyring,
) -> Result<(), StoreError> {
    let Some(id) = keys.current() else { return Ok(()) };
    let known = sqlx::query("SELECT 1 FROM seal_key WHERE id = $1")
        .bind(i64::from(id))
        .fetch_optional(&mut *connection)
        .await?;
    if known.is_none() {
        let proof = keys.seal(PROOF, b"")?.bytes;
        sqlx::query("INSERT INTO seal_key (id, proof) VALUES ($1, $2)")
            .bind(i64::from(id))
            .bind(proof)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Seals what an earlier version has written. Interrupted at any point it begins again; nothing is
/// left of the plain texts but what the disk itself remembers.
pub(super) async fn seal_what_is_plain(
    connection: &mut SqliteConnection,
    keys: &Keyring,
) -> Result<(), StoreError> {
    if sqlx::query("SELECT 1 FROM unsealed").fetch_optional(&mut *connection).await?.is_none() {
        return Ok(());
    }
    run_script(connection, "PRAGMA secure_delete = ON; BEGIN IMMEDIATE").await?;
    let has_sealed = match seal_all(connection, keys).await {
        Ok(has_sealed) => has_sealed,
        Err(error) => {
            let _ = run_script(connection, "ROLLBACK").await;
            return Err(error);
        }
    };
    run_script(connection, "COMMIT").await?;
    if has_sealed {
        wipe(connection).await?;
    }
    run_script(connection, "DELETE FROM unsealed; PRAGMA secure_delete = OFF").await?;
    Ok(())
}

/// Writes the file anew, so that no page holds what no row holds.
pub(super) async fn wipe(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    Ok(run_script(connection, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)").await?)
}

/// Whether there was anything to seal.
async fn seal_all(connection: &mut SqliteConnection, keys: &Keyring) -> Result<bool, StoreError> {
    let games = sqlx::query("SELECT DISTINCT game_id FROM game_event WHERE secret <> ''")
        .fetch_all(&mut *connection)
        .await?;
    for game in &games {
        seal_game(connection, game.get(0), keys).await?;
    }
    let boards = sqlx::query("SELECT id, key FROM board").fetch_all(&mut *connection).await?;
    let is_plain = |row: &&SqliteRow| row.get::<&[u8], _>(1).len() == PLAIN_KEY_BYTES;
    for board in boards.iter().filter(is_plain) {
        let sealed = keys.seal(&eboards::place(board.get(0)), board.get(1))?;
        put_board_key(connection, board.get(0), sealed.bytes).await?;
    }
    Ok(!games.is_empty() || boards.iter().any(|board| is_plain(&board)))
}

/// Seals a game's secrets. The old chain goes over the plain texts, and whoever has it could try
/// what they may have been; so the game is chained anew, if it is what was written.
async fn seal_game(
    connection: &mut SqliteConnection,
    game: &str,
    keys: &Keyring,
) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT seq, kind, seat, cmd_id, public, secret, t_ms, hash, chain \
         FROM game_event WHERE game_id = $1 ORDER BY seq",
    )
    .bind(game)
    .fetch_all(&mut *connection)
    .await?;
    let is_whole = proves_itself(game, &rows);
    let mut hash = String::new();
    for row in &rows {
        let (seq, secret) = (row.get::<i64, _>(0) as u64, row.get::<&str, _>(5));
        let sealed = match secret {
            "" => None,
            secret => Some(keys.seal(&linked::place(game, seq), secret.as_bytes())?),
        };
        let blinded = sealed.as_ref().map_or(&[][..], |sealed| &sealed.blinded);
        hash = link(game, row, blinded).hash(ChainVersion::Two, &hash);
        let (version, hash) = match is_whole {
            true => (ChainVersion::Two.number(), hash.as_str()),
            false => (row.get(8), row.get(7)),
        };
        sqlx::query(
            "UPDATE game_event SET secret = '', sealed = $3, hash = $4, chain = $5 \
             WHERE game_id = $1 AND seq = $2",
        )
        .bind(game)
        .bind(seq as i64)
        .bind(sealed.map(|sealed| sealed.bytes))
        .bind(hash)
        .bind(version)
        .execute(&mut *connection)
        .await?;
    }
    if is_whole {
        sqlx::query("UPDATE game SET head = $2 WHERE id = $1")
            .bind(game)
            .bind(hash)
            .execute(connection)
            .await?;
    }
    Ok(())
}

fn proves_itself(game: &str, rows: &[SqliteRow]) -> bool {
    let mut hash = String::new();
    (0..).zip(rows).all(|(seq, row)| {
        hash = link(game, row, &[]).hash(ChainVersion::One, &hash);
        row.get::<i64, _>(0) == seq && row.get::<i64, _>(8) == 1 && row.get::<&str, _>(7) == hash
    })
}

fn link<'a>(game: &'a str, row: &'a SqliteRow, blinded: &'a [u8]) -> Link<'a> {
    Link {
        game,
        seq: row.get::<i64, _>(0) as u64,
        at_ms: row.get::<i64, _>(6) as u64,
        kind: row.get(1),
        seat: row.get(2),
        command: row.get(3),
        public: row.get(4),
        secret: row.get(5),
        blinded,
    }
}

pub(super) async fn put_board_key(
    connection: &mut SqliteConnection,
    board: &str,
    sealed: Vec<u8>,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE board SET key = $2 WHERE id = $1")
        .bind(board)
        .bind(sealed)
        .execute(connection)
        .await?;
    Ok(())
}
