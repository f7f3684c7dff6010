//! Indexes the finished games of the archive for the opening explorer.
//!
//! Only games in the archive are read, so no running game has an effect. Of those only xiangqi is
//! indexed, which hides nothing.

use crate::{
    app::hub::Hub,
    base::HubError,
    limits::LISTED_PLIES,
    ops::OutageLog,
    smart_boards::{SmartBoardError, board_game},
};
use explorer::{Advance, Batch, Date, GameData, GameResult, Index, IndexError, IndexedGame, Speed};
use games::{AnyAction, AnyGame, Variant};
use rating::Change;
use std::{collections::BTreeMap, fmt::Display, time::Duration};
use store::{Cursor, Finished, StoreError};
use table::Table;
use xiangqi::{Move, Position};

/// Maximum number of games that are indexed together.
const PAGE: u32 = 50;
/// Maximum number of logs that are read together.
const LOGS: usize = 10;
/// Interval in which the archive is read without a hint, for the games of other servers.
const EVERY: Duration = Duration::from_millis(500);
/// Delay after a failure.
const AGAIN: Duration = Duration::from_secs(5);

/// Why games were not indexed.
#[derive(Debug, thiserror::Error)]
enum IndexingError {
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot read a game: {0}")]
    Game(String),
}

impl From<HubError> for IndexingError {
    fn from(error: HubError) -> IndexingError {
        match error {
            HubError::Store(error) => error.into(),
            error => IndexingError::Game(error.to_string()),
        }
    }
}

/// Start, moves and result of a game.
type Played = (String, Vec<Move>, GameResult);

impl Hub {
    /// Indexes finished games, forever. Returns at once without an explorer.
    pub(super) async fn index_archive(&self) {
        let Some(index) = self.app.config.explorer.clone() else { return };
        let log = OutageLog::new("failed to index games for the explorer");
        let mut hint = self.app.store.finished_hint();
        let mut is_checked = false;
        loop {
            let indexed = async {
                if !is_checked {
                    self.check_place(&*index).await?;
                    is_checked = true;
                }
                self.index_new(&*index).await
            };
            let pause = match indexed.await {
                Ok(()) => {
                    log.works();
                    EVERY
                }
                Err(error) => {
                    log.fails(&error);
                    AGAIN
                }
            };
            let _ = tokio::time::timeout(pause, hint.changed()).await;
        }
    }

    /// Begins again if the index has followed another store, such as the one before a restore.
    async fn check_place(&self, index: &dyn Index) -> Result<(), IndexingError> {
        let Some(keeping) = self.app.store.ladders() else { return Ok(()) };
        let progress = index.progress().await?;
        let end = keeping.finished_so_far().await?;
        if Cursor::parse(&progress.cursor).is_none_or(|place| place.is_behind(&end)) {
            tracing::info!("indexing the archive again for the explorer");
            index.clear(explorer::SourceId::ARCHIVE).await?;
        }
        Ok(())
    }

    async fn index_new(&self, index: &dyn Index) -> Result<(), IndexingError> {
        loop {
            let progress = index.progress().await?;
            let cursor = Cursor::parse(&progress.cursor).unwrap_or_default();
            let (found, cursor) = self.app.store.finished_since(cursor, PAGE).await?;
            if found.is_empty() {
                return Ok(());
            }
            self.app.ladders.catch_up().await;
            let mut changes = self.app.ladders.changes(&found).await?;
            let of_xiangqi =
                |finished: &&Finished| finished.ladder.variant() == Variant::Xiangqi.as_str();
            let found: Vec<&Finished> = found.iter().filter(of_xiangqi).collect();
            let mut games = Vec::new();
            for found in found.chunks(LOGS) {
                for (finished, played) in self.played(found).await? {
                    let changes = changes.remove(&finished.game).unwrap_or_default();
                    games.extend(indexed(finished, &changes, played));
                }
            }
            let advance = Some(Advance { expected: progress.step, cursor: cursor.text() });
            let source = explorer::SourceId::ARCHIVE;
            match index.add(Batch { source, games, advance }).await {
                // Another server may have indexed these games.
                Ok(_) | Err(IndexError::Moved) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Games of xiangqi from their logs. A log that can never be read is left out.
    async fn played<'a>(
        &self,
        found: &[&'a Finished],
    ) -> Result<Vec<(&'a Finished, Played)>, IndexingError> {
        let mut games = Vec::with_capacity(found.len());
        let mut at_tables = BTreeMap::new();
        for &finished in found {
            let Some((board, number)) = board_game(&finished.game) else {
                at_tables.insert(finished.game.clone(), finished);
                continue;
            };
            let record = match self.boards.game(&board, number, |game| game.record()).await {
                Ok(record) => Some(record),
                Err(SmartBoardError::Store(error)) if error.may_pass() => return Err(error.into()),
                Err(error @ SmartBoardError::Busy) => {
                    return Err(IndexingError::Game(error.to_string()));
                }
                Err(error) => unreadable(finished, &error),
            };
            games.extend(record.as_ref().and_then(of_record).map(|played| (finished, played)));
        }
        if at_tables.is_empty() {
            return Ok(games);
        }
        let ids = at_tables.keys().cloned().collect();
        for (id, read) in self.tables.read_finished(ids).await? {
            let Some(&finished) = at_tables.get(&id) else { continue };
            let table = match read {
                Ok(table) => Some(table),
                Err(HubError::Store(error)) if error.may_pass() => return Err(error.into()),
                Err(error) => unreadable(finished, &error),
            };
            let played = table.as_ref().and_then(Table::game).and_then(of_game);
            games.extend(played.map(|played| (finished, played)));
        }
        Ok(games)
    }
}

fn unreadable<T>(finished: &Finished, error: &dyn Display) -> Option<T> {
    tracing::warn!(game = finished.game.as_str(), %error, "game is not in the explorer");
    None
}

/// The game to index; `None` if it ended with too few moves, or if the rules do not allow its plies. A
/// smart board's game may hold such plies.
fn indexed(
    finished: &Finished,
    changes: &[Change],
    (start, moves, result): Played,
) -> Option<IndexedGame> {
    let rating = |seat: usize| {
        changes.get(seat).map_or(0, |change| change.before.rating.clamp(1.0, 4_000.0) as u16)
    };
    let name = |seat: usize| {
        finished.players.get(seat).map_or(String::new(), |player| player.name.clone())
    };
    let data = GameData {
        reference: finished.game.to_string(),
        start: if start == Position::start().fen() { String::new() } else { start },
        moves,
        result,
        names: [name(0), name(1)],
        ratings: [rating(0), rating(1)],
        speed: finished.ladder.speed().parse::<Speed>().ok(),
        date: Date::of_unix_ms(finished.ended_ms.0),
        event: String::new(),
    };
    if data.moves.len() < LISTED_PLIES as usize || !data.is_legal() {
        return None;
    }
    let players = finished.players.iter().filter_map(|player| player.id.as_ref());
    Some(IndexedGame::archived(players.map(ToString::to_string).collect(), data))
}

fn of_game(game: &AnyGame) -> Option<Played> {
    let outcome = game.outcome()?;
    let history = game.history();
    let moves = history.iter().map(|played| match played.action {
        AnyAction::Xiangqi(played) => Some(played),
        _ => None,
    });
    let moves = moves.collect::<Option<Vec<Move>>>()?;
    let mut start = game.clone();
    while start.undo() {}
    Some((start.truth_text(), moves, result(outcome)))
}

fn of_record(record: &record::Record) -> Option<Played> {
    let moves = record.actions.iter().map(|action| action.parse().ok());
    let outcome = record.outcome.as_ref()?;
    Some((record.start.clone(), moves.collect::<Option<_>>()?, result(outcome)))
}

fn result(outcome: &game::Outcome) -> GameResult {
    let wins = |seat: u8| game::Seat::checked(seat).is_some_and(|it| outcome.winners.contains(it));
    match (wins(0), wins(1)) {
        (true, false) => GameResult::Red,
        (false, true) => GameResult::Black,
        _ => GameResult::Draw,
    }
}
