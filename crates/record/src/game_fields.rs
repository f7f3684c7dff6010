//! The fields of a `.chuhe` file that follow from its game: position, side to move and result.

use crate::names::name_of;
use game::{Observer, Outcome};
use games::AnyGame;

/// Whether a file contains the secrets of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Secrets {
    /// The positions are the referee's.
    Open,
    /// The positions are a spectator's views.
    Sealed,
}

/// Text of the position in the file.
pub(crate) fn position_text(game: &AnyGame, secrets: Secrets) -> String {
    match secrets {
        Secrets::Open => game.truth_text(),
        Secrets::Sealed => game.view(Observer::Spectator).to_string(),
    }
}

/// Side to move by the position's text, also when the game is over.
pub(crate) fn turn_name(game: &AnyGame) -> &'static str {
    let truth = game.truth_text();
    let letter = truth.split(' ').nth(1).and_then(|field| field.chars().next()).unwrap_or('-');
    name_of(game.variant(), letter)
}

/// Writes `*`, or winners and reason: `red checkmate`, `red+yellow marshals`, `draw agreement`.
pub(crate) fn result_text(game: &AnyGame, outcome: Option<&Outcome>) -> String {
    let Some(outcome) = outcome else { return "*".to_owned() };
    let winners: Vec<&str> = outcome
        .winners
        .iter()
        .map(|seat| name_of(game.variant(), game.seat_letter(seat)))
        .collect();
    let winners = if winners.is_empty() { "draw".to_owned() } else { winners.join("+") };
    format!("{winners} {}", outcome.reason)
}
