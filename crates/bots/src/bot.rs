use game::{Dice, Done, Game};
use search::{Budget, Score};

/// A computer player of one game.
pub trait Bot<G: Game> {
    /// Chooses an action for the seat whose view this is; `None` when it may not act.
    ///
    /// `told` is what that seat was told since the game began, or the end of it: from it the bot
    /// learns which positions would be repetitions. With nothing told it still plays.
    fn choose(
        &mut self,
        view: &G::View,
        told: &[Done<G::Action>],
        budget: &Budget<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>>;
}

/// What a bot wants to do, and what it thinks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// How the bot sees its own side afterwards; [`is_decided`](crate::is_decided) tells wins and losses.
    /// Otherwise a hundredth of a point of banqi, or of a pawn in the other games.
    pub score: Score,
    /// How many nodes it looked at.
    pub nodes: u64,
}
