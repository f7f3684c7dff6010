//! What the computer players think of a position or a whole game: lines, chances, reasons in a few
//! words, mistakes. The same for a server and for a page's worker.
//!
//! Everything follows from views: of a game with secrets an analysis knows what the one seat knew
//! that it is for, and nothing depends on the rest.

mod reason;
mod review;

use crate::{AnyBot, Level, Limits, Line, Lines, Score, is_decided};
use games::{AnyAction, AnyPlayed, AnyView, Variant};
pub use reason::Reason;
pub use review::{Mark, ReviewedAction, Reviewer, Stray};

/// Lines for whoever is on move, the best one first, at most so many: as far as the viewer knows.
/// `None` where there is nothing to play, and in games with secrets for a viewer whose turn it is
/// not. Of undercover there is one line, of one action.
///
/// `history` is what the viewer was told since the game began, or the end of it.
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
    if view.outcome().is_some() || view.variant().has_secrets() && view.legal().is_empty() {
        return None;
    }
    if let AnyView::Banqi(banqi) = view
        && banqi.board().turn().is_none()
    {
        return first_flip(view);
    }
    AnyBot::new(view.variant(), Level::Top).lines(view, history, limits, count)
}

/// Before the first flip of banqi nothing is searched: all squares are alike, and one stands for
/// all.
fn first_flip(view: &AnyView) -> Option<Lines<AnyAction>> {
    let any = view.legal().into_iter().next()?;
    let line = Line { actions: vec![any], score: 0 };
    Some(Lines { lines: vec![line], depth: 0, nodes: 0 })
}

/// What speaks for the best of the lines found in a view, the strongest first. For xiangqi and undercover
/// this takes some thousand nodes more.
pub fn reasons(view: &AnyView, found: &Lines<AnyAction>) -> Vec<Reason> {
    let best = found.lines.first();
    let action = best.and_then(|line| Some((*line.actions.first()?, line.score)));
    action.map_or_else(Vec::new, |(action, score)| reason::of(view, action, score))
}

/// By how much the odds of winning grow `e` times, in the units of [`Score`]: of xiangqi fitted to
/// the games that its weights were fitted to, and the unit in which its network learnt. Of the others
/// an estimate: a lead of nine points of banqi, or of two big pieces in sifang, wins three games of
/// four; where everybody is alone in sifang, the unit in which its network learnt.
const fn unit(variant: Variant) -> f64 {
    match variant {
        Variant::Xiangqi | Variant::Undercover => 470.0,
        Variant::Sifang => crate::sifang::ODDS_UNIT as f64,
        Variant::Banqi => 900.0,
    }
}

/// The share of the points that whoever has this score is likely to make, `0..=1`.
///
/// ```
/// use bots::analysis::win_chance;
/// use games::Variant;
///
/// assert_eq!(win_chance(Variant::Xiangqi, 0), 0.5);
/// assert!(win_chance(Variant::Xiangqi, 300) > 0.6);
/// ```
pub fn win_chance(variant: Variant, score: Score) -> f64 {
    match score {
        score if is_decided(score) => f64::from(u8::from(score > 0)),
        score => 1.0 / (1.0 + (-f64::from(score) / unit(variant)).exp()),
    }
}

/// In how many moves of its own whoever has this score mates, or is mated if negative; `None` where
/// that is not seen.
pub const fn moves_to_win(score: Score) -> Option<i32> {
    if !is_decided(score) {
        return None;
    }
    let plies = search::WIN - score.abs();
    Some(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}
