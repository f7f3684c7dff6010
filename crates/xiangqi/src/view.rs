use crate::{Legality, Move, Options, Position, Setup, ending::ending, movegen::sorted_legal};
use alloc::vec::Vec;
use core::fmt;
use game::{Observer, Outcome, TextError, Turn, View};

/// View of a game of xiangqi. It shows the whole position, but only the observer's own legal moves.
///
/// ```
/// use game::{Game, Observer, Seat, View};
/// use xiangqi::{Options, Position, Xiangqi, XiangqiView};
///
/// let game = Xiangqi::from_position(Options::DEFAULT, Position::start());
/// let red = game.view(Observer::Seat(Seat::new(0)));
/// let black = game.view(Observer::Seat(Seat::new(1)));
/// // All observers see the same board, each its own moves.
/// assert_eq!(red.to_string(), black.to_string());
/// assert_eq!((red.legal().len(), black.legal().len()), (44, 0));
/// let read = XiangqiView::from_text(Options::DEFAULT, red.observer(), &red.to_string())?;
/// assert_eq!(read, red);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct XiangqiView {
    observer: Observer,
    position: Position,
    outcome: Option<Outcome>,
    options: Options,
}

impl XiangqiView {
    pub(crate) const fn new(
        observer: Observer,
        position: Position,
        outcome: Option<Outcome>,
        options: Options,
    ) -> XiangqiView {
        XiangqiView { observer, position, outcome, options }
    }

    /// The current position, which is public.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }
}

impl View for XiangqiView {
    type Action = Move;
    type Options = Options;

    fn from_text(
        options: Options,
        observer: Observer,
        text: &str,
    ) -> Result<XiangqiView, TextError> {
        let setup: Setup = text.parse()?;
        let position = Position::from_setup(&setup, Legality::Composed)?;
        let outcome = ending(&position, &options);
        Ok(XiangqiView { observer, position, outcome, options })
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

    fn legal(&self) -> Vec<Move> {
        match (self.turn(), self.observer) {
            (Turn::Seat(on_move), Observer::Seat(seat)) if on_move == seat => {
                sorted_legal(&self.position)
            }
            _ => Vec::new(),
        }
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

impl fmt::Display for XiangqiView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.to_setup().fmt(f)
    }
}
