//! A PostgreSQL database as one end of a copy.

use super::{
    PostgresOptions, accounts,
    connection::run_script,
    event_row::{event_row, hex},
    group::bytes,
    moderation, prepare, puzzles,
    relations::relation,
    studies,
};
use crate::{
    Finished, FinishedPlayer, LoginSession, StoreError,
    copy_endpoint::{CopyEndpoint, GameRows, SharedRows},
    hash_chain::{EventRow, Head},
};
use async_trait::async_trait;
use protocol::UnixMs;
use sqlx::{PgConnection, Row, postgres::PgRow};

struct PostgresEndpoint(PgConnection);

/// Opens a migrated database exclusively and begins a transaction.
pub(crate) async fn copy_endpoint(
    options: PostgresOptions,
) -> Result<Box<dyn CopyEndpoint>, StoreError> {
    let (mut connection, ..) = prepare(&options.alone()).await?;
    // No timeout is needed: nothing else runs.
    run_script(&mut connection, "SET statement_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ")
        .await?;
    Ok(Box::new(PostgresEndpoint(connection)))
}

#[async_trait]
impl CopyEndpoint for PostgresEndpoint {
    async fn shared_rows(&mut self) -> Result<SharedRows, StoreError> {
        let connection = &mut self.0;
        let players = sqlx::query(accounts::ALL).fetch_all(&mut *connection).await?;
        let sessions = "SELECT token_hash, player_id, until_ms FROM session";
        let sessions = sqlx::query(sessions).fetch_all(&mut *connection).await?;
        let relations = "SELECT account, other, kind, since_ms FROM relation";
        let relations = sqlx::query(relations).fetch_all(&mut *connection).await?;
        let (reports, acts) = moderation::everything(&mut *connection).await?;
        let hidden_pages = moderation::all_hidden_pages(&mut *connection).await?;
        let boards = "SELECT id, name, key FROM board";
        let boards = sqlx::query(boards).fetch_all(&mut *connection).await?;
        let studies = studies::everything(&mut *connection).await?;
        let (solvers, puzzles) = puzzles::everything(&mut *connection).await?;
        let alive = sqlx::query("SELECT t_ms FROM alive").fetch_optional(connection).await?;
        let session = |row: &PgRow| LoginSession {
            hash: row.get(0),
            player: row.get::<String, _>(1).into(),
            until_ms: UnixMs(row.get::<i64, _>(2) as u64),
        };
        Ok(SharedRows {
            players: players.iter().map(accounts::player).collect(),
            sessions: sessions.iter().map(session).collect(),
            relations: relations.iter().filter_map(relation).collect(),
            reports,
            acts,
            hidden_pages,
            boards: boards.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect(),
            studies,
            solvers,
            puzzles,
            alive_ms: alive.map(|row| row.get(0)),
        })
    }

    async fn games(&mut self, after: i64, limit: i64) -> Result<(Vec<GameRows>, i64), StoreError> {
        let games = "SELECT id, rules, created_ms, events, head, tokens, tokens_head, open, \
                            (SELECT due_ms FROM deadline WHERE game_id = id), n \
                     FROM game WHERE n > $1 ORDER BY n LIMIT $2";
        let rows = sqlx::query(games).bind(after).bind(limit).fetch_all(&mut self.0).await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in &rows {
            games.push(self.game(row).await?);
        }
        Ok((games, rows.last().map_or(after, |row| row.get(9))))
    }

    async fn put_shared_rows(&mut self, shared: &SharedRows) -> Result<(), StoreError> {
        for player in &shared.players {
            let put = "INSERT INTO player (id, key, name, password, since_ms, \
                                           closed_ms, muted_ms, is_hidden, role, warning, \
                                           mail) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
            let put =
                sqlx::query(put).bind(player.id.as_str()).bind(&player.key).bind(&player.name);
            let put = put.bind(&player.password).bind(player.since_ms.0 as i64);
            let ms = |time: Option<UnixMs>| time.map(|ms| ms.0 as i64);
            let it = &player.standing;
            let put = put.bind(ms(it.closed_ms)).bind(ms(it.muted_ms)).bind(it.is_hidden);
            let put = put.bind(&it.role).bind(&it.warning).bind(&player.mail);
            put.execute(&mut self.0).await?;
        }
        for session in &shared.sessions {
            let put = "INSERT INTO session (token_hash, player_id, until_ms) VALUES ($1, $2, $3)";
            let put = sqlx::query(put).bind(&session.hash).bind(session.player.as_str());
            put.bind(session.until_ms.0 as i64).execute(&mut self.0).await?;
        }
        for relation in &shared.relations {
            let put = "INSERT INTO relation (account, other, kind, since_ms) \
                       VALUES ($1, $2, $3, $4)";
            let put = sqlx::query(put).bind(relation.account.as_str());
            let put = put.bind(relation.other.as_str()).bind(relation.kind.as_str());
            put.bind(relation.since_ms.0 as i64).execute(&mut self.0).await?;
        }
        for report in &shared.reports {
            moderation::put_report(&mut self.0, &report.report, report.settled_ms).await?;
        }
        for act in &shared.acts {
            moderation::put_act(&mut self.0, &act.act).await?;
        }
        for hidden in &shared.hidden_pages {
            moderation::put_hidden_page(&mut self.0, hidden).await?;
        }
        for (id, name, key) in &shared.boards {
            let put = "INSERT INTO board (id, name, key) VALUES ($1, $2, $3)";
            sqlx::query(put).bind(id).bind(name).bind(key).execute(&mut self.0).await?;
        }
        for study in &shared.studies {
            studies::put_rows(&mut self.0, study).await?;
        }
        for solver in &shared.solvers {
            puzzles::put_solver(&mut self.0, solver).await?;
        }
        for puzzle in &shared.puzzles {
            // The target has no puzzles yet.
            puzzles::put_puzzle(&mut self.0, puzzle).await?;
        }
        if let Some(alive_ms) = shared.alive_ms {
            let put = "INSERT INTO alive (one, t_ms) VALUES (TRUE, $1) \
                       ON CONFLICT (one) DO UPDATE SET t_ms = $1";
            sqlx::query(put).bind(alive_ms).execute(&mut self.0).await?;
        }
        Ok(())
    }

    async fn put_game(&mut self, game: &GameRows) -> Result<(), StoreError> {
        let put = "INSERT INTO game \
                       (id, rules, created_ms, events, head, tokens, tokens_head, open) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let put = sqlx::query(put).bind(game.id.as_str()).bind(game.rules).bind(game.created_ms);
        let put = put.bind(game.head.events as i64).bind(bytes(&game.head.hash));
        let put = put.bind(game.head.tokens).bind(bytes(&game.head.tokens_hash));
        put.bind(game.is_open).execute(&mut self.0).await?;
        if let Some(due_ms) = game.due_ms {
            let put = "INSERT INTO deadline (game_id, due_ms) VALUES ($1, $2)";
            sqlx::query(put).bind(game.id.as_str()).bind(due_ms).execute(&mut self.0).await?;
        }
        self.put_events(game).await?;
        for (n, (hash, seats)) in (0_i64..).zip(&game.tokens) {
            let put = "INSERT INTO seat_token (game_id, token_hash, seats, n) \
                       VALUES ($1, $2, $3, $4)";
            let put = sqlx::query(put).bind(game.id.as_str()).bind(hash).bind(seats);
            put.bind(n).execute(&mut self.0).await?;
        }
        match &game.finished {
            Some(finished) => self.put_finished(finished).await,
            None => Ok(()),
        }
    }

    async fn commit(mut self: Box<Self>) -> Result<(), StoreError> {
        Ok(run_script(&mut self.0, "COMMIT").await?)
    }
}

impl PostgresEndpoint {
    async fn game(&mut self, row: &PgRow) -> Result<GameRows, StoreError> {
        let id: String = row.get(0);
        let events = "SELECT seq, kind, seat, cmd_id, public, sealed, t_ms, chain, hash \
                      FROM game_event WHERE game_id = $1 ORDER BY seq";
        let events = sqlx::query(events).bind(&id).fetch_all(&mut self.0).await?;
        let tokens = "SELECT token_hash, seats FROM seat_token WHERE game_id = $1 ORDER BY n";
        let tokens = sqlx::query(tokens).bind(&id).fetch_all(&mut self.0).await?;
        let finished = "SELECT ladder, ended_ms, rated, text FROM finished WHERE game_id = $1";
        let finished = sqlx::query(finished).bind(&id).fetch_optional(&mut self.0).await?;
        let players =
            "SELECT player_id, name FROM finished_player WHERE game_id = $1 ORDER BY seat";
        let players = sqlx::query(players).bind(&id).fetch_all(&mut self.0).await?;
        let player = |row: &PgRow| FinishedPlayer {
            id: row.get::<Option<String>, _>(0).map(Into::into),
            name: row.get(1),
        };
        let finished = finished.map(|row| Finished {
            game: id.as_str().into(),
            ladder: row.get::<String, _>(0).into(),
            ended_ms: UnixMs(row.get::<i64, _>(1) as u64),
            rated: row.get(2),
            text: row.get(3),
            players: players.iter().map(player).collect(),
        });
        Ok(GameRows {
            rules: row.get(1),
            created_ms: row.get(2),
            head: Head {
                events: row.get::<i64, _>(3) as u64,
                hash: hex(row.get(4)),
                tokens: row.get(5),
                tokens_hash: hex(row.get(6)),
            },
            is_open: row.get(7),
            due_ms: row.get(8),
            events: events.iter().map(|row| event_row(row, 0)).collect(),
            tokens: tokens.iter().map(|row| (row.get(0), row.get(1))).collect(),
            finished,
            id: id.into(),
        })
    }

    async fn put_events(&mut self, game: &GameRows) -> Result<(), StoreError> {
        let events: Vec<&EventRow<'_>> = game.events.iter().flatten().collect();
        fn list<T>(events: &[&EventRow<'_>], column: fn(&EventRow<'_>) -> T) -> Vec<T> {
            events.iter().map(|event| column(event)).collect()
        }
        let put = "INSERT INTO game_event \
                       (game_id, seq, kind, seat, cmd_id, public, sealed, t_ms, chain, hash) \
                   SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[], \
                       $6::text[], $7::bytea[], $8::bigint[], $9::bigint[], $10::bytea[])";
        sqlx::query(put)
            .bind(game.id.as_str())
            .bind(list(&events, |event| event.seq))
            .bind(list(&events, |event| event.kind.to_string()))
            .bind(list(&events, |event| event.seat))
            .bind(list(&events, |event| event.command.as_deref().map(str::to_owned)))
            .bind(list(&events, |event| event.public.to_string()))
            .bind(list(&events, |event| event.sealed.clone()))
            .bind(list(&events, |event| event.at_ms))
            .bind(list(&events, |event| event.chain))
            .bind(list(&events, |event| bytes(&event.hash)))
            .execute(&mut self.0)
            .await?;
        Ok(())
    }

    async fn put_finished(&mut self, finished: &Finished) -> Result<(), StoreError> {
        let put = "INSERT INTO finished (game_id, ladder, ended_ms, rated, text) \
                   VALUES ($1, $2, $3, $4, $5)";
        let put = sqlx::query(put).bind(finished.game.as_str()).bind(finished.ladder.as_str());
        let put = put.bind(finished.ended_ms.0 as i64).bind(finished.rated).bind(&finished.text);
        put.execute(&mut self.0).await?;
        for (seat, player) in (0_i64..).zip(&finished.players) {
            let put = "INSERT INTO finished_player (game_id, seat, player_id, name, ended_ms) \
                       VALUES ($1, $2, $3, $4, $5)";
            let put = sqlx::query(put).bind(finished.game.as_str()).bind(seat);
            let put =
                put.bind(player.id.as_deref()).bind(&player.name).bind(finished.ended_ms.0 as i64);
            put.execute(&mut self.0).await?;
        }
        Ok(())
    }
}
