mod accounts;
mod archive;
mod challenges;
mod cluster;
mod game_log;
mod kept_seeks;
mod ladders;
mod moderation;
mod puzzles;
mod relations;
mod seated_players;
mod smart_boards;
mod studies;

use crate::{
    Act, Board, Challenge, Finished, HiddenPage, LadderFold, LadderMeeting, LadderPlayer,
    LoggedEvent, LoginSession, NewSeek, Player, RatedGame, Relation, Report, SeatToken,
    SharedBoardState, SharedChatLine, StoredPuzzle, StoredSolver, studies::StudyRows,
};
use protocol::{AccountId, BoardId, GameId, LadderId, StudyId, UnixMs};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::watch;

/// A store in memory. Clones share their contents, as servers share a database.
///
/// An operation is complete when its future is first polled: nothing waits and nothing fails but by
/// the contract. [`super::FaultyStore`] adds delays and faults.
#[derive(Clone)]
pub struct MemoryStore {
    contents: Arc<Mutex<Contents>>,
    /// Changes with every finished game.
    finished: watch::Sender<u64>,
    /// The clock of the database, Unix ms.
    clock: Arc<dyn Fn() -> UnixMs + Send + Sync>,
    node: Option<Node>,
}

/// One of several servers on the store.
#[derive(Clone, Copy)]
struct Node {
    is_first: bool,
}

#[derive(Default)]
struct Contents {
    games: BTreeMap<GameId, Game>,
    /// Number of games ever created.
    created: u64,
    /// Players and their games.
    playing: BTreeSet<(String, GameId)>,
    alive_ms: Option<UnixMs>,
    players: BTreeMap<AccountId, Player>,
    sessions: BTreeMap<String, LoginSession>,
    /// Finished games by id, with the number of their last change.
    finished: BTreeMap<GameId, (i64, Finished)>,
    /// Number of changes of finished games.
    changes: i64,
    boards: BTreeMap<BoardId, Board>,
    board_states: BTreeMap<BoardId, SharedBoardState>,
    challenges: Vec<Challenge>,
    relations: Vec<Relation>,
    reports: Vec<Report>,
    acts: Vec<Act>,
    hidden_pages: Vec<HiddenPage>,
    studies: BTreeMap<StudyId, StudyRows>,
    /// By account and game.
    solvers: BTreeMap<(AccountId, String), StoredSolver>,
    /// By game and id.
    puzzles: BTreeMap<(String, String), StoredPuzzle>,
    ladders: LadderRows,
    cluster: ClusterRows,
}

struct Game {
    /// Position in the order of creation.
    number: u64,
    created_ms: UnixMs,
    log: Vec<LoggedEvent>,
    tokens: Vec<SeatToken>,
    deadline_ms: Option<UnixMs>,
    /// Whether the game has not begun.
    is_open: bool,
}

#[derive(Default)]
struct LadderRows {
    fold: LadderFold,
    games: BTreeMap<GameId, RatedGame>,
    /// By player and ladder.
    players: BTreeMap<(AccountId, LadderId), LadderPlayer>,
    meetings: BTreeSet<LadderMeeting>,
}

#[derive(Default)]
struct ClusterRows {
    /// Holder and expiry of each lease.
    leases: BTreeMap<String, (String, UnixMs)>,
    /// Seats and expiry by game and node.
    presence: BTreeMap<(GameId, String), (String, UnixMs)>,
    seeks: BTreeMap<i64, NewSeek>,
    /// Times until which seeks are taken.
    taken_seeks: BTreeMap<i64, UnixMs>,
    last_seek: i64,
    /// Lines of chat with their expiry.
    chat: Vec<(SharedChatLine, UnixMs)>,
    last_chat: i64,
    /// For each key, when all of its uses will have expired, Unix ms.
    uses: BTreeMap<String, UnixMs>,
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::with_clock(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            UnixMs(since.map_or(0, |since| since.as_millis() as u64))
        })
    }
}

impl MemoryStore {
    /// Creates a store whose database has this clock, in Unix ms.
    pub fn with_clock(clock: impl Fn() -> UnixMs + Send + Sync + 'static) -> MemoryStore {
        MemoryStore {
            contents: Arc::default(),
            finished: watch::Sender::new(0),
            clock: Arc::new(clock),
            node: None,
        }
    }

    /// Opens the same contents as one of several servers.
    pub fn node(&self, is_first: bool) -> MemoryStore {
        MemoryStore { node: Some(Node { is_first }), ..self.clone() }
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
