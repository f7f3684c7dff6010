//! Depth first, doubt second: one deep search in which the other side has no mole, and beside it
//! shallower ones in every place where it may have one.

use super::{
    UndercoverBot, UndercoverState, World,
    beliefs::{Beliefs, Worth},
    worlds_of,
};
use crate::Choice;
use game::Played;
use search::{HistoryEntry, Limits, Score, SearchResult, Searcher};
use undercover::{Action, Mole, UndercoverView};
use xiangqi::Square;

/// The doubts are looked into by so many plies less: there are many of them.
const DOUBT_PLIES: u8 = 4;
/// One node in so many goes into them: they hardly ever change what is played, and the deep search
/// makes more of the rest.
const DOUBT_SHARE: u64 = 25;
/// An action is in doubt if in the mean of the worlds it is worth so much less than in the best of
/// them, and something else is played only if it is worth so much more: a piece. The deep search is
/// right about all that is smaller, and where the mole stands is worth something by itself.
const DOUBTFUL: Score = 200;

impl UndercoverBot {
    /// What the deep search finds, unless that was in doubt and something else was better.
    pub(super) fn consider(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        worlds: &mut [World],
        limits: &Limits<'_>,
    ) -> Option<Choice<Action>> {
        let side = view.side()?;
        let (mut plain, past) = worlds_of(view, history, vec![Mole::Lost]).pop()?;
        let places: Vec<Square> =
            worlds.iter().filter_map(|(world, _)| world.mole(!side).square()).collect();
        self.beliefs.follow(history, &places);
        let has_doubts = places.len() > 1 && places.len() == worlds.len();
        let beliefs = &self.beliefs;
        let searcher = &mut self.doubts;
        let mut doubts = Doubts { searcher, worlds, places, beliefs, limits, left: 0, spent: 0 };
        // What was looked into last.
        let mut checked: Option<Checked> = None;
        let nodes =
            if has_doubts { limits.nodes - limits.nodes / DOUBT_SHARE } else { limits.nodes };
        let found =
            self.searcher.search_with(&mut plain, &past, &limits.within(nodes), &mut |info| {
                let Some(&action) = info.pv.first().filter(|_| has_doubts) else { return };
                doubts.left = (info.nodes / (DOUBT_SHARE - 1)).saturating_sub(doubts.spent);
                if info.depth > DOUBT_PLIES
                    && !search::is_decided(info.score)
                    && let Some(known) = doubts.check(action, info.score, info.depth - DOUBT_PLIES)
                {
                    checked = Some(known);
                }
            })?;
        let nodes = found.nodes + doubts.spent;
        let checked = checked.filter(|checked| checked.worth.action == found.action);
        let (worth, better) = match checked {
            Some(Checked { worth, better }) => (Some(worth), better),
            None => (None, None),
        };
        let (action, score) = match &better {
            Some((better, mean)) => (better.action, *mean),
            None => (found.action, found.score),
        };
        let chosen = better.map(|(worth, _)| worth).or_else(|| worth.clone());
        self.beliefs.choose(worth, chosen, history.len() + 1);
        Some(Choice { action, score, nodes })
    }
}

/// What an action is worth, and what is better, if anything is, with its mean.
struct Checked {
    worth: Worth,
    better: Option<(Worth, Score)>,
}

/// Looks into an action in all worlds.
struct Doubts<'a, 'b> {
    searcher: &'a mut Searcher<UndercoverState>,
    worlds: &'a mut [World],
    /// Where the mole is in each of them.
    places: Vec<Square>,
    beliefs: &'a Beliefs,
    limits: &'a Limits<'b>,
    /// The nodes that may be spent now, and those that have been.
    left: u64,
    spent: u64,
}

impl Doubts<'_, '_> {
    /// What an action is worth that is worth so much without a mole, and what is better in the mean of
    /// the worlds, if the action is in doubt and anything is. `None` when it was cut short.
    fn check(&mut self, action: Action, plain: Score, depth: u8) -> Option<Checked> {
        let worth = self.worth(action, plain, depth)?;
        let weights = self.beliefs.weights(&worth);
        let most = worth.best();
        let mean = weights.mean(&worth);
        if most - mean <= DOUBTFUL {
            return Some(Checked { worth, better: None });
        }
        let mut candidates = vec![action];
        for world in 0..self.worlds.len() {
            let action = self.look(world, None, depth)?.action;
            if !candidates.contains(&action) {
                candidates.push(action);
            }
        }
        let (mut least, mut better) = (mean + DOUBTFUL, None);
        for &candidate in &candidates[1..] {
            let worth = self.worth(candidate, most, depth)?;
            let mean = weights.mean(&worth);
            if mean > least {
                (least, better) = (mean, Some((worth, mean)));
            }
        }
        Some(Checked { worth, better })
    }

    /// What an action is worth in all worlds; `None` when it was cut short.
    fn worth(&mut self, action: Action, plain: Score, depth: u8) -> Option<Worth> {
        let mut places = Vec::with_capacity(self.worlds.len());
        for world in 0..self.worlds.len() {
            places.push((self.places[world], self.look(world, Some(action), depth)?.score));
        }
        Some(Worth { action, places, plain })
    }

    /// One world to one depth, with all actions or only one; `None` when it was cut short.
    fn look(
        &mut self,
        world: usize,
        only: Option<Action>,
        depth: u8,
    ) -> Option<SearchResult<Action>> {
        if self.left == 0 {
            return None;
        }
        let (state, past): (&mut UndercoverState, &[HistoryEntry]) = {
            let (state, past) = self.worlds.get_mut(world)?;
            (state, past)
        };
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
