//! When to turn the own mole. The other side's next reply is made without knowing where it is: it
//! either takes care of a mole there, which costs it something if none is there, or does not. So to
//! turn now or to hold makes a matrix game of values that a search finds, and its answer is drawn:
//! whoever always turned at the first good moment would tell, by holding, where the mole is not.

use super::{OpenPast, World, aside::Aside, beliefs::MOST_WORTH, free_pawns, own_turn, with_moles};
use search::Score;
use undercover::{Action, Mole, UndercoverView};

/// The best action that leaves the mole where it is, and how often to play it instead of turning.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// To turn it.
    pub(super) turn: Action,
    pub(super) action: Action,
    /// So often of [`ALL`].
    pub(super) held: u32,
}

/// Of so many draws.
pub(super) const ALL: u32 = 1_024;

/// What there is to choose from, worth to the mole's owner.
#[derive(Clone, Copy)]
struct Values {
    /// The mole is turned now.
    turned: Score,
    /// It is held, and the other side replies as if it knew.
    guarded: Score,
    /// It is held, and the other side replies as if there were none.
    unguarded: Score,
    /// What the first of these replies costs the other side where there is none.
    cost: Score,
}

/// A view of whoever may turn its mole now.
pub(super) struct Hold {
    turn: Action,
    /// How many pawns the mole may be, as the other side sees it.
    places: usize,
    /// The world with the mole, and the one without. In both the other side has none.
    known: World,
    blind: World,
}

impl Hold {
    pub(super) fn of(view: &UndercoverView, open: &OpenPast) -> Option<Hold> {
        Some(Hold {
            turn: own_turn(view)?,
            places: free_pawns(view, !view.side()?).count(),
            known: open.world(view.imagine(Mole::Lost)?),
            blind: open.world(with_moles(view, [Mole::Lost; 2])?),
        })
    }

    /// Whether an action is to turn it.
    pub(super) fn turns(&self, action: Action) -> bool {
        self.turn == action
    }

    /// Looks so deep into what it is worth to turn the mole, and to hold it. `None` when that was cut
    /// short.
    pub(super) fn look(&mut self, aside: &mut Aside<'_, '_>, depth: u8) -> Option<Moment> {
        let turned = aside.look(&mut self.known, Some(self.turn), depth)?.score;
        self.known.0.holds = true;
        let held = aside.look(&mut self.known, None, depth);
        self.known.0.holds = false;
        let action = held?.action;
        let [mut known, mut blind] = [after(&self.known, action)?, after(&self.blind, action)?];
        let depth = depth.saturating_sub(1).max(1);
        let guard = aside.look(&mut known, None, depth)?;
        let careless = aside.look(&mut blind, None, depth)?;
        let cared = aside.look(&mut blind, Some(guard.action), depth)?;
        let unguarded = aside.look(&mut known, Some(careless.action), depth)?;
        let values = Values {
            turned,
            guarded: -guard.score,
            unguarded: -unguarded.score,
            cost: careless.score - cared.score,
        };
        Some(Moment { turn: self.turn, action, held: values.held(self.places) })
    }
}

impl Values {
    /// How often to hold, *h* of one.
    ///
    /// The mole is here by a chance of one in *n* places to the other side, and a mole elsewhere would be
    /// held in any case. Care gains *unguarded − guarded* if it is here and costs *cost* if it is not: both
    /// weigh the same when *h (unguarded − guarded) = (n − 1) cost*. Held more often, it would be taken
    /// care of, and to hold would be worth *guarded*, which is less than to turn; held less often,
    /// nobody would care, and to hold would be worth *unguarded*, which is more.
    fn held(self, places: usize) -> u32 {
        let worth = |score: Score| i64::from(score.clamp(-MOST_WORTH, MOST_WORTH));
        let [turned, unguarded] = [self.turned, self.unguarded].map(worth);
        // The deep search has found that turning is better against who knows.
        let guarded = worth(self.guarded).min(turned);
        if unguarded <= turned {
            return 0;
        }
        let others = places.saturating_sub(1) as i64;
        let often = i64::from(ALL) * others * worth(self.cost).max(0) / (unguarded - guarded);
        often.min(ALL.into()) as u32
    }
}

/// A world after an action.
fn after((state, past): &World, action: Action) -> Option<World> {
    let mut past = past.clone();
    past.push(state.remembered());
    Some((state.after(action)?, past))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bot, Level, UndercoverBot, arena::Seeded};
    use game::{Observer, Seat, View};
    use search::Limits;

    /// To turn is best against who knows the mole, to hold against who does not, and care costs something:
    /// both are played.
    #[test]
    fn the_moment_is_drawn() {
        let text =
            "1rbaka3/2c6/nC2bCn2/p1p1p1p1p/3c5/9/P1P3P1P/6N2/3K5/1NBA1ABR1 w - - 1 16 a6/? 0/0";
        let observer = Observer::Seat(Seat::new(0));
        let view = UndercoverView::from_text(undercover::Options::DEFAULT, observer, text);
        let view = view.expect("a view");
        let limits = Limits::of_nodes(8_000);
        let turned = (0..12).filter(|&seed| {
            let mut bot = UndercoverBot::new(Level::Top);
            let choice =
                bot.choose(&view, &[], &limits, &mut Seeded::new(seed)).expect("an action");
            assert!(choice.nodes <= limits.nodes, "{} nodes", choice.nodes);
            matches!(choice.action, Action::Turn(_))
        });
        let turned = turned.count();
        assert!((1..12).contains(&turned), "{turned} of 12");
    }

    #[test]
    fn a_mole_is_held_as_often_as_care_costs() {
        for ((turned, guarded, unguarded, cost), places, held) in [
            // To hold it is no better even if nobody cares.
            ((100, 0, 100, 50), 5, 0),
            // Care costs nothing, or there is nowhere else to care about.
            ((100, 0, 300, 0), 5, 0),
            ((100, 0, 300, 50), 1, 0),
            // Four other places, and care costs a tenth of what it saves.
            ((100, -100, 400, 50), 5, 409),
            ((100, -100, 400, 50), 3, 204),
            // Care is too dear.
            ((100, -100, 400, 200), 5, ALL),
            // What the deep search found is right.
            ((100, 200, 300, 20), 5, 409),
            // Mate is worth no more than the game.
            ((0, -32_000, 32_000, 100), 5, 102),
        ] {
            let values = Values { turned, guarded, unguarded, cost };
            assert_eq!(values.held(places), held, "{turned} {guarded} {unguarded} {cost}");
        }
    }
}
