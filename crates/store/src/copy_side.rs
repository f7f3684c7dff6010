//! What a backend gives and takes when everything is copied.

use crate::{
    Finished, Player, Session, StoreError,
    linked::{EventRow, Head},
};
use async_trait::async_trait;

/// One game with all that hangs on it.
pub(crate) struct GameRows {
    pub(crate) id: String,
    pub(crate) rules: i64,
    pub(crate) created_ms: i64,
    pub(crate) head: Head,
    pub(crate) is_open: bool,
    pub(crate) due_ms: Option<i64>,
    pub(crate) events: Vec<Option<EventRow>>,
    /// In their order: the hash and the seats.
    pub(crate) tokens: Vec<(String, String)>,
    pub(crate) finished: Option<Finished>,
}

/// Everything that hangs on no game.
pub(crate) struct HouseRows {
    pub(crate) players: Vec<Player>,
    pub(crate) sessions: Vec<Session>,
    /// Each with its name and its sealed key.
    pub(crate) boards: Vec<(String, String, Vec<u8>)>,
    pub(crate) alive_ms: Option<i64>,
}

/// One side of a copy: a transaction on a store that nobody else writes.
#[async_trait]
pub(crate) trait CopySide: Send {
    async fn house(&mut self) -> Result<HouseRows, StoreError>;
    /// The games that began after a place, in the order of beginning, and the place of the last.
    async fn games(&mut self, after: i64, limit: i64) -> Result<(Vec<GameRows>, i64), StoreError>;
    async fn put_house(&mut self, house: &HouseRows) -> Result<(), StoreError>;
    /// Puts a game behind those that are there.
    async fn put_game(&mut self, game: &GameRows) -> Result<(), StoreError>;
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
}
