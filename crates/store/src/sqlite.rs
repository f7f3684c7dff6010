pub(crate) mod archive;
pub(crate) mod players;

use crate::{
    Append, ArchiveQuestion, Board, Ended, Finished, LoggedEvent, NewPassword, Player, SeatToken,
    Session, Store, StoreError,
    chain::link,
    error::database,
    writer::{self, Job, WriterHandle},
};
use async_trait::async_trait;
use sqlx::{
    Row, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{path::Path, time::Duration};
use tokio::sync::mpsc::UnboundedReceiver;

/// In order; a file's `user_version` says how many of them it has seen.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_games.sql"),
    include_str!("../migrations/0002_boards.sql"),
    include_str!("../migrations/0003_players.sql"),
];

/// How many connections read beside the one that writes.
const READERS: u32 = 3;

/// Games in one SQLite file: WAL, every commit on the disk before it is acknowledged.
pub struct SqliteStore {
    readers: SqlitePool,
    writer: WriterHandle,
}

impl SqliteStore {
    /// Opens the file, making it and its folder if they are missing, and brings its tables up to
    /// date. Must be called within a tokio runtime, in which the writer then runs.
    ///
    /// # Errors
    /// When the file cannot be opened or is no database of ours.
    pub async fn open(file: &Path) -> Result<SqliteStore, StoreError> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError::Database(error.to_string()))?;
        }
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let write_pool = pool(1, options.clone()).await?;
        migrate(&write_pool).await.map_err(|error| database(&error))?;
        let readers = pool(READERS, options).await?;
        let (writer, actor) = writer::channel(write_pool);
        tokio::spawn(actor);
        Ok(SqliteStore { readers, writer })
    }
}

/// Runs the migrations that the file has not seen. Each ends by noting its number.
async fn migrate(pool: &SqlitePool) -> Result<(), sqlx::Error> {
    let version: i64 = sqlx::query("PRAGMA user_version").fetch_one(pool).await?.get(0);
    for script in MIGRATIONS.iter().skip(version as usize) {
        let mut transaction = pool.begin().await?;
        sqlx::raw_sql(*script).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}

async fn pool(connections: u32, options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .connect_with(options)
        .await
        .map_err(|error| database(&error))
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job::Create { rules, append }).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job::Append(append)).await
    }

    async fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, kind, cmd_id, public, secret, t_ms, hash FROM game_event \
             WHERE game_id = $1 ORDER BY seq",
        )
        .bind(game)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| database(&error))?;
        if rows.is_empty() {
            return Err(StoreError::NoGame(game.to_owned()));
        }
        let mut hash = String::new();
        let mut events = Vec::with_capacity(rows.len());
        for (expected, row) in (0..).zip(rows) {
            let event = LoggedEvent {
                seq: row.get::<i64, _>(0) as u64,
                command: row.get(2),
                public: row.get(3),
                secret: row.get(4),
                at_ms: row.get::<i64, _>(5) as u64,
            };
            let texts = [row.get(1), event.public.as_str(), event.secret.as_str()];
            hash = link(&hash, game, event.seq, event.at_ms, texts);
            if event.seq != expected || hash != row.get::<String, _>(6) {
                return Err(StoreError::Damaged { game: game.to_owned(), seq: expected });
            }
            events.push(event);
        }
        Ok(events)
    }

    async fn tokens(&self, game: &str) -> Result<Vec<SeatToken>, StoreError> {
        let rows = sqlx::query("SELECT token_hash, seats FROM seat_token WHERE game_id = $1")
            .bind(game)
            .fetch_all(&self.readers)
            .await
            .map_err(|error| database(&error))?;
        let token = |row: sqlx::sqlite::SqliteRow| SeatToken {
            hash: row.get(0),
            seats: row.get::<String, _>(1).bytes().map(|digit| digit.wrapping_sub(b'0')).collect(),
        };
        Ok(rows.into_iter().map(token).collect())
    }

    async fn with_deadline(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT game_id FROM deadline ORDER BY due_ms")
            .fetch_all(&self.readers)
            .await
            .map_err(|error| database(&error))?;
        Ok(rows.into_iter().map(|row| row.get(0)).collect())
    }

    async fn games_from(&self, beginning: &str) -> Result<Vec<String>, StoreError> {
        // Ids are ASCII: whatever begins like this sorts before its beginning with a DEL.
        let rows = sqlx::query("SELECT id FROM game WHERE id >= $1 AND id < $2 ORDER BY id")
            .bind(beginning)
            .bind(format!("{beginning}\u{7f}"))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| database(&error))?;
        Ok(rows.into_iter().map(|row| row.get(0)).collect())
    }

    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.writer.ask(Job::PutBoard(board)).await
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        let rows = sqlx::query("SELECT id, name, key FROM board ORDER BY name, id")
            .fetch_all(&self.readers)
            .await
            .map_err(|error| database(&error))?;
        let board = |row: sqlx::sqlite::SqliteRow| {
            let key = row.get::<Vec<u8>, _>(2).try_into();
            let no_key = |_| StoreError::Database("a board's key is no key".to_owned());
            Ok(Board { id: row.get(0), name: row.get(1), key: key.map_err(no_key)? })
        };
        rows.into_iter().map(board).collect()
    }

    async fn add_player(&self, player: Player, session: Session) -> Result<(), StoreError> {
        self.writer.ask(Job::AddPlayer { player, session }).await
    }

    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError> {
        players::by_key(&self.readers, key).await
    }

    async fn player_by_id(&self, id: &str) -> Result<Option<Player>, StoreError> {
        players::by_id(&self.readers, id).await
    }

    async fn add_session(
        &self,
        session: Session,
        proven: String,
        instead: Option<String>,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        self.writer.ask(Job::SignIn { session, proven, instead, now_ms }).await
    }

    async fn session(&self, hash: &str, now_ms: u64) -> Result<Option<Player>, StoreError> {
        players::of_session(&self.readers, hash, now_ms).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.writer.ask(Job::SignOut { hash: hash.to_owned() }).await
    }

    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError> {
        self.writer.ask(Job::SetPassword(new)).await
    }

    async fn archive(&self, question: ArchiveQuestion) -> Result<Vec<Finished>, StoreError> {
        archive::page(&self.readers, question).await
    }

    async fn rated(&self, after: Option<Ended>, limit: u32) -> Result<Vec<Finished>, StoreError> {
        archive::rated(&self.readers, after, limit).await
    }

    fn finished(&self) -> UnboundedReceiver<Finished> {
        self.writer.listen()
    }

    async fn mark_alive(&self, now_ms: u64) -> Result<(), StoreError> {
        self.writer.ask(Job::Alive(now_ms)).await
    }

    async fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        let row = sqlx::query("SELECT t_ms FROM alive WHERE one = 1")
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| database(&error))?;
        Ok(row.map(|row| row.get::<i64, _>(0) as u64))
    }
}
