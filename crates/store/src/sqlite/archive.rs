//! Games that are over and public.

use super::SqliteStore;
use crate::{
    Archive, ArchiveQuestion, Cursor, Ended, Finished, FinishedPlayer, Ladders, StoreError,
};
use async_trait::async_trait;
use rusqlite::{Connection, Row, Statement, params};
use tokio::sync::watch;

#[async_trait]
impl Archive for SqliteStore {
    async fn archive(&self, question: ArchiveQuestion) -> Result<Vec<Finished>, StoreError> {
        self.readers.ask(move |connection| page(connection, &question)).await
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        self.readers.ask(move |connection| since(connection, &cursor, limit)).await
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        self.writer.finished()
    }

    fn ladders(&self) -> Option<&dyn Ladders> {
        Some(self)
    }
}

fn page(connection: &Connection, question: &ArchiveQuestion) -> rusqlite::Result<Vec<Finished>> {
    // Before everything is after any time that can be.
    let (ended_ms, game) = match &question.before {
        Some(before) => (before.ended_ms.min(i64::MAX as u64) as i64, before.game.as_str()),
        None => (i64::MAX, ""),
    };
    let ladder = question.ladder.as_deref().unwrap_or_default();
    let place = question.place.as_deref().unwrap_or_default();
    // Ladders and ids are ASCII: whatever begins like this sorts before its beginning with a DEL.
    let (ladder_end, place_end) = (format!("{ladder}\u{7f}"), format!("{place}\u{7f}"));
    // Read from the end backwards until the page is full. The ids are hidden behind `||`, or the
    // planner would gather every game by its id and sort them all.
    let mut asked = connection.prepare_cached(
        "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name FROM ( \
             SELECT * FROM finished \
             WHERE (ended_ms, game_id) < (?1, ?2) AND ladder >= ?3 AND ladder < ?4 \
               AND game_id || '' >= ?7 AND game_id || '' < ?8 \
               AND (?5 IS NULL \
                    OR game_id IN (SELECT game_id FROM finished_player WHERE player_id = ?5)) \
             ORDER BY ended_ms DESC, game_id DESC LIMIT ?6 \
         ) f LEFT JOIN finished_player p ON p.game_id = f.game_id \
         ORDER BY f.ended_ms DESC, f.game_id DESC, p.seat",
    )?;
    let values = params![
        ended_ms,
        game,
        ladder,
        ladder_end,
        question.player,
        question.limit,
        place,
        place_end
    ];
    gather(&mut asked, values, |_| Ok(()))
}

/// A change is numbered by the one writer, within its transaction: a greater number is a later
/// commit, and nothing appears behind what has been read.
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
    Ok((finished, Cursor { change: last, game: String::new() }))
}

/// The games behind one, in the order of ending.
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
    let behind = behind.unwrap_or(Ended { ended_ms: 0, game: String::new() });
    gather(&mut asked, params![behind.ended_ms as i64, behind.game, limit], |_| Ok(()))
}

/// One row a player, made one game for each run of them; `each` looks at every row.
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
        if games.last().is_none_or(|game| game.game != id) {
            games.push(Finished {
                game: id,
                ladder: row.get(1)?,
                ended_ms: row.get::<_, i64>(2)? as u64,
                rated: row.get(3)?,
                text: row.get(4)?,
                players: Vec::new(),
            });
        }
        if let (Some(game), Some(name)) = (games.last_mut(), row.get(6)?) {
            game.players.push(FinishedPlayer { id: row.get(5)?, name });
        }
    }
    Ok(games)
}

/// Writes a game that is over, or over what was written of it, as the latest change.
pub(super) fn put(connection: &Connection, finished: &Finished) -> rusqlite::Result<()> {
    let put = "INSERT INTO finished (game_id, ladder, ended_ms, rated, text, change) \
               VALUES (?1, ?2, ?3, ?4, ?5, (SELECT COALESCE(MAX(change), 0) + 1 FROM finished)) \
               ON CONFLICT (game_id) DO UPDATE SET \
                  ladder = ?2, ended_ms = ?3, rated = ?4, text = ?5, change = excluded.change";
    connection.prepare_cached(put)?.execute(params![
        finished.game,
        finished.ladder,
        finished.ended_ms as i64,
        finished.rated,
        finished.text,
    ])?;
    let clear = "DELETE FROM finished_player WHERE game_id = ?1";
    connection.prepare_cached(clear)?.execute([&finished.game])?;
    let add = "INSERT INTO finished_player (game_id, seat, player_id, name) \
               VALUES (?1, ?2, ?3, ?4)";
    let mut add = connection.prepare_cached(add)?;
    for (seat, player) in (0_i64..).zip(&finished.players) {
        add.execute(params![finished.game, seat, player.id, player.name])?;
    }
    Ok(())
}
