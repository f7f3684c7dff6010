use crate::{Action, Options, Position};
use alloc::vec::Vec;
use core::fmt;
use game::{Observer, Outcome, Position as _, TextError, Turn, View, sort_few};

/// View of a game of sifang. It shows the whole position, but only the observer's own legal moves.
///
/// ```
/// use game::{Game, Observer, View};
/// use sifang::{Options, Side, Sifang};
///
/// let game = Sifang::start(Options::DEFAULT, ());
/// let views = Side::ALL.map(|side| game.view(Observer::Seat(side.seat())));
/// assert_eq!(views.each_ref().map(|view| view.legal().len()), [65, 0, 0, 0]);
/// assert_eq!(views[3].to_string(), game.truth_text(), "nothing is hidden");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SifangView {
    observer: Observer,
    position: Position,
    outcome: Option<Outcome>,
}

impl SifangView {
    pub(crate) const fn new(
        observer: Observer,
        position: Position,
        outcome: Option<Outcome>,
    ) -> SifangView {
        SifangView { observer, position, outcome }
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl View for SifangView {
    type Action = Action;
    type Options = Options;

    fn from_text(
        options: Options,
        observer: Observer,
        text: &str,
    ) -> Result<SifangView, TextError> {
        let position = Position::from_text(options, text)?;
        let outcome = position.ending();
        Ok(SifangView { observer, position, outcome })
    }

    fn observer(&self) -> Observer {
        self.observer
    }

    fn turn(&self) -> Turn {
        match self.outcome {
            Some(_) => Turn::Over,
            None => Turn::Seat(self.position.side_to_move().seat()),
        }
    }

    fn legal(&self) -> Vec<Action> {
        match (self.turn(), self.observer) {
            (Turn::Seat(on_move), Observer::Seat(seat)) if on_move == seat => {
                sorted_moves(&self.position)
            }
            _ => Vec::new(),
        }
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

impl fmt::Display for SifangView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

/// Moves of the side to move, in text order.
pub(crate) fn sorted_moves(position: &Position) -> Vec<Action> {
    let mut list = Vec::new();
    position.legal_into(&mut list);
    sort_few(&mut list, |a, b| a < b);
    list.into_iter().map(Action::Move).collect()
}
