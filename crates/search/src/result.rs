use crate::Score;

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<A> {
    /// The best action.
    pub action: A,
    /// Its score for the party on move.
    pub score: Score,
    /// The depth searched to its end.
    pub depth: u8,
    /// The nodes visited, those of all threads.
    pub nodes: u64,
    /// The expected continuation, the best action first; it ends where chance decides.
    pub pv: Vec<A>,
    /// Every action at the root, the best first.
    pub root_moves: Vec<RootMove<A>>,
}

/// An action at the root with its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove<A> {
    /// The action.
    pub action: A,
    /// Its score: exact for the best ones asked for (see
    /// [`Searcher::set_multi_pv`](crate::Searcher::set_multi_pv)) and within the searcher's score
    /// margin of the best, otherwise an upper bound.
    pub score: Score,
}

/// What a finished depth is reported with, once for each line asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info<A> {
    /// The depth searched to its end.
    pub depth: u8,
    /// The deepest ply reached, extensions and quiescence included.
    pub seldepth: u8,
    /// Which of the lines asked for, from 1.
    pub multi_pv: usize,
    /// The score for the party on move.
    pub score: Score,
    /// All nodes visited so far, those of all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u16,
    /// The line: the action and the expected continuation.
    pub pv: Vec<A>,
}
