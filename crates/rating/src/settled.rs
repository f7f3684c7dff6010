use crate::{Contest, LadderEntry, Rating};
use std::sync::Arc;

/// State of a player between two contests. The default is a player before the first one.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PlayerState {
    /// Rating of the player; `None` before the first rated game.
    pub entry: Option<LadderEntry>,
    /// Number of consecutive early leaves.
    pub aborts: u32,
}

/// Rating change of one player in a contest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// Rating right before the contest, including idle time.
    pub before: Rating,
    /// Rating right after it.
    pub after: Rating,
}

/// A contest on a ladder with its effects: enough to undo it.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled {
    /// The contest.
    pub contest: Contest,
    /// State of each player before the contest.
    pub earlier: Vec<PlayerState>,
    /// Rating change of each player; empty if the contest changed no rating.
    pub changes: Vec<Change>,
}

/// Two players who met in a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The player whose name sorts first.
    pub one: Arc<str>,
    /// The player whose name sorts second.
    pub other: Arc<str>,
    /// End of the game, Unix ms.
    pub at_ms: u64,
}
