//! Seeks that stay, in SQLite.

use super::{SqliteStore, job::Job, rows::all};
use crate::{KeptSeeks, NewSeek, StoreError};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use rusqlite::{Connection, Row, params};

#[async_trait]
impl KeptSeeks for SqliteStore {
    async fn keep_seek(&self, seek: NewSeek) -> Result<(), StoreError> {
        self.writer.ask(Job::KeepSeek(seek)).await
    }

    async fn kept_seeks(&self, now_ms: UnixMs) -> Result<Vec<NewSeek>, StoreError> {
        let question = "SELECT kind, game_id, maker, text, since_ms, until_ms FROM seek \
                        WHERE until_ms > ?1 ORDER BY since_ms, rowid";
        let now_ms = now_ms.0 as i64;
        self.readers.ask(move |connection| all(connection, question, [now_ms], seek)).await
    }

    async fn end_kept_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.writer.ask(Job::EndSeeks(games)).await
    }
}

fn seek(row: &Row<'_>) -> rusqlite::Result<NewSeek> {
    Ok(NewSeek {
        kind: row.get(0)?,
        game: row.get::<_, String>(1)?.into(),
        creator: row.get(2)?,
        text: row.get(3)?,
        since_ms: UnixMs(row.get::<_, i64>(4)? as u64),
        until_ms: UnixMs(row.get::<_, i64>(5)? as u64),
    })
}

/// Adds a seek, and removes the expired ones.
pub(super) fn keep(connection: &Connection, seek: &NewSeek) -> rusqlite::Result<()> {
    let since_ms = seek.since_ms.0 as i64;
    connection.prepare_cached("DELETE FROM seek WHERE until_ms <= ?1")?.execute([since_ms])?;
    let put = "INSERT OR IGNORE INTO seek (kind, game_id, maker, text, since_ms, until_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let until_ms = seek.until_ms.0 as i64;
    let NewSeek { kind, game, creator, text, .. } = seek;
    connection.prepare_cached(put)?.execute(params![
        kind,
        game.as_str(),
        creator,
        text,
        since_ms,
        until_ms
    ])?;
    Ok(())
}

pub(super) fn end(connection: &Connection, games: &[GameId]) -> rusqlite::Result<()> {
    let mut end = connection.prepare_cached("DELETE FROM seek WHERE game_id = ?1")?;
    for game in games {
        end.execute([game.as_str()])?;
    }
    Ok(())
}
