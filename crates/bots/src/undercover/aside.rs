use super::{UndercoverState, World};
use search::{Limits, SearchResult, Searcher};
use undercover::Action;

/// Searches beside the deep one, which may spend a share of its nodes.
pub(super) struct Aside<'a, 'b> {
    searcher: &'a mut Searcher<UndercoverState>,
    limits: &'a Limits<'b>,
    /// The nodes that may be spent now, and those that have been.
    left: u64,
    spent: u64,
}

impl<'a, 'b> Aside<'a, 'b> {
    pub(super) fn new(
        searcher: &'a mut Searcher<UndercoverState>,
        limits: &'a Limits<'b>,
    ) -> Aside<'a, 'b> {
        Aside { searcher, limits, left: 0, spent: 0 }
    }

    /// So many nodes may be spent in all from now on.
    pub(super) const fn may_spend(&mut self, nodes: u64) {
        self.left = nodes.saturating_sub(self.spent);
    }

    pub(super) const fn spent(&self) -> u64 {
        self.spent
    }

    /// A world to one depth, with all actions or only one; `None` when it was cut short.
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
