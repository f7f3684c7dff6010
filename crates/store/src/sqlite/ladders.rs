//! The stored ladder fold in SQLite.

use super::{
    SqliteStore, archive,
    job::{Job, JobError},
    rows::all,
};
use crate::{
    Advance, Cursor, Ended, Finished, FoldProgress, LadderFold, LadderMeeting, LadderPlayer,
    Ladders, RatedGame, StoreError,
};
use async_trait::async_trait;
use protocol::{AccountId, GameId, LadderId, UnixMs};
use rusqlite::{Connection, Row, params};

#[async_trait]
impl Ladders for SqliteStore {
    async fn ladder_fold(&self) -> Result<LadderFold, StoreError> {
        self.readers.ask(fold).await
    }

    async fn finished_so_far(&self) -> Result<Cursor, StoreError> {
        let latest = "SELECT COALESCE(MAX(change), 0) FROM finished";
        let change =
            self.readers.ask(move |connection| connection.query_row(latest, [], |row| row.get(0)));
        Ok(Cursor { change: change.await?, game: GameId::default() })
    }

    async fn finished_in_order(
        &self,
        behind: Option<Ended>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        self.readers.ask(move |connection| archive::in_order(connection, behind, limit)).await
    }

    async fn rated_games(&self, games: Vec<GameId>) -> Result<Vec<RatedGame>, StoreError> {
        let question = "SELECT ladder, ended_ms, game_id, kept FROM ladder_game WHERE game_id = ?1";
        let of_each = move |connection: &Connection| {
            let mut found = Vec::new();
            for game in &games {
                found.extend(all(connection, question, [game.as_str()], rated_game)?);
            }
            Ok(found)
        };
        self.readers.ask(of_each).await
    }

    async fn rated_from(
        &self,
        ladder: &LadderId,
        from: Ended,
    ) -> Result<Vec<RatedGame>, StoreError> {
        let question = "SELECT ladder, ended_ms, game_id, kept FROM ladder_game \
                        WHERE ladder = ?1 AND (ended_ms, game_id) >= (?2, ?3) \
                        ORDER BY ended_ms, game_id";
        let ladder = ladder.to_owned();
        let since = move |connection: &Connection| {
            let values = params![ladder.as_str(), from.ended_ms.0 as i64, from.game.as_str()];
            all(connection, question, values, rated_game)
        };
        self.readers.ask(since).await
    }

    async fn ladder_players(
        &self,
        ladders: Vec<LadderId>,
        players: Vec<AccountId>,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        let question = "SELECT ladder, player_id, games, rating, deviation, volatility, last_ms, \
                               aborts, settled_until_ms, breadth, met \
                        FROM ladder_player WHERE player_id = ?1 AND ladder = ?2";
        let of_each = move |connection: &Connection| {
            let mut found = Vec::new();
            for player in &players {
                for ladder in &ladders {
                    found.extend(all(
                        connection,
                        question,
                        [player.as_str(), ladder.as_str()],
                        ladder_player,
                    )?);
                }
            }
            Ok(found)
        };
        self.readers.ask(of_each).await
    }

    async fn ladder_breadths(
        &self,
        ladders: Vec<LadderId>,
        rank: u32,
    ) -> Result<Vec<(LadderId, u32)>, StoreError> {
        let question = "SELECT ladder, breadth FROM ladder_player \
                        WHERE ladder = ?1 AND games > 0 \
                        ORDER BY breadth DESC LIMIT 1 OFFSET ?2";
        let of_each = move |connection: &Connection| {
            let mut found = Vec::new();
            for ladder in &ladders {
                let values = params![ladder.as_str(), rank.saturating_sub(1)];
                let row = |row: &Row<'_>| Ok((row.get::<_, String>(0)?.into(), row.get(1)?));
                found.extend(all(connection, question, values, row)?);
            }
            Ok(found)
        };
        self.readers.ask(of_each).await
    }

    async fn ladder_top(
        &self,
        ladder: &LadderId,
        now_ms: UnixMs,
        breadth: u32,
        most: u32,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        let ladder = ladder.to_owned();
        self.readers.ask(move |connection| top(connection, &ladder, now_ms, breadth, most)).await
    }

    async fn meetings(
        &self,
        ladder: &LadderId,
        pairs: Vec<(AccountId, AccountId)>,
        after_ms: UnixMs,
    ) -> Result<Vec<LadderMeeting>, StoreError> {
        let question = "SELECT ended_ms, game_id FROM ladder_meeting \
                        WHERE ladder = ?1 AND one = ?2 AND other = ?3 AND ended_ms > ?4";
        let ladder = ladder.to_owned();
        let of_each = move |connection: &Connection| {
            let mut found = Vec::new();
            for (one, other) in &pairs {
                let values =
                    params![ladder.as_str(), one.as_str(), other.as_str(), after_ms.0 as i64];
                let met = all(connection, question, values, |row| {
                    Ok(LadderMeeting {
                        ladder: ladder.clone(),
                        one: one.clone(),
                        other: other.clone(),
                        ended: Ended {
                            ended_ms: UnixMs(row.get::<_, i64>(0)? as u64),
                            game: row.get::<_, String>(1)?.into(),
                        },
                    })
                });
                found.extend(met?);
            }
            Ok(found)
        };
        self.readers.ask(of_each).await
    }

    async fn advance(&self, advance: Advance) -> Result<(), StoreError> {
        self.writer.ask(Job::Advance(advance)).await
    }
}

fn fold(connection: &Connection) -> rusqlite::Result<LadderFold> {
    let question = "SELECT version, step, change, is_anew, ended_ms, ended_game FROM ladder_fold";
    connection.prepare_cached(question)?.query_row([], |row| {
        let then = Cursor { change: row.get(2)?, game: GameId::default() };
        let last = row.get::<_, Option<i64>>(4)?.zip(row.get(5)?);
        let progress = FoldProgress::of_row(row.get(3)?, last, then);
        Ok(LadderFold { version: row.get(0)?, step: row.get::<_, i64>(1)? as u64, progress })
    })
}

fn rated_game(row: &Row<'_>) -> rusqlite::Result<RatedGame> {
    let ended = Ended {
        ended_ms: UnixMs(row.get::<_, i64>(1)? as u64),
        game: row.get::<_, String>(2)?.into(),
    };
    Ok(RatedGame { ladder: row.get::<_, String>(0)?.into(), ended, changes: row.get(3)? })
}

fn ladder_player(row: &Row<'_>) -> rusqlite::Result<LadderPlayer> {
    Ok(LadderPlayer {
        ladder: row.get::<_, String>(0)?.into(),
        player: row.get::<_, String>(1)?.into(),
        games: row.get(2)?,
        rating: row.get(3)?,
        deviation: row.get(4)?,
        volatility: row.get(5)?,
        last_ms: UnixMs(row.get::<_, i64>(6)? as u64),
        aborts: row.get(7)?,
        settled_until_ms: UnixMs(row.get::<_, i64>(8)? as u64),
        breadth: row.get(9)?,
        opponents: row.get(10)?,
    })
}

/// Each half is read from an index in its order until there are enough rows.
fn top(
    connection: &Connection,
    ladder: &LadderId,
    now_ms: UnixMs,
    breadth: u32,
    most: u32,
) -> rusqlite::Result<Vec<LadderPlayer>> {
    let settled = "SELECT ladder, player_id, games, rating, deviation, volatility, last_ms, \
                          aborts, settled_until_ms, breadth, met \
                   FROM ladder_player \
                   WHERE ladder = ?1 AND games > 0 \
                     AND (settled_until_ms >= ?2 AND breadth >= ?5) = ?4 \
                     AND player_id NOT IN (SELECT id FROM player WHERE closed_ms IS NOT NULL) \
                   ORDER BY rating DESC, games DESC, player_id LIMIT ?3";
    let mut found = Vec::new();
    for is_settled in [true, false] {
        let left = most - found.len() as u32;
        let values = params![ladder.as_str(), now_ms.0 as i64, left, is_settled, breadth];
        found.extend(all(connection, settled, values, ladder_player)?);
    }
    Ok(found)
}

pub(super) fn advance(connection: &Connection, advance: &Advance) -> Result<(), JobError> {
    let found = fold(connection)?.step;
    if found != advance.expected {
        return Err(StoreError::FoldMoved { expected: advance.expected, found }.into());
    }
    Ok(write(connection, advance)?)
}

fn write(connection: &Connection, advance: &Advance) -> rusqlite::Result<()> {
    if advance.is_anew {
        connection.execute_batch(
            "DELETE FROM ladder_game; DELETE FROM ladder_player; DELETE FROM ladder_meeting",
        )?;
    }
    let mut strike = connection.prepare_cached("DELETE FROM ladder_game WHERE game_id = ?1")?;
    for game in &advance.removed_games {
        strike.execute([game.as_str()])?;
    }
    let mut part = connection.prepare_cached(
        "DELETE FROM ladder_meeting \
         WHERE ladder = ?1 AND one = ?2 AND other = ?3 AND ended_ms = ?4 AND game_id = ?5",
    )?;
    for it in &advance.removed_meetings {
        let ended_ms = it.ended.ended_ms.0 as i64;
        part.execute(params![
            it.ladder.as_str(),
            it.one.as_str(),
            it.other.as_str(),
            ended_ms,
            it.ended.game.as_str()
        ])?;
    }
    let mut put = connection.prepare_cached(
        "INSERT OR REPLACE INTO ladder_game (game_id, ladder, ended_ms, kept) \
         VALUES (?1, ?2, ?3, ?4)",
    )?;
    for it in &advance.games {
        put.execute(params![
            it.ended.game.as_str(),
            it.ladder.as_str(),
            it.ended.ended_ms.0 as i64,
            it.changes
        ])?;
    }
    let mut put = connection.prepare_cached(
        "INSERT OR REPLACE INTO ladder_player \
             (player_id, ladder, games, rating, deviation, volatility, last_ms, aborts, \
              settled_until_ms, breadth, met) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    for it in &advance.players {
        put.execute(params![
            it.player.as_str(),
            it.ladder.as_str(),
            it.games,
            it.rating,
            it.deviation,
            it.volatility,
            it.last_ms.0 as i64,
            it.aborts,
            it.settled_until_ms.0.min(i64::MAX as u64) as i64,
            it.breadth,
            it.opponents,
        ])?;
    }
    let mut meet = connection.prepare_cached(
        "INSERT OR IGNORE INTO ladder_meeting (ladder, one, other, ended_ms, game_id) \
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for it in &advance.meetings {
        let ended_ms = it.ended.ended_ms.0 as i64;
        meet.execute(params![
            it.ladder.as_str(),
            it.one.as_str(),
            it.other.as_str(),
            ended_ms,
            it.ended.game.as_str()
        ])?;
    }
    let (is_anew, behind, cursor) = advance.progress.as_row();
    let stand = "UPDATE ladder_fold SET version = ?1, step = step + 1, change = ?2, is_anew = ?3, \
                     ended_ms = ?4, ended_game = ?5";
    connection.prepare_cached(stand)?.execute(params![
        advance.version,
        cursor.change,
        is_anew,
        behind.map(|ended| ended.ended_ms.0 as i64),
        behind.map(|ended| ended.game.as_str()),
    ])?;
    Ok(())
}
