//! What may be believed of the other side's mole, from how it plays: whoever lets a chance pass that a
//! mole there would have given is less likely to have it there.
//!
//! Whole numbers alone, so that games under nodes are the same on every machine.

use game::Played;
use search::Score;
use undercover::Action;
use xiangqi::{Move, Square};

/// What each place weighs before anything is known.
const EVEN: i64 = 1 << 16;
/// What it weighs that there is no mole, or none that will ever be turned.
const NONE: i64 = EVEN / 8;
/// No place weighs less: whoever has let a chance pass may have overlooked it.
const LEAST: i64 = EVEN >> 8;
/// A chance worth so much that was let pass makes a place half as likely.
const HALVED_BY: Score = 100;
/// One chance makes it less likely by so many halves at most.
const MOST_HALVES: Score = 6;
/// What is worth more decides the game, and is worth so much here.
pub(super) const MOST_WORTH: Score = 2_000;

/// How likely it is where, as the game has gone so far.
#[derive(Default)]
pub(super) struct Beliefs {
    places: Vec<(Square, i64)>,
    /// What the own last action was worth when it was chosen, if that was looked into.
    chosen: Option<Worth>,
    /// How many actions there were with it.
    plies: usize,
}

/// What an action is worth to whoever plays it.
#[derive(Clone)]
pub(super) struct Worth {
    pub(super) action: Action,
    /// By the place of the other side's mole.
    pub(super) places: Vec<(Square, Score)>,
    /// If there is none.
    pub(super) plain: Score,
}

/// How much each place weighs; that there is none weighs [`NONE`].
pub(super) struct Weights(Vec<(Square, i64)>);

impl Worth {
    /// In the best place of the other side's mole.
    pub(super) fn best(&self) -> Score {
        self.places.iter().map(|&(_, score)| score).max().unwrap_or(self.plain)
    }
}

impl Beliefs {
    /// Follows a game to where it stands now, with the mole in any of these places. What was believed
    /// in another game is forgotten.
    pub(super) fn follow(&mut self, history: &[Played<Action>], places: &[Square]) {
        let goes_on = history.len() == self.plies + 1
            && self.chosen.as_ref().is_some_and(|worth| {
                history.iter().rev().nth(1).is_some_and(|own| own.action == worth.action)
            });
        if !goes_on {
            *self = Beliefs::default();
        } else if let Some(worth) = &mut self.chosen
            && let Action::Move(Move { from, to }) = worth.action
        {
            let known = self.places.iter_mut().map(|(place, _)| place);
            let moved = known.chain(worth.places.iter_mut().map(|(place, _)| place));
            moved.filter(|place| **place == from).for_each(|place| *place = to);
        }
        let weight = |&place: &Square| (place, found(&self.places, place).unwrap_or(EVEN));
        self.places = places.iter().map(weight).collect();
    }

    /// What weighs how much, now that this is what an action is worth after the other side's reply.
    pub(super) fn weights(&self, now: &Worth) -> Weights {
        let weight = |&(place, weight): &(Square, i64)| {
            let halves = self.chosen.as_ref().and_then(|before| halves(before, now, place));
            (place, (weight >> halves.unwrap_or(0)).max(LEAST))
        };
        Weights(self.places.iter().map(weight).collect())
    }

    /// Remembers what was looked into last, and what came of it: an action that is worth so much.
    pub(super) fn choose(
        &mut self,
        looked_into: Option<Worth>,
        chosen: Option<Worth>,
        plies: usize,
    ) {
        if let Some(worth) = looked_into {
            self.places = self.weights(&worth).0;
        }
        (self.chosen, self.plies) = (chosen, plies);
    }
}

impl Weights {
    /// What an action is worth in the mean. Without a mole it is worth as much as in the best place.
    pub(super) fn mean(&self, worth: &Worth) -> Score {
        let (mut sum, mut all) = (NONE * i64::from(worth.best()), NONE);
        for &(place, score) in &worth.places {
            let weight = found(&self.0, place).unwrap_or(EVEN);
            (sum, all) = (sum + weight * i64::from(score), all + weight);
        }
        (sum / all) as Score
    }
}

/// How many times less likely a place is, in halves: by as much as was gained there since, and not where
/// there is no mole.
fn halves(before: &Worth, now: &Worth, place: Square) -> Option<Score> {
    let worth = |score: Score| score.clamp(-MOST_WORTH, MOST_WORTH);
    let gained = worth(found(&now.places, place)?) - worth(found(&before.places, place)?);
    let passed = gained - (worth(now.plain) - worth(before.plain));
    Some((passed / HALVED_BY).clamp(0, MOST_HALVES))
}

fn found<T: Copy>(places: &[(Square, T)], place: Square) -> Option<T> {
    places.iter().find(|(known, _)| *known == place).map(|&(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;

    fn square(text: &str) -> Square {
        text.parse().expect("a point")
    }

    fn worth(action: &str, places: &[(&str, Score)], plain: Score) -> Worth {
        let places = places.iter().map(|&(place, score)| (square(place), score)).collect();
        Worth { action: action.parse().expect("an action"), places, plain }
    }

    fn history(actions: &[&str]) -> Vec<Played<Action>> {
        let played = |(n, text): (usize, &&str)| Played {
            seat: Seat::new((n % 2) as u8),
            action: text.parse().expect("an action"),
            revealed: None,
        };
        actions.iter().enumerate().map(played).collect()
    }

    /// A chance that a mole on one place would have given, and that was let pass, tells against it; what
    /// was gained everywhere does not.
    #[test]
    fn chances_that_are_let_pass_tell() {
        let places = ["c3", "e3"].map(square);
        for (before, now, expected) in [
            // As it was.
            ([0, 0], ([0, 0], 0), [EVEN, EVEN]),
            // It was in danger with the mole on c3, and is not any more.
            ([-300, 0], ([0, 0], 0), [EVEN >> 3, EVEN]),
            // It is in danger still.
            ([-300, 0], ([-300, 0], 0), [EVEN, EVEN]),
            // The reply was bad wherever the mole is.
            ([0, 0], ([250, 250], 250), [EVEN, EVEN]),
            // Mate was to be had.
            ([-32_000, 0], ([0, 0], 0), [EVEN >> 6, EVEN]),
        ] {
            let mut beliefs = Beliefs::default();
            beliefs.follow(&[], &places);
            let at = |scores: [Score; 2]| [("c3", scores[0]), ("e3", scores[1])];
            beliefs.choose(None, Some(worth("h2e2", &at(before), 0)), 1);
            beliefs.follow(&history(&["h2e2", "h9g7"]), &places);
            let weights = beliefs.weights(&worth("h0g2", &at(now.0), now.1));
            let found: Vec<i64> = weights.0.iter().map(|&(_, weight)| weight).collect();
            assert_eq!(found, expected, "{before:?} {now:?}");
        }
    }

    /// What is believed of a pawn goes with it, and is forgotten with another game.
    #[test]
    fn beliefs_follow_the_pawns() {
        let mut beliefs = Beliefs::default();
        beliefs.follow(&[], &["c3", "e3"].map(square));
        beliefs.choose(None, Some(worth("c3c4", &[("c3", -600), ("e3", 0)], 0)), 1);
        beliefs.follow(&history(&["c3c4", "h9g7"]), &["c4", "e3"].map(square));
        let now = worth("e3e4", &[("c4", 0), ("e3", 0)], 0);
        let chosen = Some(now.clone());
        beliefs.choose(Some(now), chosen, 3);
        let line = ["c3c4", "h9g7", "e3e4", "a9a8"];
        beliefs.follow(&history(&line), &["c4", "e4"].map(square));
        let weight = |beliefs: &Beliefs, place| found(&beliefs.places, square(place));
        assert_eq!(weight(&beliefs, "c4"), Some(EVEN >> 6));
        assert_eq!(weight(&beliefs, "e4"), Some(EVEN));
        let other = ["c3c4", "h9g7", "a3a4", "a9a8"];
        beliefs.follow(&history(&other), &["c4", "e3"].map(square));
        assert_eq!(weight(&beliefs, "c4"), Some(EVEN));
    }

    /// However often a chance is let pass, no place is ever out of the question.
    #[test]
    fn nothing_is_ever_certain() {
        let mut beliefs = Beliefs::default();
        let places = ["c3", "e3"].map(square);
        let mut line = Vec::new();
        for turn in 0..20 {
            beliefs.follow(&history(&line), &places);
            let danger = if turn % 2 == 0 { -900 } else { 0 };
            let now = worth("h2e2", &[("c3", danger), ("e3", 0)], 0);
            beliefs.choose(Some(now.clone()), Some(now), line.len() + 1);
            line.extend(["h2e2", "h9g7"]);
        }
        assert_eq!(found(&beliefs.places, places[0]), Some(LEAST));
        let mean = beliefs.weights(&worth("h2e2", &[("c3", -900), ("e3", 0)], 0));
        let mean = mean.mean(&worth("h2e2", &[("c3", -900), ("e3", 0)], 0));
        assert!((-20..0).contains(&mean), "{mean}");
    }
}
