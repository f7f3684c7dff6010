use crate::Score;
use alloc::vec::Vec;

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<A> {
    /// The best action.
    pub action: A,
    /// Its score for the party on move.
    pub score: Score,
    /// The depth searched to its end.
    pub depth: u8,
    /// The nodes visited.
    pub nodes: u64,
    /// The expected continuation as far as it is known, the best action first; it ends where
    /// chance decides.
    pub line: Vec<A>,
    /// Every action at the root, best first.
    pub ranked: Vec<Ranked<A>>,
}

/// An action at the root with its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked<A> {
    /// The action.
    pub action: A,
    /// Its score: exact within the searcher's spread of the best one, otherwise an upper bound.
    pub score: Score,
}
