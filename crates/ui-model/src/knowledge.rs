//! Whose secrets the analysis of a finished game of undercover xiangqi uses.

use game::{Seat, SeatSet};
use games::board::Side;
use i18n::Message;

/// The moles that an analysis knows. Turned moles are always known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Knowledge {
    /// Both moles, and each side knows both.
    #[default]
    All,
    /// Red's mole, whichever side moves.
    Red,
    /// Black's mole, whichever side moves.
    Black,
    /// The mole of the side to move.
    Mover,
}

impl Knowledge {
    /// Every choice, in the order of the page.
    pub const ALL: [Knowledge; 4] =
        [Knowledge::All, Knowledge::Red, Knowledge::Black, Knowledge::Mover];

    /// Its name on the page.
    pub const fn id(self) -> &'static str {
        match self {
            Knowledge::All => "all",
            Knowledge::Red => "red",
            Knowledge::Black => "black",
            Knowledge::Mover => "mover",
        }
    }

    /// Its label.
    pub const fn label(self) -> Message {
        match self {
            Knowledge::All => Message::AllKnown,
            Knowledge::Red => Message::Red,
            Knowledge::Black => Message::Black,
            Knowledge::Mover => Message::MoverKnown,
        }
    }

    /// The sides whose moles are known while the seat `mover` is on move. After the game, where no
    /// seat moves, the mover knows both.
    pub fn sides(self, mover: Option<u8>) -> Vec<Side> {
        match (self, mover) {
            (Knowledge::Red, _) | (Knowledge::Mover, Some(0)) => vec![Side::Red],
            (Knowledge::Black, _) | (Knowledge::Mover, Some(_)) => vec![Side::Black],
            (Knowledge::All, _) | (Knowledge::Mover, None) => vec![Side::Red, Side::Black],
        }
    }

    /// The seats whose moles are known; `None` for the mole of the seat on move.
    pub fn seats(self) -> Option<SeatSet> {
        match self {
            Knowledge::All => Some(SeatSet::first(2)),
            Knowledge::Red => Some(SeatSet::only(Seat::new(0))),
            Knowledge::Black => Some(SeatSet::only(Seat::new(1))),
            Knowledge::Mover => None,
        }
    }

    /// As [`Knowledge::seats`], as numbers for a message.
    pub fn seat_numbers(self) -> Option<Vec<u8>> {
        Some(self.seats()?.iter().map(|seat| seat.index() as u8).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_moles_are_those_of_the_analysis() {
        for knowledge in Knowledge::ALL {
            for mover in [0, 1] {
                let shown = knowledge.sides(Some(mover));
                let known = knowledge.seat_numbers().unwrap_or_else(|| vec![mover]);
                let known: Vec<Side> = known
                    .into_iter()
                    .map(|seat| if seat == 0 { Side::Red } else { Side::Black })
                    .collect();
                assert_eq!(shown, known, "{} {mover}", knowledge.id());
            }
        }
    }
}
