//! Games, their logs and their seat tokens in PostgreSQL.

use super::{
    PostgresStore,
    event_row::{event_row, hex},
    writer::Job,
};
use crate::{
    Append, ClusterStore, GameLog, LoadedLog, LoggedEvent, SeatToken, StoreError, Usage, chain,
    hash_chain,
};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use sqlx::{Row, postgres::PgRow};
use std::collections::HashMap;

#[async_trait]
impl GameLog for PostgresStore {
    async fn create(&self, rules: u32, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job { rules: Some(rules), append }).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.ask(Job { rules: None, append }).await
    }

    async fn load(&self, game: &GameId) -> Result<Vec<LoggedEvent>, StoreError> {
        // One statement, so that the log and its head are from the same moment.
        let load = sqlx::query(
            "SELECT g.events, g.head, e.seq, e.kind, e.seat, e.cmd_id, e.public, e.sealed, e.t_ms, \
                    e.chain, e.hash \
             FROM game g LEFT JOIN game_event e ON e.game_id = g.id \
             WHERE g.id = $1 ORDER BY e.seq",
        );
        let rows = self.rows(load.bind(game.as_str())).await?;
        let Some(first) = rows.first() else { return Err(StoreError::NoGame(game.to_owned())) };
        let head = (first.get::<i64, _>(0) as u64, hex(first.get(1)));
        let rows = rows.iter().map(|row| event_row(row, 2)).collect();
        hash_chain::verify(game, Some(head), rows, &self.keys)
    }

    async fn load_logs(&self, games: Vec<GameId>) -> Result<Vec<LoadedLog>, StoreError> {
        let load = sqlx::query(
            "SELECT g.id, g.events, g.head, e.seq, e.kind, e.seat, e.cmd_id, e.public, e.sealed, \
                    e.t_ms, e.chain, e.hash \
             FROM game g LEFT JOIN game_event e ON e.game_id = g.id \
             WHERE g.id = ANY($1) ORDER BY g.id, e.seq",
        );
        let ids: Vec<String> = games.iter().map(ToString::to_string).collect();
        let rows = self.rows(load.bind(ids)).await?;
        let id = |row: &PgRow| row.get::<String, _>(0);
        let found: HashMap<String, &[PgRow]> =
            rows.chunk_by(|one, next| id(one) == id(next)).map(|log| (id(&log[0]), log)).collect();
        let log = |game: GameId| {
            let log = match found.get(game.as_str()) {
                Some(rows) => {
                    let head = (rows[0].get::<i64, _>(1) as u64, hex(rows[0].get(2)));
                    let rows = rows.iter().map(|row| event_row(row, 3)).collect();
                    hash_chain::verify(&game, Some(head), rows, &self.keys)
                }
                None => Err(StoreError::NoGame(game.clone())),
            };
            LoadedLog { game, log }
        };
        Ok(games.into_iter().map(log).collect())
    }

    async fn load_since(&self, game: &GameId, known: u64) -> Result<Vec<LoggedEvent>, StoreError> {
        if known == 0 {
            return self.load(game).await;
        }
        // Includes the last known event, because the chain continues from its hash.
        let load = sqlx::query(
            "SELECT g.events, g.head, e.seq, e.kind, e.seat, e.cmd_id, e.public, e.sealed, e.t_ms, \
                    e.chain, e.hash \
             FROM game g LEFT JOIN game_event e ON e.game_id = g.id AND e.seq >= $2 \
             WHERE g.id = $1 ORDER BY e.seq",
        );
        let rows = self.rows(load.bind(game.as_str()).bind(known as i64 - 1)).await?;
        let Some(first) = rows.first() else { return Err(StoreError::NoGame(game.to_owned())) };
        let (count, head) = (first.get::<i64, _>(0) as u64, hex(first.get(1)));
        let Some(before) = event_row(first, 2).filter(|row| row.seq == known as i64 - 1) else {
            return Err(StoreError::Damaged { game: game.to_owned(), seq: known - 1 });
        };
        let rows = rows[1..].iter().map(|row| event_row(row, 2)).collect();
        hash_chain::verify_from(game, (known, before.hash), (count, &head), rows, &self.keys)
    }

    async fn tokens(&self, game: &GameId) -> Result<Vec<SeatToken>, StoreError> {
        let tokens = sqlx::query(
            "SELECT g.tokens_head, t.token_hash, t.seats \
             FROM game g LEFT JOIN seat_token t ON t.game_id = g.id \
             WHERE g.id = $1 ORDER BY t.n",
        );
        let rows = self.rows(tokens.bind(game.as_str())).await?;
        let mut head = String::new();
        let mut tokens = Vec::with_capacity(rows.len());
        for row in &rows {
            // A game without tokens is one row with NULLs.
            let (Some(hash), Some(seats)) =
                (row.get::<Option<String>, _>(1), row.get::<Option<String>, _>(2))
            else {
                break;
            };
            head = chain::with_token(&head, game, &hash, &seats);
            let seats = seats.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
            tokens.push(SeatToken { hash, seats });
        }
        match rows.first() {
            Some(row) if hex(row.get(0)) != head => Err(StoreError::DamagedTokens(game.to_owned())),
            _ => Ok(tokens),
        }
    }

    async fn open_before(&self, before_ms: UnixMs, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let open = sqlx::query(
            "SELECT id FROM game WHERE open AND created_ms < $1 ORDER BY created_ms, id LIMIT $2",
        );
        let before_ms = before_ms.0.min(i64::MAX as u64) as i64;
        Ok(ids(&self.rows(open.bind(before_ms).bind(i64::from(limit))).await?))
    }

    async fn delete_open(&self, game: &GameId, expected: u64) -> Result<(), StoreError> {
        let delete = sqlx::query(
            "WITH gone AS ( \
                 SELECT id FROM game WHERE id = $1 AND open AND events = $2 FOR UPDATE \
             ), tokens AS (DELETE FROM seat_token USING gone WHERE game_id = gone.id), \
             logged AS (DELETE FROM game_event USING gone WHERE game_id = gone.id), \
             due AS (DELETE FROM deadline USING gone WHERE game_id = gone.id) \
             DELETE FROM game USING gone WHERE game.id = gone.id RETURNING game.id",
        );
        if self.row(delete.bind(game.as_str()).bind(expected as i64)).await?.is_some() {
            return Ok(());
        }
        let why = sqlx::query("SELECT open, events FROM game WHERE id = $1").bind(game.as_str());
        let game = game.to_owned();
        match self.row(why).await? {
            None => Err(StoreError::NoGame(game)),
            Some(row) if !row.get::<bool, _>(0) => Err(StoreError::Begun(game)),
            Some(row) => {
                Err(StoreError::Stale { game, expected, found: row.get::<i64, _>(1) as u64 })
            }
        }
    }

    async fn games_with_deadline(&self) -> Result<Vec<GameId>, StoreError> {
        Ok(ids(&self.rows(sqlx::query("SELECT game_id FROM deadline ORDER BY due_ms")).await?))
    }

    async fn games_with_prefix(&self, beginning: &str) -> Result<Vec<GameId>, StoreError> {
        // Ids are ASCII, so every id with this prefix sorts before the prefix followed by DEL.
        let games = sqlx::query("SELECT id FROM game WHERE id >= $1 AND id < $2 ORDER BY n");
        Ok(ids(&self.rows(games.bind(beginning).bind(format!("{beginning}\u{7f}"))).await?))
    }

    async fn mark_alive(&self, now_ms: UnixMs) -> Result<(), StoreError> {
        let note = "INSERT INTO alive (one, t_ms) VALUES (TRUE, $1) \
                    ON CONFLICT (one) DO UPDATE SET t_ms = $1";
        self.rows(sqlx::query(note).bind(now_ms.0 as i64)).await.map(|_| ())
    }

    async fn last_alive(&self) -> Result<Option<UnixMs>, StoreError> {
        let row = self.row(sqlx::query("SELECT t_ms FROM alive")).await?;
        Ok(row.map(|row| UnixMs(row.get::<i64, _>(0) as u64)))
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        Ok(Usage { used_bytes: self.size().await?, max_bytes: self.max_bytes })
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.find_room().await?;
        let take = "INSERT INTO probe (one, room) VALUES (TRUE, decode(repeat('00', 7000), 'hex')) \
                    ON CONFLICT (one) DO UPDATE SET room = excluded.room";
        self.rows(sqlx::query(take)).await.map(|_| ())
    }

    fn cluster(&self) -> Option<&dyn ClusterStore> {
        self.membership.is_some().then_some(self)
    }
}

fn ids(rows: &[PgRow]) -> Vec<GameId> {
    rows.iter().map(|row| row.get::<String, _>(0).into()).collect()
}
