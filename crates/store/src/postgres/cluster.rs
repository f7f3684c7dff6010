//! Coordination between servers in PostgreSQL.

use super::{PostgresStore, connection::LOCK_KEY, group::texts};
use crate::{ClusterStore, ListedSeek, NewSeek, SEEK_PAUSE_MS, SharedChatLine, StoreError};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use sqlx::{Row, postgres::PgRow};
use std::time::Duration;

#[async_trait]
impl ClusterStore for PostgresStore {
    fn cluster_id(&self) -> &str {
        self.membership.as_ref().map_or("", |membership| &membership.house)
    }

    fn is_first(&self) -> bool {
        self.membership.as_ref().is_some_and(|membership| membership.is_first)
    }

    async fn clock_ms(&self) -> Result<UnixMs, StoreError> {
        let clock = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let row = self.row(sqlx::query(clock)).await?;
        Ok(row.map_or(UnixMs::default(), |row| UnixMs(row.get::<i64, _>(0) as u64)))
    }

    async fn changed_logs(&self, known: Vec<(GameId, u64)>) -> Result<Vec<GameId>, StoreError> {
        let (games, events): (Vec<String>, Vec<i64>) =
            known.into_iter().map(|(game, events)| (game.into_string(), events as i64)).unzip();
        let moved = sqlx::query(
            "SELECT k.id FROM unnest($1::text[], $2::bigint[]) AS k(id, events) \
             LEFT JOIN game g ON g.id = k.id COLLATE \"C\" \
             WHERE g.events IS DISTINCT FROM k.events",
        );
        let rows = self.rows(moved.bind(games).bind(events)).await?;
        Ok(rows.iter().map(|row| row.get::<String, _>(0).into()).collect())
    }

    async fn claim_due(
        &self,
        now_ms: UnixMs,
        until_ms: UnixMs,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        // Committed at once: a row lock held during the game's append would make others wait.
        let claim = sqlx::query(
            "UPDATE deadline d SET due_ms = $2 FROM ( \
                 SELECT game_id FROM deadline WHERE due_ms <= $1 ORDER BY due_ms LIMIT $3 \
                 FOR UPDATE SKIP LOCKED \
             ) c WHERE d.game_id = c.game_id RETURNING d.game_id",
        );
        let claim = claim.bind(now_ms.0 as i64).bind(until_ms.0 as i64).bind(i64::from(limit));
        Ok(self.rows(claim).await?.iter().map(|row| row.get::<String, _>(0).into()).collect())
    }

    async fn take_lease(
        &self,
        name: &str,
        holder: &str,
        term: Duration,
    ) -> Result<bool, StoreError> {
        let take = sqlx::query(
            "INSERT INTO lease AS l (name, holder, until) \
             VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond') \
             ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until \
             WHERE l.until < clock_timestamp() OR l.holder = excluded.holder RETURNING name",
        );
        let take = take.bind(name).bind(holder).bind(term.as_millis() as i64);
        Ok(self.row(take).await?.is_some())
    }

    async fn release_lease(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        let end = sqlx::query("DELETE FROM lease WHERE name = $1 AND holder = $2");
        self.rows(end.bind(name).bind(holder)).await.map(|_| ())
    }

    async fn set_presence(
        &self,
        node: &str,
        seats: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let (games, seats): (Vec<String>, Vec<String>) =
            seats.into_iter().map(|(game, seats)| (game.into_string(), seats)).unzip();
        let note = sqlx::query(
            "INSERT INTO presence (game_id, node, seats, until_ms) \
             SELECT game_id, $2, seats, $4 FROM unnest($1::text[], $3::text[]) AS p(game_id, seats) \
             ON CONFLICT (game_id, node) DO UPDATE \
             SET seats = excluded.seats, until_ms = excluded.until_ms",
        );
        let note = note.bind(games).bind(node).bind(seats).bind(until_ms.0 as i64);
        self.rows(note).await.map(|_| ())
    }

    async fn present_elsewhere(
        &self,
        node: &str,
        games: Vec<GameId>,
        now_ms: UnixMs,
    ) -> Result<Vec<(GameId, String)>, StoreError> {
        let present = sqlx::query(
            "SELECT game_id, string_agg(seats, '') FROM presence \
             WHERE game_id = ANY($1) AND node <> $2 AND until_ms > $3 GROUP BY game_id",
        );
        let rows = self.rows(present.bind(texts(games)).bind(node).bind(now_ms.0 as i64)).await?;
        Ok(rows.iter().map(|row| (row.get::<String, _>(0).into(), row.get(1))).collect())
    }

    async fn seeks(&self, now_ms: UnixMs, after_ms: UnixMs) -> Result<Vec<ListedSeek>, StoreError> {
        let all = sqlx::query(
            "SELECT n, kind, game_id, maker, text, since_ms, until_ms FROM seek \
             WHERE until_ms > $2 AND taken_until_ms <= $1 ORDER BY n",
        );
        let all = all.bind(now_ms.0 as i64).bind(after_ms.0 as i64);
        Ok(self.rows(all).await?.iter().map(listed).collect())
    }

    async fn take_seek(
        &self,
        number: i64,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<Option<ListedSeek>, StoreError> {
        let take = sqlx::query(
            "UPDATE seek SET taken_until_ms = $3 \
             WHERE n = $1 AND until_ms > $2 AND taken_until_ms <= $2 \
             RETURNING n, kind, game_id, maker, text, since_ms, until_ms",
        );
        let take = take.bind(number).bind(now_ms.0 as i64).bind(until_ms.0 as i64);
        Ok(self.row(take).await?.as_ref().map(listed))
    }

    async fn add_seek(&self, seek: NewSeek, max_per_creator: u32) -> Result<(), StoreError> {
        self.find_room().await?;
        let add = sqlx::query(
            "WITH dropped AS (DELETE FROM seek WHERE n IN ( \
                 SELECT n FROM seek WHERE maker = $3 ORDER BY n DESC OFFSET $7)) \
             INSERT INTO seek (kind, game_id, maker, text, since_ms, until_ms) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        );
        let add = add.bind(seek.kind).bind(seek.game.as_str()).bind(seek.creator);
        let add = add.bind(seek.text).bind(seek.since_ms.0 as i64).bind(seek.until_ms.0 as i64);
        self.rows(add.bind(i64::from(max_per_creator) - 1)).await.map(|_| ())
    }

    async fn return_seek(&self, number: i64, until_ms: UnixMs) -> Result<(), StoreError> {
        let put =
            sqlx::query("UPDATE seek SET taken_until_ms = 0 WHERE n = $1 AND taken_until_ms = $2");
        self.rows(put.bind(number).bind(until_ms.0 as i64)).await.map(|_| ())
    }

    async fn renew_seeks(&self, games: Vec<GameId>, until_ms: UnixMs) -> Result<(), StoreError> {
        let renew = sqlx::query(
            "UPDATE seek SET until_ms = greatest(until_ms, $2) WHERE game_id = ANY($1)",
        );
        self.rows(renew.bind(texts(games)).bind(until_ms.0 as i64)).await.map(|_| ())
    }

    async fn remove_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        let end = sqlx::query("DELETE FROM seek WHERE game_id = ANY($1)").bind(texts(games));
        self.rows(end).await.map(|_| ())
    }

    async fn admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError> {
        // Adds the cost of one use to the time at which all uses have expired, if it stays below the
        // limit.
        let admit = sqlx::query(
            "INSERT INTO bucket AS b (key, empty_ms) VALUES ($1, $2 + $3) \
             ON CONFLICT (key) DO UPDATE SET empty_ms = greatest(b.empty_ms, $2) + $3 \
             WHERE greatest(b.empty_ms, $2) + $3 <= $2 + $3 * $4 RETURNING key",
        );
        let admit = admit.bind(key).bind(now_ms.0 as i64).bind(every.as_millis() as i64);
        Ok(self.row(admit.bind(i64::from(at_once))).await?.is_some())
    }

    async fn would_admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError> {
        let full =
            sqlx::query("SELECT FROM bucket WHERE key = $1 AND empty_ms + $3 > $2 + $3 * $4");
        let full = full.bind(key).bind(now_ms.0 as i64).bind(every.as_millis() as i64);
        Ok(self.row(full.bind(i64::from(at_once))).await?.is_none())
    }

    async fn add_chat_lines(
        &self,
        lines: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.find_room().await?;
        let (games, texts): (Vec<String>, Vec<String>) =
            lines.into_iter().map(|(game, text)| (game.into_string(), text)).unzip();
        // The lock lasts until the commit, so numbers are committed in their order.
        let add = sqlx::query(
            "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock($4)) \
             INSERT INTO chat_line (game_id, text, until_ms) \
             SELECT game_id, text, $3 FROM alone, \
             unnest($1::text[], $2::text[]) WITH ORDINALITY AS l(game_id, text, place) \
             ORDER BY place",
        );
        let add = add.bind(games).bind(texts).bind(until_ms.0 as i64).bind(LOCK_KEY + 2);
        self.rows(add).await.map(|_| ())
    }

    async fn last_chat_number(&self) -> Result<i64, StoreError> {
        let last = sqlx::query("SELECT coalesce(max(n), 0) FROM chat_line");
        Ok(self.row(last).await?.map_or(0, |row| row.get(0)))
    }

    async fn chat_lines_after(
        &self,
        number: i64,
        limit: u32,
    ) -> Result<Vec<SharedChatLine>, StoreError> {
        let lines =
            sqlx::query("SELECT n, game_id, text FROM chat_line WHERE n > $1 ORDER BY n LIMIT $2");
        let rows = self.rows(lines.bind(number).bind(i64::from(limit))).await?;
        let line = |row: &PgRow| SharedChatLine {
            number: row.get(0),
            game: row.get::<String, _>(1).into(),
            text: row.get(2),
        };
        Ok(rows.iter().map(line).collect())
    }

    async fn remove_expired(&self, now_ms: UnixMs) -> Result<(), StoreError> {
        let tidy = sqlx::query(
            "WITH present AS (DELETE FROM presence WHERE until_ms <= $1), \
             seeks AS (DELETE FROM seek WHERE until_ms <= $1 - $2), \
             buckets AS (DELETE FROM bucket WHERE empty_ms <= $1), \
             lines AS (DELETE FROM chat_line WHERE until_ms <= $1) \
             DELETE FROM lease WHERE until < clock_timestamp()",
        );
        let tidy = tidy.bind(now_ms.0 as i64).bind(SEEK_PAUSE_MS as i64);
        self.rows(tidy).await.map(|_| ())
    }
}

fn listed(row: &PgRow) -> ListedSeek {
    let seek = NewSeek {
        kind: row.get(1),
        game: row.get::<String, _>(2).into(),
        creator: row.get(3),
        text: row.get(4),
        since_ms: UnixMs(row.get::<i64, _>(5) as u64),
        until_ms: UnixMs(row.get::<i64, _>(6) as u64),
    };
    ListedSeek { number: row.get(0), seek }
}
