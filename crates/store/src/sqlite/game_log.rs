//! Games, their logs and their seat tokens in SQLite.

use super::{
    SqliteStore,
    job::{Job, JobError},
    rows::all,
};
use crate::{
    Append, GameLog, LoadedLog, LoggedEvent, SeatToken, StoreError, Usage, chain,
    hash_chain::{self, EventRow, Head},
    keyring::Keyring,
};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The number of events and last hash of a game, if readable, and the rows of its log.
type LogRows = (Option<(u64, String)>, Vec<Option<EventRow<'static>>>);

/// The hash over a game's tokens, if readable, and each token's hash with its seats.
type TokenRows = (Option<String>, Vec<(String, String)>);

#[async_trait]
impl GameLog for SqliteStore {
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job::Create { rules, append }).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job::Append(append)).await
    }

    async fn load(&self, game: &GameId) -> Result<Vec<LoggedEvent>, StoreError> {
        let id = game.to_owned();
        let rows = self.readers.ask(move |connection| log_rows(connection, &id)).await?;
        let Some((head, rows)) = rows else { return Err(StoreError::NoGame(game.to_owned())) };
        hash_chain::verify(game, head, rows, &self.keys)
    }

    async fn load_logs(&self, games: Vec<GameId>) -> Result<Vec<LoadedLog>, StoreError> {
        let read = move |connection: &Connection| {
            let log = |game: GameId| log_rows(connection, &game).map(|rows| (game, rows));
            games.into_iter().map(log).collect::<rusqlite::Result<Vec<_>>>()
        };
        let found = self.readers.ask(read).await?;
        let log = |(game, rows): (GameId, Option<LogRows>)| {
            let log = match rows {
                Some((head, rows)) => hash_chain::verify(&game, head, rows, &self.keys),
                None => Err(StoreError::NoGame(game.clone())),
            };
            LoadedLog { game, log }
        };
        Ok(found.into_iter().map(log).collect())
    }

    async fn tokens(&self, game: &GameId) -> Result<Vec<SeatToken>, StoreError> {
        let id = game.to_owned();
        let rows = self.readers.ask(move |connection| token_rows(connection, &id)).await?;
        let Some((head, rows)) = rows else { return Ok(Vec::new()) };
        let mut found = String::new();
        let mut tokens = Vec::with_capacity(rows.len());
        for (hash, seats) in rows {
            found = chain::with_token(&found, game, &hash, &seats);
            let seats = seats.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
            tokens.push(SeatToken { hash, seats });
        }
        if head.as_deref() == Some(found.as_str()) {
            Ok(tokens)
        } else {
            Err(StoreError::DamagedTokens(game.to_owned()))
        }
    }

    async fn open_before(&self, before_ms: UnixMs, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let before = before_ms.0.min(i64::MAX as u64) as i64;
        let question = "SELECT id FROM game WHERE open = 1 AND created_ms < ?1 \
                        ORDER BY created_ms, id LIMIT ?2";
        self.readers.ask(move |connection| ids(connection, question, params![before, limit])).await
    }

    async fn delete_open(&self, game: &GameId, expected: u64) -> Result<(), StoreError> {
        self.writer.ask(Job::DeleteOpen { game: game.to_owned(), expected }).await
    }

    async fn games_with_deadline(&self) -> Result<Vec<GameId>, StoreError> {
        let question = "SELECT id FROM game WHERE due_ms IS NOT NULL ORDER BY due_ms";
        self.readers.ask(move |connection| ids(connection, question, params![])).await
    }

    async fn games_with_prefix(&self, beginning: &str) -> Result<Vec<GameId>, StoreError> {
        // Ids are ASCII, so every id with this prefix sorts before the prefix followed by DEL. Row
        // ids increase with insertion; VACUUM may renumber them but keeps the order.
        let (first, end) = (beginning.to_owned(), format!("{beginning}\u{7f}"));
        let question = "SELECT id FROM game WHERE id >= ?1 AND id < ?2 ORDER BY rowid";
        self.readers.ask(move |connection| ids(connection, question, params![first, end])).await
    }

    async fn mark_alive(&self, now_ms: UnixMs) -> Result<(), StoreError> {
        self.writer.ask(Job::Alive(now_ms)).await
    }

    async fn last_alive(&self) -> Result<Option<UnixMs>, StoreError> {
        self.readers.ask(last_alive).await
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        let question = "SELECT (p.page_count - f.freelist_count) * s.page_size \
                        FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s";
        let used = |connection: &Connection| {
            connection.prepare_cached(question)?.query_row([], |row| row.get::<_, i64>(0))
        };
        let used_bytes = self.readers.ask(used).await? as u64;
        Ok(Usage { used_bytes, max_bytes: self.options.max() })
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.writer.ask(Job::Probe).await
    }
}

/// Reads a game's log and its head in one statement, so that both are from the same moment. `None`
/// if the game does not exist.
fn log_rows(connection: &Connection, game: &str) -> rusqlite::Result<Option<LogRows>> {
    let question = "SELECT g.events, g.head, e.seq, e.kind, e.seat, e.cmd_id, e.public, e.secret, \
                           e.sealed, e.t_ms, e.chain, e.hash \
                    FROM game g LEFT JOIN game_event e ON e.game_id = g.id \
                    WHERE g.id = ?1 ORDER BY e.seq";
    let mut question = connection.prepare_cached(question)?;
    let mut rows = question.query([game])?;
    let mut found: Option<LogRows> = None;
    while let Some(row) = rows.next()? {
        let end = || Some((row.get::<_, i64>(0).ok()? as u64, row.get(1).ok()?));
        let (_, events) = found.get_or_insert_with(|| (end(), Vec::new()));
        events.push(event_row(row, 2).ok());
    }
    Ok(found)
}

/// Reads the columns of an event, starting with column `at`.
///
/// # Errors
/// If a column is missing or has another type.
pub(super) fn event_row(row: &Row<'_>, at: usize) -> rusqlite::Result<EventRow<'static>> {
    Ok(EventRow {
        seq: row.get(at)?,
        kind: row.get::<_, String>(at + 1)?.into(),
        seat: row.get(at + 2)?,
        command: row.get::<_, Option<String>>(at + 3)?.map(Into::into),
        public: row.get::<_, String>(at + 4)?.into(),
        secret: row.get(at + 5)?,
        sealed: row.get(at + 6)?,
        at_ms: row.get(at + 7)?,
        chain: row.get(at + 8)?,
        hash: row.get(at + 9)?,
    })
}

/// Reads a game's tokens. `None` if the game does not exist.
fn token_rows(connection: &Connection, game: &str) -> rusqlite::Result<Option<TokenRows>> {
    let question = "SELECT g.tokens_head, t.token_hash, t.seats \
                    FROM game g LEFT JOIN seat_token t ON t.game_id = g.id \
                    WHERE g.id = ?1 ORDER BY t.n";
    let mut question = connection.prepare_cached(question)?;
    let mut rows = question.query([game])?;
    let mut found = None;
    while let Some(row) = rows.next()? {
        let (_, tokens) = found.get_or_insert_with(|| (row.get(0).ok(), Vec::new()));
        // A game without tokens is one row with NULLs.
        let (Ok(hash), Ok(seats)) = (row.get(1), row.get(2)) else { break };
        tokens.push((hash, seats));
    }
    Ok(found)
}

fn ids(
    connection: &Connection,
    question: &str,
    values: impl rusqlite::Params,
) -> rusqlite::Result<Vec<GameId>> {
    all(connection, question, values, |row| Ok(row.get::<_, String>(0)?.into()))
}

pub(super) fn last_alive(connection: &Connection) -> rusqlite::Result<Option<UnixMs>> {
    let question = "SELECT t_ms FROM alive WHERE one = 1";
    let time = |row: &Row<'_>| Ok(UnixMs(row.get::<_, i64>(0)? as u64));
    connection.prepare_cached(question)?.query_row([], time).optional()
}

pub(super) fn create(
    connection: &Connection,
    rules: u32,
    append: &Append,
    keys: &Keyring,
) -> Result<(), JobError> {
    let created_ms = append.events.first().map_or(UnixMs::default(), |event| event.at_ms);
    let insert = "INSERT INTO game (id, rules, created_ms, open) VALUES (?1, ?2, ?3, 1)";
    let values = params![append.game.as_str(), rules, created_ms.0 as i64];
    connection.prepare_cached(insert)?.execute(values)?;
    write(connection, append, Head::default(), keys)
}

pub(super) fn append(
    connection: &Connection,
    append: &Append,
    keys: &Keyring,
) -> Result<(), JobError> {
    let question = "SELECT events, head, tokens, tokens_head FROM game WHERE id = ?1";
    let head = |row: &Row<'_>| {
        Ok(Head {
            events: row.get::<_, i64>(0)? as u64,
            hash: row.get(1)?,
            tokens: row.get(2)?,
            tokens_hash: row.get(3)?,
        })
    };
    let head =
        connection.prepare_cached(question)?.query_row([append.game.as_str()], head).optional()?;
    let Some(head) = head else { return Err(StoreError::NoGame(append.game.clone()).into()) };
    if head.events != append.expected {
        let (game, expected, found) = (append.game.clone(), append.expected, head.events);
        return Err(StoreError::Stale { game, expected, found }.into());
    }
    write(connection, append, head, keys)
}

/// Deletes a game that has not begun.
pub(super) fn delete_open(
    connection: &Connection,
    game: &GameId,
    expected: u64,
) -> Result<(), JobError> {
    let state = connection
        .prepare_cached("SELECT open, events FROM game WHERE id = ?1")?
        .query_row([game.as_str()], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))
        .optional()?;
    let found = match state {
        None => return Err(StoreError::NoGame(game.to_owned()).into()),
        Some((false, _)) => return Err(StoreError::Begun(game.to_owned()).into()),
        Some((true, found)) => found,
    };
    if found != expected {
        return Err(StoreError::Stale { game: game.to_owned(), expected, found }.into());
    }
    for part in [
        "DELETE FROM seat_token WHERE game_id = ?1",
        "DELETE FROM game_event WHERE game_id = ?1",
        "DELETE FROM game WHERE id = ?1 AND open = 1",
    ] {
        connection.prepare_cached(part)?.execute([game.as_str()])?;
    }
    Ok(())
}

fn write(
    connection: &Connection,
    append: &Append,
    mut head: Head,
    keys: &Keyring,
) -> Result<(), JobError> {
    for event in &append.events {
        // Earlier statements of the transaction may have written rows; a failure rolls all of them
        // back.
        let row = hash_chain::chain_event(&append.game, event, &head, keys)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        put_event(connection, &append.game, &row)?;
        head.hash = row.hash;
        head.events += 1;
    }
    if let Some(token) = &append.token {
        let seats: String = token.seats.iter().map(u8::to_string).collect();
        put_token(connection, &append.game, head.tokens, &token.hash, &seats)?;
        head.tokens += 1;
        head.tokens_hash = chain::with_token(&head.tokens_hash, &append.game, &token.hash, &seats);
    }
    let update = "UPDATE game SET events = ?2, head = ?3, tokens = ?4, tokens_head = ?5, \
                     due_ms = ?6, open = open AND ?7 \
                  WHERE id = ?1";
    connection.prepare_cached(update)?.execute(params![
        append.game.as_str(),
        head.events as i64,
        head.hash,
        head.tokens,
        head.tokens_hash,
        append.deadline_ms.map(|due_ms| due_ms.0 as i64),
        append.is_open,
    ])?;
    Ok(())
}

pub(super) fn put_event(
    connection: &Connection,
    game: &str,
    event: &EventRow<'_>,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO game_event \
                      (game_id, seq, kind, seat, cmd_id, public, secret, t_ms, hash, chain, sealed) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let mut insert = connection.prepare_cached(insert)?;
    insert.execute(params![
        game,
        event.seq,
        event.kind,
        event.seat,
        event.command,
        event.public,
        event.secret,
        event.at_ms,
        event.hash,
        event.chain,
        event.sealed,
    ])?;
    Ok(())
}

pub(super) fn put_token(
    connection: &Connection,
    game: &str,
    number: i64,
    hash: &str,
    seats: &str,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO seat_token (game_id, token_hash, seats, n) VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(insert)?.execute(params![game, hash, seats, number]).map(|_| ())
}

pub(super) fn mark_alive(connection: &Connection, now_ms: UnixMs) -> rusqlite::Result<()> {
    let note = "INSERT INTO alive (one, t_ms) VALUES (1, ?1) \
                ON CONFLICT (one) DO UPDATE SET t_ms = ?1";
    connection.prepare_cached(note)?.execute([now_ms.0 as i64]).map(|_| ())
}

/// Allocates two pages, as a game would, and frees them.
pub(super) fn probe(connection: &Connection) -> rusqlite::Result<()> {
    let take = "INSERT OR REPLACE INTO probe (one, room) VALUES (1, zeroblob(8192)); \
                UPDATE probe SET room = x''";
    connection.execute_batch(take)
}
