//! The archive in SQLite.

use super::{
    SqliteStore,
    job::{Job, JobError},
};
use crate::{
    Archive, ArchiveFilter, ClaimingPlayer, Cursor, Ended, Finished, FinishedPlayer, Ladders,
    StoreError,
    archive_page::{ArchivePage, Value},
};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use rusqlite::{Connection, Row, Statement, ToSql, params, params_from_iter};
use tokio::sync::watch;

#[async_trait]
impl Archive for SqliteStore {
    async fn archive(&self, question: ArchiveFilter) -> Result<Vec<Finished>, StoreError> {
        self.readers.ask(move |connection| page(connection, &question)).await
    }

    async fn finished_games(&self, games: Vec<GameId>) -> Result<Vec<Finished>, StoreError> {
        self.readers.ask(move |connection| with_ids(connection, &games)).await
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        self.readers.ask(move |connection| since(connection, &cursor, limit)).await
    }

    async fn claim_seat(
        &self,
        game: Finished,
        seat: u8,
        player: ClaimingPlayer,
    ) -> Result<(), StoreError> {
        self.writer.ask(Job::ClaimSeat { game, seat, player }).await
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        self.writer.finished()
    }

    fn ladders(&self) -> Option<&dyn Ladders> {
        Some(self)
    }
}

fn page(connection: &Connection, question: &ArchiveFilter) -> rusqlite::Result<Vec<Finished>> {
    let page = ArchivePage::new(question, '?');
    let mut asked = connection.prepare_cached(&page.sql)?;
    let values = params_from_iter(page.values.iter().map(|value| match value {
        Value::Number(number) => number as &dyn ToSql,
        Value::Text(text) => text,
    }));
    gather(&mut asked, values, |_| Ok(()))
}

fn with_ids(connection: &Connection, games: &[GameId]) -> rusqlite::Result<Vec<Finished>> {
    let mut asked = connection.prepare_cached(
        "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name \
         FROM finished f LEFT JOIN finished_player p ON p.game_id = f.game_id \
         WHERE f.game_id = ?1 ORDER BY p.seat",
    )?;
    let mut found = Vec::new();
    for game in games {
        found.extend(gather(&mut asked, [game.as_str()], |_| Ok(()))?);
    }
    Ok(found)
}

/// Returns changes after a cursor. The single writer numbers changes inside its transactions, so a
/// greater number is a later commit.
fn since(
    connection: &Connection,
    cursor: &Cursor,
    limit: u32,
) -> rusqlite::Result<(Vec<Finished>, Cursor)> {
    let mut asked = connection.prepare_cached(
        "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name, f.change \
         FROM (SELECT * FROM finished WHERE change > ?1 ORDER BY change LIMIT ?2) f \
         LEFT JOIN finished_player p ON p.game_id = f.game_id \
         ORDER BY f.change, p.seat",
    )?;
    let mut last = cursor.change;
    let finished = gather(&mut asked, params![cursor.change, limit], |row| {
        last = row.get(7)?;
        Ok(())
    })?;
    Ok((finished, Cursor { change: last, game: GameId::default() }))
}

/// Returns the games after `behind` in ending order.
pub(super) fn in_order(
    connection: &Connection,
    behind: Option<Ended>,
    limit: u32,
) -> rusqlite::Result<Vec<Finished>> {
    let mut asked = connection.prepare_cached(
        "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name FROM ( \
             SELECT * FROM finished WHERE (ended_ms, game_id) > (?1, ?2) \
             ORDER BY ended_ms, game_id LIMIT ?3 \
         ) f LEFT JOIN finished_player p ON p.game_id = f.game_id \
         ORDER BY f.ended_ms, f.game_id, p.seat",
    )?;
    let behind = behind.unwrap_or(Ended { ended_ms: UnixMs::default(), game: GameId::default() });
    gather(&mut asked, params![behind.ended_ms.0 as i64, behind.game.as_str(), limit], |_| Ok(()))
}

/// Combines rows (one per player) into games. `each` is called for every row.
fn gather(
    asked: &mut Statement<'_>,
    values: impl rusqlite::Params,
    mut each: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<Vec<Finished>> {
    let mut games: Vec<Finished> = Vec::new();
    let mut rows = asked.query(values)?;
    while let Some(row) = rows.next()? {
        each(row)?;
        let id: String = row.get(0)?;
        if games.last().is_none_or(|game| game.game != id.as_str()) {
            games.push(Finished {
                game: id.into(),
                ladder: row.get::<_, String>(1)?.into(),
                ended_ms: UnixMs(row.get::<_, i64>(2)? as u64),
                rated: row.get(3)?,
                text: row.get(4)?,
                players: Vec::new(),
            });
        }
        if let (Some(game), Some(name)) = (games.last_mut(), row.get(6)?) {
            game.players.push(FinishedPlayer {
                id: row.get::<_, Option<String>>(5)?.map(Into::into),
                name,
            });
        }
    }
    Ok(games)
}

/// Inserts or replaces a finished game as the latest change.
pub(super) fn put(connection: &Connection, finished: &Finished) -> rusqlite::Result<()> {
    let put = "INSERT INTO finished (game_id, ladder, ended_ms, rated, text, change) \
               VALUES (?1, ?2, ?3, ?4, ?5, (SELECT COALESCE(MAX(change), 0) + 1 FROM finished)) \
               ON CONFLICT (game_id) DO UPDATE SET \
                  ladder = ?2, ended_ms = ?3, rated = ?4, text = ?5, change = excluded.change";
    connection.prepare_cached(put)?.execute(params![
        finished.game.as_str(),
        finished.ladder.as_str(),
        finished.ended_ms.0 as i64,
        finished.rated,
        finished.text,
    ])?;
    let clear = "DELETE FROM finished_player WHERE game_id = ?1";
    connection.prepare_cached(clear)?.execute([finished.game.as_str()])?;
    let add = "INSERT INTO finished_player (game_id, seat, player_id, name, ended_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut add = connection.prepare_cached(add)?;
    for (seat, player) in (0_i64..).zip(&finished.players) {
        let ended_ms = finished.ended_ms.0 as i64;
        add.execute(params![
            finished.game.as_str(),
            seat,
            player.id.as_deref(),
            player.name,
            ended_ms
        ])?;
    }
    Ok(())
}

/// Writes an account into a seat without one, as the latest change.
pub(super) fn claim(
    connection: &Connection,
    game: &Finished,
    seat: u8,
    player: &ClaimingPlayer,
) -> Result<(), JobError> {
    let known = "SELECT 1 FROM finished WHERE game_id = ?1";
    let is_known = connection.prepare_cached(known)?.exists([game.game.as_str()])?;
    let free = "SELECT 1 FROM finished_player \
                WHERE game_id = ?1 AND seat = ?2 AND (player_id IS NULL OR player_id = ?3)";
    let is_free = if is_known {
        let values = params![game.game.as_str(), seat, player.id.as_str()];
        connection.prepare_cached(free)?.exists(values)?
    } else {
        game.players.get(usize::from(seat)).is_some_and(|it| it.id.is_none())
    };
    if !is_free {
        return Err(StoreError::SeatClaimed.into());
    }
    if !is_known {
        put(connection, game)?;
    }
    let claim = "UPDATE finished_player SET player_id = ?3, name = ?4 \
                 WHERE game_id = ?1 AND seat = ?2 AND player_id IS NULL";
    let values = params![game.game.as_str(), seat, player.id.as_str(), player.name];
    let is_new = connection.prepare_cached(claim)?.execute(values)? > 0;
    if is_known && is_new {
        let change = "UPDATE finished SET change = (SELECT MAX(change) + 1 FROM finished) \
                      WHERE game_id = ?1";
        connection.prepare_cached(change)?.execute([game.game.as_str()])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SqliteStore, archive_page::questions};

    #[tokio::test]
    async fn a_page_is_read_from_its_index() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chuhe.db");
        drop(SqliteStore::open(&file).await.unwrap());
        let connection = Connection::open(&file).unwrap();
        for (question, index) in questions() {
            let page = ArchivePage::new(&question, '?');
            let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", page.sql)).unwrap();
            let detail = |row: &Row<'_>| row.get::<_, String>("detail");
            let values = params_from_iter(page.values.iter().map(|_| 0));
            let steps: Vec<String> =
                plan.query_map(values, detail).unwrap().map(Result::unwrap).collect();
            let is_read_so = |step: &String| index.split('|').any(|index| step.contains(index));
            assert!(steps.iter().any(is_read_so), "{question:?}: {steps:#?}");
        }
    }
}
