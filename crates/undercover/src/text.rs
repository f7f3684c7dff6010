//! Position texts. A [`Sheet`] is the content of one text: what a reader knows of a game.

use crate::{Locks, Mole, Places, Position, Sighting, Stage};
use alloc::{format, string::String};
use core::{fmt, str::FromStr};
use game::TextError;
use xiangqi::{Legality, Setup, Side};

/// What a reader knows of a game; the referee knows everything. Arrays are in the order Red, Black.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sheet {
    pub(crate) stage: Stage,
    pub(crate) board: xiangqi::Position,
    pub(crate) moles: [Sighting<Mole>; 2],
    pub(crate) barred: [u16; 2],
    pub(crate) locks: [Sighting<Locks>; 2],
    pub(crate) places: [Sighting<Places>; 2],
}

impl Sheet {
    /// Whether a side still owes its choice, as far as the reader may know.
    pub(crate) fn owes(&self, side: Side) -> bool {
        let side = side.index();
        match self.stage {
            Stage::Lock => self.locks[side] == Sighting::Owed,
            Stage::Choose => self.moles[side] == Sighting::Owed,
            Stage::Place => self.places[side] == Sighting::Owed,
            Stage::Play => false,
        }
    }

    /// The position, if the game is in play and nothing is hidden.
    pub(crate) fn position(&self) -> Option<Position> {
        match (self.stage, self.moles) {
            (Stage::Play, [Sighting::Known(red), Sighting::Known(black)]) => {
                Position::new(self.board.clone(), [red, black], self.barred)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |f: &mut fmt::Formatter<'_>,
                    one: &dyn fmt::Display,
                    other: &dyn fmt::Display| { write!(f, "{one}/{other}") };
        write!(f, "{} ", self.board.to_setup())?;
        pair(f, &self.moles[0], &self.moles[1])?;
        f.write_str(" ")?;
        pair(f, &self.barred[0], &self.barred[1])?;
        if self.stage == Stage::Play {
            return Ok(());
        }
        write!(f, " {}:", self.stage)?;
        pair(f, &self.locks[0], &self.locks[1])?;
        if self.stage == Stage::Place {
            f.write_str(":")?;
            pair(f, &self.places[0], &self.places[1])?;
        }
        Ok(())
    }
}

impl FromStr for Sheet {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Sheet, TextError> {
        // The six fields of the FEN come first.
        let fen_end = text.match_indices(' ').nth(5).map(|(at, _)| at);
        let Some(fen_end) = fen_end else {
            text.parse::<Setup>()?;
            return Err(TextError::new(
                "moles",
                text.len(),
                "expected the moles after the FEN: `e6/c3`",
            ));
        };
        let setup: Setup = text[..fen_end].parse()?;
        let board = xiangqi::Position::from_setup(&setup, Legality::Undercover)?;
        let mut at = fen_end + 1;
        let mut fields = text[at..].split(' ').map(|field| {
            let here = at;
            at += field.len() + 1;
            (field, here)
        });
        let end = text.len();
        let (moles, moles_at) = fields.next().unwrap_or(("", end));
        let moles = pair(moles, moles_at, "moles", "the moles as `e6/c3`", read_mole)?;
        let (barred, barred_at) = fields.next().unwrap_or(("", end));
        let barred = pair(barred, barred_at, "barred", "barred moves as `3/3`", read_counter)?;
        let mut sheet = Sheet {
            stage: Stage::Play,
            board,
            moles,
            barred,
            locks: [Sighting::Known(Locks::NONE); 2],
            places: [Sighting::Known(Places::UNCHANGED); 2],
        };
        if let Some((stage, stage_at)) = fields.next() {
            sheet.read_stage(stage, stage_at)?;
        }
        if let Some((_, here)) = fields.next() {
            return Err(TextError::new("length", here, "expected the end of the position"));
        }
        sheet.check_moles(moles_at)?;
        Ok(sheet)
    }
}

impl Sheet {
    fn read_stage(&mut self, text: &str, at: usize) -> Result<(), TextError> {
        let error = |at| {
            TextError::new("stage", at, "expected `lock:`, `choose:` or `place:` with the locks")
        };
        let (stage, rest) = text.split_once(':').ok_or_else(|| error(at))?;
        let rest_at = at + stage.len() + 1;
        let (locks, places) = match (stage, rest.split_once(':')) {
            ("lock", None) => (rest, None),
            ("choose", None) => (rest, None),
            ("place", Some((locks, places))) => (locks, Some((places, rest_at + locks.len() + 1))),
            _ => return Err(error(at)),
        };
        self.stage = match stage {
            "lock" => Stage::Lock,
            "choose" => Stage::Choose,
            _ => Stage::Place,
        };
        self.locks = pair(locks, rest_at, "locks", "the locks as `c3+e3/-`", read_sighting)?;
        if let Some((places, places_at)) = places {
            self.places =
                pair(places, places_at, "places", "the places as `12345/?`", read_sighting)?;
        }
        Ok(())
    }

    /// Checks that each known mole is a pawn of its owner's opponent, and that none is owed in
    /// play.
    fn check_moles(&self, at: usize) -> Result<(), TextError> {
        for owner in Side::BOTH {
            if let Sighting::Known(Mole::At(square)) = self.moles[owner.index()]
                && !crate::position::is_pawn_of(&self.board, square, !owner)
            {
                let message = format!("{owner}'s mole on {square} is not a pawn of {}", !owner);
                return Err(TextError::new("moles", at, message));
            }
            if self.stage == Stage::Play && self.moles[owner.index()] == Sighting::Owed {
                return Err(TextError::new(
                    "moles",
                    at,
                    format!("{owner}'s mole must be chosen before play begins"),
                ));
            }
        }
        Ok(())
    }
}

/// Parses `ONE/OTHER`.
fn pair<T>(
    text: &str,
    at: usize,
    code: &'static str,
    expected: &str,
    read: fn(&str) -> Option<T>,
) -> Result<[T; 2], TextError> {
    let error = |at| {
        let found = text.escape_debug();
        TextError::new(code, at, format!("expected {expected}, found `{found}`"))
    };
    let (one, other) = text.split_once('/').ok_or_else(|| error(at))?;
    let first = read(one).ok_or_else(|| error(at))?;
    let second = read(other).ok_or_else(|| error(at + one.len() + 1))?;
    Ok([first, second])
}

fn read_mole(text: &str) -> Option<Sighting<Mole>> {
    Some(match text {
        "?" => Sighting::Hidden,
        "." => Sighting::Owed,
        "-" => Sighting::Known(Mole::Waived),
        "x" => Sighting::Known(Mole::Lost),
        "+" => Sighting::Known(Mole::Turned),
        _ => Sighting::Known(Mole::At(text.parse().ok()?)),
    })
}

fn read_sighting<T: FromStr>(text: &str) -> Option<Sighting<T>> {
    match text {
        "?" => Some(Sighting::Hidden),
        "." => Some(Sighting::Owed),
        _ => text.parse().ok().map(Sighting::Known),
    }
}

fn read_counter(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| canonical)
}

/// The referee's text of a sheet without hidden values.
pub(crate) fn truth(sheet: &Sheet) -> String {
    format!("{sheet}")
}
