//! The server's limits, in one place; those of a table's wire are in `protocol`, those of a board's in
//! `smart-boards`.

use protocol::{ACTION_BYTES, EVENTS, MESSAGE_BYTES};
use std::{num::NonZeroU32, time::Duration};

/// Largest request body, in bytes.
pub(crate) const BODY_BYTES: usize = 8 * 1024;
/// Largest head of a request, in bytes: browsers and proxies send one or two thousand.
pub(crate) const HEADER_BYTES: usize = 16 * 1024;
/// So long a request's head may take to come, from the connection's beginning or from the answer to
/// the request before.
pub(crate) const HEADERS: Duration = Duration::from_secs(10);
/// So long whoever has asked may take nothing of the answer.
pub(crate) const WRITE: Duration = Duration::from_secs(30);
/// Requests over one connection before it is closed: no page needs so many.
pub(crate) const REQUESTS_PER_CONNECTION: u32 = 1_000;
/// Connections at the same time, where the system gives so many files.
pub(crate) const CONNECTIONS: usize = 20_000;
/// Those of them from one address: a school sits behind one, a browser keeps up to six and one for
/// each table.
pub(crate) const CONNECTIONS_PER_ADDRESS: usize = 256;
/// Those of them that are seats' and give way to nobody, whatever comes: a club night.
pub(crate) const SEATS_PER_ADDRESS: usize = 32;
/// When there is no room one in so many gives way at once, of those that do nothing.
pub(crate) const SHED_SHARE: usize = 100;
/// Open files that we ask the system for.
pub(crate) const WANTED_FILES: u64 = 65_536;
/// Those of them that are kept for the store and what else is open.
pub(crate) const RESERVED_FILES: usize = 96;
/// When no connection can be taken in it is tried again after this, then after twice as long …
pub(crate) const ACCEPT_AGAIN: Duration = Duration::from_millis(10);
/// … and at last after this.
pub(crate) const ACCEPT_AGAIN_AT_MOST: Duration = Duration::from_secs(1);
/// So long a server that ends waits for whoever is connected.
pub(crate) const GRACE: Duration = Duration::from_secs(5);
/// So long a socket that is told to go waits for its last answers, and for the other end's word.
pub(crate) const FAREWELL: Duration = Duration::from_secs(1);
/// So long a socket may take to say who it is.
pub(crate) const HELLO: Duration = Duration::from_secs(10);
/// Commands of one socket that may wait for their answers; more are read when these are answered.
pub(crate) const COMMANDS_UNDER_WAY: usize = 16;
/// A stranger's socket may say something this often in the long run; more is read later.
pub(crate) const MESSAGE_EVERY: Duration = Duration::from_millis(50);
/// This machine's own.
pub(crate) const OWN_MESSAGE_EVERY: Duration = Duration::from_millis(1);
/// And so much at once.
pub(crate) const MESSAGES_AT_ONCE: u32 = 100;
/// Read buffer of a socket: most messages are tiny.
pub(crate) const READ_BUFFER: usize = 2 * 1024;
/// Maximum number of bytes that a socket may send for one message, frame headers included. A message
/// that is cut into very many frames is longer, and its socket is closed.
pub(crate) const WIRE_BYTES: u64 = 2 * (MESSAGE_BYTES + READ_BUFFER) as u64;
/// Messages that may wait for a slow reader before its socket is closed.
pub(crate) const WAITING_MESSAGES: usize = 64;
/// Short messages that wait are sent in pieces of about so many bytes.
pub(crate) const SENT_TOGETHER: usize = 16 * 1024;
/// Bytes that may wait in a socket's write buffer beside those: one message, for nothing is put behind
/// what does not go out. The longest is the snapshot of a table with all the events it may have.
pub(crate) const WRITE_BUFFER: usize = 4 * 1024 * 1024;
const _: () = assert!(EVENTS * (ACTION_BYTES + BYTES_BESIDE_AN_ACTION) < WRITE_BUFFER);
/// What a snapshot says of a ply beside its action: clocks, captures, the line of the transcript.
const BYTES_BESIDE_AN_ACTION: usize = 256;
/// Requests that may wait for one table.
pub(crate) const TABLE_QUEUE: usize = 256;
/// How often a server looks for what others have written of the tables at which somebody looks on,
/// where hints arrive …
pub(crate) const LOOK_EVERY: Duration = Duration::from_secs(2);
/// … and where none do: 0.8 µs of the database a table.
pub(crate) const LOOK_EVERY_UNHINTED: Duration = Duration::from_millis(250);
/// How often a server looks whose deadline has passed.
pub(crate) const SWEEP_EVERY: Duration = Duration::from_millis(250);
/// Which deadlines it then takes up, in milliseconds: who is on move elsewhere may have moved just
/// before, and that must be committed first.
pub(crate) const FLAG_GRACE_MS: u64 = 1_500;
/// So long no other server takes them up, in milliseconds.
pub(crate) const CLAIM_MS: u64 = 5_000;
/// How many at once.
pub(crate) const CLAIMED_AT_ONCE: u32 = 100;
/// Interval at which the game clock is read, so that a stop of the process is noticed.
pub(crate) const CLOCK_READ_EVERY: Duration = Duration::from_millis(250);
/// Time without a reading of the game clock after which the process counts as stopped, in
/// milliseconds: a multiple of [`CLOCK_READ_EVERY`], so that a busy machine is not taken for it.
pub(crate) const STOPPED_MS: u64 = 3_000;
/// Interval at which servers that share a store set their clocks by the database's.
pub(crate) const CLOCK_EVERY: Duration = Duration::from_secs(10);
/// Where several servers share a store: so long all of them were away, in milliseconds, if time is to be
/// given back. Each notes every second that it lives; one that was held up notes it later.
pub(crate) const AWAY_MS: u64 = 5_000;
/// How often a server says who looks on there, and asks who does elsewhere.
pub(crate) const PRESENCE_EVERY: Duration = Duration::from_secs(1);
/// So long that holds if nothing more is said, in milliseconds.
pub(crate) const PRESENCE_MS: u64 = 9_000;
/// A server that has not reached the store that it shares for so long lets nobody in any more, in
/// milliseconds: what it has in memory may be long past. Whoever is there is told that the clocks stand.
pub(crate) const CUT_OFF_MS: u64 = 10_000;
/// Of so many games at other servers it is looked whether an account plays there still: nobody plays
/// more at a time.
pub(crate) const GAMES_ELSEWHERE: u32 = 50;
/// How often a server says which of those who wait for anybody are still there: more often than
/// [`COMING_MS`].
pub(crate) const SEEKS_RENEWED_EVERY: Duration = Duration::from_secs(3);
/// How often what counts no more is deleted, and names of new accounts are read.
pub(crate) const TIDY_EVERY: Duration = Duration::from_secs(60);
/// Times in which nothing could be stored of which a server remembers that tables may be owed them.
pub(crate) const OUTAGES: usize = 64;
/// Events of each viewer kept for reconnecting; more than that is a snapshot.
pub(crate) const RECENT_EVENTS: usize = 64;
/// Spectators of one table.
pub(crate) const SPECTATORS: usize = 500;
/// Those of them from one address.
pub(crate) const SPECTATORS_PER_ADDRESS: usize = 100;
/// Maximum number of persons that a table remembers as having looked through a seat.
pub(crate) const CONTESTANTS: usize = 64;
/// Sockets of one seat: a few devices and pages that were left open.
pub(crate) const SOCKETS_PER_SEAT: usize = 8;
/// After so long without a commit the clocks stand.
pub(crate) const STALL: Duration = Duration::from_secs(2);
/// So long a server that can store again waits for that of whoever is to move to give the time back.
pub(crate) const YIELD: Duration = Duration::from_secs(3);
/// Changes between being able to store and not that a table may be behind.
pub(crate) const STALL_CHANGES: usize = 4;
/// So long after the server can store again one table may hold all others' absence open, in
/// milliseconds: longer than it takes to ask again what has become of its last commit.
pub(crate) const DEBT_MS: u64 = 60_000;
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
/// So old what a stranger is told of that may be.
pub(crate) const HEALTH_AGE: Duration = Duration::from_secs(1);
/// Computers thinking at the same time.
pub(crate) const THINKERS: usize = 2;
/// Computer seats that keep what they have learnt between two moves, 8 to 28 MiB each. Whoever finds
/// no room begins anew with each move, and plays the weaker for it.
pub(crate) const KEPT_COMPUTERS: usize = 16;
/// What an analysis may cost, in nodes …
pub(crate) const ANALYSIS_NODES: u64 = 400_000;
/// … and in time, whatever the machine.
pub(crate) const ANALYSIS: Duration = Duration::from_secs(2);
/// What the review of a whole game may cost, in nodes …
pub(crate) const REVIEW_NODES: u64 = 2_000_000;
/// … and in time of thought, well below [`REQUEST`]: it waits in the queue besides …
pub(crate) const REVIEW: Duration = Duration::from_secs(10);
/// … of which it may take so much before others have their turn.
pub(crate) const REVIEW_TURN: Duration = Duration::from_millis(900);
/// Analyses that one account may ask for at once.
pub(crate) const ANALYSES_AT_ONCE: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// And in the long run: one in so long.
pub(crate) const ANALYSES_EVERY: Duration = Duration::from_secs(3);
/// So many of them a review counts for.
pub(crate) const ANALYSES_PER_REVIEW: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// Requests that cost us something which one address may make a second, in the long run.
pub(crate) const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// And at once: a club behind one address sits down at the same time.
pub(crate) const REQUESTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(200).unwrap();
/// Reading requests of one address a second, in the long run.
pub(crate) const READS_PER_SECOND: NonZeroU32 = NonZeroU32::new(50).unwrap();
/// And at once: a school opens the page in the same minute, some twenty files each.
pub(crate) const READS_AT_ONCE: NonZeroU32 = NonZeroU32::new(2_000).unwrap();
/// Tables that one address may open at once: a club plays behind one.
pub(crate) const TABLES_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// And in the long run: one in so long.
pub(crate) const TABLES_EVERY: Duration = Duration::from_secs(10);
/// Tables that one account may open at once, from wherever.
pub(crate) const TABLES_PER_ACCOUNT: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// And in the long run: one in so long.
pub(crate) const TABLES_PER_ACCOUNT_EVERY: Duration = Duration::from_secs(30);
/// Tables that this machine itself may open at once: its owner's scripts, and load tests.
pub(crate) const OWN_TABLES: NonZeroU32 = NonZeroU32::new(2_000).unwrap();
/// And in the long run: one in so long.
pub(crate) const OWN_TABLES_EVERY: Duration = Duration::from_millis(100);
/// Passwords hashed at the same time, 19 MiB each; as many again for known devices.
pub(crate) const HASHERS: usize = 2;
/// Those that may wait for it.
pub(crate) const WAITING_HASHES: usize = 32;
/// Passwords that one address, or one known device, may try for one name at once.
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
/// Those of them that one address may have, and one account.
pub(crate) const SEEKS_PER_ADDRESS: usize = 20;
/// How often it is looked who of them is still there, and how the games stand that may be looked on at,
/// in milliseconds: that asks every table.
pub(crate) const LOOK_MS: u64 = 1_000;
/// Tables that have waited for anybody and are asked whether their games may be looked on at: each
/// look asks all that are awake.
pub(crate) const LIVE_KEPT: usize = 200;
/// Maximum number of games on the start page that one person opened.
pub(crate) const LIVE_PER_CREATOR: usize = 2;
/// Maximum number of games on the start page that were opened from one address.
pub(crate) const LIVE_PER_ADDRESS: usize = 4;
/// Maximum number of games on the start page, as many as it has room for.
pub(crate) const LIVE_SHOWN: usize = 8;
/// So long a seeker's page may take to come to its table, in milliseconds.
pub(crate) const COMING_MS: u64 = 15_000;
/// So long somebody stays signed in, in milliseconds: half a year.
pub(crate) const SESSION_MS: u64 = 182 * 24 * 3_600 * 1_000;
/// So long a device stays known, in seconds: as long as browsers keep a cookie.
pub(crate) const DEVICE_SECONDS: u64 = 400 * 24 * 3_600;
/// Lines of a ranking.
pub(crate) const RANKED: u32 = 100;
/// Names that are told to whoever has typed how one begins.
pub(crate) const NAMES_TOLD: u32 = 8;
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
/// Messages of one board that may wait for its room, and as many again that may be old ones: its bridge
/// posts once at a time, and again when it has not been answered for long.
pub(crate) const WAITING_POSTS: usize = 4;
/// How often what concerns a board's game is begun anew because another server has written first.
pub(crate) const RACES: usize = 8;
/// Times that one message of a board may go from one game to another: each is a commit, for which other
/// tables wait. A bridge with more to say is refused, and says it in smaller messages.
pub(crate) const TURNS_PER_POST: usize = 32;
/// Games of one board: ten a day for a quarter of a century.
pub(crate) const BOARD_GAMES: usize = 100_000;
/// Games of a board that are kept at hand beside the latest, because they were never ended.
pub(crate) const GAMES_AT_HAND: usize = 3;
/// Games that are read from the store at the same time for whoever looks at them, of tables and as
/// many of boards: a long one takes a core a while.
pub(crate) const READERS: usize = 2;
/// Of those the last ones are remembered.
pub(crate) const READ_GAMES: usize = 32;
/// Tables without an actor that are kept in memory after they were read from their logs.
pub(crate) const RESTING_TABLES: usize = 16;
/// Maximum size of the records, files and transcripts that are kept, in bytes.
pub(crate) const READINGS_BYTES: usize = 16 * 1024 * 1024;
/// Who may watch the boards at the same time.
pub(crate) const WATCHERS: usize = 500;
/// Those of them from one address.
pub(crate) const WATCHERS_PER_ADDRESS: usize = 100;
/// How old what a newcomer to the hall is told may be, in milliseconds, while only clocks run.
pub(crate) const HALL_AGE_MS: u64 = 250;
/// Shortest key of an arbiter, in characters: whoever has it decides games, and it can be tried
/// from anywhere.
pub const ARBITER_KEY_CHARS: usize = 16;
/// Wrong keys that one address may try at once.
pub(crate) const GUESSES_AT_ONCE: u64 = 10;
/// And in the long run: one in so many milliseconds.
pub(crate) const GUESSES_EVERY_MS: u64 = 30_000;
/// Addresses of which it is remembered that they tried; beyond that nobody may try.
pub(crate) const GUESSERS: usize = 10_000;
/// Largest packet of a broker: a post of 64 KiB grows when it becomes text within text.
pub(crate) const PACKET: u32 = 256 * 1024;
/// How often the log says what happens again and again: that a broker brings what is nobody's, or that
/// the store fails whoever asks.
pub(crate) const NOISE_EVERY: Duration = Duration::from_secs(10);
/// Messages that may wait for the broker.
pub(crate) const WAITING_LETTERS: usize = 256;
