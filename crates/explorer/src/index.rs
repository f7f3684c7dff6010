use crate::{IndexError, IndexedGame, SourceId};
use async_trait::async_trait;

/// An imported collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// Its number.
    pub id: SourceId,
    /// Its name.
    pub name: String,
    /// Number of games.
    pub games: u64,
}

/// How far the archive is indexed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Number of advances and rebuilds so far.
    pub step: u64,
    /// Place in the archive, not interpreted by the index; empty at the beginning.
    pub cursor: String,
}

/// The next place of a follower of the archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advance {
    /// Step that the index must be at.
    pub expected: u64,
    /// Place after the batch.
    pub cursor: String,
}

/// Games to add together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Where they come from.
    pub source: SourceId,
    /// The games.
    pub games: Vec<IndexedGame>,
    /// The place that a follower reaches with them.
    pub advance: Option<Advance>,
}

/// What became of the games of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Added {
    /// Number of new games.
    pub added: u64,
    /// Number of games that were known and are unchanged.
    pub known: u64,
    /// Number of games that were known and are replaced.
    pub replaced: u64,
}

/// Games of xiangqi and the statistics of their positions.
#[async_trait]
pub trait Index: Send + Sync {
    /// Returns the collections, by name.
    async fn collections(&self) -> Result<Vec<Collection>, IndexError>;

    /// Returns the collection with this name, and creates it if it is missing.
    async fn open_collection(&self, name: &str) -> Result<SourceId, IndexError>;

    /// Returns how far the archive is indexed.
    async fn progress(&self) -> Result<Progress, IndexError>;

    /// Adds games, all or nothing. A game with a known identity replaces the known one.
    ///
    /// # Errors
    /// [`IndexError::Moved`] if the archive is indexed up to another step than expected.
    async fn add(&self, batch: Batch) -> Result<Added, IndexError>;

    /// Removes all games of a source. A collection is deleted; the archive is indexed from its
    /// beginning again.
    async fn clear(&self, source: SourceId) -> Result<(), IndexError>;

    /// Returns a position's rows of these months, ascending: month and bytes.
    async fn rows(
        &self,
        source: SourceId,
        key: u64,
        months: (u16, u16),
    ) -> Result<Vec<(u16, Vec<u8>)>, IndexError>;

    /// Returns these games as bytes, each with its number. Missing ones are left out.
    async fn games(&self, numbers: Vec<u64>) -> Result<Vec<(u64, Vec<u8>)>, IndexError>;

    /// Returns the latest games of a player as bytes, each with its number, the latest first.
    async fn games_of(&self, player: i64, limit: u32) -> Result<Vec<(u64, Vec<u8>)>, IndexError>;
}
