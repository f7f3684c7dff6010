//! The operations of a backend for copying a whole store.

use crate::{
    Act, Finished, HiddenPage, LoginSession, Player, Relation, Report, StoreError, StoredPuzzle,
    StoredSolver, chain,
    hash_chain::{self, EventRow, Head},
    keyring::Keyring,
    studies::StudyRows,
};
use async_trait::async_trait;
use protocol::GameId;

/// One game with all of its rows.
pub(crate) struct GameRows {
    pub(crate) id: GameId,
    pub(crate) rules: i64,
    pub(crate) created_ms: i64,
    pub(crate) head: Head,
    pub(crate) is_open: bool,
    pub(crate) due_ms: Option<i64>,
    pub(crate) events: Vec<Option<EventRow<'static>>>,
    /// Hash and seats of each token, in insertion order.
    pub(crate) tokens: Vec<(String, String)>,
    pub(crate) finished: Option<Finished>,
}

impl GameRows {
    /// Verifies a game's log and tokens.
    pub(crate) fn check(&self, keys: &Keyring) -> Result<(), StoreError> {
        let head = Some((self.head.events, self.head.hash.clone()));
        hash_chain::verify(&self.id, head, self.events.clone(), keys)?;
        let hash = self.tokens.iter().fold(String::new(), |hash, (token, seats)| {
            chain::with_token(&hash, &self.id, token, seats)
        });
        if hash == self.head.tokens_hash && self.tokens.len() as i64 == self.head.tokens {
            Ok(())
        } else {
            Err(StoreError::DamagedTokens(self.id.clone()))
        }
    }
}

/// All rows that belong to no game.
pub(crate) struct SharedRows {
    pub(crate) players: Vec<Player>,
    pub(crate) sessions: Vec<LoginSession>,
    pub(crate) relations: Vec<Relation>,
    /// In order of arrival. The target numbers them from 1.
    pub(crate) reports: Vec<Report>,
    /// In order of commit. The target numbers them from 1.
    pub(crate) acts: Vec<Act>,
    pub(crate) hidden_pages: Vec<HiddenPage>,
    /// Id, name and encrypted key of each board.
    pub(crate) boards: Vec<(String, String, Vec<u8>)>,
    pub(crate) studies: Vec<StudyRows>,
    pub(crate) solvers: Vec<StoredSolver>,
    pub(crate) puzzles: Vec<StoredPuzzle>,
    pub(crate) alive_ms: Option<i64>,
}

/// One end of a copy: a transaction on a store without other writers.
#[async_trait]
pub(crate) trait CopyEndpoint: Send {
    async fn shared_rows(&mut self) -> Result<SharedRows, StoreError>;
    /// Returns the games created after a position, in creation order, and the position of the last.
    async fn games(&mut self, after: i64, limit: i64) -> Result<(Vec<GameRows>, i64), StoreError>;
    async fn put_shared_rows(&mut self, shared: &SharedRows) -> Result<(), StoreError>;
    /// Adds a game after the existing ones.
    async fn put_game(&mut self, game: &GameRows) -> Result<(), StoreError>;
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
}
