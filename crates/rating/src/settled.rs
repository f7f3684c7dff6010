use crate::{Contest, LadderEntry, Rating};
use std::sync::Arc;

/// How a player stands between two contests; the default is before the first.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PlayerState {
    /// The place; `None` before the first game that has counted.
    pub entry: Option<LadderEntry>,
    /// How often in a row the player has left early.
    pub aborts: u32,
}

/// What a contest changed for one of its entrants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The rating just before the contest, idle time counted.
    pub before: Rating,
    /// The rating just after it.
    pub after: Rating,
}

/// A contest on a ladder, and what came of it: enough to undo it.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled {
    /// The contest.
    pub contest: Contest,
    /// How each entrant stood before.
    pub earlier: Vec<PlayerState>,
    /// What it changed for each; none at all if nothing came of it.
    pub changes: Vec<Change>,
}

/// Two who met in a game that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Whose name comes first.
    pub one: Arc<str>,
    /// Whose name comes second.
    pub other: Arc<str>,
    /// When that game ended, in milliseconds since the epoch.
    pub at_ms: u64,
}
