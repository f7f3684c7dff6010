//! Beliefs about the other side's mole, inferred from its play. If it does not use a chance that a
//! mole on some pawn would have given, that pawn is less likely to be the mole.
//!
//! All numbers are integers, so that games with node limits are the same on every machine.

use game::Played;
use search::Score;
use undercover::Action;
use xiangqi::{Move, Square};

/// Weight of each place at the start.
const EVEN: i64 = 1 << 16;
/// Weight of the case that there is no mole, or none that will be turned.
const NONE: i64 = EVEN / 8;
/// Minimum weight of a place, because the other side may have overlooked the chance.
const MIN_WEIGHT: i64 = EVEN >> 8;
/// An unused chance of this value halves the weight of a place.
const HALVED_BY: Score = 100;
/// Maximum number of times that one chance halves a weight.
const MAX_HALVES: Score = 6;
/// Maximum value of a score here. Higher scores decide the game.
pub(super) const MAX_WORTH: Score = 2_000;

/// Weights of the places of the other side's mole in the current game.
#[derive(Default)]
pub(super) struct Beliefs {
    places: Vec<(Square, i64)>,
    /// Values of the own last action when it was chosen, if they were computed.
    chosen: Option<Worth>,
    /// Number of actions up to that one.
    plies: usize,
}

/// Values of an action for the side that plays it.
#[derive(Clone)]
pub(super) struct Worth {
    pub(super) action: Action,
    /// Scores by place of the other side's mole.
    pub(super) places: Vec<(Square, Score)>,
    /// Score if the other side has no mole.
    pub(super) plain: Score,
}

/// Weights of the places. The case without a mole has the weight [`NONE`].
pub(super) struct Weights(Vec<(Square, i64)>);

impl Worth {
    /// Score in the best place of the other side's mole.
    pub(super) fn best(&self) -> Score {
        self.places.iter().map(|&(_, score)| score).max().unwrap_or(self.plain)
    }
}

impl Beliefs {
    /// Updates the beliefs to the current position, in which the mole is on one of these places.
    /// Discards them if they belong to another game.
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

    /// Weights after the other side's reply, where an action now has the values `now`.
    pub(super) fn weights(&self, now: &Worth) -> Weights {
        let weight = |&(place, weight): &(Square, i64)| {
            let halves = self.chosen.as_ref().and_then(|before| halves(before, now, place));
            (place, (weight >> halves.unwrap_or(0)).max(MIN_WEIGHT))
        };
        Weights(self.places.iter().map(weight).collect())
    }

    /// Stores the values of the action that was checked last, and of the action that was chosen.
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
    /// Mean value of an action. The case without a mole counts as the best place.
    pub(super) fn mean(&self, worth: &Worth) -> Score {
        let (mut sum, mut all) = (NONE * i64::from(worth.best()), NONE);
        for &(place, score) in &worth.places {
            let weight = found(&self.0, place).unwrap_or(EVEN);
            (sum, all) = (sum + weight * i64::from(score), all + weight);
        }
        (sum / all) as Score
    }
}

/// Number of times that the weight of a place is halved: by the gain there since the last action,
/// as far as it exceeds the gain without a mole.
fn halves(before: &Worth, now: &Worth, place: Square) -> Option<Score> {
    let worth = |score: Score| score.clamp(-MAX_WORTH, MAX_WORTH);
    let gained = worth(found(&now.places, place)?) - worth(found(&before.places, place)?);
    let passed = gained - (worth(now.plain) - worth(before.plain));
    Some((passed / HALVED_BY).clamp(0, MAX_HALVES))
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

    /// An unused chance of a mole on one place lowers the weight of this place. A gain on all places
    /// does not.
    #[test]
    fn unused_chances_lower_the_weight() {
        let places = ["c3", "e3"].map(square);
        for (before, now, expected) in [
            // Nothing has changed.
            ([0, 0], ([0, 0], 0), [EVEN, EVEN]),
            // With a mole on c3 there was a danger, and it is gone.
            ([-300, 0], ([0, 0], 0), [EVEN >> 3, EVEN]),
            // The danger is still there.
            ([-300, 0], ([-300, 0], 0), [EVEN, EVEN]),
            // The reply was bad for every mole.
            ([0, 0], ([250, 250], 250), [EVEN, EVEN]),
            // The mole could have mated.
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

    /// The weight of a pawn moves with it. Another game starts with even weights.
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

    /// No number of unused chances excludes a place.
    #[test]
    fn no_place_is_excluded() {
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
        assert_eq!(found(&beliefs.places, places[0]), Some(MIN_WEIGHT));
        let mean = beliefs.weights(&worth("h2e2", &[("c3", -900), ("e3", 0)], 0));
        let mean = mean.mean(&worth("h2e2", &[("c3", -900), ("e3", 0)], 0));
        assert!((-20..0).contains(&mean), "{mean}");
    }
}
