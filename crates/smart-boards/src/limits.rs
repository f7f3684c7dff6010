//! What a board may ask of a server, and why no more.

/// The largest body of a [`Post`](crate::Post), in bytes; a bridge with more to say says it in
/// several.
pub const POST_BYTES: usize = 64 * 1024;

/// The most events of a game. A board that plays for a whole day tells a tenth of it.
pub const MOST_EVENTS: u32 = 100_000;

/// The largest number of an event with which the arbiter may let a game go on: far from where a
/// board's own count ends.
pub(crate) const LARGEST_EVENT: u32 = 4_000_000_000;

/// The most plies of a game that are followed, as many as a table's has.
pub(crate) const MOST_PLIES: usize = 4_000;

/// Seats are claimed until a game has so many notes: whoever claims and takes back without end fills
/// no disk. The arbiter's word is always taken.
pub(crate) const MOST_NOTES: u64 = 1_000;

/// How often one account may claim seats of a game: nobody crowds out the others for long.
pub(crate) const CLAIMS_PER_ACCOUNT: u32 = 10;

/// How many claims may wait for a seat. Each is confirmed by another number of presses, and nobody
/// should have to count far.
pub(crate) const WAITING_CLAIMS: usize = 6;

/// The most contradictions of a game that are noted: a board that makes no more sense fills no disk.
pub(crate) const CONTRADICTIONS: usize = 100;

/// The most plies that are played again for taking a game up, all in all: then there is no second
/// referee any more. A game of two hundred plies is taken up five hundred times.
pub(crate) const REPLAYED_PLIES: usize = 100_000;

/// How far a game's number, which is the time at which it began in seconds, may lie in the future: a
/// day, for whoever has set a clock to another zone's time.
pub(crate) const AHEAD_S: u64 = 24 * 3_600;
