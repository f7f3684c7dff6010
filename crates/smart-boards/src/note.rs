use protocol::EboardCorrection;
use serde::{Deserialize, Serialize};
use xiangqi::Side;

/// A line of a game's audit log: what is known of it and does not come from the board. Each stands
/// there with the server's time, and none is ever changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// Somebody says that they play this side.
    Claimed {
        /// `w` or `b`.
        side: String,
        /// Who.
        player: Claimant,
    },
    /// They take it back.
    Withdrawn {
        /// `w` or `b`.
        side: String,
    },
    /// Whoever sits there has pressed the clock button twice after the claim. Written down rather than
    /// found again when the log is read: whether a press was fresh only its hearer could tell.
    Confirmed {
        /// `w` or `b`.
        side: String,
        /// The account whose claim it is.
        id: String,
    },
    /// The sensors, which are not stored, read otherwise than the board.
    Misread {
        /// The ply's number, from 1.
        ply: u16,
        /// What the board said.
        action: String,
        /// What the sensors say.
        read: String,
    },
    /// An arbiter has put something right.
    #[serde(untagged)]
    Correction(EboardCorrection),
}

impl Note {
    /// The stable name of its kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            Note::Claimed { .. } => "claimed",
            Note::Withdrawn { .. } => "withdrawn",
            Note::Confirmed { .. } => "confirmed",
            Note::Misread { .. } => "misread",
            Note::Correction(_) => "correction",
        }
    }
}

/// An account at a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claimant {
    /// What never changes.
    pub id: String,
    /// The name.
    pub name: String,
}

/// A side's letter.
pub(crate) fn letter(side: Side) -> String {
    side.letter().to_string()
}

/// The side with this letter.
pub(crate) fn side(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| letter(*side) == text)
}
