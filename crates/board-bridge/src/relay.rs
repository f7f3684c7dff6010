use crate::{
    backlog::{Backlog, Pushed},
    delivery_error::{DeliveryError, Kind},
    parcel::Parcel,
};
use boardlink::{Hello, PROTOCOL, ToBoard, ToHost};
use smart_boards::{Answer, Key, POST_BYTES, Post, board_text};

/// Interval at which an unknown board is asked for its identity, and interval for a known one when
/// nothing else is posted. The latter shows the server that the board is connected, and gives it a
/// post to answer.
const ASK_MS: u64 = 1_000;
const HEARTBEAT_MS: u64 = 2_000;

/// Time without an answer after which pending messages are written to disk.
const HANG_TIMEOUT_MS: u64 = 2_000;

/// Minimum and maximum pause after a failed post; it doubles with each failure.
const RETRY_MS: [u64; 2] = [250, 10_000];

/// Time for which a board that waits for acknowledgements is silent before it is asked to continue.
const PULL_MS: u64 = 200;

/// Maximum number of messages in a post, and before a board has identified itself.
const MAX_MESSAGES: usize = 400;
const MAX_EARLY: usize = 64;

/// Number of bytes of a post that are reserved for everything except messages.
const ENVELOPE_BYTES: usize = 1_024;

/// A point in time on the steady clock and on the wall clock.
#[derive(Clone, Copy)]
pub(crate) struct Now {
    /// Milliseconds on a clock that never runs backwards.
    pub(crate) ms: u64,
    /// Unix time in milliseconds.
    pub(crate) unix_ms: u64,
}

/// The decisions of the bridge: which message goes where, and when. It has no line, socket or
/// clock; its results are in [`Relay::orders`], [`Relay::next_parcel`] and [`Relay::notices`].
///
/// It never acknowledges an event itself. A [`ToBoard::Ack`] goes to the board only when the server
/// has sent it, because the board may erase what is acknowledged.
///
/// The bridge's own file is a second copy. It contains the raw sensor readings, which no board
/// stores, and the events of a board that may never return.
pub(crate) struct Relay {
    key: Key,
    backlog: Backlog,
    line: LineState,
    /// The board's latest greeting, to be posted next.
    hello: Option<Hello>,
    flight: Option<Flight>,
    /// The nonce of the server's last answer, and whether there was any answer.
    nonce: Option<u64>,
    is_greeted: bool,
    /// Failures since the server's last answer, and when to retry.
    failures: u32,
    retry_ms: u64,
    complaint: Option<Kind>,
    /// The last reported reason why the line cannot be opened.
    line_trouble: Option<String>,
    /// Maximum number of messages in the next post; reduced while the server rejects posts as
    /// malformed.
    most: usize,
    asked_ms: u64,
    posted_ms: u64,
    /// Number of events received since the board was last allowed to continue, and time of the last
    /// one.
    unanswered_events: u32,
    last_event_ms: u64,
    is_full: bool,
    is_disk_bad: bool,
    orders: Vec<ToBoard>,
    notices: Vec<String>,
}

/// State of the line and of the board on it.
enum LineState {
    Down,
    /// Connected, but the board has not identified itself; its messages so far.
    Unknown(Vec<ToHost>),
    Known,
    /// Another board, or one with another protocol: its messages are dropped.
    Ignored,
}

/// A post that is being sent, or that failed and must be repeated unchanged because it may have
/// arrived.
struct Flight {
    parcel: Parcel,
    count: usize,
    sent_ms: Option<u64>,
}

impl Relay {
    /// Creates a relay with nothing connected.
    pub(crate) fn new(key: Key, backlog: Backlog) -> Relay {
        let mut relay = Relay {
            key,
            backlog,
            line: LineState::Down,
            hello: None,
            flight: None,
            nonce: None,
            is_greeted: false,
            failures: 0,
            retry_ms: 0,
            complaint: None,
            line_trouble: None,
            most: MAX_MESSAGES,
            asked_ms: 0,
            posted_ms: 0,
            unanswered_events: 0,
            last_event_ms: 0,
            is_full: false,
            is_disk_bad: false,
            orders: Vec::new(),
            notices: Vec::new(),
        };
        if relay.backlog.len() > 0 {
            let count = relay.backlog.len();
            relay.notices.push(format!("{count} messages from an earlier run are pending"));
        }
        relay
    }

    /// Handles the opening of the line to the board.
    pub(crate) fn line_up(&mut self, now: Now) {
        self.line = LineState::Unknown(Vec::new());
        self.line_trouble = None;
        self.ask(now);
        self.notices.push("the line to the board is open".to_owned());
    }

    /// Handles the closing of the line to the board.
    pub(crate) fn line_down(&mut self, why: &str) {
        if !matches!(self.line, LineState::Down) {
            self.notices.push(format!("the line to the board is closed: {why}"));
        } else if self.line_trouble.as_deref() != Some(why) {
            self.notices.push(format!("the line to the board cannot be opened: {why}"));
            self.line_trouble = Some(why.to_owned());
        }
        self.line = LineState::Down;
        self.unanswered_events = 0;
        self.orders.clear();
    }

    /// Handles a message of the board.
    pub(crate) fn heard(&mut self, message: ToHost, now: Now) {
        match (&mut self.line, message) {
            (LineState::Down, _) => {}
            (_, ToHost::Hello(hello)) => self.accept_hello(hello, now),
            (LineState::Unknown(early), message) => {
                if early.len() < MAX_EARLY {
                    early.push(message);
                }
            }
            (LineState::Known, message) => self.buffer_message(message, now),
            (LineState::Ignored, _) => {}
        }
    }

    /// Handles the passage of time.
    pub(crate) fn tick(&mut self, now: Now) {
        let is_asked_again = match self.line {
            LineState::Unknown(_) | LineState::Ignored => now.ms >= self.asked_ms + ASK_MS,
            LineState::Known => now.ms >= self.asked_ms.max(self.posted_ms) + HEARTBEAT_MS,
            LineState::Down => false,
        };
        if is_asked_again {
            self.ask(now);
        }
        let sent_ms = self.flight.as_ref().and_then(|flight| flight.sent_ms);
        if sent_ms.is_some_and(|sent| now.ms >= sent + HANG_TIMEOUT_MS) {
            self.backlog.make_durable();
        }
        self.request_events(now);
        match self.backlog.write() {
            Ok(has_written) => self.is_disk_bad &= !has_written,
            Err(error) => self.report_disk_error(&error),
        }
    }

    /// The next post, if one is due. Its outcome is passed to [`Relay::answered`].
    pub(crate) fn next_parcel(&mut self, now: Now) -> Option<Parcel> {
        if now.ms < self.retry_ms {
            return None;
        }
        if self.flight.is_none() {
            self.flight = self.pack_batch(now);
        }
        let flight = self.flight.as_mut().filter(|flight| flight.sent_ms.is_none())?;
        flight.sent_ms = Some(now.ms);
        self.posted_ms = now.ms;
        Some(flight.parcel.clone())
    }

    /// Handles the outcome of the current post.
    pub(crate) fn answered(&mut self, outcome: Result<Answer, DeliveryError>, now: Now) {
        let Some(flight) = &mut self.flight else { return };
        flight.sent_ms = None;
        let count = flight.count;
        if let Ok(answer) = &outcome {
            self.nonce = answer.nonce.or(self.nonce);
            self.is_greeted = true;
        }
        let trouble = match outcome {
            Ok(answer) if answer.status == 200 => {
                self.flight = None;
                self.most = MAX_MESSAGES;
                self.delivered(count, answer.answers);
                return;
            }
            Ok(answer) => DeliveryError::of_answer(&answer),
            Err(trouble) => trouble,
        };
        self.backlog.make_durable();
        if trouble.kind == Kind::Malformed {
            self.split_batch(count, &trouble);
            return;
        }
        let [shortest, longest] = RETRY_MS;
        self.retry_ms = now.ms + (shortest << self.failures.min(16)).min(longest);
        self.failures += 1;
        if self.complaint != Some(trouble.kind) {
            self.complaint = Some(trouble.kind);
            self.notices
                .push(format!("{trouble}; messages are stored on disk until it is available"));
        }
    }

    /// Takes the messages for the board, in order.
    pub(crate) fn orders(&mut self) -> Vec<ToBoard> {
        std::mem::take(&mut self.orders)
    }

    /// Takes the notices for a person, one line each.
    pub(crate) fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Time in milliseconds until [`Relay::tick`] or [`Relay::next_parcel`] is due if no input
    /// comes.
    pub(crate) fn idle_ms(&self, now: Now) -> u64 {
        let due = if self.unanswered_events > 1 {
            self.last_event_ms + PULL_MS
        } else {
            now.ms + ASK_MS / 2
        };
        let due = if self.retry_ms > now.ms { due.min(self.retry_ms) } else { due };
        due.saturating_sub(now.ms).max(1)
    }

    fn ask(&mut self, now: Now) {
        self.asked_ms = now.ms;
        self.orders.push(ToBoard::Who);
    }

    /// Handles the identification of the board, sent after power-on and whenever asked.
    fn accept_hello(&mut self, hello: Hello, now: Now) {
        let board = hello.board;
        if hello.protocol != PROTOCOL {
            let (its, ours) = (hello.protocol, PROTOCOL);
            self.ignore(format!("the board speaks protocol {its}, this bridge {ours}"));
            return;
        }
        if let Some(mine) = self.backlog.board().filter(|mine| *mine != board) {
            let [board, mine] = [board, mine].map(|board| board_text(&board));
            self.ignore(format!(
                "board {board} is on the line, and this buffer is of board {mine}: give each \
                 board a bridge and a folder of its own"
            ));
            return;
        }
        if self.backlog.board().is_none()
            && let Err(error) = self.backlog.claim(board)
        {
            self.report_disk_error(&error);
        }
        self.orders.push(ToBoard::SetTime { unix_s: unix_s(now) });
        self.hello = Some(hello);
        if let LineState::Unknown(early) = std::mem::replace(&mut self.line, LineState::Known) {
            self.notices.push(format!("board {} is there", board_text(&board)));
            early.into_iter().for_each(|message| self.buffer_message(message, now));
        }
    }

    fn ignore(&mut self, why: String) {
        if !matches!(self.line, LineState::Ignored) {
            self.notices.push(why);
        }
        self.line = LineState::Ignored;
    }

    fn buffer_message(&mut self, message: ToHost, now: Now) {
        if let ToHost::Event(_) = message {
            self.unanswered_events += 1;
            self.last_event_ms = now.ms;
        }
        let is_full = self.backlog.push(message) == Pushed::Full;
        if is_full && !self.is_full {
            self.notices.push(
                "the buffer is full: what the sensors say is not kept any more; events stay with \
                 the board"
                    .to_owned(),
            );
        }
        self.is_full |= is_full;
    }

    /// Asks the board to continue if it waits for acknowledgements while the server is unavailable.
    /// The board sends a limited number of events; it continues from the last one received, whose
    /// repetition shows that the board still has it.
    fn request_events(&mut self, now: Now) {
        let is_waiting = self.unanswered_events > 1 && now.ms >= self.last_event_ms + PULL_MS;
        if !is_waiting || self.failures == 0 || self.is_full {
            return;
        }
        self.unanswered_events = 0;
        if let Some((game, seq)) = self.backlog.last_event() {
            self.orders.push(ToBoard::AskFrom { game, seq });
        }
    }

    /// Packs the next post, with the board's greeting first. The first post of a bridge contains
    /// only the greeting: sensor readings count only in a post with the server's nonce.
    fn pack_batch(&mut self, now: Now) -> Option<Flight> {
        let board = self.backlog.board()?;
        let hello = self.hello.take().map(ToHost::Hello);
        let mut messages: Vec<ToHost> = hello.into_iter().collect();
        let greetings = messages.len();
        let mut bytes = ENVELOPE_BYTES;
        let most = if self.is_greeted { self.most } else { 0 };
        for message in self.backlog.iter().take(most) {
            bytes += serde_json::to_string(message).map_or(POST_BYTES, |text| text.len() + 1);
            if bytes > POST_BYTES {
                break;
            }
            messages.push(*message);
        }
        if messages.is_empty() && self.backlog.len() == 0 {
            return None;
        }
        let count = messages.len() - greetings;
        let n = match self.backlog.next_number(now.unix_ms) {
            Ok(n) => n,
            Err(error) => {
                self.report_disk_error(&error);
                now.unix_ms
            }
        };
        let id = board_text(&board);
        let body = serde_json::to_string(&Post { n, nonce: self.nonce, messages }).ok()?;
        let mac = self.key.sign(&id, body.as_bytes());
        Some(Flight { parcel: Parcel { id, n, mac, body }, count, sent_ms: None })
    }

    fn delivered(&mut self, count: usize, orders: Vec<ToBoard>) {
        if let Err(error) = self.backlog.taken(count) {
            self.report_disk_error(&error);
        }
        if self.failures > 0 || self.complaint.is_some() {
            let waiting = self.backlog.len();
            self.notices.push(format!("the server answers again; {waiting} messages are pending"));
        }
        (self.failures, self.complaint, self.retry_ms) = (0, None, 0);
        self.is_full &= self.backlog.len() > 0;
        self.unanswered_events = 0;
        if matches!(self.line, LineState::Known) {
            self.orders.extend(orders);
        }
    }

    /// Finds by halving the message that the server rejects as malformed, and sets it aside.
    fn split_batch(&mut self, count: usize, trouble: &DeliveryError) {
        self.flight = None;
        if count > 1 {
            self.most = count / 2;
            return;
        }
        self.most = MAX_MESSAGES;
        if count == 0 {
            // The post contained only the greeting, which is repeated with the next heartbeat.
            if self.complaint.replace(Kind::Malformed) != Some(Kind::Malformed) {
                self.notices.push(trouble.to_string());
            }
            return;
        }
        self.notices.push(format!("{trouble}; set aside in refused.jsonl"));
        if let Err(error) = self.backlog.reject_oldest(&trouble.to_string()) {
            self.report_disk_error(&error);
        }
    }

    fn report_disk_error(&mut self, error: &std::io::Error) {
        if !std::mem::replace(&mut self.is_disk_bad, true) {
            self.notices.push(format!("the buffer cannot be written: {error}"));
        }
    }
}

fn unix_s(now: Now) -> u32 {
    u32::try_from(now.unix_ms / 1_000).unwrap_or(u32::MAX)
}
