use boardlink::Event;
use protocol::EboardCorrection;
use serde::{Deserialize, Serialize};
use xiangqi::Side;

/// What is known of a game and does not come from the board. Each stands in the game's log with the
/// server's time, and none is ever changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// Somebody says that they play this side.
    Claimed {
        /// `w` or `b`.
        side: String,
        /// Who.
        player: Claimant,
        /// How often they are to press the clock button: nobody else who waits for this seat is to
        /// press it as often.
        #[serde(default = "fewest_presses")]
        presses: u8,
    },
    /// They take it back.
    Withdrawn {
        /// `w` or `b`.
        side: String,
        /// Whose claim it was; absent where only one could wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// Whoever sits there has pressed the clock button as often as the claim says. Written down rather than
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
    /// The board has told something else before under the number of this event. The first stands.
    Contradicted {
        /// What it told now.
        event: Event,
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
            Note::Contradicted { .. } => "contradicted",
            Note::Correction(_) => "correction",
        }
    }
}

/// How often the clock button is pressed to confirm a claim, at least. A player who only plays
/// presses it once a move.
pub(crate) const fn fewest_presses() -> u8 {
    2
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
