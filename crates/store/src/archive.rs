use crate::{
    Ladders, StoreError,
    finished_game::{Cursor, Ended, Finished},
};
use async_trait::async_trait;
use protocol::{AccountId, GameId};
use tokio::sync::watch;

/// A query for the archive. An absent filter matches every game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ArchiveFilter {
    /// Only games of this player id.
    pub player: Option<AccountId>,
    /// Only games of this variant (the part of the ladder before `/`).
    pub variant: Option<String>,
    /// Only games with an id that begins with this ASCII text, such as `board:`.
    pub id_prefix: Option<String>,
    /// Only games that ended before this one.
    pub before: Option<Ended>,
    /// Maximum number of games.
    pub limit: u32,
}

/// The account of a player who claims a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimingPlayer {
    /// Account id.
    pub id: AccountId,
    /// Display name.
    pub name: String,
}

/// Finished public games. They are written together with the events that end them
/// ([`crate::Append::finished`]).
#[async_trait]
pub trait Archive: Send + Sync {
    /// Returns the matching games, latest first.
    async fn archive(&self, question: ArchiveFilter) -> Result<Vec<Finished>, StoreError>;

    /// Returns those of these games that are in the archive, in any order. The ids are different.
    async fn finished_games(&self, games: Vec<GameId>) -> Result<Vec<Finished>, StoreError>;

    /// Returns games that were finished or corrected after `cursor`, in commit order, at most
    /// `limit`, and the cursor after the last one. A result may have fewer games although more
    /// follow; an empty result means the end. Continuing from the returned cursor misses nothing: a
    /// corrected game appears again after all earlier changes, in its corrected form.
    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError>;

    /// Writes an account into a seat of a finished game that has none. A game without a row is added
    /// first. The same account may be repeated.
    ///
    /// # Errors
    /// [`StoreError::SeatClaimed`] if the seat is another account's, or if there is no such seat.
    async fn claim_seat(
        &self,
        game: Finished,
        seat: u8,
        player: ClaimingPlayer,
    ) -> Result<(), StoreError>;

    /// Changes when there may be new games after a cursor, before the writer's commit is
    /// acknowledged. Only a hint: commits by other servers do not change it.
    fn finished_hint(&self) -> watch::Receiver<u64>;

    /// The stored ladders; `None` if this backend rates no games.
    fn ladders(&self) -> Option<&dyn Ladders> {
        None
    }
}
