use super::{UndercoverState, World};
use search::{Limits, SearchResult, Searcher};
use undercover::Action;

/// Short searches beside the main one, with a node budget that grows with it.
pub(super) struct Aside<'a, 'b> {
    searcher: &'a mut Searcher<UndercoverState>,
    limits: &'a Limits<'b>,
    /// Number of nodes that may be spent now.
    left: u64,
    /// Number of nodes spent so far.
    spent: u64,
}

impl<'a, 'b> Aside<'a, 'b> {
    pub(super) const fn new(
        searcher: &'a mut Searcher<UndercoverState>,
        limits: &'a Limits<'b>,
    ) -> Aside<'a, 'b> {
        Aside { searcher, limits, left: 0, spent: 0 }
    }

    /// Sets the total budget to this number of nodes, including the nodes spent so far.
    pub(super) const fn may_spend(&mut self, nodes: u64) {
        self.left = nodes.saturating_sub(self.spent);
    }

    pub(super) const fn spent(&self) -> u64 {
        self.spent
    }

    /// Searches a world to one depth, with all actions or only one. `None` if the budget or a
    /// limit interrupted it.
    pub(super) fn look(
        &mut self,
        (state, past): &mut World,
        only: Option<Action>,
        depth: u8,
    ) -> Option<SearchResult<Action>> {
        if self.left == 0 {
            return None;
        }
        state.only = only;
        let limits = Limits { depth, ..self.limits.within(self.left) };
        let found = self.searcher.search(state, past, &limits);
        state.only = None;
        let found = found?;
        self.left = self.left.saturating_sub(found.nodes);
        self.spent += found.nodes;
        (found.depth >= depth || search::is_decided(found.score)).then_some(found)
    }
}
