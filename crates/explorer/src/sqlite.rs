//! The index in a SQLite file.

use crate::{
    GameData, IndexError, SourceId,
    batch::{Shares, changed},
    index::{Added, Batch, Collection, Index, Progress},
};
use async_trait::async_trait;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::Semaphore;

/// Version of the tables and of the bytes in them.
pub(crate) const VERSION: i64 = 1;
/// Number of reading connections.
const READERS: usize = 3;
/// How long a connection waits for another process that writes: an import commits in batches.
const BUSY: Duration = Duration::from_secs(30);
/// Size of the page cache of the writer, in KiB.
const CACHE_KIB: i64 = 128 << 10;

const TABLES: &str = "
    CREATE TABLE source (
        id     INTEGER PRIMARY KEY,
        name   TEXT NOT NULL UNIQUE,
        games  INTEGER NOT NULL,
        step   INTEGER NOT NULL,
        cursor TEXT NOT NULL
    );
    INSERT INTO source (id, name, games, step, cursor) VALUES (1, '', 0, 0, '');
    CREATE TABLE game (
        number   INTEGER PRIMARY KEY AUTOINCREMENT,
        source   INTEGER NOT NULL,
        identity INTEGER NOT NULL UNIQUE,
        data     BLOB NOT NULL
    );
    CREATE TABLE player (
        player INTEGER NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (player, number)
    ) WITHOUT ROWID;
    CREATE TABLE position (
        source INTEGER NOT NULL,
        key    INTEGER NOT NULL,
        month  INTEGER NOT NULL,
        entry  BLOB NOT NULL,
        PRIMARY KEY (source, key, month)
    ) WITHOUT ROWID;
";

/// An index in a file. Several processes may use it at the same time.
pub struct SqliteIndex(Arc<Shared>);

struct Shared {
    file: PathBuf,
    writer: Mutex<Connection>,
    idle: Mutex<Vec<Connection>>,
    free: Arc<Semaphore>,
}

impl SqliteIndex {
    /// Opens a file and creates it if it is missing.
    ///
    /// # Errors
    /// If the file cannot be used, or belongs to another program or a later version.
    pub async fn open(file: &Path) -> Result<SqliteIndex, IndexError> {
        let file = file.to_owned();
        on_blocking_thread(move || {
            let writer = prepare(&file)?;
            let free = Arc::new(Semaphore::new(READERS));
            let (writer, idle) = (Mutex::new(writer), Mutex::default());
            Ok(SqliteIndex(Arc::new(Shared { file, writer, idle, free })))
        })
        .await
    }

    async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T, IndexError> + Send + 'static,
    ) -> Result<T, IndexError> {
        let shared = self.0.clone();
        on_blocking_thread(move || {
            let mut writer = lock(&shared.writer);
            let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = job(&transaction)?;
            transaction.commit()?;
            Ok(done)
        })
        .await
    }

    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, IndexError> + Send + 'static,
    ) -> Result<T, IndexError> {
        let closed = |_| IndexError::Database("closed".to_owned());
        let permit = self.0.free.clone().acquire_owned().await.map_err(closed)?;
        let shared = self.0.clone();
        on_blocking_thread(move || {
            let known = lock(&shared.idle).pop();
            let connection = match known {
                Some(connection) => connection,
                None => {
                    let connection = connect(&shared.file)?;
                    connection.pragma_update(None, "query_only", true)?;
                    connection
                }
            };
            let answer = question(&connection)?;
            // A connection on which a query failed is dropped.
            lock(&shared.idle).push(connection);
            drop(permit);
            Ok(answer)
        })
        .await
    }
}

async fn on_blocking_thread<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, IndexError> + Send + 'static,
) -> Result<T, IndexError> {
    let ended = |_| IndexError::Database("a query did not finish".to_owned());
    tokio::task::spawn_blocking(job).await.map_err(ended)?
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn prepare(file: &Path) -> Result<Connection, IndexError> {
    let unusable = |error: std::io::Error| IndexError::File {
        file: file.display().to_string(),
        what: error.to_string(),
    };
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(unusable)?;
    }
    if !file.exists() {
        create_private(file).map_err(unusable)?;
    }
    let foreign = || IndexError::Foreign(file.display().to_string());
    let mut connection = connect(file).map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => foreign(),
        _ => error.into(),
    })?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 =
        transaction.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (version, tables) {
        (VERSION, _) => {}
        (0, 0) => {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        (found, _) if found > VERSION => {
            return Err(IndexError::Newer { found, known: VERSION });
        }
        _ => return Err(foreign()),
    }
    transaction.commit()?;
    Ok(connection)
}

/// Creates an empty file that only its owner may read. SQLite gives its auxiliary files the same
/// mode.
fn create_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(|_| ())
}

fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // The games can be read again from the archive or the collection's file.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

#[async_trait]
impl Index for SqliteIndex {
    async fn collections(&self) -> Result<Vec<Collection>, IndexError> {
        self.read(|connection| {
            let mut asked = connection
                .prepare_cached("SELECT id, name, games FROM source WHERE id > 1 ORDER BY name")?;
            let rows = asked.query_map([], |row| {
                let games = row.get::<_, i64>(2)? as u64;
                Ok(Collection { id: SourceId(row.get(0)?), name: row.get(1)?, games })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn open_collection(&self, name: &str) -> Result<SourceId, IndexError> {
        let name = name.to_owned();
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO source (name, games, step, cursor) VALUES (?1, 0, 0, '') \
                 ON CONFLICT DO NOTHING",
                [&name],
            )?;
            let asked = "SELECT id FROM source WHERE name = ?1";
            Ok(SourceId(connection.query_row(asked, [&name], |row| row.get(0))?))
        })
        .await
    }

    async fn progress(&self) -> Result<Progress, IndexError> {
        self.read(progress).await
    }

    async fn add(&self, batch: Batch) -> Result<Added, IndexError> {
        self.write(move |connection| add(connection, batch)).await
    }

    async fn clear(&self, source: SourceId) -> Result<(), IndexError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM position WHERE source = ?1", [source.0])?;
            connection.execute(
                "DELETE FROM player WHERE number IN (SELECT number FROM game WHERE source = ?1)",
                [source.0],
            )?;
            connection.execute("DELETE FROM game WHERE source = ?1", [source.0])?;
            let emptied = if source == SourceId::ARCHIVE {
                "UPDATE source SET games = 0, step = step + 1, cursor = '' WHERE id = ?1"
            } else {
                "DELETE FROM source WHERE id = ?1"
            };
            connection.execute(emptied, [source.0])?;
            Ok(())
        })
        .await
    }

    async fn rows(
        &self,
        source: SourceId,
        key: u64,
        (first, last): (u16, u16),
    ) -> Result<Vec<(u16, Vec<u8>)>, IndexError> {
        self.read(move |connection| {
            let mut asked = connection.prepare_cached(
                "SELECT month, entry FROM position \
                 WHERE source = ?1 AND key = ?2 AND month BETWEEN ?3 AND ?4 ORDER BY month",
            )?;
            let rows = asked.query_map(params![source.0, key as i64, first, last], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn games(&self, numbers: Vec<u64>) -> Result<Vec<(u64, Vec<u8>)>, IndexError> {
        self.read(move |connection| {
            let mut asked = connection.prepare_cached("SELECT data FROM game WHERE number = ?1")?;
            let mut games = Vec::with_capacity(numbers.len());
            for number in numbers {
                let data = asked.query_row([number as i64], |row| row.get(0)).optional()?;
                games.extend(data.map(|data| (number, data)));
            }
            Ok(games)
        })
        .await
    }

    async fn games_of(&self, player: i64, limit: u32) -> Result<Vec<(u64, Vec<u8>)>, IndexError> {
        self.read(move |connection| {
            let mut asked = connection.prepare_cached(
                "SELECT g.number, g.data FROM player p JOIN game g ON g.number = p.number \
                 WHERE p.player = ?1 ORDER BY p.number DESC LIMIT ?2",
            )?;
            let rows = asked.query_map(params![player, limit], |row| {
                Ok((row.get::<_, i64>(0)? as u64, row.get(1)?))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }
}

fn progress(connection: &Connection) -> Result<Progress, IndexError> {
    let asked = "SELECT step, cursor FROM source WHERE id = 1";
    Ok(connection.query_row(asked, [], |row| {
        Ok(Progress { step: row.get::<_, i64>(0)? as u64, cursor: row.get(1)? })
    })?)
}

fn add(connection: &Connection, batch: Batch) -> Result<Added, IndexError> {
    let Batch { source, games, advance } = batch;
    if let Some(advance) = advance {
        if progress(connection)?.step != advance.expected {
            return Err(IndexError::Moved);
        }
        connection
            .prepare_cached("UPDATE source SET step = step + 1, cursor = ?1 WHERE id = 1")?
            .execute([&advance.cursor])?;
    }
    let mut added = Added::default();
    let mut shares = Shares::default();
    let mut find =
        connection.prepare_cached("SELECT number, data FROM game WHERE identity = ?1")?;
    let mut insert = connection
        .prepare_cached("INSERT INTO game (source, identity, data) VALUES (?1, ?2, ?3)")?;
    let mut replace = connection.prepare_cached("UPDATE game SET data = ?2 WHERE number = ?1")?;
    let mut forget =
        connection.prepare_cached("DELETE FROM player WHERE number = ?1 AND player = ?2")?;
    let mut name = connection
        .prepare_cached("INSERT OR IGNORE INTO player (player, number) VALUES (?1, ?2)")?;
    for game in games {
        let (identity, data) = (game.key(source), game.data.encode());
        let known = find.query_row([identity], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let number: i64 = match known {
            None => {
                insert.execute(params![source.0, identity, data])?;
                added.added += 1;
                connection.last_insert_rowid()
            }
            Some((number, old)) => {
                let (number, old): (i64, Vec<u8>) = (number, old);
                if old == data {
                    added.known += 1;
                    continue;
                }
                let old = GameData::decode(&old)?;
                shares.push(number as u64, &old, false)?;
                for player in crate::IndexedGame::imported(old).player_keys(source) {
                    forget.execute([number, player])?;
                }
                replace.execute(params![number, data])?;
                added.replaced += 1;
                number
            }
        };
        for player in game.player_keys(source) {
            name.execute([player, number])?;
        }
        shares.push(number as u64, &game.data, true)?;
    }
    let mut read = connection.prepare_cached(
        "SELECT entry FROM position WHERE source = ?1 AND key = ?2 AND month = ?3",
    )?;
    let mut write = connection.prepare_cached(
        "INSERT OR REPLACE INTO position (source, key, month, entry) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let mut delete = connection
        .prepare_cached("DELETE FROM position WHERE source = ?1 AND key = ?2 AND month = ?3")?;
    for ((key, month), shares) in shares.rows() {
        let place = params![source.0, key, month];
        let old: Option<Vec<u8>> = read.query_row(place, |row| row.get(0)).optional()?;
        let new = changed(old.as_deref(), shares)?;
        if new.is_empty() {
            delete.execute(place)?;
        } else {
            write.execute(params![source.0, key, month, new])?;
        }
    }
    connection
        .prepare_cached("UPDATE source SET games = games + ?2 WHERE id = ?1")?
        .execute(params![source.0, added.added as i64])?;
    Ok(added)
}
