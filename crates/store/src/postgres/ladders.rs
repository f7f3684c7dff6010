//! The stored ladder fold in PostgreSQL.

use super::{
    PostgresStore, archive,
    connection::ANSWER,
    group::{Statement, list, texts},
    pool::Pool,
};
use crate::{
    Advance, Cursor, Ended, Finished, FoldProgress, LadderFold, LadderMeeting, LadderPlayer,
    Ladders, RatedGame, StoreError,
};
use async_trait::async_trait;
use protocol::{AccountId, GameId, LadderId, UnixMs};
use sqlx::{Connection, PgConnection, Row, postgres::PgRow};
use tokio::time::timeout;

/// Maximum number of rows per statement.
const ROWS: usize = 5_000;
/// Sorts after every game id, which is ASCII.
const BEHIND_ALL: &str = "\u{7f}";

#[async_trait]
impl Ladders for PostgresStore {
    async fn ladder_fold(&self) -> Result<LadderFold, StoreError> {
        let question =
            "SELECT version, step, change, game, is_anew, ended_ms, ended_game FROM ladder_fold";
        let row = self.row(sqlx::query(question)).await?;
        Ok(row.as_ref().map(fold).unwrap_or_default())
    }

    /// The last transaction before the oldest open one.
    async fn finished_so_far(&self) -> Result<Cursor, StoreError> {
        let question = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1";
        let row = self.row(sqlx::query(question)).await?;
        let change = row.map_or(0, |row| row.get(0));
        Ok(Cursor { change, game: BEHIND_ALL.into() })
    }

    async fn finished_in_order(
        &self,
        behind: Option<Ended>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        let behind =
            behind.unwrap_or(Ended { ended_ms: UnixMs::default(), game: GameId::default() });
        let page = sqlx::query(
            "SELECT f.game_id, f.ladder, f.ended_ms, f.rated, f.text, p.player_id, p.name FROM ( \
                 SELECT game_id, ladder, ended_ms, rated, text FROM finished \
                 WHERE (ended_ms, game_id) > ($1, $2) ORDER BY ended_ms, game_id LIMIT $3 \
             ) f LEFT JOIN finished_player p ON p.game_id = f.game_id \
             ORDER BY f.ended_ms, f.game_id, p.seat",
        );
        let page = page
            .bind(behind.ended_ms.0 as i64)
            .bind(behind.game.into_string())
            .bind(i64::from(limit));
        Ok(archive::gather(&self.rows(page).await?))
    }

    async fn rated_games(&self, games: Vec<GameId>) -> Result<Vec<RatedGame>, StoreError> {
        let question = "SELECT ladder, ended_ms, game_id, kept FROM ladder_game \
                        WHERE game_id = ANY($1::text[])";
        let rows = self.rows(sqlx::query(question).bind(texts(games))).await?;
        Ok(rows.iter().map(rated_game).collect())
    }

    async fn rated_from(
        &self,
        ladder: &LadderId,
        from: Ended,
    ) -> Result<Vec<RatedGame>, StoreError> {
        let question = "SELECT ladder, ended_ms, game_id, kept FROM ladder_game \
                        WHERE ladder = $1 AND (ended_ms, game_id) >= ($2, $3) \
                        ORDER BY ended_ms, game_id";
        let since = sqlx::query(question).bind(ladder.as_str());
        let since = since.bind(from.ended_ms.0 as i64).bind(from.game.into_string());
        Ok(self.rows(since).await?.iter().map(rated_game).collect())
    }

    async fn ladder_players(
        &self,
        ladders: Vec<LadderId>,
        players: Vec<AccountId>,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        let question = "SELECT ladder, player_id, games, rating, deviation, volatility, last_ms, \
                               aborts, settled_until_ms, breadth, met \
                        FROM ladder_player \
                        WHERE player_id = ANY($1::text[]) AND ladder = ANY($2::text[])";
        let rows =
            self.rows(sqlx::query(question).bind(texts(players)).bind(texts(ladders))).await?;
        Ok(rows.iter().map(ladder_player).collect())
    }

    async fn ladder_breadths(
        &self,
        ladders: Vec<LadderId>,
        rank: u32,
    ) -> Result<Vec<(LadderId, u32)>, StoreError> {
        let question = "SELECT l.ladder, p.breadth FROM unnest($1::text[]) AS l(ladder) \
                        CROSS JOIN LATERAL ( \
                            SELECT breadth FROM ladder_player \
                            WHERE ladder = l.ladder COLLATE \"C\" AND games > 0 \
                            ORDER BY breadth DESC LIMIT 1 OFFSET $2 \
                        ) p";
        let offset = i64::from(rank.saturating_sub(1));
        let rows = self.rows(sqlx::query(question).bind(texts(ladders)).bind(offset)).await?;
        Ok(rows
            .iter()
            .map(|row| (row.get::<String, _>(0).into(), row.get::<i64, _>(1) as u32))
            .collect())
    }

    async fn ladder_top(
        &self,
        ladder: &LadderId,
        now_ms: UnixMs,
        breadth: u32,
        most: u32,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        // Each half is read from an index in its order until there are enough rows.
        let question = "SELECT ladder, player_id, games, rating, deviation, volatility, last_ms, \
                               aborts, settled_until_ms, breadth, met \
                        FROM ladder_player \
                        WHERE ladder = $1 AND games > 0 \
                          AND (settled_until_ms >= $2 AND breadth >= $5) = $4 \
                          AND player_id NOT IN (SELECT id FROM player WHERE closed_ms IS NOT NULL) \
                        ORDER BY rating DESC, games DESC, player_id LIMIT $3";
        let mut found = Vec::new();
        for is_settled in [true, false] {
            let left = i64::from(most) - found.len() as i64;
            let half = sqlx::query(question).bind(ladder.as_str()).bind(now_ms.0 as i64);
            let rows = self.rows(half.bind(left).bind(is_settled).bind(i64::from(breadth))).await?;
            found.extend(rows.iter().map(ladder_player));
        }
        Ok(found)
    }

    async fn meetings(
        &self,
        ladder: &LadderId,
        pairs: Vec<(AccountId, AccountId)>,
        after_ms: UnixMs,
    ) -> Result<Vec<LadderMeeting>, StoreError> {
        let (ones, others): (Vec<String>, Vec<String>) =
            pairs.into_iter().map(|(one, other)| (one.into_string(), other.into_string())).unzip();
        // `OFFSET 0` makes each pair an index lookup. Without it, a plan made while the table is
        // empty would scan all meetings.
        let question = "SELECT m.one, m.other, m.ended_ms, m.game_id \
                        FROM unnest($2::text[], $3::text[]) AS p(one, other) \
                        CROSS JOIN LATERAL ( \
                            SELECT one, other, ended_ms, game_id FROM ladder_meeting \
                            WHERE ladder = $1 AND one = p.one COLLATE \"C\" \
                              AND other = p.other COLLATE \"C\" AND ended_ms > $4 OFFSET 0 \
                        ) m";
        let met = sqlx::query(question).bind(ladder.as_str()).bind(ones).bind(others);
        let rows = self.rows(met.bind(after_ms.0 as i64)).await?;
        let meeting = |row: &PgRow| LadderMeeting {
            ladder: ladder.to_owned(),
            one: row.get::<String, _>(0).into(),
            other: row.get::<String, _>(1).into(),
            ended: Ended {
                ended_ms: UnixMs(row.get::<i64, _>(2) as u64),
                game: row.get::<String, _>(3).into(),
            },
        };
        Ok(rows.iter().map(meeting).collect())
    }

    async fn advance(&self, advance: Advance) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, write(&mut connection, &advance)).await;
        Pool::settle(connection, answer)
    }
}

fn fold(row: &PgRow) -> LadderFold {
    let then = Cursor { change: row.get(2), game: row.get::<String, _>(3).into() };
    let last = row.get::<Option<i64>, _>(5).zip(row.get(6));
    let progress = FoldProgress::of_row(row.get(4), last, then);
    let version = u32::try_from(row.get::<i64, _>(0)).unwrap_or(u32::MAX);
    LadderFold { version, step: row.get::<i64, _>(1) as u64, progress }
}

fn rated_game(row: &PgRow) -> RatedGame {
    let ended = Ended {
        ended_ms: UnixMs(row.get::<i64, _>(1) as u64),
        game: row.get::<String, _>(2).into(),
    };
    RatedGame { ladder: row.get::<String, _>(0).into(), ended, changes: row.get(3) }
}

fn ladder_player(row: &PgRow) -> LadderPlayer {
    LadderPlayer {
        ladder: row.get::<String, _>(0).into(),
        player: row.get::<String, _>(1).into(),
        games: row.get::<i64, _>(2) as u32,
        rating: row.get(3),
        deviation: row.get(4),
        volatility: row.get(5),
        last_ms: UnixMs(row.get::<i64, _>(6) as u64),
        aborts: row.get::<i64, _>(7) as u32,
        settled_until_ms: UnixMs(row.get::<i64, _>(8) as u64),
        breadth: row.get::<i64, _>(9) as u32,
        opponents: row.get(10),
    }
}

/// The fold's row decides: of two advances that expect the same step the second waits and then does
/// not match.
async fn write(connection: &mut PgConnection, advance: &Advance) -> Result<(), StoreError> {
    let mut step = connection.begin().await?;
    let (is_anew, behind, cursor) = advance.progress.as_row();
    let stand = "UPDATE ladder_fold SET version = $2, step = step + 1, change = $3, game = $4, \
                     is_anew = $5, ended_ms = $6, ended_game = $7 \
                 WHERE step = $1";
    let stood = sqlx::query(stand)
        .bind(advance.expected as i64)
        .bind(i64::from(advance.version))
        .bind(cursor.change)
        .bind(cursor.game.as_str())
        .bind(is_anew)
        .bind(behind.map(|ended| ended.ended_ms.0 as i64))
        .bind(behind.map(|ended| ended.game.as_str()))
        .execute(&mut *step)
        .await?;
    if stood.rows_affected() == 0 {
        let found = sqlx::query("SELECT step FROM ladder_fold").fetch_optional(&mut *step).await?;
        let found = found.map_or(0, |row| row.get::<i64, _>(0) as u64);
        return Err(StoreError::FoldMoved { expected: advance.expected, found });
    }
    if advance.is_anew {
        let forget = "TRUNCATE ladder_game, ladder_player, ladder_meeting";
        sqlx::query(forget).execute(&mut *step).await?;
    }
    take_out(&mut step, advance).await?;
    put_in(&mut step, advance).await?;
    Ok(step.commit().await?)
}

async fn take_out(connection: &mut PgConnection, advance: &Advance) -> Result<(), sqlx::Error> {
    if !advance.removed_games.is_empty() {
        let strike = "DELETE FROM ladder_game WHERE game_id = ANY($1::text[])";
        sqlx::query(strike)
            .bind(list(&advance.removed_games, GameId::to_string))
            .execute(&mut *connection)
            .await?;
    }
    for unmet in advance.removed_meetings.chunks(ROWS) {
        let part = "DELETE FROM ladder_meeting m \
                    USING unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) \
                        AS u(ladder, one, other, ended_ms, game_id) \
                    WHERE m.ladder = u.ladder COLLATE \"C\" AND m.one = u.one COLLATE \"C\" \
                      AND m.other = u.other COLLATE \"C\" AND m.ended_ms = u.ended_ms \
                      AND m.game_id = u.game_id COLLATE \"C\"";
        bind_meetings(sqlx::query(part), unmet).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn put_in(connection: &mut PgConnection, advance: &Advance) -> Result<(), sqlx::Error> {
    for games in advance.games.chunks(ROWS) {
        let put = "INSERT INTO ladder_game (game_id, ladder, ended_ms, kept) \
                   SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[]) \
                   ON CONFLICT (game_id) DO UPDATE SET ladder = excluded.ladder, \
                       ended_ms = excluded.ended_ms, kept = excluded.kept";
        sqlx::query(put)
            .bind(list(games, |it| it.ended.game.to_string()))
            .bind(list(games, |it| it.ladder.to_string()))
            .bind(list(games, |it| it.ended.ended_ms.0 as i64))
            .bind(list(games, |it| it.changes.clone()))
            .execute(&mut *connection)
            .await?;
    }
    for players in advance.players.chunks(ROWS) {
        let put = "INSERT INTO ladder_player (player_id, ladder, games, rating, deviation, \
                       volatility, last_ms, aborts, settled_until_ms, breadth, met) \
                   SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::float8[], \
                       $5::float8[], $6::float8[], $7::bigint[], $8::bigint[], $9::bigint[], \
                       $10::bigint[], $11::bytea[]) \
                   ON CONFLICT (player_id, ladder) DO UPDATE SET games = excluded.games, \
                       rating = excluded.rating, deviation = excluded.deviation, \
                       volatility = excluded.volatility, last_ms = excluded.last_ms, \
                       aborts = excluded.aborts, settled_until_ms = excluded.settled_until_ms, \
                       breadth = excluded.breadth, met = excluded.met";
        sqlx::query(put)
            .bind(list(players, |it| it.player.to_string()))
            .bind(list(players, |it| it.ladder.to_string()))
            .bind(list(players, |it| i64::from(it.games)))
            .bind(list(players, |it| it.rating))
            .bind(list(players, |it| it.deviation))
            .bind(list(players, |it| it.volatility))
            .bind(list(players, |it| it.last_ms.0 as i64))
            .bind(list(players, |it| i64::from(it.aborts)))
            .bind(list(players, |it| it.settled_until_ms.0.min(i64::MAX as u64) as i64))
            .bind(list(players, |it| i64::from(it.breadth)))
            .bind(list(players, |it| it.opponents.clone()))
            .execute(&mut *connection)
            .await?;
    }
    for meetings in advance.meetings.chunks(ROWS) {
        let put = "INSERT INTO ladder_meeting (ladder, one, other, ended_ms, game_id) \
                   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], \
                       $5::text[]) \
                   ON CONFLICT DO NOTHING";
        bind_meetings(sqlx::query(put), meetings).execute(&mut *connection).await?;
    }
    Ok(())
}

fn bind_meetings<'q>(query: Statement<'q>, meetings: &[LadderMeeting]) -> Statement<'q> {
    query
        .bind(list(meetings, |it| it.ladder.to_string()))
        .bind(list(meetings, |it| it.one.to_string()))
        .bind(list(meetings, |it| it.other.to_string()))
        .bind(list(meetings, |it| it.ended.ended_ms.0 as i64))
        .bind(list(meetings, |it| it.ended.game.to_string()))
}
