//! The decision of the strongest levels. One deep search assumes that the other side has no mole.
//! Shallow searches check its result against every place of the other side's mole, and against the
//! own mole.

use super::{
    Decision, OpenPast, UndercoverBot, World,
    aside::Aside,
    beliefs::{Beliefs, Worth},
    own_mole::{OwnMole, Secret},
    secret_share,
};
use crate::Choice;
use game::Played;
use search::{Limits, Score};
use undercover::{Action, Mole, UndercoverView};
use xiangqi::Square;

/// The searches of the doubts are this many plies shallower, because there are many.
const DOUBT_PLIES: u8 = 4;
/// One node in this number goes into them. They rarely change the action, and the deep search uses
/// the rest better.
const DOUBT_SHARE: u64 = 25;
/// An action is in doubt if its mean over the worlds is this much below its best world: a piece.
/// Another action is played only if its mean is this much higher. The deep search is right about
/// smaller differences, and the place of the mole has a value by itself.
const DOUBTFUL: Score = 200;

/// The findings about the own mole are computed from this depth of the public search on.
const FIRST_SECRET_DEPTH: u8 = 5;

impl UndercoverBot {
    /// Chooses a public action, and compares it with the turn of the own mole.
    ///
    /// With a node limit the public action is the same for every own mole: its search has a fixed
    /// number of nodes and its own tables.
    pub(super) fn consider(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Decision> {
        let side = view.side()?;
        let open = OpenPast::of(view, history);
        let mut worlds = self.worlds(view, &open);
        let places: Vec<Square> =
            worlds.iter().filter_map(|(world, _)| world.mole(!side).square()).collect();
        self.beliefs.follow(history, &places);
        let has_doubts = places.len() > 1 && places.len() == worlds.len();
        let (mut state, past) = match worlds.as_slice() {
            [only] => only.clone(),
            _ => open.public_world(view, Mole::Lost)?,
        };

        let doubt_nodes = if has_doubts { limits.nodes / DOUBT_SHARE } else { 0 };
        let secret_nodes = limits.nodes / secret_share(view);
        let deep_nodes = limits.nodes - doubt_nodes - secret_nodes;
        // The budgets beside the deep search grow with it, so that they hold under a time limit.
        let share_of = |nodes: u64, all: u64| {
            (u128::from(nodes) * u128::from(all) / u128::from(deep_nodes.max(1))) as u64
        };
        let mut doubts_aside = Aside::new(&mut self.doubts, limits);
        let mut secrets_aside = Aside::new(&mut self.secrets, limits);
        let mut secret = Secret::of(view, &open);
        let (mut checked, mut own_mole): (Option<Checked>, Option<OwnMole>) = (None, None);
        let beliefs = &self.beliefs;
        let deep_limits = limits.within(deep_nodes);
        let found = self.searcher.search_with(&mut state, &past, &deep_limits, &mut |info| {
            let Some(&action) = info.pv.first() else { return };
            if let Some(secret) = secret.as_mut().filter(|_| info.depth >= FIRST_SECRET_DEPTH) {
                secrets_aside.may_spend(share_of(info.nodes, secret_nodes));
                let known = secret.look(&mut secrets_aside, action, info.depth);
                own_mole = known.or(own_mole);
            }
            let is_open = info.depth > DOUBT_PLIES && !search::is_decided(info.score);
            if has_doubts && is_open {
                doubts_aside.may_spend(share_of(info.nodes, doubt_nodes));
                let aside = &mut doubts_aside;
                let mut doubts = Doubts { aside, worlds: &mut worlds, places: &places, beliefs };
                let known = doubts.check(action, info.score, info.depth - DOUBT_PLIES);
                checked = known.or(checked.take());
            }
        });
        let Some(found) = found else { return self.only_turn(view, &open, limits) };

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
        // The last findings may be about another action, or the search was too short for any.
        let mut own_mole = own_mole.filter(|known| known.public == action);
        if let Some(secret) = secret.as_mut().filter(|_| own_mole.is_none()) {
            let others = found.nodes + doubts_aside.spent();
            secrets_aside.may_spend(limits.nodes.saturating_sub(others));
            own_mole = secret.look(&mut secrets_aside, action, found.depth);
        }
        let nodes = found.nodes + doubts_aside.spent() + secrets_aside.spent();
        let public = Choice { action, score, nodes };
        Some(Decision { public, own_mole, checked: worth, worth: chosen })
    }
}

/// Values of an action, and a better action with its mean if there is one.
struct Checked {
    worth: Worth,
    better: Option<(Worth, Score)>,
}

/// Checks an action in all worlds.
struct Doubts<'a, 'b, 'c> {
    aside: &'a mut Aside<'b, 'c>,
    worlds: &'a mut [World],
    /// The place of the other side's mole in each world.
    places: &'a [Square],
    beliefs: &'a Beliefs,
}

impl Doubts<'_, '_, '_> {
    /// Values of an action with the score `plain` without a mole. If the action is in doubt, also the
    /// action with the best mean over the worlds. `None` if the budget is too small.
    fn check(&mut self, action: Action, plain: Score, depth: u8) -> Option<Checked> {
        let worth = self.worth(action, plain, depth)?;
        let weights = self.beliefs.weights(&worth);
        let most = worth.best();
        let mean = weights.mean(&worth);
        if most - mean <= DOUBTFUL {
            return Some(Checked { worth, better: None });
        }
        let mut candidates = vec![action];
        for world in self.worlds.iter_mut() {
            let action = self.aside.look(world, None, depth)?.action;
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

    /// Values of an action in all worlds. `None` if the budget is too small.
    fn worth(&mut self, action: Action, plain: Score, depth: u8) -> Option<Worth> {
        let mut places = Vec::with_capacity(self.worlds.len());
        for (world, &place) in self.worlds.iter_mut().zip(self.places) {
            places.push((place, self.aside.look(world, Some(action), depth)?.score));
        }
        Some(Worth { action, places, plain })
    }
}
