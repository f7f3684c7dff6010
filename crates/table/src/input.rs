use crate::Member;
use game::Seat;
use protocol::Command;

/// What a table is asked to decide on.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Somebody sits down.
    Join {
        /// In which open seat; `None` for the first.
        seat: Option<Seat>,
        /// The player's name as typed.
        name: &'a str,
        /// The account the player is signed in to. The name is then the account's. Guests' tables
        /// take no note of it.
        member: Option<&'a Member>,
    },
    /// A seat asks for something. The caller has made sure that it is that seat.
    Seat {
        /// Which seat.
        seat: Seat,
        /// What it asks for.
        command: &'a Command,
        /// Milliseconds the network can be shown to have taken for this message.
        lag_ms: u64,
    },
    /// Time has passed: flags may fall, set-up time may be over.
    Tick,
    /// The table was away for this long; the side on move gets it back.
    Credit {
        /// Milliseconds.
        ms: u64,
    },
    /// The table cannot commit: stop the clocks.
    Pause,
    /// It can again.
    Resume,
    /// The rematch's table stands open.
    Rematched {
        /// Its id.
        table: &'a str,
    },
}
