use crate::Score;

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<A> {
    /// The best action.
    pub action: A,
    /// Score for the side to move.
    pub score: Score,
    /// Last completed depth.
    pub depth: u8,
    /// Number of nodes searched by all threads.
    pub nodes: u64,
    /// Principal variation, starting with the best action. It ends at a chance node.
    pub pv: Vec<A>,
    /// Every root action. The requested lines come first, best first; with a score margin all actions
    /// are in order.
    pub root_moves: Vec<RootMove<A>>,
}

/// Root action with its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove<A> {
    /// The action.
    pub action: A,
    /// Score of the action.
    ///
    /// It is exact for the best actions requested
    /// ([`Searcher::set_multi_pv`](crate::Searcher::set_multi_pv)) and within the searcher's score
    /// margin of the best. Otherwise it is an upper bound; an action that was not searched has the lowest
    /// score.
    pub score: Score,
}

/// Report of a completed depth, one for each requested line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info<A> {
    /// Last completed depth.
    pub depth: u8,
    /// Maximum ply reached, including extensions and quiescence.
    pub seldepth: u8,
    /// Number of the line, from 1.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Number of nodes searched by all threads so far.
    pub nodes: u64,
    /// Share of the table filled by this search, in thousandths.
    pub hashfull: u16,
    /// Principal variation of the line.
    pub pv: Vec<A>,
}
