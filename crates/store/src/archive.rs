use crate::{Ladders, StoreError};
use async_trait::async_trait;
use tokio::sync::watch;

/// A game that is over and public, for the archive and the ladders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The game.
    pub game: String,
    /// `variant/speed`. A correction keeps it.
    pub ladder: String,
    /// When it ended, in milliseconds since the epoch. A correction keeps it.
    pub ended_ms: u64,
    /// Whether it counts for the ladder.
    pub rated: bool,
    /// The players by seat.
    pub players: Vec<FinishedPlayer>,
    /// What else is to be kept. The store does not look into it.
    pub text: String,
}

impl Finished {
    /// Its place in the order of ending, which no two games share.
    pub fn place(&self) -> Ended {
        Ended { ended_ms: self.ended_ms, game: self.game.clone() }
    }
}

/// One player of a game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedPlayer {
    /// The account, if there was one.
    pub id: Option<String>,
    /// The name; empty where unknown.
    pub name: String,
}

/// A place in the order of ending: by time, then by game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ended {
    /// When, in milliseconds since the epoch.
    pub ended_ms: u64,
    /// Which game.
    pub game: String,
}

/// What is asked of the archive. Everything that is not named is all there is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ArchiveQuestion {
    /// A player's id.
    pub player: Option<String>,
    /// The ladder's variant, what stands before its `/`.
    pub variant: Option<String>,
    /// What the game's id begins with, in ASCII: `board:`.
    pub place: Option<String>,
    /// Only games that ended before this one.
    pub before: Option<Ended>,
    /// At most so many.
    pub limit: u32,
}

/// How far somebody has read what is finished; the default is before everything. Only the backend
/// that gave it knows what it means.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cursor {
    /// The change, or the transaction, that was read last.
    pub(crate) change: i64,
    /// The last game read of that transaction, where one may hold several.
    pub(crate) game: String,
}

/// Games that are over and public. They are written with the events that end them
/// ([`crate::Append::finished`]).
#[async_trait]
pub trait Archive: Send + Sync {
    /// The latest first.
    async fn archive(&self, question: ArchiveQuestion) -> Result<Vec<Finished>, StoreError>;

    /// What was finished or put right after a place, in the order of being committed, at most so
    /// many; and the place behind the last of them. There may be fewer although more follow, but none
    /// only at the end. Whoever goes on from there misses nothing: a
    /// game that is put right stands behind everything that came before, as it is now.
    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError>;

    /// Changes when there may be something behind a cursor, before whoever asked for the commit has
    /// an answer. A hint and no more: what others write into the same store goes untold.
    fn finished_hint(&self) -> watch::Receiver<u64>;

    /// Where it keeps what the ladders have made of it; `None` if nothing is ever rated there.
    fn ladders(&self) -> Option<&dyn Ladders> {
        None
    }
}
