//! Games that are over and public.

use super::SqliteStore;
use crate::{Archive, ArchiveQuestion, Cursor, Ended, Finished, FinishedPlayer, StoreError};
use async_trait::async_trait;
use sqlx::{Row, SqliteConnection, SqlitePool, sqlite::SqliteRow};
use tokio::sync::watch;

#[async_trait]
impl Archive for SqliteStore {
    async fn archive(&self, question: ArchiveQuestion) -> Result<Vec<Finished>, StoreError> {
        Ok(page(&self.readers, question).await?)
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        Ok(since(&self.readers, cursor, limit).await?)
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        self.writer.finished()
    }
}

async fn page(pool: &SqlitePool, question: ArchiveQuestion) -> Result<Vec<Finished>, sqlx::Error> {
    // Before everything is after any time that can be.
    let end_of_time = Ended { ended_ms: i64::MAX as u64, game: String::new() };
    let before = question.before.unwrap_or(end_of_time);
    let ladder = question.ladder.unwrap_or_default();
    let place = question.place.unwrap_or_default();
    // Read from the end backwards until the page is full. The ids are hidden behind `||`, or the
    // planner would gather every game by its id and sort them all.
    let rows = sqlx::query(
        "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name FROM ( \
             SELECT * FROM finished \
             WHERE (ended_ms, game_id) < ($1, $2) AND ladder >= $3 AND ladder < $4 \
               AND game_id || '' >= $7 AND game_id || '' < $8 \
               AND ($5 IS NULL \
                    OR game_id IN (SELECT game_id FROM finished_player WHERE player_id = $5)) \
             ORDER BY ended_ms DESC, game_id DESC LIMIT $6 \
         ) f LEFT JOIN finished_player p ON p.game_id = f.game_id \
         ORDER BY f.ended_ms DESC, f.game_id DESC, p.seat",
    )
    .bind(before.ended_ms.min(i64::MAX as u64) as i64)
    .bind(before.game)
    .bind(&ladder)
    // Ladders and ids are ASCII: whatever begins like this sorts before its beginning with a DEL.
    .bind(format!("{ladder}\u{7f}"))
    .bind(question.player)
    .bind(i64::from(question.limit))
    .bind(&place)
    .bind(format!("{place}\u{7f}"))
    .fetch_all(pool)
    .await?;
    Ok(gather(&rows))
}

/// A change is numbered by the one writer, within its transaction: a greater number is a later
/// commit, and nothing appears behind what has been read.
async fn since(
    pool: &SqlitePool,
    cursor: Cursor,
    limit: u32,
) -> Result<(Vec<Finished>, Cursor), sqlx::Error> {
    let rows = sqlx::query(
        "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name, f.change \
         FROM (SELECT * FROM finished WHERE change > $1 ORDER BY change LIMIT $2) f \
         LEFT JOIN finished_player p ON p.game_id = f.game_id \
         ORDER BY f.change, p.seat",
    )
    .bind(cursor.change)
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let last = rows.last().map_or(cursor.change, |row| row.get(7));
    Ok((gather(&rows), Cursor { change: last, game: String::new() }))
}

/// One row a player, made one game for each run of them.
fn gather(rows: &[SqliteRow]) -> Vec<Finished> {
    rows.chunk_by(|one, next| one.get::<&str, _>(0) == next.get::<&str, _>(0))
        .map(|players| {
            let game = &players[0];
            let player = |row: &SqliteRow| {
                Some(FinishedPlayer { id: row.get(5), name: row.get::<Option<String>, _>(6)? })
            };
            Finished {
                game: game.get(0),
                ladder: game.get(1),
                ended_ms: game.get::<i64, _>(2) as u64,
                rated: game.get(3),
                text: game.get(4),
                players: players.iter().filter_map(player).collect(),
            }
        })
        .collect()
}

/// Writes a game that is over, or over what was written of it, as the latest change.
pub(super) async fn put(
    connection: &mut SqliteConnection,
    finished: &Finished,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO finished (game_id, ladder, ended_ms, rated, text, change) \
         VALUES ($1, $2, $3, $4, $5, (SELECT COALESCE(MAX(change), 0) + 1 FROM finished)) \
         ON CONFLICT (game_id) DO UPDATE SET \
            ladder = $2, ended_ms = $3, rated = $4, text = $5, change = excluded.change",
    )
    .bind(&finished.game)
    .bind(&finished.ladder)
    .bind(finished.ended_ms as i64)
    .bind(finished.rated)
    .bind(&finished.text)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM finished_player WHERE game_id = $1")
        .bind(&finished.game)
        .execute(&mut *connection)
        .await?;
    for (seat, player) in (0_i64..).zip(&finished.players) {
        sqlx::query(
            "INSERT INTO finished_player (game_id, seat, player_id, name) VALUES ($1, $2, $3, $4)",
        )
        .bind(&finished.game)
        .bind(seat)
        .bind(&player.id)
        .bind(&player.name)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
