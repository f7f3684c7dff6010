use crate::{
    Action, Bag, Board, Options, Piece,
    text::{face_up, write_hidden},
};
use alloc::{format, vec::Vec};
use core::fmt;
use game::{Observer, Outcome, Played, Refusal, TextError, Turn, View, sort_few};

/// What one observer may know of a game: everything public, and the face-down pieces once the game
/// is over. All observers know the same.
///
/// ```
/// use banqi::{Banqi, BanqiView, Options};
/// use game::{Game, Observer, Outcome, Reason, View};
///
/// let mut game = Banqi::from_text(Options::SEED, "*7/8/8/K6p r 0/0 0 2 c")?;
/// let view = game.view(Observer::Spectator);
/// assert_eq!(view.to_string(), "*7/8/8/K6p r 0/0 0 2 ?");
/// assert_eq!(view.revealed(), None);
/// // Once the game is over, the view shows everything.
/// game.conclude(Outcome::duel(Reason::Agreement, None));
/// assert_eq!(game.view(Observer::Spectator).revealed().map(<[_]>::len), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BanqiView {
    observer: Observer,
    board: Board,
    /// The face-down pieces in reading order, once the game is over.
    hidden: Option<Vec<Piece>>,
    outcome: Option<Outcome>,
}

impl BanqiView {
    /// Creates the view of a running game.
    pub fn running(observer: Observer, board: Board) -> BanqiView {
        BanqiView { observer, board, hidden: None, outcome: None }
    }

    /// Creates the view of a finished game.
    pub(crate) fn finished(
        observer: Observer,
        board: Board,
        hidden: Vec<Piece>,
        outcome: Outcome,
    ) -> BanqiView {
        BanqiView { observer, board, hidden: Some(hidden), outcome: Some(outcome) }
    }

    /// Public state of the game, with the pieces that may still be revealed.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The face-down pieces in reading order; `None` until the game is over.
    pub fn revealed(&self) -> Option<&[Piece]> {
        self.hidden.as_deref()
    }

    /// Whether pieces lie face down whose faces the view does not have.
    ///
    /// ```
    /// use banqi::{BanqiView, Options};
    /// use game::{Observer, View};
    ///
    /// for (hidden, hides) in [("?", true), ("nA", false)] {
    ///     let text = format!("8/8/8/K**4p r 0/0 0 8 {hidden}");
    ///     let view = BanqiView::from_text(Options::SEED, Observer::Spectator, &text)?;
    ///     assert_eq!(view.hides_something(), hides, "{hidden}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hides_something(&self) -> bool {
        self.hidden.is_none() && !self.board.face_down().is_empty()
    }

    /// Returns the same view for another observer. All observers know the same.
    pub fn seen_by(self, observer: Observer) -> BanqiView {
        BanqiView { observer, ..self }
    }

    /// Returns the view with `pieces` as the unseen pieces, for a caller that has counted the
    /// captured ones.
    ///
    /// # Errors
    /// If a piece occurs more often than in a full set, or the number of pieces differs from the
    /// number of face-down squares.
    pub fn with_unseen(mut self, pieces: &[Piece]) -> Result<BanqiView, TextError> {
        let mut known = face_up(&self.board);
        let mut unseen = Bag::EMPTY;
        for &piece in pieces {
            known.put_within_set(piece, 0)?;
            unseen.put(piece);
        }
        let squares = self.board.face_down().len();
        if unseen.len() != squares {
            let message =
                format!("expected {squares} pieces that may come up, found {}", unseen.len());
            return Err(TextError::new("pieces", 0, message));
        }
        self.board.set_unseen(unseen);
        Ok(self)
    }

    /// Checks whether the observer may play `action` now, like the referee.
    ///
    /// # Errors
    /// The same as for [`game::Game::judge`].
    pub fn judge(&self, action: Action) -> Result<(), Refusal> {
        let Some(seat) = self.observer.seat() else {
            return Err(Refusal::new("not-your-turn", "Spectators do not act."));
        };
        if self.is_over() {
            return Err(game_over());
        }
        self.board.judge(seat, action)
    }

    /// Returns the view after an action that was announced to all observers.
    ///
    /// Unlike a view parsed from a text, the new view knows exactly which pieces are unseen if this
    /// one does.
    ///
    /// # Errors
    /// If the action is illegal, or `played` does not have the piece that it must reveal (code
    /// `revealed`).
    ///
    /// ```
    /// use banqi::{Banqi, Options};
    /// use game::{Game, Observer, Played, Seat};
    ///
    /// let mut game = Banqi::from_text(Options::SEED, "8/8/8/K**4p r 0/0 0 8 nA")?;
    /// let view = game.view(Observer::Spectator);
    /// let done = game.play(Seat::new(0), "b1".parse()?)?;
    /// // An announced action gives the next view; it must include the revealed piece.
    /// assert_eq!(view.after(&done)?, game.view(Observer::Spectator));
    /// assert_eq!(view.after(&Played { revealed: None, ..done }).unwrap_err().code, "revealed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, played: &Played<Action>) -> Result<BanqiView, Refusal> {
        if self.is_over() {
            return Err(game_over());
        }
        self.board.judge(played.seat, played.action)?;
        let revealed = played.revealed.and_then(Piece::from_letter);
        let possible = match revealed {
            Some(piece) => {
                self.board.reveals(played.action) && self.board.unseen().count(piece) > 0
            }
            None => played.revealed.is_none() && !self.board.reveals(played.action),
        };
        if !possible {
            return Err(Refusal::new("revealed", "That piece cannot come up here."));
        }
        let mut board = self.board.clone();
        board.make(played.action, revealed);
        let outcome = board.outcome();
        Ok(BanqiView { observer: self.observer, board, hidden: None, outcome })
    }

    fn is_over(&self) -> bool {
        self.hidden.is_some() || self.outcome.is_some()
    }
}

pub(crate) fn game_over() -> Refusal {
    Refusal::new("game-over", "The game is over.")
}

impl View for BanqiView {
    type Action = Action;
    type Options = Options;

    /// Parses the text of a view. Hidden pieces in the text mean that the game is over.
    fn from_text(options: Options, observer: Observer, text: &str) -> Result<BanqiView, TextError> {
        let (board, hidden) = Board::parse(options, text)?;
        let hidden = hidden.known().ok().filter(|pieces| !pieces.is_empty());
        let outcome = board.outcome();
        Ok(BanqiView { observer, board, hidden, outcome })
    }

    fn observer(&self) -> Observer {
        self.observer
    }

    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Seat(self.board.mover()) }
    }

    fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if !self.is_over() && self.observer == Observer::Seat(self.board.mover()) {
            self.board.actions_into(&mut actions);
            sort_few(&mut actions, |a, b| a < b);
        }
        actions
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

impl fmt::Display for BanqiView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write_open(f)?;
        f.write_str(" ")?;
        match &self.hidden {
            Some(hidden) => write_hidden(f, hidden),
            None if self.board.face_down().is_empty() => f.write_str("-"),
            None => f.write_str("?"),
        }
    }
}
