use boardlink::Event;
use protocol::{AccountId, SmartBoardCorrection};
use serde::{Deserialize, Serialize};
use xiangqi::Side;

/// A fact about a game that does not come from the board. It is stored in the game's log with the
/// server's time and never changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// A player claims to play this side.
    Claimed {
        /// `w` or `b`.
        side: String,
        /// The account that claims it.
        player: Claimant,
        /// Number of presses of the clock button that confirm the claim. It differs from that of
        /// every other waiting claim on this seat.
        #[serde(default = "min_presses")]
        presses: u8,
    },
    /// A player withdraws a claim.
    Withdrawn {
        /// `w` or `b`.
        side: String,
        /// The account that withdraws; absent in notes of versions in which only one claim could
        /// wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<AccountId>,
    },
    /// A claim was confirmed: the clock button was pressed as often as the claim requires. It is
    /// stored because a later reader of the log cannot tell whether a press was recent.
    Confirmed {
        /// `w` or `b`.
        side: String,
        /// The account whose claim is confirmed.
        id: AccountId,
    },
    /// The second referee read a different move. Stored because the sensor readings are not.
    Misread {
        /// Number of the ply, from 1.
        ply: u16,
        /// The move that the board reported.
        action: String,
        /// The move that the second referee read.
        read: String,
    },
    /// The board repeated an event number with different content. The first event stays.
    Contradicted {
        /// The later event.
        event: Event,
    },
    /// An arbiter's correction.
    #[serde(untagged)]
    Correction(SmartBoardCorrection),
}

impl Note {
    /// Stable name of the kind of note.
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

/// Minimum number of presses that confirm a claim. A player presses the button once per move, so
/// one press is not enough.
pub(crate) const fn min_presses() -> u8 {
    2
}

/// An account that claims a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claimant {
    /// Identifier of the account, which never changes.
    pub id: AccountId,
    /// Name of the account.
    pub name: String,
}

/// Letter of a side: `w` or `b`.
pub(crate) fn letter(side: Side) -> String {
    side.letter().to_string()
}

/// The side with this letter.
pub(crate) fn side(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| letter(*side) == text)
}
