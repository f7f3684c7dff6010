//! Luck: what a revealed piece gave or took, apart from the decision to reveal one.

use super::win_chance;
use crate::{AnyBot, Limits};
use banqi::{Action, BanqiView, Piece};
use game::{Outcome, Seat, View};
use games::{AnyAction, AnyPlayed, AnyView, Variant};

/// Number of different pieces: seven kinds of two colours.
const PIECES: u64 = 14;

/// The share of the points that a seat gained because this piece was revealed and not another one,
/// from -1 to 1. `None` for an action that revealed nothing, or if a search was stopped.
///
/// `view` and `history` are the seat's before the action. The position after the action is evaluated
/// with every piece that could have been revealed, each with the same share of the nodes. Luck is the
/// value with the revealed piece, less the mean of all, weighted by how many of each piece were
/// hidden. So its own mean over the hidden pieces is zero.
pub(super) fn luck(
    bot: &mut AnyBot,
    view: &AnyView,
    history: &[AnyPlayed],
    played: AnyPlayed,
    limits: &Limits<'_>,
) -> Option<f64> {
    let (AnyView::Banqi(view), AnyAction::Banqi(action)) = (view, played.action) else {
        return None;
    };
    let revealed = Piece::from_letter(played.revealed?)?;
    let limits = limits.within((limits.nodes / PIECES).max(1));
    let (mut found, mut sum, mut pieces) = (None, 0.0, 0.0);
    for (piece, count) in view.board().unseen().kinds() {
        let value = value_with(bot, view, history, (played.seat, action, piece), &limits)?;
        if piece == revealed {
            found = Some(value);
        }
        sum += value * f64::from(count);
        pieces += f64::from(count);
    }
    Some(found? - sum / pieces)
}

/// The seat's expected share of the points after an action that reveals this piece.
fn value_with(
    bot: &mut AnyBot,
    view: &BanqiView,
    history: &[AnyPlayed],
    (seat, action, piece): (Seat, Action, Piece),
    limits: &Limits<'_>,
) -> Option<f64> {
    let played = game::Played { seat, action, revealed: Some(piece.letter()) };
    let after = view.after(&played).ok()?;
    if let Some(outcome) = after.outcome() {
        return Some(share(outcome, seat));
    }
    let played = AnyPlayed { seat, action: AnyAction::Banqi(action), revealed: played.revealed };
    let history: Vec<AnyPlayed> = history.iter().copied().chain([played]).collect();
    let score = bot.evaluate(&AnyView::Banqi(after), &history, limits)?;
    Some(win_chance(Variant::Banqi, score))
}

/// The share of the points of a seat in a game for two.
fn share(outcome: &Outcome, seat: Seat) -> f64 {
    match (outcome.winners.is_empty(), outcome.winners.contains(seat)) {
        (true, _) => 0.5,
        (false, wins) => f64::from(u8::from(wins)),
    }
}
