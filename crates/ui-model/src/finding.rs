use crate::Proof;
use protocol::ACTIONS;
use std::fmt;
use table::ChancePromise;

/// What a proof without faults shows of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The whole game follows from what was committed to, and this device had its share in it or no
    /// chance is drawn.
    Holds,
    /// The game is not over: its chance is not revealed.
    NotOver,
    /// The game follows, but the proof holds no share of a device: whoever wrote the lines may have
    /// chosen all shares.
    NoShare,
    /// Nobody's share was fixed before the seed was drawn: the chance may have been chosen.
    Unbound,
    /// A game from a position of one's own is not told whole and cannot be played again.
    OwnStart,
    /// It ended because more had happened than a table keeps, which a transcript does not show.
    Filled,
}

impl Finding {
    /// Whether the game was played again, and yet its chance may have been chosen.
    pub const fn leaves_chance_open(self) -> bool {
        matches!(self, Finding::NoShare | Finding::Unbound)
    }

    /// Whether the proof lacks what would be needed to play the game again.
    pub const fn cannot_be_checked(self) -> bool {
        matches!(self, Finding::OwnStart | Finding::Filled)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Finding::Holds => {
                "holds: signed, and the whole game follows from what was committed to"
            }
            Finding::NotOver => {
                "holds so far: signed; the game is not over, its chance not revealed"
            }
            Finding::NoShare => {
                "chance is not proven: signed, and the game follows from what was committed to, \
                 but no salt is here that a device has kept"
            }
            Finding::Unbound => {
                "chance is not proven: signed, but the salts came with the seats, so that whoever \
                 drew the seed could choose what is drawn"
            }
            Finding::OwnStart => {
                "cannot be checked: signed, but a game from a position of one's own is not told \
                 whole"
            }
            Finding::Filled => {
                "cannot be checked: signed, but it ended because more had happened than a table \
                 keeps, which a transcript does not show"
            }
        })
    }
}

impl Proof {
    /// What it shows, if it has no [faults](Proof::faults).
    pub fn finding(&self) -> Finding {
        match ChancePromise::of(&self.transcript) {
            Some(ChancePromise::Unbound) => Finding::Unbound,
            Some(ChancePromise::OwnStart) => Finding::OwnStart,
            _ if !self.is_over() => Finding::NotOver,
            _ if self.is_filled() => Finding::Filled,
            Some(ChancePromise::Bound) if self.salts.is_empty() => Finding::NoShare,
            _ => Finding::Holds,
        }
    }

    fn is_filled(&self) -> bool {
        self.transcript.iter().any(|line| line == "exhausted")
            && table::audit(&self.transcript).is_ok_and(|table| table.plies() < ACTIONS)
    }
}
