//! Limits of the server. Those of a table's protocol are in `protocol`, those of a board's in
//! `smart-boards`.

use protocol::{ACTION_BYTES, EVENTS, MESSAGE_BYTES};
use std::{num::NonZeroU32, time::Duration};

/// Maximum size of a request body, in bytes.
pub(crate) const BODY_BYTES: usize = 8 * 1024;
/// Maximum size of a request head, in bytes: browsers and proxies send one or two thousand.
pub(crate) const HEADER_BYTES: usize = 16 * 1024;
/// Size of a request head at which the connection is closed without a readable answer, in bytes.
pub(crate) const HEADER_BYTES_READ: usize = 4 * HEADER_BYTES;
/// Timeout for a request's head, from the start of the connection or from the previous response.
pub(crate) const HEADERS: Duration = Duration::from_secs(10);
/// Timeout for a client that reads nothing of a response.
pub(crate) const WRITE: Duration = Duration::from_secs(30);
/// Requests on one connection before it is closed; pages need far fewer.
pub(crate) const REQUESTS_PER_CONNECTION: u32 = 1_000;
/// Maximum number of connections, if the system allows that many files.
pub(crate) const CONNECTIONS: usize = 20_000;
/// Number of people of a club who share an address.
const CLUB: usize = 200;
/// Maximum number of connections from one network: each page of a [`CLUB`] keeps a socket for its table
/// and one for the lobby. Idle connections of its requests give way.
pub(crate) const CONNECTIONS_PER_ADDRESS: usize = 512;
/// Number of seat sockets of one network that are never closed for others: a club night.
pub(crate) const SEATS_PER_ADDRESS: usize = 32;
/// At the maximum number of connections, one in this many of the idle ones is closed at once.
pub(crate) const SHED_SHARE: usize = 100;
/// Limit of open files requested from the system.
pub(crate) const WANTED_FILES: u64 = 65_536;
/// Files reserved for the store and others.
pub(crate) const RESERVED_FILES: usize = 96;
/// First delay after a failed accept; it doubles each time.
pub(crate) const ACCEPT_AGAIN: Duration = Duration::from_millis(10);
/// Maximum of this delay.
pub(crate) const ACCEPT_AGAIN_AT_MOST: Duration = Duration::from_secs(1);
/// Timeout for closing all connections at the end.
pub(crate) const GRACE: Duration = Duration::from_secs(5);
/// Timeout of a closing socket for its last answers and the client's close frame.
pub(crate) const FAREWELL: Duration = Duration::from_secs(1);
/// Timeout for the first message on a socket.
pub(crate) const HELLO: Duration = Duration::from_secs(10);
/// Maximum number of unanswered commands of a socket; more are read later.
pub(crate) const COMMANDS_UNDER_WAY: usize = 16;
/// Average interval of messages from a remote client; faster ones are read later.
pub(crate) const MESSAGE_EVERY: Duration = Duration::from_millis(50);
/// The same for this machine.
pub(crate) const OWN_MESSAGE_EVERY: Duration = Duration::from_millis(1);
/// Burst of messages.
pub(crate) const MESSAGES_AT_ONCE: u32 = 100;
/// Read buffer of a socket in bytes; most messages are tiny.
pub(crate) const READ_BUFFER: usize = 2 * 1024;
/// Maximum size of a message that is read, in bytes. A message between [`MESSAGE_BYTES`] and this size
/// is refused, and its sender stays connected; a longer one closes the socket.
pub(crate) const MESSAGE_READ_BYTES: usize = 4 * MESSAGE_BYTES;
/// Maximum number of bytes that a socket may send for one message, frame headers included. A message
/// that is cut into very many frames is longer, and its socket is closed.
pub(crate) const WIRE_BYTES: u64 = 2 * (MESSAGE_READ_BYTES + READ_BUFFER) as u64;
/// Messages that may wait for a slow client before its socket is closed.
pub(crate) const WAITING_MESSAGES: usize = 64;
/// Approximate number of bytes of short messages that are sent together.
pub(crate) const SENT_TOGETHER: usize = 16 * 1024;
/// Write buffer of a socket in bytes, for one more message. The longest is the snapshot of a table
/// with the maximum number of events.
pub(crate) const WRITE_BUFFER: usize = 4 * 1024 * 1024;
const _: () = assert!(EVENTS * (ACTION_BYTES + BYTES_BESIDE_AN_ACTION) < WRITE_BUFFER);
/// Bytes of a ply in a snapshot besides its action: clocks, captures, transcript line.
const BYTES_BESIDE_AN_ACTION: usize = 256;
/// Maximum number of requests waiting for one table.
pub(crate) const TABLE_QUEUE: usize = 256;
/// Interval of reading other servers' events for tables with viewers, if hints arrive.
pub(crate) const REFRESH_EVERY: Duration = Duration::from_secs(2);
/// The same without hints; it costs the database 0.8 µs per table.
pub(crate) const REFRESH_EVERY_UNHINTED: Duration = Duration::from_millis(250);
/// Interval of checks for passed deadlines.
pub(crate) const SWEEP_EVERY: Duration = Duration::from_millis(250);
/// Age of a passed deadline before a server handles it, in milliseconds: a move of the player at
/// another server may still be committed.
pub(crate) const FLAG_GRACE_MS: u64 = 1_500;
/// Time during which no other server handles it, in milliseconds.
pub(crate) const CLAIM_MS: u64 = 5_000;
/// Maximum number of deadlines handled at once.
pub(crate) const CLAIMED_AT_ONCE: u32 = 100;
/// Interval at which the game clock is read, so that a stop of the process is noticed.
pub(crate) const CLOCK_READ_EVERY: Duration = Duration::from_millis(250);
/// Time without a reading of the game clock after which the process counts as stopped, in
/// milliseconds. A multiple of [`CLOCK_READ_EVERY`], because a busy machine reads late.
pub(crate) const STOPPED_MS: u64 = 3_000;
/// Interval at which servers that share a store set their clocks by the database's.
pub(crate) const CLOCK_EVERY: Duration = Duration::from_secs(10);
/// With several servers: minimum absence of all servers that is credited, in milliseconds. Each
/// stores a heartbeat every second; a busy one is late.
pub(crate) const AWAY_MS: u64 = 5_000;
/// Interval of publishing and reading presence.
pub(crate) const PRESENCE_EVERY: Duration = Duration::from_secs(1);
/// Lifetime of published presence, in milliseconds.
pub(crate) const PRESENCE_MS: u64 = 9_000;
/// A server that has not reached its shared store for this time rejects new clients, in
/// milliseconds: its state may be old. Connected clients see paused clocks.
pub(crate) const CUT_OFF_MS: u64 = 10_000;
/// Maximum number of noted games that are checked for an account; no player plays more at once.
pub(crate) const GAMES_ELSEWHERE: u32 = 50;
/// Interval of renewing seeks whose hosts are present; shorter than [`COMING_MS`].
pub(crate) const SEEKS_RENEWED_EVERY: Duration = Duration::from_secs(3);
/// Interval of deleting expired rows and reading the names of new accounts.
pub(crate) const TIDY_EVERY: Duration = Duration::from_secs(60);
/// Number of outages kept for crediting them to tables.
pub(crate) const OUTAGES: usize = 64;
/// Updates per observer kept for reconnecting; after more, a client gets a snapshot. An update takes
/// about a kilobyte, so that more of them would soon take more than a snapshot.
pub(crate) const RECENT_EVENTS: usize = 16;
/// Maximum number of spectators of a table.
pub(crate) const SPECTATORS: usize = 1_000;
/// Maximum number of them from one network: a [`CLUB`] watches one game, and more than two thirds of
/// the places are left to others. A message to a spectator costs some 30 µs, after the players.
pub(crate) const SPECTATORS_PER_ADDRESS: usize = 300;
const _: () = assert!(SPECTATORS_PER_ADDRESS >= CLUB && CONNECTIONS_PER_ADDRESS >= 2 * CLUB);
/// Maximum number of persons that a table remembers as having looked through a seat.
pub(crate) const CONTESTANTS: usize = 64;
/// Maximum number of sockets of one seat: several devices and forgotten pages.
pub(crate) const SOCKETS_PER_SEAT: usize = 8;
/// The clocks are paused after this time without a successful commit.
pub(crate) const OUTAGE_AFTER: Duration = Duration::from_secs(2);
/// Time for which a server leaves crediting to the server of the player to move.
pub(crate) const YIELD: Duration = Duration::from_secs(3);
/// Number of changes of the server-wide outage that a table may be behind.
pub(crate) const OUTAGE_CHANGES: usize = 4;
/// Time for which one table's time credit may delay the heartbeat of the server, in milliseconds: longer
/// than settling its last commit takes.
pub(crate) const CREDIT_MS: u64 = 60_000;
/// A table without viewers and without a running clock leaves memory after this time.
pub(crate) const IDLE: Duration = Duration::from_secs(600);
/// The same for a finished table, or one that has not started.
pub(crate) const IDLE_AT_REST: Duration = Duration::from_secs(60);
/// A table without a started game is deleted this time after the last player came, in milliseconds:
/// two weeks, for invitations during a holiday.
pub(crate) const UNBEGUN_MS: u64 = 14 * 24 * 3_600 * 1_000;
/// Interval of looking for such tables.
pub(crate) const CLEAR_EVERY: Duration = Duration::from_secs(60);
/// Maximum number of them deleted at once, to keep other commits fast.
pub(crate) const CLEARED_AT_ONCE: u32 = 200;
/// Usage of the database's maximum size, in percent, from which a warning is logged.
pub(crate) const FULL_PERCENT: u64 = 90;
/// Timeout of a request.
pub(crate) const REQUEST: Duration = Duration::from_secs(20);
/// Timeout of the store in a health check.
pub(crate) const HEALTH: Duration = Duration::from_secs(3);
/// Maximum age of a health check's result for remote clients.
pub(crate) const HEALTH_AGE: Duration = Duration::from_secs(1);
/// Maximum number of concurrent searches.
pub(crate) const THINKERS: usize = 2;
/// Computer seats that keep their search state between moves, 8 to 28 MiB each. Other seats start
/// each search without it and play weaker.
pub(crate) const KEPT_COMPUTERS: usize = 16;
/// Maximum number of nodes of an analysis.
pub(crate) const ANALYSIS_NODES: u64 = 400_000;
/// Maximum time of an analysis.
pub(crate) const ANALYSIS: Duration = Duration::from_secs(2);
/// Maximum number of nodes of a game review.
pub(crate) const REVIEW_NODES: u64 = 2_000_000;
/// Maximum search time of a game review, far below [`REQUEST`], as it also waits in the queue.
pub(crate) const REVIEW: Duration = Duration::from_secs(10);
/// Maximum time of a review before other searches get their turn.
pub(crate) const REVIEW_TURN: Duration = Duration::from_millis(900);
/// Burst of analyses of one account.
pub(crate) const ANALYSES_AT_ONCE: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Average interval of analyses.
pub(crate) const ANALYSES_EVERY: Duration = Duration::from_secs(3);
/// Number of analyses that a review counts for.
pub(crate) const ANALYSES_PER_REVIEW: NonZeroU32 = NonZeroU32::new(5).unwrap();
/// Average number of expensive requests from one network per second.
pub(crate) const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Burst of expensive requests: a club behind one address sits down at the same time.
pub(crate) const REQUESTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(200).unwrap();
/// Average number of reading requests from one network per second.
pub(crate) const READS_PER_SECOND: NonZeroU32 = NonZeroU32::new(50).unwrap();
/// Burst of reading requests: a school opens the page in the same minute, about twenty files each.
pub(crate) const READS_AT_ONCE: NonZeroU32 = NonZeroU32::new(2_000).unwrap();
/// Burst of new tables from one network: a club shares an address.
pub(crate) const TABLES_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// Average interval of new tables.
pub(crate) const TABLES_EVERY: Duration = Duration::from_secs(10);
/// Burst of new tables of one account, from all addresses.
pub(crate) const TABLES_PER_ACCOUNT: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Average interval of new tables of one account.
pub(crate) const TABLES_PER_ACCOUNT_EVERY: Duration = Duration::from_secs(30);
/// Burst of new tables from this machine: the owner's scripts, and load tests.
pub(crate) const OWN_TABLES: NonZeroU32 = NonZeroU32::new(2_000).unwrap();
/// Average interval of new tables from this machine.
pub(crate) const OWN_TABLES_EVERY: Duration = Duration::from_millis(100);
/// Average interval of a speaker's chat lines at one table, in milliseconds.
pub(crate) const CHAT_EVERY_MS: u64 = 2_000;
/// Burst of these lines.
pub(crate) const CHAT_AT_ONCE: u64 = 5;
/// Maximum number of chat lines that wait for the store on their way to other servers.
pub(crate) const RELAYED_LINES: usize = 1_024;
/// Maximum number of chat lines of other servers read at once.
pub(crate) const RELAYED_AT_ONCE: u32 = 500;
/// Time for which the store keeps a chat line for other servers, in milliseconds.
pub(crate) const RELAYED_MS: u64 = 10 * 60_000;
/// Average interval of chat lines from one network, at all tables: a school shares an address.
pub(crate) const CHAT_PER_ADDRESS_EVERY: Duration = Duration::from_millis(500);
/// Burst of these lines.
pub(crate) const CHAT_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(40).unwrap();
/// Age of an account before its chat lines may have links, in milliseconds: one day.
pub(crate) const LINKS_AFTER_MS: u64 = 24 * 3_600_000;
/// Number of concurrent password hashes, 19 MiB each; the same number again for known devices.
pub(crate) const HASHERS: usize = 2;
/// Maximum number of waiting password hashes.
pub(crate) const WAITING_HASHES: usize = 32;
/// Burst of password tries for one name from one network or one known device.
pub(crate) const TRIES_AT_ONCE: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Average interval of these tries.
pub(crate) const TRIES_EVERY: Duration = Duration::from_secs(30);
/// Burst of password tries for one name from all remote networks: high, so that a few networks
/// cannot lock the owner out.
pub(crate) const TRIES_PER_NAME: NonZeroU32 = NonZeroU32::new(300).unwrap();
/// Average interval of these tries.
pub(crate) const TRIES_PER_NAME_EVERY: Duration = Duration::from_secs(2);
/// Burst of password tries from one network: a school signs in in the same minute.
pub(crate) const TRIES_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(100).unwrap();
/// Average interval of these tries.
pub(crate) const TRIES_PER_ADDRESS_EVERY: Duration = Duration::from_secs(10);
/// Burst of new accounts from one network.
pub(crate) const NEWCOMERS_AT_ONCE: NonZeroU32 = NonZeroU32::new(50).unwrap();
/// Average interval of new accounts.
pub(crate) const NEWCOMERS_EVERY: Duration = Duration::from_secs(60);
/// Burst of messages to one account, or to one mail address that is not confirmed.
pub(crate) const MAILS_AT_ONCE: NonZeroU32 = NonZeroU32::new(3).unwrap();
/// Average interval of these messages: three a day.
pub(crate) const MAILS_EVERY: Duration = Duration::from_secs(8 * 3_600);
/// Burst of requests for a new password by mail from one network.
pub(crate) const FORGOTTEN_AT_ONCE: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// Average interval of these requests.
pub(crate) const FORGOTTEN_EVERY: Duration = Duration::from_secs(60);
/// Maximum number of requests for a new password whose account is being looked up.
pub(crate) const FORGOTTEN_UNDER_WAY: usize = 64;
/// Maximum number of accounts of one mail address that get a message at the same request.
pub(crate) const ACCOUNTS_OF_A_MAIL: u32 = 3;
/// Validity of a mailed link for a new password, in milliseconds: one hour.
pub(crate) const RESET_LINK_MS: u64 = 3_600_000;
/// Validity of a link that confirms a mail address, in milliseconds: one day.
pub(crate) const CONFIRMATION_MS: u64 = 24 * 3_600_000;
/// Maximum number of messages under way to the mail server.
pub(crate) const MAIL_PLACES: usize = 200;
/// Maximum number of connections to the mail server.
pub(crate) const MAIL_SENDERS: usize = 4;
/// Timeout for one answer of the mail server.
pub(crate) const MAIL_COMMAND: Duration = Duration::from_secs(20);
/// Timeout for handing one message in.
pub(crate) const MAIL_ATTEMPT: Duration = Duration::from_secs(60);
/// Waiting times before the next tries to hand a message in. Together they are shorter than
/// [`RESET_LINK_MS`].
pub(crate) const MAIL_RETRIES: [Duration; 5] = [
    Duration::from_secs(15),
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(20 * 60),
];
/// Interval of pings for measuring a viewer's delay.
pub(crate) const PULSE: Duration = Duration::from_secs(4);
/// Maximum number of waiting seeks.
pub(crate) const SEEKS: usize = 1_000;
/// Maximum number of them from one network or account.
pub(crate) const SEEKS_PER_ADDRESS: usize = 20;
/// Interval of matching the waiting players again, because their rating windows grow.
pub(crate) const MATCH_EVERY: Duration = Duration::from_secs(1);
/// Interval of looking for changes of the lobby while it has viewers.
pub(crate) const FEED_EVERY: Duration = Duration::from_millis(250);
/// Interval of reading the seeks of a shared store for the viewers of the lobby, without hints.
pub(crate) const UNHINTED_FEED_EVERY: Duration = Duration::from_secs(1);
/// Time for which a server knows the casual meetings of accounts at other servers, in milliseconds.
pub(crate) const MEETINGS_SHARED_MS: u64 = 24 * 3_600_000;
/// Interval of exchanging the numbers of people between servers; shorter than [`PRESENCE_MS`].
pub(crate) const COUNTS_SHARED_EVERY: Duration = Duration::from_secs(3);
/// Maximum size of the lobby's updates that are kept for viewers that reconnect, in bytes.
pub(crate) const FEED_BYTES: usize = 256 * 1024;
/// Maximum size of a message to the lobby, in bytes.
pub(crate) const LOBBY_MESSAGE_BYTES: usize = 1_024;
/// Maximum number of messages to the lobby between two pings of the server.
pub(crate) const LOBBY_MESSAGES: u32 = 100;
/// Read buffer of a viewer of the lobby, in bytes.
pub(crate) const LOBBY_READ_BUFFER: usize = 512;
/// Approximate number of bytes that are sent together to a viewer of the lobby.
pub(crate) const LOBBY_SENT: usize = 2 * 1024;
/// Write buffer of a viewer of the lobby in bytes, for the whole lobby.
pub(crate) const LOBBY_WRITE_BUFFER: usize = 1024 * 1024;
/// Time after which a challenge expires once its challenger has left, in milliseconds.
pub(crate) const CHALLENGE_MS: u64 = 30_000;
/// Time after which a challenge to a correspondence game expires, in milliseconds. Its challenger
/// need not stay.
pub(crate) const CORRESPONDENCE_CHALLENGE_MS: u64 = 14 * 24 * 3_600_000;
/// Maximum number of open challenges of one account.
pub(crate) const OPEN_CHALLENGES: u32 = 5;
/// Maximum number of open challenges and reserved seats of one account that reserves a seat.
pub(crate) const RESERVED_SEATS: u32 = 12;
/// Time for which a seat of an invitation is reserved, in milliseconds. Its table waits as long.
pub(crate) const RESERVED_SEAT_MS: u64 = UNBEGUN_MS;
/// Time for which a seek of a correspondence game stays while its host is away, in milliseconds. Its
/// table waits as long.
pub(crate) const KEPT_SEEK_MS: u64 = UNBEGUN_MS;
/// Maximum number of such seeks of one account.
pub(crate) const KEPT_SEEKS_PER_ACCOUNT: usize = 10;
/// Interval of looking for changes of the challenges.
pub(crate) const CHALLENGES_EVERY: Duration = Duration::from_secs(1);
/// Interval of publishing a server's public games for the other servers of its store; shorter than
/// [`PRESENCE_MS`]. Each publication is one small commit of the database.
pub(crate) const LIVE_SHARED_EVERY: Duration = Duration::from_secs(1);
/// Minimum interval of querying all tables for waiting hosts and public games, in milliseconds.
pub(crate) const REFRESH_MS: u64 = 1_000;
/// Number of public tables that are queried for running games; each query asks all those in memory.
pub(crate) const LIVE_KEPT: usize = 200;
/// Maximum number of games on the start page that one person opened.
pub(crate) const LIVE_PER_CREATOR: usize = 2;
/// Number of games on the start page that were opened from one address, while others want the
/// places. A club behind one address fills the page when no other game runs.
pub(crate) const LIVE_PER_ADDRESS: usize = 4;
/// Maximum number of games on the start page, as many as it has room for.
pub(crate) const LIVE_SHOWN: usize = 8;
/// Maximum number of games on the page of games to watch.
pub(crate) const LIVE_WATCHED: usize = 40;
/// Number of them that were opened from one address, while others want the places: a club night.
pub(crate) const LIVE_WATCHED_PER_ADDRESS: usize = 20;
/// Time after which a seek that a server has taken is listed again unless the server has ended it, in
/// milliseconds. Taking a seat needs two statements of the database.
pub(crate) const TAKEN_SEEK_MS: u64 = 15_000;
/// Time in which a seeker's page has to open its table, in milliseconds.
pub(crate) const COMING_MS: u64 = 15_000;
/// Lifetime of a session, in milliseconds: half a year.
pub(crate) const SESSION_MS: u64 = 182 * 24 * 3_600 * 1_000;
/// Lifetime of a device cookie, in seconds: the maximum in browsers.
pub(crate) const DEVICE_SECONDS: u64 = 400 * 24 * 3_600;
/// Number of rows of a ranking.
pub(crate) const RANKED: u32 = 100;
/// Number of suggested names for a prefix.
pub(crate) const NAMES_TOLD: u32 = 8;
/// Games on a page of the archive.
pub(crate) const ARCHIVE_PAGE: usize = 50;
/// Minimum number of plies of a finished game in public lists and in the explorer: both sides of
/// a game for two have moved.
pub(crate) const LISTED_PLIES: u32 = 2;
/// Maximum number of pages of the store that are read for a page of listed games.
pub(crate) const ARCHIVE_READS: usize = 5;
/// Number of latest games of a player that count for the results on the player's page.
pub(crate) const RESULT_GAMES: u32 = 1_000;
/// Maximum length of the query of the explorer, in bytes.
pub(crate) const EXPLORER_BYTES: usize = 4_096;
/// Maximum number of moves of a line in the query of the explorer.
pub(crate) const EXPLORER_MOVES: usize = 400;
/// Maximum size of a request that creates a study, in bytes.
pub(crate) const STUDY_BYTES: usize = 4 * 1024 * 1024;
/// Maximum size of a request with edits of a study, in bytes.
pub(crate) const STUDY_EDITS_BYTES: usize = 1024 * 1024;
/// Number of studies on a page of a list.
pub(crate) const STUDIES_LISTED: u32 = 30;
/// Number of requests whose chapters are judged at the same time.
pub(crate) const STUDY_WORKERS: usize = 2;
/// Number of studies whose files are written at the same time.
pub(crate) const STUDY_EXPORTS: usize = 2;
/// Maximum number of edits of a study in one answer.
pub(crate) const CHANGES_AT_ONCE: u32 = 100;
/// Longest wait for an edit of a study, shorter than [`REQUEST`].
pub(crate) const CHANGES_WAIT: Duration = Duration::from_secs(15);
/// Interval of looking for edits at other servers.
pub(crate) const CHANGES_LOOK_EVERY: Duration = Duration::from_secs(2);
/// Maximum size of a report of attempts at puzzles, in bytes: with a guest's progress.
pub(crate) const PUZZLE_REPORT_BYTES: usize = 64 * 1024;
/// Burst of reports of attempts at puzzles of one account: those that waited on a device.
pub(crate) const PUZZLE_REPORTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// Average interval of these reports.
pub(crate) const PUZZLE_REPORTS_EVERY: Duration = Duration::from_secs(2);
/// Maximum number of accounts that an account follows and blocks.
pub(crate) const RELATIONS: u32 = 500;
/// Maximum number of reports of an account in a day.
pub(crate) const REPORTS_PER_DAY: u32 = 10;
/// Maximum number of reports on a moderator's page.
pub(crate) const REPORTS_SHOWN: u32 = 100;
/// Number of entries of the audit log on a page.
pub(crate) const AUDIT_SHOWN: u32 = 50;
/// Maximum number of running tables on the moderators' page.
pub(crate) const TABLES_MODERATED: usize = 100;
/// Maximum number of games of an account and a ladder on a moderator's page about fair play.
pub(crate) const FAIR_PLAY_GAMES: usize = 10;
/// Number of latest games of an account that are looked at for it.
pub(crate) const FAIR_PLAY_LATEST: u32 = 500;
/// Minimum number of plies of such a game.
pub(crate) const FAIR_PLAY_MIN_PLIES: u32 = 20;
/// Maximum number of plies of a game that are compared with the engine.
pub(crate) const FAIR_PLAY_PLIES: usize = 200;
/// Maximum number of nodes of a search for it; each ply needs up to two.
pub(crate) const FAIR_PLAY_NODES: u64 = 10_000;
/// Maximum time of such a search.
pub(crate) const FAIR_PLAY_SEARCH: Duration = Duration::from_secs(1);
/// Interval of asking for idle time for it.
pub(crate) const FAIR_PLAY_IDLE_EVERY: Duration = Duration::from_millis(20);
/// Maximum number of games whose values are kept.
pub(crate) const FAIR_PLAY_KEPT: usize = 2_000;
/// Maximum number of games and ladders that wait for it.
pub(crate) const FAIR_PLAY_WAITING: usize = 200;
/// Number of latest rated games of a variant from which the sample of a ladder is taken.
pub(crate) const FAIR_PLAY_RECENT: u32 = 1_000;
/// Maximum number of archive pages of that size that are read for it: casual games are among them.
pub(crate) const FAIR_PLAY_PAGES: u32 = 5;
/// Maximum number of games in the sample of a ladder.
pub(crate) const FAIR_PLAY_SAMPLE: usize = 60;
/// Maximum number of games of one account in the sample.
pub(crate) const FAIR_PLAY_SAMPLE_PER_ACCOUNT: usize = 4;
/// Age at which the sample of a ladder is taken anew, in milliseconds: one day.
pub(crate) const FAIR_PLAY_SAMPLE_MS: u64 = 24 * 3_600_000;
/// Difference of ratings up to which players are similar.
pub(crate) const FAIR_PLAY_SIMILAR: f64 = 200.0;
/// Minimum number of values of similar players.
pub(crate) const FAIR_PLAY_MIN_SIMILAR: usize = 30;
/// Time within which a moderator's looks at the same account are one entry of the audit log, in
/// milliseconds.
pub(crate) const FAIR_PLAY_LOOK_MS: u64 = 600_000;
/// Average interval of messages of a seat about its hidden page, in milliseconds.
pub(crate) const HIDDEN_EVERY_MS: u64 = 15_000;
/// Burst of these messages.
pub(crate) const HIDDEN_AT_ONCE: u64 = 3;
/// Maximum number of times in such a message.
pub(crate) const HIDDEN_TIMES: u16 = 1_000;
/// Maximum duration in such a message, in milliseconds: one day.
pub(crate) const HIDDEN_MS: u64 = 24 * 3_600_000;
/// Interval of reading closed, muted and hidden accounts and the announcement.
pub(crate) const STANDINGS_READ_EVERY: Duration = Duration::from_secs(3);
/// Interval of reading whom the viewers of tables block.
pub(crate) const BLOCKS_READ_EVERY: Duration = Duration::from_secs(3);
/// Time after the closing of an account within which a join that was accepted before may still be
/// committed, in milliseconds.
pub(crate) const CLOSING_MS: u64 = 60_000;
/// Maximum number of smart boards.
pub(crate) const BOARDS: usize = 256;
/// Maximum length of a board's or an arbiter's name, in characters.
pub(crate) const BOARD_NAME_CHARS: usize = 40;
/// Maximum length of an arbiter's reason, in characters.
pub(crate) const WHY_CHARS: usize = 400;
/// Messages that may wait for a slow watcher of the boards before it has to reconnect.
pub(crate) const WAITING_VIEWS: usize = 256;
/// A board is offline after this time without a message, in milliseconds; its bridge sends every
/// few seconds.
pub(crate) const SILENCE_MS: u64 = 30_000;
/// Maximum number of waiting posts of one board, and the same number of possibly old ones. Its
/// bridge sends one post at a time, and repeats it after a timeout.
pub(crate) const WAITING_POSTS: usize = 4;
/// Maximum number of retries of a board's change after conflicts with another server.
pub(crate) const RACES: usize = 8;
/// Maximum number of changes between games in one post: each is a commit. A bridge whose post is
/// rejected sends smaller ones.
pub(crate) const TURNS_PER_POST: usize = 32;
/// Maximum number of games of a board: ten per day for 25 years.
pub(crate) const BOARD_GAMES: usize = 100_000;
/// Unfinished games of a board kept in memory besides the latest.
pub(crate) const GAMES_AT_HAND: usize = 3;
/// Maximum number of concurrent reads of games for viewers, for tables and boards each: a long game
/// occupies a core for a while.
pub(crate) const READERS: usize = 2;
/// Number of cached games.
pub(crate) const READ_GAMES: usize = 32;
/// Tables without an actor that are kept in memory after they were read from their logs. They hold all
/// games of an account, so that a list of them does not replay each every time.
pub(crate) const RESTING_TABLES: usize = 64;
const _: () = assert!(RESTING_TABLES > GAMES_ELSEWHERE as usize);
/// Maximum size of the records, files and transcripts that are kept, in bytes.
pub(crate) const READINGS_BYTES: usize = 16 * 1024 * 1024;
/// Number of pictures that are drawn at the same time: each occupies a core for some 50 ms.
pub(crate) const DRAWERS: usize = 2;
/// Longest wait of a request for its turn to have a picture drawn.
pub(crate) const DRAWING_WAIT: Duration = Duration::from_secs(5);
/// Maximum size of the drawn pictures that are kept, in bytes.
pub(crate) const PICTURES_BYTES: usize = 16 * 1024 * 1024;
/// Maximum size of the replays of finished games that are kept for pages of other sites, in bytes.
pub(crate) const REPLAYS_BYTES: usize = 32 * 1024 * 1024;
/// Burst of drawn pictures and replayed games of one network; those that are kept do not count.
pub(crate) const PICTURES_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// Average interval of drawn pictures.
pub(crate) const PICTURES_EVERY: Duration = Duration::from_secs(2);
/// Maximum number of watchers of the boards.
pub(crate) const WATCHERS: usize = 500;
/// Maximum number of them from one network.
pub(crate) const WATCHERS_PER_ADDRESS: usize = 100;
/// Maximum age of the snapshot for a new watcher, in milliseconds, while only clocks run.
pub(crate) const LISTING_AGE_MS: u64 = 250;
/// Minimum length of an arbiter's key, in characters: it decides games and can be tried from
/// anywhere.
pub const ARBITER_KEY_CHARS: usize = 16;
/// Burst of wrong keys from one network.
pub(crate) const GUESSES_AT_ONCE: u64 = 10;
/// Interval in milliseconds after which one wrong key is forgiven.
pub(crate) const GUESSES_EVERY_MS: u64 = 30_000;
/// Maximum number of networks with wrong keys; beyond that all tries are rejected.
pub(crate) const GUESSERS: usize = 10_000;
/// Maximum size of a broker's packet: a post of 64 KiB grows when it is embedded in JSON text.
pub(crate) const PACKET: u32 = 256 * 1024;
/// Minimum interval of repeated log messages, such as on invalid messages from a broker or failures
/// of the store.
pub(crate) const REPEATED_LOG_EVERY: Duration = Duration::from_secs(10);
/// Maximum number of messages waiting for the broker.
pub(crate) const WAITING_LETTERS: usize = 256;
