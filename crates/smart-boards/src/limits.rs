//! Limits on what a board can make a server store or compute, with the reason for each.

/// Maximum size of the body of a [`Post`](crate::Post), in bytes. A bridge with more messages sends
/// several posts.
pub const POST_BYTES: usize = 64 * 1024;

/// Maximum number of events of a game. A full day of play produces a tenth of it.
pub const MAX_EVENTS: u32 = 100_000;

/// Maximum event number to which an arbiter can advance a game, well below the maximum of the
/// board's counter.
pub(crate) const MAX_EVENT_NUMBER: u32 = 4_000_000_000;

/// Maximum number of plies of a game that are followed, the same as for a table.
pub(crate) const MAX_PLIES: usize = 4_000;

/// Maximum number of notes of a game after which seats can no longer be claimed. It stops a client
/// that claims and withdraws endlessly from filling the disk. Corrections by an arbiter are always
/// accepted.
pub(crate) const MAX_NOTES: u64 = 1_000;

/// Maximum number of claims that one account can make in a game, so that it cannot crowd out
/// others.
pub(crate) const MAX_CLAIMS_PER_ACCOUNT: u32 = 10;

/// Maximum number of claims that wait for one seat. Each needs a different number of presses, which
/// should stay small.
pub(crate) const MAX_WAITING_CLAIMS: usize = 6;

/// Maximum number of contradictions of a game that are noted, so that a faulty board cannot fill
/// the disk.
pub(crate) const MAX_CONTRADICTIONS: usize = 100;

/// Maximum number of plies that the second referee of a game replays in total; beyond it the game
/// has no second referee. A game of 200 plies can thus be resumed 500 times.
pub(crate) const MAX_REPLAYED_PLIES: usize = 100_000;

/// Maximum distance of a game's number from the current time into the future, in seconds. The
/// number is the Unix time at which the game began. One day allows for a board clock set to another
/// time zone.
pub(crate) const MAX_AHEAD_S: u64 = 24 * 3_600;
