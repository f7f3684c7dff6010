//! Depth first, doubt second: one deep search in which the other side has no mole, and beside it
//! shallower ones in every place where it may have one.

use super::{
    OpenPast, UndercoverBot, World,
    aside::Aside,
    beliefs::{Beliefs, Worth},
    deep::Deep,
    moment::{ALL, Hold, Moment},
};
use crate::Choice;
use game::{Dice, Played};
use search::{Limits, Score};
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
    /// What is [considered](Self::consider), but that where it would turn the own mole it is drawn whether
    /// to hold it.
    pub(super) fn decide(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        worlds: &mut [World],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        let (choice, moment) = self.consider(view, history, worlds, limits)?;
        match moment {
            Some(Moment { action, held, .. }) if dice.roll(ALL) < held => {
                self.beliefs.choose(None, None, history.len() + 1);
                Some(Choice { action, ..choice })
            }
            _ => Some(choice),
        }
    }

    /// What the deep search finds, unless that was in doubt and something else was better. With it, if that
    /// is to turn the own mole, what else there is to do.
    pub(super) fn consider(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        worlds: &mut [World],
        limits: &Limits<'_>,
    ) -> Option<(Choice<Action>, Option<Moment>)> {
        let side = view.side()?;
        let open = OpenPast::of(view, history);
        let places: Vec<Square> =
            worlds.iter().filter_map(|(world, _)| world.mole(!side).square()).collect();
        self.beliefs.follow(history, &places);
        let has_doubts = places.len() > 1 && places.len() == worlds.len();
        let mut aside = Aside::new(&mut self.doubts, limits);
        let nodes =
            if has_doubts { limits.nodes - limits.nodes / DOUBT_SHARE } else { limits.nodes };
        let beliefs = &self.beliefs;
        // What was looked into last.
        let mut checked = None;
        let mut deep = Deep {
            searcher: &mut self.searcher,
            world: open.world(view.imagine(Mole::Lost)?),
            hold: Hold::of(view, &open),
            limits: &limits.within(nodes),
            spent: 0,
        };
        let (found, moment) = deep.search(&mut |info, nodes| {
            let Some(&action) = info.pv.first().filter(|_| has_doubts) else { return };
            if info.depth > DOUBT_PLIES && !search::is_decided(info.score) {
                aside.may_spend(nodes / (DOUBT_SHARE - 1));
                let mut doubts = Doubts { aside: &mut aside, worlds, places: &places, beliefs };
                let known = doubts.check(action, info.score, info.depth - DOUBT_PLIES);
                checked = known.or(checked.take());
            }
        })?;
        let nodes = deep.spent + aside.spent();
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
        Some((Choice { action, score, nodes }, moment.filter(|moment| moment.turn == action)))
    }
}

/// What an action is worth, and what is better, if anything is, with its mean.
struct Checked {
    worth: Worth,
    better: Option<(Worth, Score)>,
}

/// Looks into an action in all worlds.
struct Doubts<'a, 'b, 'c> {
    aside: &'a mut Aside<'b, 'c>,
    worlds: &'a mut [World],
    /// Where the mole is in each of them.
    places: &'a [Square],
    beliefs: &'a Beliefs,
}

impl Doubts<'_, '_, '_> {
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

    /// What an action is worth in all worlds; `None` when it was cut short.
    fn worth(&mut self, action: Action, plain: Score, depth: u8) -> Option<Worth> {
        let mut places = Vec::with_capacity(self.worlds.len());
        for (world, &place) in self.worlds.iter_mut().zip(self.places) {
            places.push((place, self.aside.look(world, Some(action), depth)?.score));
        }
        Some(Worth { action, places, plain })
    }
}
