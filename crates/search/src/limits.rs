use crate::Score;
use core::fmt;

/// How much a search may spend. However few nodes there are, the first depth is searched to its end;
/// `stop` ends that too, once an action has been looked at, so that there is an answer.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most nodes to visit.
    pub nodes: u64,
    /// The most plies to look ahead, quiescence and extensions apart; at least 1.
    pub depth: u8,
    /// Ends the search once a win in at most so many moves of the side to move is found.
    pub mate: Option<u8>,
    /// The hard limit, asked now and then: whether to stop at once. The caller knows the clock.
    pub stop: &'a dyn Fn() -> bool,
    /// The soft limit, asked after every depth: whether another one is not worth starting.
    pub enough: &'a dyn Fn(&Progress) -> bool,
}

/// How far a search has come: what time management goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The depth just finished.
    pub depth: u8,
    /// The score of the best action.
    pub score: Score,
    /// All nodes visited so far.
    pub nodes: u64,
    /// For how many depths in a row the best action has been the same.
    pub stable_depths: u8,
    /// How much of the search went into the best action, in percent.
    pub best_share: u8,
}

impl<'a> Limits<'a> {
    /// No limit but `stop`, which is asked every few hundred nodes.
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
    /// // Stopped long before its end, and there is an answer.
    /// let found = Searcher::new(1).search(&mut Nim::new(1_000), &[], &Limits::until(&stop));
    /// assert!(found.is_some() && asked.get() > 3);
    /// ```
    pub const fn until(stop: &'a dyn Fn() -> bool) -> Limits<'a> {
        Limits { nodes: u64::MAX, depth: 64, mate: None, stop, enough: &|_| false }
    }

    /// At most this many nodes, and no clock: the same search everywhere.
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

    /// At most this deep; what is less already stays so.
    ///
    /// ```
    /// use search::Limits;
    ///
    /// assert_eq!(Limits::of_nodes(1_000).to_depth(8).to_depth(12).depth, 8);
    /// ```
    pub const fn to_depth(self, depth: u8) -> Limits<'a> {
        Limits { depth: if depth < self.depth { depth } else { self.depth }, ..self }
    }

    /// At most this many nodes; what is less already stays so.
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
