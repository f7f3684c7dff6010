use super::{
    UndercoverState, World,
    aside::Aside,
    moment::{Hold, Moment},
};
use core::cell::Cell;
use search::{Info, Limits, Progress, SearchResult, Searcher};
use undercover::Action;

/// The search in which the other side has no mole. Where it would turn the own one it pauses, and it is
/// looked into what there is to hold it for, with what the search has learnt so far.
pub(super) struct Deep<'a, 'b> {
    pub(super) searcher: &'a mut Searcher<UndercoverState>,
    pub(super) world: World,
    pub(super) hold: Option<Hold>,
    pub(super) limits: &'a Limits<'b>,
    /// The nodes visited so far.
    pub(super) spent: u64,
}

/// It pauses after so many plies for the first time, and then whenever it is so many deeper.
const FIRST_PAUSE: u8 = 6;
const NEXT_PAUSE: u8 = 3;
/// The looks then are so many plies less deep.
const PAUSE_PLIES: u8 = 3;
/// One node in so many of those before may go into a pause.
const PAUSE_SHARE: u64 = 2;

impl Deep<'_, '_> {
    /// What is found, and what was found when it paused last. `on_info` hears of every depth and of all
    /// nodes until then.
    pub(super) fn search(
        &mut self,
        on_info: &mut dyn FnMut(&Info<Action>, u64),
    ) -> Option<(SearchResult<Action>, Option<Moment>)> {
        let (mut pause, mut moment) = (FIRST_PAUSE, None);
        let mut found: Option<SearchResult<Action>> = None;
        loop {
            let (next, pauses) = self.search_to(pause, on_info)?;
            // It begins anew, and may be ended before it is as deep again.
            if found.as_ref().is_none_or(|found| found.depth <= next.depth) {
                found = Some(next);
            }
            let depth = found.as_ref()?.depth;
            if !pauses || self.spent >= self.limits.nodes || (self.limits.stop)() {
                return Some((found?, moment));
            }
            moment = self.look(depth).or(moment);
            pause = depth + NEXT_PAUSE;
        }
    }

    /// Searches until it is done, or would turn the mole at this depth or a greater one: whether that is
    /// why it ended.
    fn search_to(
        &mut self,
        pause: u8,
        on_info: &mut dyn FnMut(&Info<Action>, u64),
    ) -> Option<(SearchResult<Action>, bool)> {
        let (spent, hold) = (self.spent, self.hold.as_ref());
        let (would_turn, pauses) = (Cell::new(false), Cell::new(false));
        let enough = |progress: &Progress| {
            let progress = Progress { nodes: spent + progress.nodes, ..*progress };
            let is_enough = (self.limits.enough)(&progress);
            pauses.set(!is_enough && would_turn.get() && progress.depth >= pause);
            is_enough || pauses.get()
        };
        let limits = self.limits.within(self.limits.nodes.saturating_sub(spent));
        let limits = Limits { enough: &enough, ..limits };
        let (state, past) = &mut self.world;
        let found = self.searcher.search_with(state, past, &limits, &mut |info| {
            let turns = |action: &Action| hold.is_some_and(|hold| hold.turns(*action));
            let is_open = !search::is_decided(info.score);
            would_turn.set(is_open && info.pv.first().is_some_and(turns));
            on_info(info, spent + info.nodes);
        })?;
        self.spent += found.nodes;
        Some((found, pauses.get()))
    }

    /// What there is to hold the mole for, [`PAUSE_PLIES`] less deep than the search has come.
    fn look(&mut self, depth: u8) -> Option<Moment> {
        let nodes = (self.spent / PAUSE_SHARE).min(self.limits.nodes - self.spent);
        let mut aside = Aside::new(self.searcher, self.limits);
        aside.may_spend(nodes);
        let moment = self.hold.as_mut()?.look(&mut aside, depth.saturating_sub(PAUSE_PLIES).max(1));
        self.spent += aside.spent();
        moment
    }
}
