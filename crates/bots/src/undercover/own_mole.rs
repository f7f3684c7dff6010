//! The part of a decision that may depend on the own mole: whether to turn it, and whether to
//! capture it. Everything else is decided by public facts.
//!
//! Both decisions need a margin, and the turn is drawn: a player that always turned at the first
//! good moment would reveal, by holding, where its mole is not. `docs/undercover-player.md` derives
//! the numbers.

use super::{OpenPast, World, aside::Aside, beliefs::MAX_WORTH, free_pawns, own_turn};
use crate::Choice;
use search::Score;
use undercover::{Action, Mole, UndercoverView};
use xiangqi::Square;

/// Number of equally likely draws for the decision to turn.
pub(super) const DRAWS: u32 = 1_024;

/// Gains over the best move between which the turn is drawn.
///
/// Below the first the mole is held, because the gain does not pay for the secret. Above the second
/// it is turned, unless holding it gains more. In between, holding reveals little.
#[derive(Clone, Copy)]
struct Gains {
    min: Score,
    full: Score,
}

/// Number of moves of the opening. Its positions recur in many games, so an opponent can learn what
/// it means that no mole is turned.
const OPENING_MOVES: u16 = 8;
const OPENING_GAINS: Gains = Gains { min: 120, full: 420 };
/// Later positions are new. Holding a mole costs strength against an opponent who ignores it.
const LATER_GAINS: Gains = Gains { min: 20, full: 120 };

/// The public move is replaced because it captures the own mole only if that saves this much.
const CAPTURE_MARGIN: Score = 250;

/// The searches about the own mole are this many plies shallower than the public search.
const SHALLOWER_PLIES: u8 = 4;
/// But not shallower than this.
const MIN_PLIES: u8 = 2;

/// Findings about the own mole for one public action.
#[derive(Clone, Copy)]
pub(super) struct OwnMole {
    /// The public action that they are about.
    pub(super) public: Action,
    /// Score of the public action with the own mole known.
    kept: Score,
    /// A better move with its score, if the public one captures the own mole.
    instead: Option<(Action, Score)>,
    /// The turn of the mole, if it is better than any move.
    turn: Option<Turn>,
}

/// A turn that is better than any move against an opponent who knows the mole.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    action: Action,
    score: Score,
    /// Number of [`DRAWS`] in which the mole is held.
    pub(super) held: u32,
}

impl OwnMole {
    /// Chooses between the public action, the turn if `turns` accepts it, and the move that spares
    /// the mole.
    pub(super) fn choose(
        self,
        public: Choice<Action>,
        turns: impl Fn(&Turn) -> bool,
    ) -> Choice<Action> {
        match (self.turn.filter(turns), self.instead) {
            (Some(Turn { action, score, .. }), _) | (None, Some((action, score))) => {
                Choice { action, score, ..public }
            }
            // A loss that the mole still prevents is no reason to resign.
            (None, None) if search::is_decided(public.score) => {
                Choice { score: public.score.max(self.kept), ..public }
            }
            (None, None) => public,
        }
    }
}

/// Scores for the owner of the mole.
#[derive(Clone, Copy)]
struct Values {
    /// The mole is turned now.
    turned: Score,
    /// The mole is held, and the other side replies as if it knew the mole.
    guarded: Score,
    /// The mole is held, and the other side replies as if the mole could be any pawn.
    unguarded: Score,
    /// Cost of the guarding reply to the other side if the mole is elsewhere.
    cost: Score,
}

/// The worlds of a player with a mole on the board that is not turned.
pub(super) struct Secret {
    mole: Square,
    /// The turn of the mole, if it is legal now.
    turn: Option<Action>,
    gains: Gains,
    /// Number of pawns that the mole can be, for the other side.
    places: usize,
    /// The world with the own mole.
    known: World,
    /// The public world.
    public: World,
}

impl Secret {
    pub(super) fn of(view: &UndercoverView, open: &OpenPast) -> Option<Secret> {
        Some(Secret {
            mole: view.own_mole()?,
            turn: own_turn(view),
            gains: Gains::at(view.board().full_move()),
            places: free_pawns(view, !view.side()?).count(),
            known: open.world(view.imagine(Mole::Lost)?),
            public: open.public_world(view, Mole::Lost)?,
        })
    }

    /// Compares the public action with the turn, and with other moves if it captures the mole.
    /// `depth` is the depth of the public search. `None` if there is nothing to compare or the
    /// budget is too small.
    pub(super) fn look(
        &mut self,
        aside: &mut Aside<'_, '_>,
        public: Action,
        depth: u8,
    ) -> Option<OwnMole> {
        let is_capture = matches!(public, Action::Move(played) if played.to == self.mole);
        if self.turn.is_none() && !is_capture {
            return None;
        }
        let depth = depth.saturating_sub(SHALLOWER_PLIES).max(depth.min(MIN_PLIES)).max(1);
        let kept = aside.look(&mut self.known, Some(public), depth)?.score;
        let instead = if is_capture { self.sparing_move(aside, depth) } else { None };
        let instead = instead.filter(|&(_, score)| score > kept.saturating_add(CAPTURE_MARGIN));
        let (held, score) = instead.unwrap_or((public, kept));
        let turn = match self.turn {
            Some(turn) => self.look_at_turn(aside, turn, (held, score), depth),
            None => None,
        };
        Some(OwnMole { public, kept, instead, turn })
    }

    /// The best move with the own mole known. It may capture the mole if that is best.
    fn sparing_move(&mut self, aside: &mut Aside<'_, '_>, depth: u8) -> Option<(Action, Score)> {
        self.known.0.holds = true;
        let found = aside.look(&mut self.known, None, depth);
        self.known.0.holds = false;
        found.map(|found| (found.action, found.score))
    }

    /// The turn, if it gains enough over the action that holds the mole.
    fn look_at_turn(
        &mut self,
        aside: &mut Aside<'_, '_>,
        turn: Action,
        (held, score): (Action, Score),
        depth: u8,
    ) -> Option<Turn> {
        let turned = aside.look(&mut self.known, Some(turn), depth)?.score;
        let gain = turned.saturating_sub(score);
        if gain <= self.gains.min {
            return None;
        }
        let values = self.values(aside, turned, held, depth.saturating_sub(1).max(1));
        let held = values.map_or(0, |values| values.held(self.places)).max(self.gains.held(gain));
        Some(Turn { action: turn, score: turned, held })
    }

    /// Values of the matrix game. `None` if the budget is too small.
    fn values(
        &self,
        aside: &mut Aside<'_, '_>,
        turned: Score,
        held: Action,
        depth: u8,
    ) -> Option<Values> {
        let [mut known, mut public] = [after(&self.known, held)?, after(&self.public, held)?];
        let guard = aside.look(&mut known, None, depth)?;
        let careless = aside.look(&mut public, None, depth)?;
        let guarding = aside.look(&mut public, Some(guard.action), depth)?;
        let unguarded = aside.look(&mut known, Some(careless.action), depth)?;
        Some(Values {
            turned,
            guarded: -guard.score,
            unguarded: -unguarded.score,
            cost: careless.score - guarding.score,
        })
    }
}

impl Gains {
    /// The gains at a move of the game, counted from 1.
    const fn at(full_move: u16) -> Gains {
        if full_move <= OPENING_MOVES { OPENING_GAINS } else { LATER_GAINS }
    }

    /// Number of [`DRAWS`] in which a turn with this gain is not played, to keep the secret.
    fn held(self, gain: Score) -> u32 {
        let missing = i64::from(self.full) - i64::from(gain);
        let held = i64::from(DRAWS) * missing / i64::from(self.full - self.min);
        held.clamp(0, DRAWS.into()) as u32
    }
}

impl Values {
    /// Number of [`DRAWS`] in which to hold the mole.
    ///
    /// It makes both replies of the other side equally good. Guarding gains *unguarded − guarded*
    /// if the mole is here and costs *cost* if it is on another of the *n* pawns. If a mole here is
    /// held with probability *h*, both are equal at *h (unguarded − guarded) = (n − 1) cost*.
    fn held(self, places: usize) -> u32 {
        let worth = |score: Score| i64::from(score.clamp(-MAX_WORTH, MAX_WORTH));
        let [turned, unguarded] = [self.turned, self.unguarded].map(worth);
        // Against an opponent who knows the mole, turning was found to be better.
        let guarded = worth(self.guarded).min(turned);
        if unguarded <= turned {
            return 0;
        }
        let others = places.saturating_sub(1) as i64;
        let held = i64::from(DRAWS) * others * worth(self.cost).max(0) / (unguarded - guarded);
        held.min(DRAWS.into()) as u32
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
    use crate::{Bot, Level, Seeded, UndercoverBot};
    use game::{Observer, Seat, View as _};
    use search::Limits;

    /// Number of 12 draws in which this player turns its mole.
    fn turns(level: Level, text: &str, nodes: u64) -> usize {
        let observer = Observer::Seat(Seat::new(0));
        let view = UndercoverView::from_text(undercover::Options::DEFAULT, observer, text);
        let view = view.expect("a view");
        let limits = Limits::of_nodes(nodes);
        let is_turn = |&seed: &u64| {
            let mut bot = UndercoverBot::new(level);
            let choice = bot.choose(&view, &[], &limits, &mut Seeded::new(seed));
            let choice = choice.expect("an action");
            assert!(choice.nodes <= limits.nodes, "{} nodes", choice.nodes);
            matches!(choice.action, Action::Turn(_))
        };
        (0..12).filter(is_turn).count()
    }

    /// The chariot supports the turned pawn, and the generals would face each other on the next file.
    /// No other move wins.
    #[test]
    fn a_turn_that_mates_is_played() {
        let text = "3k5/3p5/9/9/rr7/9/9/9/3R5/4K4 w - - 0 1 d8/? 0/0";
        for level in [Level::Five, Level::Top] {
            assert_eq!(turns(level, text, 2_000), 12, "{level}");
        }
    }

    #[test]
    fn turns_are_drawn_by_their_gain() {
        for gains in [Gains::at(1), Gains::at(OPENING_MOVES + 1)] {
            let Gains { min, full } = gains;
            let table = [
                (min, DRAWS),
                (min + (full - min) / 4, DRAWS / 4 * 3),
                ((min + full) / 2, DRAWS / 2),
                (full, 0),
                (30_000, 0),
            ];
            for (gain, held) in table {
                assert_eq!(gains.held(gain), held, "{gain}");
            }
        }
    }

    #[test]
    fn turning_is_drawn_where_guarding_costs_something() {
        for ((turned, guarded, unguarded, cost), places, held) in [
            // Holding is no better even against a careless opponent.
            ((100, 0, 100, 50), 5, 0),
            // Guarding costs nothing, or the mole can be on no other pawn.
            ((100, 0, 300, 0), 5, 0),
            ((100, 0, 300, 50), 1, 0),
            // Four other places, and guarding costs a tenth of its gain.
            ((100, -100, 400, 50), 5, 409),
            ((100, -100, 400, 50), 3, 204),
            // Guarding costs too much.
            ((100, -100, 400, 200), 5, DRAWS),
            // `guarded` is at most `turned`.
            ((100, 200, 300, 20), 5, 409),
            // Mate counts no more than the maximum.
            ((0, -32_000, 32_000, 100), 5, 102),
        ] {
            let values = Values { turned, guarded, unguarded, cost };
            assert_eq!(values.held(places), held, "{turned} {guarded} {unguarded} {cost}");
        }
    }
}
