use crate::{ChatWords, ClockState, Command, DeclineReason, GameId, Snapshot, Update};
use alloc::{boxed::Box, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Message from a page to the server on a table's socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type", deny_unknown_fields)]
pub enum ToServer {
    /// First message: identifies the viewer and the last update it has seen.
    Hello {
        /// Token of the seat; empty for a spectator.
        #[serde(default)]
        token: String,
        /// Last sequence number seen; 0 for none. The server answers with exactly the missing
        /// updates, or with a snapshot.
        #[serde(default)]
        last: u64,
        /// For a token that holds several seats: the seat whose view the client wants.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<u8>,
    },
    /// A command of a seat.
    Do {
        /// Client-generated 128-bit id in hex. Repeating an id returns the same answer.
        id: String,
        /// Last sequence number the client has seen. A client with a stale command receives the
        /// missing events.
        expect: u64,
        /// The seat that acts; one of those the token holds.
        seat: u8,
        /// The command.
        command: Command,
    },
    /// Asks for the chat: that of the players for a seat, that of the spectators otherwise. The
    /// answer is [`FromChat::ChatRoom`](crate::FromChat::ChatRoom), and nothing where there is no chat.
    EnterChat {
        /// Random text of the page, by which a table recognises the lines of a guest, also after a
        /// reconnect.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        guest: Option<String>,
    },
    /// Says a line in that chat. Nothing acknowledges it: the viewers of the chat, this one
    /// included, receive [`FromChat::ChatLine`](crate::FromChat::ChatLine).
    Say {
        /// The words.
        words: ChatWords,
    },
    /// How often and for how long the page was hidden during the player's own turns since the last
    /// such message. Only moderators see it. Nothing answers it, and it counts in rated games only.
    Hidden {
        /// Number of times; 0 in the first message of a page.
        times: u16,
        /// Sum of the durations, in milliseconds.
        ms: u64,
    },
    /// Asks for a [`ToClient::Pong`].
    Ping,
}

/// Message from the server to a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum ToClient {
    /// The complete state for this viewer.
    Snapshot(Box<Snapshot>),
    /// The next event.
    Update(Box<Update>),
    /// The command is committed and survives a crash of the server. Its events, as far as this
    /// viewer may know them, have sequence numbers up to `n`.
    Ack {
        /// Id of the command.
        id: String,
        /// Sequence number of this viewer.
        n: u64,
    },
    /// The command was rejected and changed nothing.
    Refused {
        /// Id of the command.
        id: String,
        /// Stable kebab-case code.
        code: String,
        /// Values the code refers to: points, numbers.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        values: Vec<String>,
        /// One English sentence.
        message: String,
    },
    /// The message could not be parsed. The socket stays open.
    Error {
        /// Stable kebab-case code.
        code: String,
        /// One English sentence.
        message: String,
    },
    /// The server cannot store events now, so all clocks are stopped.
    ///
    /// Outside the sequence, because nothing is in the log. The next update or snapshot ends it.
    Stalled {
        /// The stopped clocks; absent without clocks.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        clocks: Option<ClockState>,
    },
    /// Seats with a connected viewer.
    ///
    /// Sent to each viewer when it connects, and to all when it changes. Outside the sequence,
    /// because nothing is in the log.
    Presence {
        /// Seats with a connected player. Never contains computer seats.
        here: Vec<u8>,
        /// Seats whose absence counts: the opponent may claim the game after it. Empty where no
        /// claim is possible.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        absent: Vec<Absence>,
    },
    /// The server stops or restarts; acknowledged commands are stored. The socket closes next.
    Closing,
    /// A computer seat waits in the queue for computing time.
    ///
    /// Outside the sequence. The next update or snapshot ends it.
    Queued {
        /// The computer seat.
        seat: u8,
        /// Position in the queue: 1 is next, 0 means that it is computing.
        place: u32,
    },
    /// The host, who waited here for any opponent, has a seat at another table, where the same token
    /// opens it. The page goes there.
    ///
    /// Outside the sequence, and sent to the host only.
    Moved {
        /// Id of the other table.
        table: GameId,
        /// The seat there.
        seat: u8,
    },
    /// The player whom the host has challenged does not want to play. Sent to the host only, outside
    /// the sequence.
    Declined {
        /// The reason.
        reason: DeclineReason,
    },
    /// Answer to [`ToServer::Ping`].
    Pong,
}

/// Absence of a player during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Absence {
    /// The seat of the absent player.
    pub seat: u8,
    /// Milliseconds from the sending of the message until the opponent may claim the game.
    pub claim_in_ms: u64,
}
