use crate::{ClockState, Command, Snapshot, Update};
use alloc::{boxed::Box, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// A message from page to server over the table's socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type", deny_unknown_fields)]
pub enum ToServer {
    /// First message: who this is and what it has seen.
    Hello {
        /// The seat's token; empty for a spectator.
        #[serde(default)]
        token: String,
        /// The last sequence seen, 0 for none. The server answers with exactly the suffix, or with
        /// a snapshot.
        #[serde(default)]
        last: u64,
        /// For a token that holds several seats: through which of them it looks.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<u8>,
    },
    /// A command.
    Do {
        /// The client's own 128-bit id in hex: the same id again gets the same answer.
        id: String,
        /// The last sequence the client has seen: a stale command gets the missing events.
        expect: u64,
        /// The seat that acts; one of the token's.
        seat: u8,
        /// What it asks.
        command: Command,
    },
    /// Still there?
    Ping,
}

/// A message from server to page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum ToClient {
    /// Everything to begin with.
    Snapshot(Box<Snapshot>),
    /// The next event.
    Update(Box<Update>),
    /// The command is committed: it will survive whatever happens to the server. Its events, as
    /// far as this viewer may know them, have sequences up to `n`.
    Ack {
        /// The command's id.
        id: String,
        /// The viewer's sequence.
        n: u64,
    },
    /// The command was refused and changed nothing.
    Refused {
        /// The command's id.
        id: String,
        /// Stable, kebab-case.
        code: String,
        /// What the code is about: points, numbers.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        values: Vec<String>,
        /// One English sentence.
        message: String,
    },
    /// The message could not be read; the socket stays open.
    Error {
        /// Stable, kebab-case.
        code: String,
        /// One English sentence.
        message: String,
    },
    /// The server cannot store anything now, so nobody's time runs. It stands outside the sequence,
    /// as nothing has happened in the log; the next update or snapshot ends it.
    Stalled {
        /// The clocks as they stand, absent without.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        clocks: Option<ClockState>,
    },
    /// The server ends, or starts anew; what is acknowledged is kept. The socket closes next.
    Closing,
    /// A computer's seat waits for its turn to think, or (0) has it. It stands outside the sequence;
    /// the next update or snapshot ends it.
    Queued {
        /// Which seat.
        seat: u8,
        /// How many think before it.
        before: u32,
    },
    /// Which seats somebody looks through now. Told to a viewer on coming, and to all when it
    /// changes; it stands outside the sequence, as nothing has happened in the log.
    Presence {
        /// The seats with somebody there. Computer seats are never among them.
        here: Vec<u8>,
    },
    /// Still here.
    Pong,
}
