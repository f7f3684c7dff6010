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
use std::time::Duration;
use store::{Cursor, Finished, StoreError};
use xiangqi::{Move, Position};

/// Maximum number of games that are indexed together.
const PAGE: u32 = 50;
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
            let mut games = Vec::new();
            for finished in &found {
                let changes = changes.remove(&finished.game).unwrap_or_default();
                games.extend(self.indexed(finished, &changes).await?);
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

    /// The game to index; `None` for another game than xiangqi, for one that ended with too few
    /// moves, and for a log that cannot be read.
    async fn indexed(
        &self,
        finished: &Finished,
        changes: &[Change],
    ) -> Result<Option<IndexedGame>, IndexingError> {
        if finished.ladder.variant() != Variant::Xiangqi.as_str() {
            return Ok(None);
        }
        let Some((start, moves, result)) = self.moves_of(finished).await? else { return Ok(None) };
        if moves.len() < LISTED_PLIES as usize {
            return Ok(None);
        }
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
        // A smart board's game may hold plies that the rules do not allow.
        if !data.is_legal() {
            return Ok(None);
        }
        let players = finished.players.iter().filter_map(|player| player.id.as_ref());
        Ok(Some(IndexedGame::archived(players.map(ToString::to_string).collect(), data)))
    }

    /// Start, moves and result of a finished game of xiangqi, from its log.
    async fn moves_of(
        &self,
        finished: &Finished,
    ) -> Result<Option<(String, Vec<Move>, GameResult)>, IndexingError> {
        let unreadable = |error: &dyn std::fmt::Display| {
            tracing::warn!(game = finished.game.as_str(), %error, "game is not in the explorer");
            None
        };
        if let Some((board, number)) = board_game(&finished.game) {
            let read = self.boards.game(&board, number, |game| game.record()).await;
            return Ok(match read {
                Ok(record) => of_record(&record),
                Err(SmartBoardError::Store(error)) if error.may_pass() => return Err(error.into()),
                Err(error @ SmartBoardError::Busy) => {
                    return Err(IndexingError::Game(error.to_string()));
                }
                Err(error) => unreadable(&error),
            });
        }
        match self.tables.read_at_rest(&finished.game).await {
            Ok(resting) => Ok(resting.table.game().and_then(of_game)),
            Err(HubError::Store(error)) if error.may_pass() => Err(error.into()),
            Err(error @ HubError::Busy) => Err(IndexingError::Game(error.to_string())),
            Err(error) => Ok(unreadable(&error)),
        }
    }
}

fn of_game(game: &AnyGame) -> Option<(String, Vec<Move>, GameResult)> {
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

fn of_record(record: &record::Record) -> Option<(String, Vec<Move>, GameResult)> {
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
