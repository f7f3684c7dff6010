use crate::{Score, WIN};
use alloc::vec::Vec;

/// A position that was on the board earlier and could come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Earlier {
    /// Its [`World::key`].
    pub key: u64,
    /// Its [`World::in_check`].
    pub in_check: bool,
}

/// Who stood in check at each of its turns between two occurrences of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The side on move.
    pub mover_in_check: bool,
    /// The other side.
    pub other_in_check: bool,
}

/// A game to look ahead in, with one player's judgement of it.
///
/// Seats form two parties; every score is from the point of view of the party on move. The same
/// party may be on move twice in a row.
pub trait World {
    /// What the seat on move may do.
    type Action: Copy + Eq;
    /// What chance adds to an action. Games without chance take `()`.
    type Chance: Copy;
    /// What [`World::unmake`] needs.
    type Undo;

    /// [`World::slot`] is below it.
    const SLOTS: usize;
    /// Whether late quiet actions are searched less deep at first. Stronger, but no longer the
    /// exact minimax value of the depth.
    const REDUCE: bool = true;
    /// How many plies of [`World::loud_into`] are followed beyond the depth.
    const LOUD_PLIES: i32 = 16;
    /// How many plies an action costs on which chance has a say.
    const CHANCE_COST: i32 = 2;
    /// At a chance node scores are cut to `-SPAN..=SPAN`: the narrower, the more is pruned.
    const SPAN: Score = 20_000;

    /// The party on move.
    fn party(&self) -> bool;

    /// Appends every action of the seat on move. Not called once the game has [`World::ended`].
    fn actions_into(&self, list: &mut Vec<Self::Action>);

    /// Appends the actions worth looking at when the search would otherwise stop: captures that
    /// may well win something. Actions with chance are left out.
    fn loud_into(&self, list: &mut Vec<Self::Action>);

    /// Appends what chance may add to `action`, each with its weight (at least 1); nothing when
    /// chance has no say.
    fn chances_into(&self, action: Self::Action, list: &mut Vec<(u32, Self::Chance)>) {
        let _ = (action, list);
    }

    /// Plays an action, with what chance added to it where it has a say.
    fn make(&mut self, action: Self::Action, chance: Option<Self::Chance>) -> Self::Undo;

    /// Takes back what [`World::make`] returned.
    fn unmake(&mut self, action: Self::Action, undo: Self::Undo);

    /// A hash of everything that decides what may happen next.
    fn key(&self) -> u64;

    /// The score if the game is over here though there may be actions.
    fn ended(&self) -> Option<Score> {
        None
    }

    /// The score when the seat on move has no action: as a rule, lost.
    fn stuck(&self) -> Score {
        -WIN
    }

    /// The score when this position has occurred before: as a rule, a draw. In a game of two
    /// seats `cycle` tells who stood in check all the time since then.
    fn repeated(&self, cycle: Cycle) -> Score {
        let _ = cycle;
        0
    }

    /// How good the position looks.
    fn evaluate(&self) -> Score;

    /// Whether the seat on move must answer a threat: then the search goes one ply deeper.
    fn in_check(&self) -> bool {
        false
    }

    /// What the action seems to win, for ordering: positive for captures, the best first; 0 for
    /// quiet actions.
    fn gain(&self, action: Self::Action) -> Score;

    /// A number for the action, the same in every position: where its past success is kept.
    fn slot(&self, action: Self::Action) -> usize;

    /// Hands the move to the other party without acting, if that can be done safely here: a side
    /// that stands well even so need not be searched to the full. Never in check.
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back what [`World::pass`] returned.
    fn unpass(&mut self, undo: Self::Undo) {
        let _ = undo;
    }
}
