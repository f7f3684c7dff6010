use crate::Score;
use core::fmt;

/// Limits of a search.
///
/// The first depth is completed, whatever the limit of nodes, unless it takes more than 200,000.
/// `stop` ends it earlier, but only after one action has been searched, so that there is a result.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Maximum depth in plies, without quiescence and extensions; at least 1.
    pub depth: u8,
    /// Stops once the search finds a win for the side to move in at most this number of its moves.
    pub mate: Option<u8>,
    /// Hard limit: whether to stop at once. Called at regular intervals.
    pub stop: &'a dyn Fn() -> bool,
    /// Soft limit: whether to skip the next depth. Called after every depth.
    pub enough: &'a dyn Fn(&Progress) -> bool,
}

/// Progress of a search, for time management.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Last completed depth.
    pub depth: u8,
    /// Score of the best action.
    pub score: Score,
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// Number of consecutive depths with the same best action.
    pub stable_depths: u8,
    /// Share of the nodes spent on the best action, in percent; 0 with a score margin.
    pub best_share: u8,
}

impl<'a> Limits<'a> {
    /// No limit except the maximum depth and `stop`, which is called every few hundred nodes.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Limits, Searcher};
    /// use std::cell::Cell;
    ///
    /// let asked = Cell::new(0);
    /// let stop = || {
    ///     asked.set(asked.get() + 1);
    ///     asked.get() > 3
    /// };
    /// // Stopped long before the end, but with a result.
    /// let found = Searcher::new(1).search(&mut Nim::new(1_000), &[], &Limits::until(&stop));
    /// assert!(found.is_some() && asked.get() > 3);
    /// ```
    pub const fn until(stop: &'a dyn Fn() -> bool) -> Limits<'a> {
        Limits { nodes: u64::MAX, depth: 64, mate: None, stop, enough: &|_| false }
    }

    /// At most this number of nodes and no clock, so that the search is deterministic.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
    /// # use nim::Nim;
    /// use search::{Limits, Searcher};
    ///
    /// let limits = Limits::of_nodes(2_000);
    /// let search = || Searcher::new(1).search(&mut Nim::new(50), &[], &limits);
    /// assert_eq!(search(), search());
    /// ```
    pub const fn of_nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, depth: 64, mate: None, stop: &|| false, enough: &|_| false }
    }

    /// Limits the depth. A lower existing limit stays.
    ///
    /// ```
    /// use search::Limits;
    ///
    /// assert_eq!(Limits::of_nodes(1_000).to_depth(8).to_depth(12).depth, 8);
    /// ```
    pub const fn to_depth(self, depth: u8) -> Limits<'a> {
        Limits { depth: if depth < self.depth { depth } else { self.depth }, ..self }
    }

    /// Limits the nodes. A lower existing limit stays.
    ///
    /// ```
    /// use search::Limits;
    ///
    /// assert_eq!(Limits::until(&|| false).within(1_000).within(5_000).nodes, 1_000);
    /// ```
    pub const fn within(self, nodes: u64) -> Limits<'a> {
        Limits { nodes: if nodes < self.nodes { nodes } else { self.nodes }, ..self }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("nodes", &self.nodes)
            .field("depth", &self.depth)
            .field("mate", &self.mate)
            .finish_non_exhaustive()
    }
}
