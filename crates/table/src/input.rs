use crate::Member;
use game::Seat;
use protocol::{Claim, Command, GameId};

/// Input that a table decides on.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A player joins.
    Join {
        /// The open seat to take; `None` for the first one.
        seat: Option<Seat>,
        /// Name as typed by the player.
        name: &'a str,
        /// The signed-in account, with the account's name in `name`.
        member: Option<&'a Member>,
    },
    /// A command of a seat. The caller has verified that it comes from that seat.
    Seat {
        /// The seat.
        seat: Seat,
        /// The command.
        command: &'a Command,
        /// Measured network delay of the message, in milliseconds.
        lag_ms: u64,
    },
    /// A seat claims the game because its opponent has left. The caller has verified that the
    /// command comes from that seat.
    Claim {
        /// The seat that claims.
        seat: Seat,
        /// The claimed result.
        claim: Claim,
        /// Time since when the opponent has been away, Unix ms; `None` while the opponent is
        /// connected.
        absent_since_ms: Option<u64>,
    },
    /// Time has passed: a flag may have fallen, or set-up time may have expired.
    Tick,
    /// The table was unavailable for this time; the seat to move gets it back.
    Credit {
        /// Unavailable time in milliseconds.
        ms: u64,
    },
    /// Commits fail: stops the clocks.
    Pause,
    /// Commits work again: restarts the clocks.
    Resume,
    /// The table of the rematch is open.
    Rematched {
        /// Id of the new table.
        table: &'a GameId,
    },
    /// The host, who waits alone for any opponent, is about to take a seat at another table.
    Leave {
        /// Id of the other table.
        table: &'a GameId,
    },
    /// The host has a seat at the other table.
    Move {
        /// The seat there.
        seat: Seat,
    },
    /// The host got no seat at the other table and goes on waiting here.
    Stay,
}
