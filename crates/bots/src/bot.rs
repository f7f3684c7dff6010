use game::{Dice, Game, Played, Turn, View};
use search::{HistoryEntry, Info, Limits, Score, SearchState, Searcher};

/// A computer player of one game.
pub trait Bot<G: Game> {
    /// Chooses an action for the seat whose view this is; `None` when it may not act.
    ///
    /// `history` is what that seat was told since the game began, or the end of it: from it the bot
    /// learns which positions would be repetitions. With nothing in it it still plays.
    fn choose(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>>;

    /// How the bot sees its own side now, whoever is on move: a [`Choice::score`] of the position.
    /// `None` where there is nothing to see yet or any more.
    fn evaluate(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Option<Score>;

    /// What a draw by agreement would be worth to the viewer now, as [`Bot::evaluate`] tells it:
    /// nothing where it gives both sides the same.
    fn worth_of_draw(&self, view: &G::View) -> Score {
        let _ = view;
        0
    }

    /// The best lines for whoever is on move, at most so many, as far as the viewer can tell.
    /// `None` where there is nothing to play or nothing that the viewer could know, and from players
    /// that tell no lines.
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

    /// What an action of whoever is on move is worth to that seat, in the mean over what chance may
    /// add: comparable with [`Line::score`]. `None` as with [`Bot::lines`].
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
    /// The best one first; never empty.
    pub lines: Vec<Line<A>>,
    /// The depth searched to its end, where that says something.
    pub depth: u8,
    /// How many nodes it took.
    pub nodes: u64,
}

/// What a player expects to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<A> {
    /// The actions, the best one first; never empty. It ends where chance decides.
    pub actions: Vec<A>,
    /// As [`Choice::score`], for the seat on move. Behind the first line at most this, where the
    /// search was cut short.
    pub score: Score,
}

/// Searches for so many lines; `on_info` hears of every finished depth, once for each line.
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
        // A depth that was cut short has found something better. What it knows of the others by now
        // is at most what it found of them, and that they are not better.
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

/// What a bot wants to do, and what it thinks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// How the bot sees its own side if it does its best (a weak one does not always):
    /// [`is_decided`](crate::is_decided) tells wins and losses. Otherwise in hundredths of a point
    /// of banqi, or of a pawn in the other games; where marshals race in sifang, of what is *e* times the
    /// odds at [`ODDS_UNIT`](crate::sifang::ODDS_UNIT).
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
