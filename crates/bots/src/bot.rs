use game::{Dice, Game, Played, Turn, View};
use search::{HistoryEntry, Info, Limits, Score, SearchState, Searcher};

/// A computer player of one game.
pub trait Bot<G: Game> {
    /// Chooses an action for the seat that owns the view. `None` if the seat cannot act.
    ///
    /// `history` is what the seat was shown since the game began, or the end of it. The bot uses it
    /// to avoid repetitions; it may be empty.
    fn choose(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>>;

    /// Evaluates the position for the viewer, regardless of the side to move, as [`Choice::score`].
    /// `None` before and after the game.
    fn evaluate(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Option<Score>;

    /// Value of a draw by agreement for the viewer, in the unit of [`Bot::evaluate`]. 0 where a
    /// draw is even.
    fn worth_of_draw(&self, view: &G::View) -> Score {
        let _ = view;
        0
    }

    /// Returns up to `count` best lines for the side to move, from the viewer's knowledge. `None`
    /// if there is nothing to play or nothing that the viewer can know, or if this player has no
    /// lines.
    fn lines(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
        count: usize,
    ) -> Option<Lines<G::Action>> {
        let _ = (view, history, limits, count);
        None
    }

    /// Value of an action for the side to move, averaged over chance and comparable with
    /// [`Line::score`]. `None` as for [`Bot::lines`].
    fn value(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        action: G::Action,
        limits: &Limits<'_>,
    ) -> Option<Score> {
        let _ = (view, history, action, limits);
        None
    }
}

/// The best lines of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines<A> {
    /// Best first; never empty.
    pub lines: Vec<Line<A>>,
    /// Completed search depth, where that is meaningful.
    pub depth: u8,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// A sequence of expected actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<A> {
    /// The actions; never empty. The line ends where chance decides.
    pub actions: Vec<A>,
    /// As [`Choice::score`], for the side to move. For later lines of an interrupted search, an
    /// upper bound.
    pub score: Score,
}

/// Searches for `count` lines. `on_info` is called for every completed depth, once per line.
pub(crate) fn search_lines<S: SearchState>(
    searcher: &mut Searcher<S>,
    state: &mut S,
    past: &[HistoryEntry],
    limits: &Limits<'_>,
    count: usize,
    on_info: &mut dyn FnMut(&Info<S::Action>),
) -> Option<Lines<S::Action>> {
    searcher.set_multi_pv(count);
    let mut lines: Vec<Line<S::Action>> = Vec::new();
    let found = searcher.search_with(state, past, limits, &mut |info| {
        if info.multi_pv == 1 {
            lines.clear();
        }
        lines.push(Line { actions: info.pv.clone(), score: info.score });
        on_info(info);
    });
    searcher.set_multi_pv(1);
    let found = found?;
    if lines.first().is_none_or(|line| line.actions.first() != Some(&found.action)) {
        // An interrupted depth found a better move. The scores of the other lines are now upper
        // bounds, and they are not better than the new one.
        lines.retain(|line| line.actions.first() != Some(&found.action));
        for line in &mut lines {
            let again =
                found.root_moves.iter().find(|root| line.actions.first() == Some(&root.action));
            let most = again.map_or(found.score, |root| root.score.min(found.score));
            line.score = line.score.min(most);
        }
        lines.sort_by_key(|line| -line.score);
        lines.insert(0, Line { actions: found.pv, score: found.score });
        lines.truncate(count.max(1));
    }
    Some(Lines { lines, depth: found.depth, nodes: found.nodes })
}

/// A bot's decision and its evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// Evaluation of the viewer's side with best play. Wins and losses satisfy
    /// [`is_decided`](crate::is_decided). Otherwise in hundredths of a point of banqi or of a pawn
    /// in the other games; in solo sifang, [`ODDS_UNIT`](crate::sifang::ODDS_UNIT) multiplies the
    /// odds by *e*.
    pub score: Score,
    /// Number of nodes searched.
    pub nodes: u64,
}

/// Converts a score of the side to move to the viewer's score in a two-player game.
pub(crate) fn own_score<V: View>(view: &V, score: Score) -> Score {
    match (view.turn(), view.observer().seat()) {
        (Turn::Seat(on_move), Some(own)) if on_move != own => -score,
        _ => score,
    }
}
