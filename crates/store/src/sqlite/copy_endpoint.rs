//! A SQLite file as one end of a copy. Queries block the calling thread, because nothing else runs.

use super::{
    SqliteOptions, accounts, archive, connection, game_log, moderation, on_blocking_thread,
    puzzles, relations, rows::all, sealing, studies,
};
use crate::{
    Finished, FinishedPlayer, LoginSession, StoreError,
    copy_endpoint::{CopyEndpoint, GameRows, SharedRows},
    hash_chain::Head,
    keyring::Keyring,
};
use async_trait::async_trait;
use protocol::UnixMs;
use rusqlite::{Connection, OptionalExtension, Row, params};

struct SqliteEndpoint(Connection);

/// Number of games read at once.
const PAGE: i64 = 200;

/// Verifies the log and the tokens of every game. Returns the number of damaged games, with the
/// error of the first.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn damaged_games(
    connection: Connection,
    keys: &Keyring,
) -> Result<(Connection, Option<(u64, StoreError)>), StoreError> {
    let endpoint = SqliteEndpoint(connection);
    let mut damaged = None;
    let mut after = i64::MIN;
    loop {
        let (games, last) = endpoint.read_games(after, PAGE)?;
        if games.is_empty() {
            return Ok((endpoint.0, damaged));
        }
        for error in games.iter().filter_map(|game| game.check(keys).err()) {
            let (count, _) = damaged.get_or_insert((0, error));
            *count += 1;
        }
        after = last;
    }
}

/// Opens a file for a copy, in a transaction, and returns the keys that decrypt it.
pub(crate) async fn copy_endpoint(
    options: &SqliteOptions,
) -> Result<(Box<dyn CopyEndpoint>, Keyring), StoreError> {
    let options = options.clone();
    on_blocking_thread(move || {
        let (mut connection, keys) = connection::prepare(&options)?;
        sealing::seal_what_is_plain(&mut connection, &keys)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        Ok((Box::new(SqliteEndpoint(connection)) as Box<dyn CopyEndpoint>, keys))
    })
    .await
}

#[async_trait]
impl CopyEndpoint for SqliteEndpoint {
    async fn shared_rows(&mut self) -> Result<SharedRows, StoreError> {
        Ok(self.read_shared_rows()?)
    }

    async fn games(&mut self, after: i64, limit: i64) -> Result<(Vec<GameRows>, i64), StoreError> {
        Ok(self.read_games(after, limit)?)
    }

    async fn put_shared_rows(&mut self, shared: &SharedRows) -> Result<(), StoreError> {
        Ok(self.write_shared_rows(shared)?)
    }

    async fn put_game(&mut self, game: &GameRows) -> Result<(), StoreError> {
        Ok(self.write_game(game)?)
    }

    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.0.execute_batch("COMMIT")?;
        connection::close(self.0)
    }
}

impl SqliteEndpoint {
    fn read_shared_rows(&self) -> rusqlite::Result<SharedRows> {
        let sessions = "SELECT token_hash, player_id, until_ms FROM session";
        let session = |row: &Row<'_>| {
            let until_ms = UnixMs(row.get::<_, i64>(2)? as u64);
            Ok(LoginSession {
                hash: row.get(0)?,
                player: row.get::<_, String>(1)?.into(),
                until_ms,
            })
        };
        let relations = "SELECT account, other, kind, since_ms FROM relation";
        let relations = all(&self.0, relations, params![], relations::relation)?;
        let (reports, acts) = moderation::everything(&self.0)?;
        let (solvers, puzzles) = puzzles::everything(&self.0)?;
        let boards = "SELECT id, name, key FROM board";
        let board = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        Ok(SharedRows {
            players: all(&self.0, accounts::ALL, params![], accounts::player)?,
            sessions: all(&self.0, sessions, params![], session)?,
            relations: relations.into_iter().flatten().collect(),
            reports,
            acts,
            hidden_pages: moderation::all_hidden_pages(&self.0)?,
            boards: all(&self.0, boards, params![], board)?,
            studies: studies::everything(&self.0)?,
            solvers,
            puzzles,
            alive_ms: game_log::last_alive(&self.0)?.map(|alive_ms| alive_ms.0 as i64),
        })
    }

    fn read_games(&self, after: i64, limit: i64) -> rusqlite::Result<(Vec<GameRows>, i64)> {
        let question = "SELECT id, rules, created_ms, events, head, tokens, tokens_head, open, \
                               due_ms, rowid \
                        FROM game WHERE rowid > ?1 ORDER BY rowid LIMIT ?2";
        let game = |row: &Row<'_>| Ok((self.game(row)?, row.get::<_, i64>(9)?));
        let (games, places): (Vec<GameRows>, Vec<i64>) =
            all(&self.0, question, params![after, limit], game)?.into_iter().unzip();
        Ok((games, places.last().copied().unwrap_or(after)))
    }

    fn game(&self, row: &Row<'_>) -> rusqlite::Result<GameRows> {
        let id: String = row.get(0)?;
        let events = "SELECT seq, kind, seat, cmd_id, public, secret, sealed, t_ms, chain, hash \
                      FROM game_event WHERE game_id = ?1 ORDER BY seq";
        let events = all(&self.0, events, [&id], |row| Ok(game_log::event_row(row, 0).ok()))?;
        let tokens = "SELECT token_hash, seats FROM seat_token WHERE game_id = ?1 ORDER BY n";
        let tokens = all(&self.0, tokens, [&id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(GameRows {
            rules: row.get(1)?,
            created_ms: row.get(2)?,
            head: Head {
                events: row.get::<_, i64>(3)? as u64,
                hash: row.get(4)?,
                tokens: row.get(5)?,
                tokens_hash: row.get(6)?,
            },
            is_open: row.get(7)?,
            due_ms: row.get(8)?,
            events,
            tokens,
            finished: self.finished(&id)?,
            id: id.into(),
        })
    }

    fn finished(&self, game: &str) -> rusqlite::Result<Option<Finished>> {
        let players =
            "SELECT player_id, name FROM finished_player WHERE game_id = ?1 ORDER BY seat";
        let player = |row: &Row<'_>| {
            Ok(FinishedPlayer {
                id: row.get::<_, Option<String>>(0)?.map(Into::into),
                name: row.get(1)?,
            })
        };
        let players = all(&self.0, players, [game], player)?;
        let finished = "SELECT ladder, ended_ms, rated, text FROM finished WHERE game_id = ?1";
        let finished = self.0.prepare_cached(finished)?.query_row([game], |row| {
            Ok(Finished {
                game: game.into(),
                ladder: row.get::<_, String>(0)?.into(),
                ended_ms: UnixMs(row.get::<_, i64>(1)? as u64),
                rated: row.get(2)?,
                text: row.get(3)?,
                players,
            })
        });
        finished.optional()
    }

    fn write_shared_rows(&self, shared: &SharedRows) -> rusqlite::Result<()> {
        for player in &shared.players {
            accounts::insert_player(&self.0, player)?;
        }
        for session in &shared.sessions {
            accounts::insert_session(&self.0, session)?;
        }
        for relation in &shared.relations {
            relations::put(&self.0, relation)?;
        }
        for report in &shared.reports {
            moderation::put_report(&self.0, &report.report, report.settled_ms)?;
        }
        for act in &shared.acts {
            moderation::put_act(&self.0, &act.act)?;
        }
        for hidden in &shared.hidden_pages {
            moderation::add_hidden_page(&self.0, hidden)?;
        }
        for (id, name, key) in &shared.boards {
            let put = "INSERT INTO board (id, name, key) VALUES (?1, ?2, ?3)";
            self.0.execute(put, params![id, name, key])?;
        }
        for study in &shared.studies {
            studies::put_rows(&self.0, study)?;
        }
        for solver in &shared.solvers {
            puzzles::put_solver(&self.0, solver)?;
        }
        for puzzle in &shared.puzzles {
            puzzles::put_puzzle(&self.0, puzzle)?;
        }
        if let Some(alive_ms) = shared.alive_ms {
            game_log::mark_alive(&self.0, UnixMs(alive_ms as u64))?;
        }
        Ok(())
    }

    fn write_game(&self, game: &GameRows) -> rusqlite::Result<()> {
        let put = "INSERT INTO game \
                       (id, rules, created_ms, events, head, tokens, tokens_head, open, due_ms) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let head = &game.head;
        self.0.prepare_cached(put)?.execute(params![
            game.id.as_str(),
            game.rules,
            game.created_ms,
            head.events as i64,
            head.hash,
            head.tokens,
            head.tokens_hash,
            game.is_open,
            game.due_ms,
        ])?;
        for event in game.events.iter().flatten() {
            game_log::put_event(&self.0, game.id.as_str(), event)?;
        }
        for (number, (hash, seats)) in (0_i64..).zip(&game.tokens) {
            game_log::put_token(&self.0, &game.id, number, hash, seats)?;
        }
        match &game.finished {
            Some(finished) => archive::put(&self.0, finished),
            None => Ok(()),
        }
    }
}
