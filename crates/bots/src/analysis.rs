//! Analysis of positions and games: lines, winning chances, reasons and mistakes. Used by the
//! server and by the page's worker.
//!
//! Everything is computed from views: in a game with secrets, an analysis for a seat uses only what
//! that seat knew.

mod luck;
mod reason;
mod review;

use crate::{AnyBot, Level, Limits, Line, Lines};
use games::{AnyAction, AnyPlayed, AnyView};

pub use crate::evaluation_scale::{moves_to_win, win_chance};
pub use reason::Reason;
pub use review::{Mark, ReviewedAction, Reviewer, Stray};

/// Returns up to `count` best lines for the side to move, best first, from the viewer's knowledge.
/// `None` if there is nothing to play, or, in a game with secrets, if it is not the viewer's turn.
/// Undercover has one line with one action.
///
/// `history` is what the viewer was shown since the game began, or the end of it.
///
/// ```
/// use bots::{Limits, analysis};
/// use game::Observer;
/// use games::{AnyView, Variant};
///
/// let text = "3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1";
/// let view = AnyView::from_text(Variant::Xiangqi, "", Observer::Spectator, text)?;
/// let found = analysis::lines(&view, &[], 2, &Limits::of_nodes(5_000)).ok_or("nothing to play")?;
/// assert_eq!(found.lines.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lines(
    view: &AnyView,
    history: &[AnyPlayed],
    count: usize,
    limits: &Limits<'_>,
) -> Option<Lines<AnyAction>> {
    lines_of(&mut AnyBot::new(view.variant(), Level::Top), view, history, count, limits)
}

/// As [`lines`], by a player that keeps its transposition table from one question to the next. A
/// question about the same position then continues where the last one stopped. `None` also if the
/// player belongs to another game.
pub fn lines_of(
    bot: &mut AnyBot,
    view: &AnyView,
    history: &[AnyPlayed],
    count: usize,
    limits: &Limits<'_>,
) -> Option<Lines<AnyAction>> {
    if view.outcome().is_some() || view.variant().has_secrets() && view.legal().is_empty() {
        return None;
    }
    if let AnyView::Banqi(banqi) = view
        && banqi.board().turn().is_none()
    {
        return first_flip(view);
    }
    bot.lines(view, history, limits, count)
}

/// Before banqi's first flip all squares are equivalent, so one of them is returned without a
/// search.
fn first_flip(view: &AnyView) -> Option<Lines<AnyAction>> {
    let any = view.legal().into_iter().next()?;
    let line = Line { actions: vec![any], score: 0 };
    Some(Lines { lines: vec![line], depth: 0, nodes: 0 })
}

/// Returns the reasons for the first move of the best line, strongest first. In xiangqi and
/// undercover this searches some thousand more nodes.
pub fn reasons(view: &AnyView, found: &Lines<AnyAction>) -> Vec<Reason> {
    let best = found.lines.first();
    let action = best.and_then(|line| Some((*line.actions.first()?, line.score)));
    action.map_or_else(Vec::new, |(action, score)| reason::of(view, action, score))
}
