use core::fmt;

/// How much a search may spend. The first depth is always searched to its end, so that there is
/// an answer.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most nodes to visit.
    pub nodes: u64,
    /// The most plies to look ahead, quiescence and extensions apart; at least 1.
    pub depth: u8,
    /// Asked now and then: whether to stop. The caller knows the clock.
    pub stop: &'a dyn Fn() -> bool,
}

impl<'a> Budget<'a> {
    /// No limit but `stop`.
    pub const fn until(stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { nodes: u64::MAX, depth: 64, stop }
    }

    /// At most this many nodes, and no clock: the same search everywhere.
    pub const fn of_nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes, depth: 64, stop: &|| false }
    }

    /// At most this deep.
    pub const fn to_depth(self, depth: u8) -> Budget<'a> {
        Budget { depth: if depth < self.depth { depth } else { self.depth }, ..self }
    }

    /// At most this many nodes.
    pub const fn within(self, nodes: u64) -> Budget<'a> {
        Budget { nodes: if nodes < self.nodes { nodes } else { self.nodes }, ..self }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}
