//! The archive in PostgreSQL.

use super::{PostgresStore, connection::ANSWER, pool::Pool};
use crate::{
    Archive, ArchiveFilter, ClaimingPlayer, Cursor, Finished, FinishedPlayer, Ladders, StoreError,
    archive_page::{ArchivePage, Value},
};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, postgres::PgRow};
use std::time::Duration;
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};

/// How long a reader waits for transactions that are about to end, and the polling interval.
const PATIENCE: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(5);

#[async_trait]
impl Archive for PostgresStore {
    async fn archive(&self, question: ArchiveFilter) -> Result<Vec<Finished>, StoreError> {
        let ArchivePage { sql, values, .. } = ArchivePage::new(&question, '$');
        let page =
            values.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), |page, value| match value {
                Value::Number(number) => page.bind(number),
                Value::Text(text) => page.bind(text),
            });
        Ok(gather(&self.rows(page).await?))
    }

    async fn finished_games(&self, games: Vec<GameId>) -> Result<Vec<Finished>, StoreError> {
        let question = "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name \
                        FROM finished f LEFT JOIN finished_player p ON p.game_id = f.game_id \
                        WHERE f.game_id = ANY($1) ORDER BY f.game_id, p.seat";
        let ids: Vec<String> = games.iter().map(ToString::to_string).collect();
        Ok(gather(&self.rows(sqlx::query(question).bind(ids)).await?))
    }

    /// Reads in transaction order, and only below the oldest open transaction: later commits sort
    /// after it, regardless of their sequence number. Waits for committed rows that another open
    /// transaction holds back.
    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        let until = Instant::now() + PATIENCE;
        loop {
            // Checked before reading, so that rows released in between are found.
            let is_held_back = self.has_unsettled().await?;
            let rows = self.settled_since(&cursor, limit).await?;
            if let Some(last) = rows.last() {
                let next = Cursor { change: last.get(7), game: last.get::<String, _>(0).into() };
                return Ok((gather(&rows), next));
            }
            if limit == 0 || !is_held_back {
                return Ok((Vec::new(), cursor));
            }
            if Instant::now() >= until {
                // A transaction stays open for long. The reader is hinted to ask again.
                self.writer.hint();
                return Ok((Vec::new(), cursor));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn claim_seat(
        &self,
        game: Finished,
        seat: u8,
        player: ClaimingPlayer,
    ) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, claim(&mut connection, &game, seat, &player)).await;
        if Pool::settle(connection, answer)? {
            self.writer.hint();
            Ok(())
        } else {
            Err(StoreError::SeatClaimed)
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
        .bind(cursor.game.as_str())
        .bind(i64::from(limit));
        self.rows(since).await
    }

    async fn has_unsettled(&self) -> Result<bool, StoreError> {
        let question = "SELECT 1 FROM finished \
                        WHERE tx >= (SELECT pg_snapshot_xmin(pg_current_snapshot())) LIMIT 1";
        Ok(self.row(sqlx::query(question)).await?.is_some())
    }
}

/// Writes an account into a seat without one. Returns whether the seat is that account's now. Of
/// concurrent callers one adds the game, and the others wait for it.
async fn claim(
    connection: &mut PgConnection,
    game: &Finished,
    seat: u8,
    player: &ClaimingPlayer,
) -> Result<bool, StoreError> {
    let mut change = connection.begin().await?;
    let put = "INSERT INTO finished (game_id, ladder, ended_ms, rated, text) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game_id) DO NOTHING";
    let put = sqlx::query(put).bind(game.game.as_str()).bind(game.ladder.as_str());
    let put = put.bind(game.ended_ms.0 as i64).bind(game.rated).bind(&game.text);
    if put.execute(&mut *change).await?.rows_affected() > 0 {
        for (seat, player) in (0_i64..).zip(&game.players) {
            let put = "INSERT INTO finished_player (game_id, seat, player_id, name, ended_ms) \
                       VALUES ($1, $2, $3, $4, $5)";
            let put = sqlx::query(put).bind(game.game.as_str()).bind(seat);
            let put = put.bind(player.id.as_deref()).bind(&player.name);
            put.bind(game.ended_ms.0 as i64).execute(&mut *change).await?;
        }
    }
    let claim = "UPDATE finished_player SET player_id = $3, name = $4 \
                 WHERE game_id = $1 AND seat = $2 AND player_id IS NULL";
    let claim = sqlx::query(claim).bind(game.game.as_str()).bind(i64::from(seat));
    let claim = claim.bind(player.id.as_str()).bind(&player.name);
    if claim.execute(&mut *change).await?.rows_affected() == 0 {
        let own = "SELECT 1 FROM finished_player \
                   WHERE game_id = $1 AND seat = $2 AND player_id = $3";
        let own = sqlx::query(own).bind(game.game.as_str()).bind(i64::from(seat));
        return Ok(own.bind(player.id.as_str()).fetch_optional(&mut *change).await?.is_some());
    }
    // Followers read the game again.
    let news = "UPDATE finished SET tx = pg_current_xact_id() WHERE game_id = $1";
    sqlx::query(news).bind(game.game.as_str()).execute(&mut *change).await?;
    change.commit().await?;
    Ok(true)
}

/// Combines rows (one per player) into games.
pub(super) fn gather(rows: &[PgRow]) -> Vec<Finished> {
    rows.chunk_by(|one, next| one.get::<&str, _>(0) == next.get::<&str, _>(0))
        .map(|players| {
            let game = &players[0];
            let player = |row: &PgRow| {
                Some(FinishedPlayer {
                    id: row.get::<Option<String>, _>(5).map(Into::into),
                    name: row.get::<Option<String>, _>(6)?,
                })
            };
            Finished {
                game: game.get::<String, _>(0).into(),
                ladder: game.get::<String, _>(1).into(),
                ended_ms: UnixMs(game.get::<i64, _>(2) as u64),
                rated: game.get(3),
                text: game.get(4),
                players: players.iter().filter_map(player).collect(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PostgresOptions, archive_page::questions};
    use test_postgres::PostgresServer;

    /// Holds with empty and with filled tables, analysed or not.
    #[tokio::test]
    async fn a_page_is_read_from_its_index() {
        let folder = tempfile::tempdir().unwrap();
        let server = PostgresServer::start();
        let options = PostgresOptions::new(&server.database(), &folder.path().join("store.key"));
        let store = PostgresStore::open(options.unwrap()).await.unwrap();
        let games = "WITH n AS (SELECT n, lpad(n::text, 9, '0') AS id FROM generate_series(1, 3000) n), \
             made AS (INSERT INTO game (id, rules, created_ms, events, head, tokens, tokens_head, open) \
                 SELECT id, 1, n, 1, '', 0, '', FALSE FROM n) \
             INSERT INTO finished (game_id, ladder, ended_ms, rated, text) \
             SELECT id, 'xiangqi/blitz', n, TRUE, '' FROM n";
        let players = "INSERT INTO finished_player (game_id, seat, name, ended_ms) \
             SELECT game_id, seat, 'p', ended_ms FROM finished, generate_series(0, 1) seat";
        for fill in [games, players, "ANALYZE"] {
            for (question, index) in questions() {
                let page = ArchivePage::new(&question, '$');
                let plan = format!("EXPLAIN {}", page.sql);
                let plan = page.values.into_iter().fold(
                    sqlx::query(AssertSqlSafe(plan)),
                    |plan, value| match value {
                        Value::Number(number) => plan.bind(number),
                        Value::Text(text) => plan.bind(text),
                    },
                );
                let rows = store.rows(plan).await.unwrap();
                let steps: Vec<&str> = rows.iter().map(|row| row.get(0)).collect();
                let is_read_so = |step: &&str| index.split('|').any(|index| step.contains(index));
                assert!(steps.iter().any(is_read_so), "{question:?}: {steps:#?}");
                assert!(!steps.iter().any(|step| step.contains("Seq Scan")), "{steps:#?}");
            }
            store.rows(sqlx::query(fill)).await.unwrap();
        }
    }
}
