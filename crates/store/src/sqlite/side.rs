//! A file as one side of a copy.

use super::{SqliteOptions, archive, connection::prepare, game_log, script::run_script, sealing};
use crate::{
    Finished, FinishedPlayer, Player, Session, StoreError,
    copy_side::{CopySide, GameRows, HouseRows},
    keyring::Keyring,
    linked::{EventRow, Head},
};
use async_trait::async_trait;
use sqlx::{Connection, Row, SqliteConnection, sqlite::SqliteRow};

struct SqliteSide(SqliteConnection);

/// A file up to date, in a transaction, and the keys that open all in it.
pub(crate) async fn side(
    options: &SqliteOptions,
) -> Result<(Box<dyn CopySide>, Keyring), StoreError> {
    let (mut connection, keys) = prepare(options).await?;
    sealing::seal_what_is_plain(&mut connection, &keys).await?;
    run_script(&mut connection, "BEGIN IMMEDIATE").await?;
    Ok((Box::new(SqliteSide(connection)), keys))
}

#[async_trait]
impl CopySide for SqliteSide {
    async fn house(&mut self) -> Result<HouseRows, StoreError> {
        let connection = &mut self.0;
        let players = "SELECT id, key, name, password, since_ms FROM player ORDER BY rowid";
        let players = sqlx::query(players).fetch_all(&mut *connection).await?;
        let sessions = "SELECT token_hash, player_id, until_ms FROM session";
        let sessions = sqlx::query(sessions).fetch_all(&mut *connection).await?;
        let boards = "SELECT id, name, key FROM board";
        let boards = sqlx::query(boards).fetch_all(&mut *connection).await?;
        let alive = sqlx::query("SELECT t_ms FROM alive").fetch_optional(connection).await?;
        let player = |row: &SqliteRow| Player {
            id: row.get(0),
            key: row.get(1),
            name: row.get(2),
            password: row.get(3),
            since_ms: row.get::<i64, _>(4) as u64,
        };
        let session = |row: &SqliteRow| Session {
            hash: row.get(0),
            player: row.get(1),
            until_ms: row.get::<i64, _>(2) as u64,
        };
        Ok(HouseRows {
            players: players.iter().map(player).collect(),
            sessions: sessions.iter().map(session).collect(),
            boards: boards.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect(),
            alive_ms: alive.map(|row| row.get(0)),
        })
    }

    async fn games(&mut self, after: i64, limit: i64) -> Result<(Vec<GameRows>, i64), StoreError> {
        let games = "SELECT id, rules, created_ms, events, head, tokens, tokens_head, open, due_ms, \
                            rowid \
                     FROM game WHERE rowid > $1 ORDER BY rowid LIMIT $2";
        let rows = sqlx::query(games).bind(after).bind(limit).fetch_all(&mut self.0).await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in &rows {
            games.push(self.game(row).await?);
        }
        Ok((games, rows.last().map_or(after, |row| row.get(9))))
    }

    async fn put_house(&mut self, house: &HouseRows) -> Result<(), StoreError> {
        for player in &house.players {
            let put = "INSERT INTO player (id, key, name, password, since_ms) \
                       VALUES ($1, $2, $3, $4, $5)";
            let put = sqlx::query(put).bind(&player.id).bind(&player.key).bind(&player.name);
            let put = put.bind(&player.password).bind(player.since_ms as i64);
            put.execute(&mut self.0).await?;
        }
        for session in &house.sessions {
            let put = "INSERT INTO session (token_hash, player_id, until_ms) VALUES ($1, $2, $3)";
            let put = sqlx::query(put).bind(&session.hash).bind(&session.player);
            put.bind(session.until_ms as i64).execute(&mut self.0).await?;
        }
        for (id, name, key) in &house.boards {
            let put = "INSERT INTO board (id, name, key) VALUES ($1, $2, $3)";
            sqlx::query(put).bind(id).bind(name).bind(key).execute(&mut self.0).await?;
        }
        if let Some(alive_ms) = house.alive_ms {
            game_log::mark_alive(&mut self.0, alive_ms as u64).await?;
        }
        Ok(())
    }

    async fn put_game(&mut self, game: &GameRows) -> Result<(), StoreError> {
        let put = "INSERT INTO game \
                       (id, rules, created_ms, events, head, tokens, tokens_head, open, due_ms) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let put = sqlx::query(put).bind(&game.id).bind(game.rules).bind(game.created_ms);
        let put = put.bind(game.head.events as i64).bind(&game.head.hash).bind(game.head.tokens);
        let put = put.bind(&game.head.tokens_hash).bind(game.is_open).bind(game.due_ms);
        put.execute(&mut self.0).await?;
        for event in game.events.iter().flatten() {
            self.put_event(&game.id, event).await?;
        }
        for (n, (hash, seats)) in (0_i64..).zip(&game.tokens) {
            let put = "INSERT INTO seat_token (game_id, token_hash, seats, n) \
                       VALUES ($1, $2, $3, $4)";
            let put = sqlx::query(put).bind(&game.id).bind(hash).bind(seats);
            put.bind(n).execute(&mut self.0).await?;
        }
        if let Some(finished) = &game.finished {
            archive::put(&mut self.0, finished).await?;
        }
        Ok(())
    }

    async fn commit(mut self: Box<Self>) -> Result<(), StoreError> {
        run_script(&mut self.0, "COMMIT").await?;
        Ok(self.0.close().await?)
    }
}

impl SqliteSide {
    async fn game(&mut self, row: &SqliteRow) -> Result<GameRows, StoreError> {
        let id: String = row.get(0);
        let events = "SELECT seq, kind, seat, cmd_id, public, secret, sealed, t_ms, chain, hash \
                      FROM game_event WHERE game_id = $1 ORDER BY seq";
        let events = sqlx::query(events).bind(&id).fetch_all(&mut self.0).await?;
        let tokens = "SELECT token_hash, seats FROM seat_token WHERE game_id = $1 ORDER BY n";
        let tokens = sqlx::query(tokens).bind(&id).fetch_all(&mut self.0).await?;
        let finished = "SELECT ladder, ended_ms, rated, text FROM finished WHERE game_id = $1";
        let finished = sqlx::query(finished).bind(&id).fetch_optional(&mut self.0).await?;
        let players =
            "SELECT player_id, name FROM finished_player WHERE game_id = $1 ORDER BY seat";
        let players = sqlx::query(players).bind(&id).fetch_all(&mut self.0).await?;
        let player = |row: &SqliteRow| FinishedPlayer { id: row.get(0), name: row.get(1) };
        let finished = finished.map(|row| Finished {
            game: id.clone(),
            ladder: row.get(0),
            ended_ms: row.get::<i64, _>(1) as u64,
            rated: row.get(2),
            text: row.get(3),
            players: players.iter().map(player).collect(),
        });
        Ok(GameRows {
            rules: row.get(1),
            created_ms: row.get(2),
            head: Head {
                events: row.get::<i64, _>(3) as u64,
                hash: row.get(4),
                tokens: row.get(5),
                tokens_hash: row.get(6),
            },
            is_open: row.get(7),
            due_ms: row.get(8),
            events: events.iter().map(|row| game_log::event_row(row, 0)).collect(),
            tokens: tokens.iter().map(|row| (row.get(0), row.get(1))).collect(),
            finished,
            id,
        })
    }

    async fn put_event(&mut self, game: &str, event: &EventRow) -> Result<(), StoreError> {
        let put = "INSERT INTO game_event \
                       (game_id, seq, kind, seat, cmd_id, public, secret, t_ms, hash, chain, sealed) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        let put = sqlx::query(put).bind(game).bind(event.seq).bind(&event.kind).bind(event.seat);
        let put = put.bind(&event.command).bind(&event.public).bind(&event.secret);
        let put = put.bind(event.at_ms).bind(&event.hash).bind(event.chain).bind(&event.sealed);
        put.execute(&mut self.0).await?;
        Ok(())
    }
}
