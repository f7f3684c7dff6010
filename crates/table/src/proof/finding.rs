use super::Proof;
use crate::SeedPromise;
use protocol::ACTIONS;
use std::fmt;

/// The result of checking a proof that has no faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The whole game follows from the commitments. Either this device contributed to the seed, or
    /// the game draws no chance.
    Holds,
    /// The game is not over, so its seed is not revealed.
    NotOver,
    /// The game follows from the seed, but the proof contains no device's contribution. The author
    /// of the lines may have chosen all of them.
    NoShare,
    /// No contribution was fixed before the seed was drawn, so the server may have chosen the deal.
    Unbound,
    /// A game from a custom position cannot be replayed, because the transcript does not contain it
    /// in full.
    OwnStart,
    /// The game ended because the table's log was full, which the transcript does not show.
    Filled,
}

impl Finding {
    /// Whether the replay succeeded although the deal may have been chosen.
    pub const fn leaves_chance_open(self) -> bool {
        matches!(self, Finding::NoShare | Finding::Unbound)
    }

    /// Whether the proof lacks the data for a replay.
    pub const fn cannot_be_checked(self) -> bool {
        matches!(self, Finding::OwnStart | Finding::Filled)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Finding::Holds => {
                "holds: the transcript is signed, and the whole game follows from the commitments"
            }
            Finding::NotOver => {
                "holds so far: the transcript is signed; the game is not over, so its seed is not revealed"
            }
            Finding::NoShare => {
                "chance is not proven: the transcript is signed, and the game follows from the \
                 commitments, but the file contains no salt of a player's device"
            }
            Finding::Unbound => {
                "chance is not proven: the transcript is signed, but the salts were not committed, so \
                 the holder of the seed could choose the deal"
            }
            Finding::OwnStart => {
                "cannot be checked: the transcript is signed, but it omits the custom starting \
                 position"
            }
            Finding::Filled => {
                "cannot be checked: the transcript is signed, but the game ended at the limit of \
                 events, which a transcript does not show"
            }
        })
    }
}

impl Proof {
    /// The result of a proof without [faults](Proof::faults).
    pub fn finding(&self) -> Finding {
        match SeedPromise::of(&self.transcript) {
            Some(SeedPromise::Uncommitted) => Finding::Unbound,
            Some(SeedPromise::CustomStart) => Finding::OwnStart,
            _ if !self.is_over() => Finding::NotOver,
            _ if self.is_filled() => Finding::Filled,
            Some(SeedPromise::Committed) if self.salts.is_empty() => Finding::NoShare,
            _ => Finding::Holds,
        }
    }

    fn is_filled(&self) -> bool {
        self.transcript.iter().any(|line| line == "exhausted")
            && crate::audit(&self.transcript).is_ok_and(|table| table.plies() < ACTIONS)
    }
}
