use alloc::string::String;
use serde::{Deserialize, Serialize};

/// Request of a seat to its table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Plays an action, including set-up choices.
    Act {
        /// Text of the action.
        action: String,
    },
    /// Resigns.
    Resign,
    /// Makes an offer to the other seats.
    Offer {
        /// The offer.
        offer: Offer,
    },
    /// Answers the pending offer of another seat.
    Answer {
        /// Whether the offer is accepted.
        yes: bool,
    },
    /// Gives the opponent [`GIVEN_TIME_MS`](crate::GIVEN_TIME_MS) more time, in a game of two people
    /// with clocks. Each player may give once between two plies.
    GiveTime,
    /// Ends the game because the opponent has left it.
    ///
    /// The server accepts it in a game of two people, after an absence that depends on the clock.
    Claim {
        /// The claimed result.
        claim: Claim,
    },
    /// Gives the open seats of a public table of four to computers, once the first player has waited
    /// for [`COMPUTERS_AFTER_MS`](crate::COMPUTERS_AFTER_MS). The game begins, and is not rated.
    FillSeats,
    /// Undoes actions without asking the other seats (training tables).
    Undo {
        /// Number of plies, at least 1.
        plies: u16,
    },
    /// Peeks at a face-down piece (training tables). Only this seat receives the piece; every
    /// viewer sees that the seat peeked.
    Peek {
        /// The square.
        square: String,
    },
    /// Commits the seat to its salt before the game, without revealing the salt.
    ///
    /// Used in games with randomness, by a client that has received the table's commitment.
    CommitSalt {
        /// Commitment of the salt, 64 hex digits.
        commitment: String,
    },
    /// Reveals the seat's salt, once the salts of all seats are committed.
    RevealSalt {
        /// The salt, 32 hex digits.
        salt: String,
    },
}

impl Command {
    /// Whether the command is valid even if its sender has missed events.
    pub const fn is_timeless(&self) -> bool {
        matches!(self, Command::CommitSalt { .. } | Command::RevealSalt { .. })
    }
}

/// Result that a player claims because the opponent has left the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The absent player loses.
    Win,
    /// A draw.
    Draw,
}

impl Claim {
    /// Every result, in declaration order.
    pub const ALL: [Claim; 2] = [Claim::Win, Claim::Draw];

    /// Stable text, as in a transcript.
    pub const fn as_str(self) -> &'static str {
        match self {
            Claim::Win => "win",
            Claim::Draw => "draw",
        }
    }
}

/// Offer that takes effect when the other seats accept it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Offer {
    /// A draw.
    Draw,
    /// Taking back the last plies.
    Takeback {
        /// Number of plies, at least 1.
        plies: u16,
    },
    /// Another game with sides swapped, once this game is over.
    Rematch,
}
