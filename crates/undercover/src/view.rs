use crate::{
    Action, Locks, Mole, Options, Position, Sighting, Stage, ending::ending, judge, text::Sheet,
};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use game::{Observer, Outcome, Played, Refusal, SeatSet, TextError, Turn, View};
use xiangqi::{Side, Square};

/// What one observer may know of a game of undercover xiangqi.
///
/// ```
/// use game::{Observer, Seat, View};
/// use undercover::{Options, UndercoverView};
/// use xiangqi::Side;
///
/// let text = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/? 0/0";
/// let read = |observer| UndercoverView::from_text(Options::DEFAULT, observer, text);
/// let red = read(Observer::Seat(Seat::new(0)))?;
/// assert_eq!(red.own_mole(), Some("e6".parse()?));
/// assert_eq!(red.mole(Side::Black).known(), None);
/// // 44 moves, and turning the mole. A spectator has no actions.
/// assert_eq!(red.legal().len(), 45);
/// assert!(read(Observer::Spectator)?.legal().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct UndercoverView {
    observer: Observer,
    options: Options,
    sheet: Sheet,
    outcome: Option<Outcome>,
}

impl UndercoverView {
    pub(crate) const fn new(
        observer: Observer,
        options: Options,
        sheet: Sheet,
        outcome: Option<Outcome>,
    ) -> UndercoverView {
        UndercoverView { observer, options, sheet, outcome }
    }

    /// The side of the observer's seat.
    pub fn side(&self) -> Option<Side> {
        self.observer.seat().and_then(Side::of_seat)
    }

    /// Whether a fact about a side is hidden from the observer.
    ///
    /// ```
    /// use game::{Observer, View};
    /// use undercover::{Options, UndercoverView};
    ///
    /// let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    /// for (moles, hides) in [("e6/c3", false), ("e6/?", true), ("-/x", false)] {
    ///     let text = format!("{board} {moles} 0/0");
    ///     let view = UndercoverView::from_text(Options::DEFAULT, Observer::Spectator, &text)?;
    ///     assert_eq!(view.hides_something(), hides, "{moles}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hides_something(&self) -> bool {
        let Sheet { moles, locks, places, .. } = &self.sheet;
        moles.iter().any(|it| matches!(it, Sighting::Hidden))
            || locks.iter().any(|it| matches!(it, Sighting::Hidden))
            || places.iter().any(|it| matches!(it, Sighting::Hidden))
    }

    /// The current stage.
    pub const fn stage(&self) -> Stage {
        self.sheet.stage
    }

    /// The board, which is public.
    pub const fn board(&self) -> &xiangqi::Position {
        &self.sheet.board
    }

    /// What the observer knows of a side's mole.
    pub const fn mole(&self, owner: Side) -> Sighting<Mole> {
        self.sheet.moles[owner.index()]
    }

    /// Number of own moves a side must still make before it may turn its mole.
    pub const fn barred(&self, side: Side) -> u16 {
        self.sheet.barred[side.index()]
    }

    /// What the observer knows of a side's locks.
    pub const fn locks(&self, side: Side) -> Sighting<Locks> {
        self.sheet.locks[side.index()]
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Square of the observer's own mole, if it is not turned.
    pub fn own_mole(&self) -> Option<Square> {
        self.mole(self.side()?).known().and_then(Mole::square)
    }

    /// Finds a secret that the parsed text contains although its observer must not know it: the
    /// field, the owner and the value.
    ///
    /// A turned mole is public, and everything is public once the game is over.
    ///
    /// ```
    /// use game::{Observer, Seat, View};
    /// use undercover::{Options, UndercoverView};
    /// use xiangqi::Side;
    ///
    /// let red = Observer::Seat(Seat::new(0));
    /// let known = |moles: &str| {
    ///     let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    ///     let text = format!("{board} {moles} 0/0");
    ///     let view = UndercoverView::from_text(Options::DEFAULT, red, &text)?;
    ///     Ok::<_, game::TextError>(view.foreign_secret())
    /// };
    /// assert_eq!(known("e6/?")?, None);
    /// assert_eq!(known("e6/+")?, None);
    /// assert_eq!(known("e6/c3")?, Some(("moles", Side::Black, "c3".to_owned())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn foreign_secret(&self) -> Option<(&'static str, Side, String)> {
        if self.outcome.is_some() {
            return None;
        }
        let mut others = Side::BOTH.into_iter().filter(|&side| Some(side) != self.side());
        others.find_map(|side| {
            let Sheet { stage, moles, locks, places, .. } = &self.sheet;
            let at = side.index();
            let has_turned = moles[at] == Sighting::Known(Mole::Turned);
            let mole = secret(&moles[at]).filter(|_| !has_turned);
            let lock = secret(&locks[at]).filter(|_| *stage == Stage::Lock);
            let place = secret(&places[at]).filter(|_| *stage == Stage::Place);
            [("moles", mole), ("locks", lock), ("places", place)]
                .into_iter()
                .find_map(|(field, known)| Some((field, side, known?)))
        })
    }

    /// Returns a position that agrees with this view, with `mole` for each hidden mole.
    ///
    /// `None` during set-up, or if a mole does not fit the board.
    ///
    /// ```
    /// use game::{Observer, Seat, View};
    /// use undercover::{Mole, Options, UndercoverView, perft};
    ///
    /// let text = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/? 0/0";
    /// let view = UndercoverView::from_text(Options::DEFAULT, Observer::Seat(Seat::new(0)), text)?;
    /// // A search tries the possible moles of the opponent.
    /// let world = view.imagine(Mole::At("c3".parse()?)).ok_or("it does not fit")?;
    /// assert_eq!(perft(&world, 2), 2_008);
    /// assert!(view.imagine(Mole::At("c4".parse()?)).is_none(), "no piece is there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn imagine(&self, mole: Mole) -> Option<Position> {
        if self.sheet.stage != Stage::Play {
            return None;
        }
        let moles = self.sheet.moles.map(|sighting| sighting.known().unwrap_or(mole));
        Position::new(self.sheet.board.clone(), moles, self.sheet.barred)
    }

    /// Returns the view after a move or defection, which every observer learns of.
    ///
    /// A hidden mole may be any pawn of the other side. A game that ends by a rule is recognised only
    /// when nothing is hidden.
    ///
    /// # Errors
    /// When the action is not legal, as far as this view tells.
    ///
    /// ```
    /// use game::{Game, Observer, Seat};
    /// use undercover::{Action, Options, Undercover};
    ///
    /// let text = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";
    /// let mut game = Undercover::from_text(Options::DEFAULT, text)?;
    /// let mut views = [Observer::Spectator, Observer::Seat(Seat::new(0))].map(|it| game.view(it));
    /// for (seat, action) in [(0, "h2e2"), (1, "e6e5"), (0, "@e5"), (1, "@c3")] {
    ///     let played = game.play(Seat::new(seat), action.parse()?)?;
    ///     for view in &mut views {
    ///         *view = view.after(&played)?;
    ///         assert_eq!(*view, game.view(game::View::observer(view)));
    ///     }
    /// }
    /// // A second defection of the same side is impossible.
    /// let again = game::Played { seat: Seat::new(0), action: "@g6".parse()?, revealed: None };
    /// assert_eq!(views[0].after(&again).unwrap_err().code, "no-mole");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, played: &Played<Action>) -> Result<UndercoverView, Refusal> {
        let is_move = matches!(played.action, Action::Move(_) | Action::Turn(_));
        if self.outcome.is_some() || self.sheet.stage != Stage::Play || !is_move {
            return Err(Refusal::new("not-this-step", "play has not begun, or is over"));
        }
        let side = Side::of_seat(played.seat)
            .ok_or_else(|| Refusal::new("not-your-turn", "the game has two seats"))?;
        judge::judge(&self.sheet, side, &self.options, played.action)?;
        let mut view = UndercoverView { outcome: None, ..self.clone() };
        view.replay(played.action);
        view.outcome = view.sheet.position().and_then(|it| ending(&it, &self.options.xiangqi));
        Ok(view)
    }

    /// Plays a move or defection of the side to move that the referee has judged, without judging
    /// it again. Returns `false`, and changes nothing, if no piece is there or nothing is played.
    ///
    /// A game that ends by the action is not recognised: [`UndercoverView::after`] does that.
    ///
    /// ```
    /// use game::{Observer, View};
    /// use undercover::{Mole, Options, Sighting, UndercoverView};
    /// use xiangqi::Side;
    ///
    /// let text = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/? 0/0";
    /// let mut view = UndercoverView::from_text(Options::DEFAULT, Observer::Spectator, text)?;
    /// assert!(view.replay("h2e2".parse()?) && view.replay("e6e5".parse()?));
    /// assert_eq!(view.mole(Side::Red), Sighting::Known(Mole::At("e5".parse()?)));
    /// assert!(!view.replay("a5a4".parse()?), "no piece is there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&mut self, action: Action) -> bool {
        let moved = match action {
            Action::Move(played) => self.sheet.board.piece_at(played.from),
            Action::Turn(square) => self.sheet.board.piece_at(square),
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => None,
        };
        if moved.is_none() || self.sheet.stage != Stage::Play {
            return false;
        }
        let sheet = &mut self.sheet;
        let moles = sheet.moles.map(|sighting| sighting.known().unwrap_or(Mole::Waived));
        let mut position = Position { board: sheet.board.clone(), moles, barred: sheet.barred };
        position.make(action);
        for (sighting, mole) in sheet.moles.iter_mut().zip(position.moles) {
            // A hidden mole stays hidden until it defects.
            if *sighting != Sighting::Hidden || mole == Mole::Turned {
                *sighting = Sighting::Known(mole);
            }
        }
        (sheet.board, sheet.barred) = (position.board, position.barred);
        true
    }
}

/// The value as text, unless it is hidden.
fn secret<T: fmt::Display>(sighting: &Sighting<T>) -> Option<String> {
    match sighting {
        Sighting::Hidden => None,
        known => Some(known.to_string()),
    }
}

impl View for UndercoverView {
    type Action = Action;
    type Options = Options;

    fn from_text(
        options: Options,
        observer: Observer,
        text: &str,
    ) -> Result<UndercoverView, TextError> {
        let sheet: Sheet = text.parse()?;
        // A text shows the end of the game only if nothing is hidden.
        let outcome = match (&observer, sheet.position()) {
            (_, Some(position)) => ending(&position, &options.xiangqi),
            (Observer::Seat(_) | Observer::Spectator, None) => None,
        };
        Ok(UndercoverView { observer, options, sheet, outcome })
    }

    fn observer(&self) -> Observer {
        self.observer
    }

    fn turn(&self) -> Turn {
        if self.outcome.is_some() {
            return Turn::Over;
        }
        match self.sheet.stage {
            Stage::Play => Turn::Seat(self.sheet.board.side_to_move().seat()),
            // Nothing about the other side's choices may be known, not even whether they are made.
            _ => Turn::Setup(match self.side() {
                Some(side) if self.sheet.owes(side) => SeatSet::only(side.seat()),
                _ => SeatSet::EMPTY,
            }),
        }
    }

    fn legal(&self) -> Vec<Action> {
        match self.side() {
            Some(side) if self.outcome.is_none() => judge::legal(&self.sheet, side, &self.options),
            _ => Vec::new(),
        }
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

impl fmt::Display for UndercoverView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sheet.fmt(f)
    }
}
