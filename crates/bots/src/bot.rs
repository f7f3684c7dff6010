use game::{Dice, Game, Played, Turn, View};
use search::{Limits, Score};

/// A computer player of one game.
pub trait Bot<G: Game> {
    /// Chooses an action for the seat whose view this is; `None` when it may not act.
    ///
    /// `told` is what that seat was told since the game began, or the end of it: from it the bot
    /// learns which positions would be repetitions. With nothing told it still plays.
    fn choose(
        &mut self,
        view: &G::View,
        told: &[Played<G::Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>>;

    /// How the bot sees its own side now, whoever is on move: a [`Choice::score`] of the position.
    /// `None` where there is nothing to see yet or any more.
    fn evaluate(
        &mut self,
        view: &G::View,
        told: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Option<Score>;
}

/// What a bot wants to do, and what it thinks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// How the bot sees its own side if it does its best (a weak one does not always):
    /// [`is_decided`](crate::is_decided) tells wins and losses. Otherwise in hundredths of a point
    /// of banqi, or of a pawn in the other games.
    pub score: Score,
    /// How many nodes it looked at.
    pub nodes: u64,
}

/// A score of the seat on move as the viewer of a game for two sees it.
pub(crate) fn own_score<V: View>(view: &V, score: Score) -> Score {
    match (view.turn(), view.observer().seat()) {
        (Turn::Seat(on_move), Some(own)) if on_move != own => -score,
        _ => score,
    }
}
