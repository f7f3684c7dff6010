//! Games, their logs and their tokens.

use super::{
    SqliteStore,
    job::{Job, JobError},
    script::run_script,
};
use crate::{
    Append, GameLog, LoggedEvent, NewEvent, SeatToken, StoreError, Usage,
    chain::{self, ChainVersion},
    keyring::Keyring,
    linked::{self, EventRow, Head},
};
use async_trait::async_trait;
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

#[async_trait]
impl GameLog for SqliteStore {
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job::Create { rules, append }).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job::Append(append)).await
    }

    async fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError> {
        // One statement, so that the log and its end are of the same moment.
        let rows = sqlx::query(
            "SELECT g.events, g.head, e.seq, e.kind, e.seat, e.cmd_id, e.public, e.secret, \
                    e.sealed, e.t_ms, e.chain, e.hash \
             FROM game g LEFT JOIN game_event e ON e.game_id = g.id \
             WHERE g.id = $1 ORDER BY e.seq",
        )
        .bind(game)
        .fetch_all(&self.readers)
        .await?;
        read(game, &rows, &self.keys)
    }

    async fn tokens(&self, game: &str) -> Result<Vec<SeatToken>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.tokens_head, t.token_hash, t.seats \
             FROM game g LEFT JOIN seat_token t ON t.game_id = g.id \
             WHERE g.id = $1 ORDER BY t.n",
        )
        .bind(game)
        .fetch_all(&self.readers)
        .await?;
        let mut head = String::new();
        let mut tokens = Vec::with_capacity(rows.len());
        for row in &rows {
            // A game without tokens is one row without any.
            let (Ok(Some(hash)), Ok(Some(seats))) =
                (row.try_get::<Option<String>, _>(1), row.try_get::<Option<String>, _>(2))
            else {
                break;
            };
            head = chain::with_token(&head, game, &hash, &seats);
            let seats = seats.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
            tokens.push(SeatToken { hash, seats });
        }
        match rows.first() {
            Some(row) if row.try_get::<&str, _>(0).ok() != Some(&head) => {
                Err(StoreError::DamagedTokens(game.to_owned()))
            }
            _ => Ok(tokens),
        }
    }

    async fn open_before(&self, before_ms: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM game WHERE open = 1 AND created_ms < $1 ORDER BY created_ms, id LIMIT $2",
        )
        .bind(before_ms.min(i64::MAX as u64) as i64)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| row.get(0)).collect())
    }

    async fn delete_open(&self, game: &str, expected: u64) -> Result<(), StoreError> {
        self.writer.ask(Job::DeleteOpen { game: game.to_owned(), expected }).await
    }

    async fn with_deadline(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM game WHERE due_ms IS NOT NULL ORDER BY due_ms")
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.into_iter().map(|row| row.get(0)).collect())
    }

    async fn games_from(&self, beginning: &str) -> Result<Vec<String>, StoreError> {
        // Ids are ASCII: whatever begins like this sorts before its beginning with a DEL. Rows are
        // numbered as they come; a VACUUM may number them anew, in the same order.
        let rows = sqlx::query("SELECT id FROM game WHERE id >= $1 AND id < $2 ORDER BY rowid")
            .bind(beginning)
            .bind(format!("{beginning}\u{7f}"))
            .fetch_all(&self.readers)
            .await?;
        Ok(rows.into_iter().map(|row| row.get(0)).collect())
    }

    async fn mark_alive(&self, now_ms: u64) -> Result<(), StoreError> {
        self.writer.ask(Job::Alive(now_ms)).await
    }

    async fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        let row = sqlx::query("SELECT t_ms FROM alive WHERE one = 1")
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| row.get::<i64, _>(0) as u64))
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        let question = "SELECT (p.page_count - f.freelist_count) * s.page_size \
                        FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s";
        let row = sqlx::query(question).fetch_one(&self.readers).await?;
        Ok(Usage { used_bytes: row.get::<i64, _>(0) as u64, max_bytes: self.max_bytes })
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.writer.ask(Job::Probe).await
    }
}

/// A game's rows as events, proven.
fn read(game: &str, rows: &[SqliteRow], keys: &Keyring) -> Result<Vec<LoggedEvent>, StoreError> {
    let Some(first) = rows.first() else { return Err(StoreError::NoGame(game.to_owned())) };
    let end = |row: &SqliteRow| Some((row.try_get::<i64, _>(0).ok()? as u64, row.try_get(1).ok()?));
    linked::prove(game, end(first), rows.iter().map(|row| event_row(row, 2)).collect(), keys)
}

/// The columns of an event from the one `at`; `None` if there is none, or it is none of ours.
pub(super) fn event_row(row: &SqliteRow, at: usize) -> Option<EventRow> {
    Some(EventRow {
        seq: row.try_get(at).ok()?,
        kind: row.try_get(at + 1).ok()?,
        seat: row.try_get(at + 2).ok()?,
        command: row.try_get(at + 3).ok()?,
        public: row.try_get(at + 4).ok()?,
        secret: row.try_get(at + 5).ok()?,
        sealed: row.try_get(at + 6).ok()?,
        at_ms: row.try_get(at + 7).ok()?,
        chain: row.try_get(at + 8).ok()?,
        hash: row.try_get(at + 9).ok()?,
    })
}

pub(super) async fn create(
    connection: &mut SqliteConnection,
    rules: u32,
    append: &Append,
    keys: &Keyring,
) -> Result<(), JobError> {
    let created_ms = append.events.first().map_or(0, |event| event.at_ms);
    sqlx::query("INSERT INTO game (id, rules, created_ms, open) VALUES ($1, $2, $3, 1)")
        .bind(&append.game)
        .bind(i64::from(rules))
        .bind(created_ms as i64)
        .execute(&mut *connection)
        .await?;
    write(connection, append, Head::default(), keys).await
}

pub(super) async fn append(
    connection: &mut SqliteConnection,
    append: &Append,
    keys: &Keyring,
) -> Result<(), JobError> {
    let row = sqlx::query("SELECT events, head, tokens, tokens_head FROM game WHERE id = $1")
        .bind(&append.game)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Err(StoreError::NoGame(append.game.clone()).into()) };
    let found = row.get::<i64, _>(0) as u64;
    if found != append.expected {
        let (game, expected) = (append.game.clone(), append.expected);
        return Err(StoreError::Stale { game, expected, found }.into());
    }
    let head =
        Head { events: found, hash: row.get(1), tokens: row.get(2), tokens_hash: row.get(3) };
    write(connection, append, head, keys).await
}

/// Deletes a game that has not begun.
pub(super) async fn delete_open(
    connection: &mut SqliteConnection,
    game: &str,
    expected: u64,
) -> Result<(), JobError> {
    let row = sqlx::query("SELECT open, events FROM game WHERE id = $1")
        .bind(game)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Err(StoreError::NoGame(game.to_owned()).into()) };
    if !row.get::<bool, _>(0) {
        return Err(StoreError::Begun(game.to_owned()).into());
    }
    let found = row.get::<i64, _>(1) as u64;
    if found != expected {
        return Err(StoreError::Stale { game: game.to_owned(), expected, found }.into());
    }
    for part in [
        "DELETE FROM seat_token WHERE game_id = $1",
        "DELETE FROM game_event WHERE game_id = $1",
        "DELETE FROM game WHERE id = $1 AND open = 1",
    ] {
        sqlx::query(part).bind(game).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn write(
    connection: &mut SqliteConnection,
    append: &Append,
    mut head: Head,
    keys: &Keyring,
) -> Result<(), JobError> {
    for event in &append.events {
        head.hash = write_event(connection, append, event, &head, keys).await?;
        head.events += 1;
    }
    if let Some(token) = &append.token {
        let seats: String = token.seats.iter().map(u8::to_string).collect();
        sqlx::query(
            "INSERT INTO seat_token (game_id, token_hash, seats, n) VALUES ($1, $2, $3, $4)",
        )
        .bind(&append.game)
        .bind(&token.hash)
        .bind(&seats)
        .bind(head.tokens)
        .execute(&mut *connection)
        .await?;
        head.tokens += 1;
        head.tokens_hash = chain::with_token(&head.tokens_hash, &append.game, &token.hash, &seats);
    }
    sqlx::query(
        "UPDATE game SET events = $2, head = $3, tokens = $4, tokens_head = $5, due_ms = $6, \
            open = open AND $7 \
         WHERE id = $1",
    )
    .bind(&append.game)
    .bind(head.events as i64)
    .bind(&head.hash)
    .bind(head.tokens)
    .bind(&head.tokens_hash)
    .bind(append.deadline_ms.map(|due_ms| due_ms as i64))
    .bind(append.is_open)
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes one event behind the head; its hash.
async fn write_event(
    connection: &mut SqliteConnection,
    append: &Append,
    event: &NewEvent,
    head: &Head,
    keys: &Keyring,
) -> Result<String, JobError> {
    // Something may have been written before this: what fails takes it all back.
    let linked = linked::link_event(append, event, head, keys)
        .map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    sqlx::query(
        "INSERT INTO game_event \
            (game_id, seq, kind, seat, cmd_id, public, secret, t_ms, hash, chain, sealed) \
         VALUES ($1, $2, $3, $4, $5, $6, '', $7, $8, $9, $10)",
    )
    .bind(&append.game)
    .bind(linked.seq as i64)
    .bind(event.kind)
    .bind(event.seat.map(i64::from))
    .bind(&event.command)
    .bind(&event.public)
    .bind(event.at_ms as i64)
    .bind(&linked.hash)
    .bind(ChainVersion::LATEST.number())
    .bind(linked.sealed)
    .execute(connection)
    .await?;
    Ok(linked.hash)
}

pub(super) async fn mark_alive(
    connection: &mut SqliteConnection,
    now_ms: u64,
) -> Result<(), sqlx::Error> {
    let note = "INSERT INTO alive (one, t_ms) VALUES (1, $1) \
                ON CONFLICT (one) DO UPDATE SET t_ms = $1";
    sqlx::query(note).bind(now_ms as i64).execute(connection).await.map(|_| ())
}

/// Takes room as a game would, two pages of it, and gives it back.
pub(super) async fn probe(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let take = "INSERT OR REPLACE INTO probe (one, room) VALUES (1, zeroblob(8192)); \
                UPDATE probe SET room = x''";
    run_script(connection, take).await
}
