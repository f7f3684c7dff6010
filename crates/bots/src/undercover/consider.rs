//! Depth first, doubt second: one deep search in which the other side has no mole, and beside it
//! shallower ones in every place where it may have one.

use super::{UndercoverBot, UndercoverState, World, worlds_of};
use crate::Choice;
use game::Played;
use search::{HistoryEntry, Limits, Score, SearchResult, Searcher};
use undercover::{Action, Mole, UndercoverView};

/// The doubts are looked into by so many plies less: there are many of them.
const DOUBT_PLIES: u8 = 4;
/// One node in so many goes into them.
const DOUBT_SHARE: u64 = 10;
/// An action is in doubt if in the mean of the worlds it is worth so much less than in the best of
/// them, and something else is played only if it is worth so much more: a piece. The deep search is
/// right about all that is smaller, and where the mole stands is worth something by itself.
const DOUBTFUL: i64 = 200;

impl UndercoverBot {
    /// What the deep search finds, unless that was in doubt and something else was better.
    pub(super) fn consider(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        worlds: &mut [World],
        limits: &Limits<'_>,
    ) -> Option<Choice<Action>> {
        let (mut plain, past) = worlds_of(view, history, vec![Mole::Lost]).pop()?;
        let mut doubts = Doubts { searcher: &mut self.doubts, worlds, limits, left: 0, spent: 0 };
        // What was looked into last, and what is better, if anything is.
        let mut checked: Option<(Action, Option<(Action, Score)>)> = None;
        let has_doubts = doubts.worlds.len() > 1;
        let nodes =
            if has_doubts { limits.nodes - limits.nodes / DOUBT_SHARE } else { limits.nodes };
        let found =
            self.searcher.search_with(&mut plain, &past, &limits.within(nodes), &mut |info| {
                let Some(&action) = info.pv.first().filter(|_| has_doubts) else { return };
                doubts.left = (info.nodes / (DOUBT_SHARE - 1)).saturating_sub(doubts.spent);
                if info.depth > DOUBT_PLIES
                    && !search::is_decided(info.score)
                    && let Some(better) = doubts.better_than(action, info.depth - DOUBT_PLIES)
                {
                    checked = Some((action, better));
                }
            })?;
        let better = checked.filter(|(action, _)| *action == found.action).and_then(|(_, b)| b);
        let (action, score) = better.unwrap_or((found.action, found.score));
        Some(Choice { action, score, nodes: found.nodes + doubts.spent })
    }
}

/// Looks into an action in all worlds.
struct Doubts<'a, 'b> {
    searcher: &'a mut Searcher<UndercoverState>,
    worlds: &'a mut [World],
    limits: &'a Limits<'b>,
    /// The nodes that may be spent now, and those that have been.
    left: u64,
    spent: u64,
}

impl Doubts<'_, '_> {
    /// What is better than an action in the mean of the worlds, if the action is in doubt and
    /// anything is. `None` when it was cut short.
    fn better_than(&mut self, action: Action, depth: u8) -> Option<Option<(Action, Score)>> {
        let count = self.worlds.len() as i64;
        let mut scores = Vec::new();
        for world in 0..self.worlds.len() {
            scores.push(i64::from(self.look(world, Some(action), depth)?.score));
        }
        let (sum, most) = (scores.iter().sum::<i64>(), scores.iter().max().copied()?);
        if most * count - sum <= DOUBTFUL * count {
            return Some(None);
        }
        let mut candidates = vec![action];
        for world in 0..self.worlds.len() {
            let action = self.look(world, None, depth)?.action;
            if !candidates.contains(&action) {
                candidates.push(action);
            }
        }
        // The least that something else must be worth.
        let least = sum + DOUBTFUL * count;
        let mut best = (least, action);
        for &candidate in &candidates[1..] {
            let mut sum = 0;
            for world in 0..self.worlds.len() {
                sum += i64::from(self.look(world, Some(candidate), depth)?.score);
            }
            if sum > best.0 {
                best = (sum, candidate);
            }
        }
        Some((best.1 != action).then_some((best.1, (best.0 / count) as Score)))
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
