use alloc::string::String;
use serde::{Deserialize, Serialize};

/// What a seat may ask of its table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Play an action, set-up choices included.
    Act {
        /// The action's text.
        action: String,
    },
    /// Give the game up.
    Resign,
    /// Make an offer to the other seats.
    Offer {
        /// What is offered.
        offer: Offer,
    },
    /// Answer the standing offer of another seat.
    Answer {
        /// Whether it is accepted.
        yes: bool,
    },
    /// Take actions back without asking (training tables).
    Undo {
        /// How many plies, at least 1.
        plies: u16,
    },
    /// Look at a face-down piece (training tables). Update to this seat alone, marked for everyone.
    Peek {
        /// The square.
        square: String,
    },
    /// Before the game, where chance is drawn: fix the seat's share in it without showing it. For
    /// whoever has seen what the table has committed to.
    CommitSalt {
        /// The salt's commitment, 64 hex digits.
        commitment: String,
    },
    /// Show the seat's share in the chance, once everybody's is fixed.
    RevealSalt {
        /// The salt, 32 hex digits.
        salt: String,
    },
}

impl Command {
    /// Whether it means the same whatever has happened since its sender looked.
    pub const fn is_timeless(&self) -> bool {
        matches!(self, Command::CommitSalt { .. } | Command::RevealSalt { .. })
    }
}

/// What a table asks of a computer seat; the answer is a [`Command`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// To act.
    Act,
    /// To answer the draw that is offered.
    Draw,
}

/// Something that takes effect when the others agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take back the last plies.
    Takeback {
        /// How many plies, at least 1.
        plies: u16,
    },
    /// Another game, sides swapped, once this one is over.
    Rematch,
}
