//! The server's limits, in one place; those of a table's wire are in `protocol`, those of a board's in
//! `smart-boards`.

use std::{num::NonZeroU32, time::Duration};

/// Largest request body, in bytes.
pub(crate) const BODY_BYTES: usize = 8 * 1024;
/// Read buffer of a socket: most messages are tiny.
pub(crate) const READ_BUFFER: usize = 2 * 1024;
/// Messages that may wait for a slow reader before its socket is closed.
pub(crate) const WAITING_MESSAGES: usize = 64;
/// Bytes that may wait in a socket's write buffer.
pub(crate) const WRITE_BUFFER: usize = 64 * 1024;
/// Requests that may wait for one table.
pub(crate) const TABLE_QUEUE: usize = 256;
/// Events of each viewer kept for reconnecting; more than that is a snapshot.
pub(crate) const RECENT_EVENTS: usize = 64;
/// Spectators of one table.
pub(crate) const SPECTATORS: usize = 500;
/// Those of them from one address.
pub(crate) const SPECTATORS_PER_ADDRESS: usize = 100;
/// Sockets of one seat: a few devices and pages that were left open.
pub(crate) const SOCKETS_PER_SEAT: usize = 8;
/// After so long without a commit the clocks stand.
pub(crate) const STALL: Duration = Duration::from_secs(2);
/// A table nobody looks at and no clock runs at is put away after this.
pub(crate) const IDLE: Duration = Duration::from_secs(600);
/// One that is over, or has not begun, after this.
pub(crate) const IDLE_AT_REST: Duration = Duration::from_secs(60);
/// A table at which no game has begun is cleared away so long after the last who came, in
/// milliseconds: two weeks, for whoever was invited and was away.
pub(crate) const UNBEGUN_MS: u64 = 14 * 24 * 3_600 * 1_000;
/// How often such tables are looked for.
pub(crate) const CLEAR_EVERY: Duration = Duration::from_secs(60);
/// How many of them are cleared away at once, so that nobody waits for it.
pub(crate) const CLEARED_AT_ONCE: u32 = 200;
/// From how full on, in percent of what the database may take, it is said that it fills up.
pub(crate) const FULL_PERCENT: u64 = 90;
/// Longest request.
pub(crate) const REQUEST: Duration = Duration::from_secs(20);
/// So long the store may take to say that it can commit.
pub(crate) const HEALTH: Duration = Duration::from_secs(3);
/// Computers thinking at the same time.
pub(crate) const THINKERS: usize = 2;
/// Requests that cost us something which one address may make a second, in the long run.
pub(crate) const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// And at once: a club behind one address sits down at the same time.
pub(crate) const REQUESTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(200).unwrap();
/// Passwords hashed at the same time, 19 MiB each.
pub(crate) const HASHERS: usize = 2;
/// Passwords that one address may try for one name at once.
pub(crate) const TRIES_AT_ONCE: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// And in the long run: one in so long.
pub(crate) const TRIES_EVERY: Duration = Duration::from_secs(30);
/// Passwords that all other machines together may try for one name at once: so many that no few of
/// them shut its player out.
pub(crate) const TRIES_PER_NAME: NonZeroU32 = NonZeroU32::new(300).unwrap();
/// And in the long run: one in so long.
pub(crate) const TRIES_PER_NAME_EVERY: Duration = Duration::from_secs(2);
/// Passwords that one address may try at once: a school signs in in the same minute.
pub(crate) const TRIES_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(100).unwrap();
/// And in the long run: one in so long.
pub(crate) const TRIES_PER_ADDRESS_EVERY: Duration = Duration::from_secs(10);
/// Accounts that one address may make at once.
pub(crate) const NEWCOMERS_AT_ONCE: NonZeroU32 = NonZeroU32::new(50).unwrap();
/// And in the long run: one in so long.
pub(crate) const NEWCOMERS_EVERY: Duration = Duration::from_secs(60);
/// How often the way to a viewer is measured.
pub(crate) const PULSE: Duration = Duration::from_secs(4);
/// Tables that wait for anybody at the same time.
pub(crate) const SEEKS: usize = 1_000;
/// So long a seeker's page may take to come to its table, in milliseconds.
pub(crate) const COMING_MS: u64 = 15_000;
/// So long somebody stays signed in, in milliseconds: half a year.
pub(crate) const SESSION_MS: u64 = 182 * 24 * 3_600 * 1_000;
/// Lines of a ranking.
pub(crate) const RANKED: usize = 100;
/// Games on a page of the archive.
pub(crate) const ARCHIVE_PAGE: usize = 50;
/// Smart boards of one server.
pub(crate) const BOARDS: usize = 256;
/// Longest name of a board or an arbiter, in characters.
pub(crate) const BOARD_NAME_CHARS: usize = 40;
/// Longest reason of an arbiter, in characters.
pub(crate) const WHY_CHARS: usize = 400;
/// Views that may wait for a slow watcher of the hall before it has to ask anew.
pub(crate) const WAITING_VIEWS: usize = 256;
/// After so long without a word a board is offline, in milliseconds; its bridge speaks every few
/// seconds.
pub(crate) const SILENCE_MS: u64 = 30_000;
/// Events of a game that a board may have lost: none keeps more.
pub(crate) const LOST_EVENTS: u32 = 100_000;
/// Largest packet of a broker: a post of 64 KiB grows when it becomes text within text.
pub(crate) const PACKET: usize = 256 * 1024;
/// Messages that may wait for the broker.
pub(crate) const WAITING_LETTERS: usize = 256;
