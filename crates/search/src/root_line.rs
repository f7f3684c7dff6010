use crate::{Score, score::INFINITE};

/// Root action with its score, principal variation and node count.
#[derive(Clone)]
pub(crate) struct RootLine<A> {
    pub(crate) action: A,
    pub(crate) score: Score,
    pub(crate) pv: Vec<A>,
    pub(crate) nodes: u64,
}

impl<A: Copy> RootLine<A> {
    pub(crate) fn new(action: A) -> RootLine<A> {
        RootLine { action, score: -INFINITE, pv: vec![action], nodes: 0 }
    }
}
