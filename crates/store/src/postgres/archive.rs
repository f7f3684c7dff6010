//! Games that are over and public.

use super::PostgresStore;
use crate::{
    Archive, ArchiveQuestion, Cursor, Ended, Finished, FinishedPlayer, Ladders, StoreError,
};
use async_trait::async_trait;
use sqlx::{Row, postgres::PgRow};
use std::time::Duration;
use tokio::{sync::watch, time::Instant};

/// How long a follower waits for transactions that are about to end, and between two looks.
const PATIENCE: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(5);

#[async_trait]
impl Archive for PostgresStore {
    async fn archive(&self, question: ArchiveQuestion) -> Result<Vec<Finished>, StoreError> {
        // Before everything is after any time that can be.
        let end_of_time = Ended { ended_ms: i64::MAX as u64, game: String::new() };
        let before = question.before.unwrap_or(end_of_time);
        let ladder = question.ladder.unwrap_or_default();
        let place = question.place.unwrap_or_default();
        // Read from the end backwards until the page is full. The ids are hidden behind `||`, or the
        // planner could gather every game by its id and sort them all.
        let page = sqlx::query(
            "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name FROM ( \
                 SELECT game_id, ladder, ended_ms, rated, text FROM finished \
                 WHERE (ended_ms, game_id) < ($1, $2) AND ladder >= $3 AND ladder < $4 \
                   AND (game_id || '') COLLATE \"C\" >= $7 AND (game_id || '') COLLATE \"C\" < $8 \
                   AND ($5::text IS NULL \
                        OR game_id IN (SELECT game_id FROM finished_player WHERE player_id = $5)) \
                 ORDER BY ended_ms DESC, game_id DESC LIMIT $6 \
             ) f LEFT JOIN finished_player p ON p.game_id = f.game_id \
             ORDER BY f.ended_ms DESC, f.game_id DESC, p.seat",
        )
        .bind(before.ended_ms.min(i64::MAX as u64) as i64)
        .bind(before.game)
        // Ladders and ids are ASCII: whatever begins like this sorts before its beginning with a DEL.
        .bind(ladder.clone())
        .bind(format!("{ladder}\u{7f}"))
        .bind(question.player)
        .bind(i64::from(question.limit))
        .bind(place.clone())
        .bind(format!("{place}\u{7f}"));
        Ok(gather(&self.rows(page).await?))
    }

    /// By transaction, and only below the oldest that is open: what is committed later stands
    /// behind, whatever number it drew. What is committed already and still held back by another's
    /// open transaction is waited for.
    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        let until = Instant::now() + PATIENCE;
        loop {
            // Asked first: what is no longer held back by then is found.
            let is_held_back = self.has_unsettled().await?;
            let rows = self.settled_since(&cursor, limit).await?;
            if let Some(last) = rows.last() {
                let next = Cursor { change: last.get(7), game: last.get(0) };
                return Ok((gather(&rows), next));
            }
            if limit == 0 || !is_held_back {
                return Ok((Vec::new(), cursor));
            }
            if Instant::now() >= until {
                // Somebody keeps a transaction open. Whoever follows asks again.
                self.writer.hint();
                return Ok((Vec::new(), cursor));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        self.writer.finished()
    }

    fn ladders(&self) -> Option<&dyn Ladders> {
        Some(self)
    }
}

impl PostgresStore {
    async fn settled_since(&self, cursor: &Cursor, limit: u32) -> Result<Vec<PgRow>, StoreError> {
        let since = sqlx::query(
            "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name, \
                    f.tx::text::bigint \
             FROM (SELECT game_id, ladder, ended_ms, rated, text, tx FROM finished \
                   WHERE (tx, game_id) > ($1::text::xid8, $2) \
                     AND tx < (SELECT pg_snapshot_xmin(pg_current_snapshot())) \
                   ORDER BY tx, game_id LIMIT $3) f \
             LEFT JOIN finished_player p ON p.game_id = f.game_id \
             ORDER BY f.tx, f.game_id, p.seat",
        )
        .bind(cursor.change.to_string())
        .bind(cursor.game.clone())
        .bind(i64::from(limit));
        self.rows(since).await
    }

    async fn has_unsettled(&self) -> Result<bool, StoreError> {
        let question = "SELECT 1 FROM finished \
                        WHERE tx >= (SELECT pg_snapshot_xmin(pg_current_snapshot())) LIMIT 1";
        Ok(self.row(sqlx::query(question)).await?.is_some())
    }
}

/// One row a player, made one game for each run of them.
pub(super) fn gather(rows: &[PgRow]) -> Vec<Finished> {
    rows.chunk_by(|one, next| one.get::<&str, _>(0) == next.get::<&str, _>(0))
        .map(|players| {
            let game = &players[0];
            let player = |row: &PgRow| {
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
