use crate::{Contest, LadderEntry, Rating};

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
