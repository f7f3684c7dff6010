use crate::{
    Action, Locks, Mole, Options, Position, Stage, judge, text::Sheet, undercover::ending,
};
use alloc::vec::Vec;
use core::fmt;
use game::{Observer, Outcome, SeatSet, TextError, Turn, View};
use xiangqi::{Side, Square};

/// Something of a side's, as a reader may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sighting<T> {
    /// The reader knows it.
    Known(T),
    /// The side, the reader's own, still owes it.
    Owed,
    /// The reader may not know it.
    Hidden,
}

impl<T> Sighting<T> {
    /// The value, where it is known.
    pub fn known(self) -> Option<T> {
        match self {
            Sighting::Known(value) => Some(value),
            Sighting::Owed | Sighting::Hidden => None,
        }
    }
}

impl<T: fmt::Display> fmt::Display for Sighting<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sighting::Known(value) => value.fmt(f),
            Sighting::Owed => f.write_str("."),
            Sighting::Hidden => f.write_str("?"),
        }
    }
}

/// What one observer may know of a game of undercover xiangqi.
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

    /// How far the game has got.
    pub const fn stage(&self) -> Stage {
        self.sheet.stage
    }

    /// The board that everyone sees.
    pub const fn board(&self) -> &xiangqi::Position {
        &self.sheet.board
    }

    /// What the observer knows of a side's mole.
    pub const fn mole(&self, owner: Side) -> Sighting<Mole> {
        self.sheet.moles[owner.index()]
    }

    /// How many own moves a side must still make before it may turn.
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

    /// The point of the observer's own unturned mole.
    pub fn own_mole(&self) -> Option<Square> {
        self.mole(self.side()?).known().and_then(Mole::square)
    }

    /// A position in which this view could be the truth, with `mole` for each mole that is hidden.
    /// `None` during set-up, or when a mole does not fit the board.
    pub fn imagine(&self, mole: Mole) -> Option<Position> {
        if self.sheet.stage != Stage::Play {
            return None;
        }
        let moles = self.sheet.moles.map(|sighting| sighting.known().unwrap_or(mole));
        Position::new(self.sheet.board.clone(), moles, self.sheet.barred)
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
        // Only where nothing is hidden can the text tell that the game is over.
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
            // Of the others' choices nothing may be known, not even whether they are made.
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
