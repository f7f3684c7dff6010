use crate::{Ladders, StoreError};
use async_trait::async_trait;
use tokio::sync::watch;

/// A finished public game, as the archive and the ladders store it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The game's id.
    pub game: String,
    /// `variant/speed`. A correction does not change it.
    pub ladder: String,
    /// Time of the end, Unix ms. A correction does not change it.
    pub ended_ms: u64,
    /// Whether the game counts for the ladder.
    pub rated: bool,
    /// Players in seat order.
    pub players: Vec<FinishedPlayer>,
    /// Further data, not interpreted by the store.
    pub text: String,
}

impl Finished {
    /// The game's position in the ending order; unique per game.
    pub fn position(&self) -> Ended {
        Ended { ended_ms: self.ended_ms, game: self.game.clone() }
    }
}

/// A player of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedPlayer {
    /// Account id, if the player has an account.
    pub id: Option<String>,
    /// Display name; empty if unknown.
    pub name: String,
}

/// A position in the ending order: by time, then by game id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ended {
    /// Time of the end, Unix ms.
    pub ended_ms: u64,
    /// The game's id.
    pub game: String,
}

/// A query for the archive. An absent filter matches every game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ArchiveFilter {
    /// Only games of this player id.
    pub player: Option<String>,
    /// Only games of this variant (the part of the ladder before `/`).
    pub variant: Option<String>,
    /// Only games with an id that begins with this ASCII text, such as `board:`.
    pub id_prefix: Option<String>,
    /// Only games that ended before this one.
    pub before: Option<Ended>,
    /// Maximum number of games.
    pub limit: u32,
}

/// How far a reader has followed the finished games. The default is before the first one. Only the
/// backend that returned a cursor can interpret it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cursor {
    /// The last change number or transaction read.
    pub(crate) change: i64,
    /// The last game read within that transaction, if a transaction can contain several.
    pub(crate) game: String,
}

/// Finished public games. They are written together with the events that end them
/// ([`crate::Append::finished`]).
#[async_trait]
pub trait Archive: Send + Sync {
    /// Returns the matching games, latest first.
    async fn archive(&self, question: ArchiveFilter) -> Result<Vec<Finished>, StoreError>;

    /// Returns games that were finished or corrected after `cursor`, in commit order, at most
    /// `limit`, and the cursor after the last one. A result may have fewer games although more
    /// follow; an empty result means the end. Continuing from the returned cursor misses nothing: a
    /// corrected game appears again after all earlier changes, in its corrected form.
    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError>;

    /// Changes when there may be new games after a cursor, before the writer's commit is
    /// acknowledged. Only a hint: commits by other servers do not change it.
    fn finished_hint(&self) -> watch::Receiver<u64>;

    /// The stored ladders; `None` if this backend rates no games.
    fn ladders(&self) -> Option<&dyn Ladders> {
        None
    }
}
