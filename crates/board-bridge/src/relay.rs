use crate::{
    backlog::{Backlog, Pushed},
    delivery_error::{DeliveryError, Kind},
    parcel::Parcel,
};
use boardlink::{Hello, PROTOCOL, ToBoard, ToHost};
use smart_boards::{Answer, Key, POST_BYTES, Post, board_text};

/// How often a line is asked whose it is until it says so, and afterwards how often it is asked
/// when there is nothing else to post: that tells the server that the board is there, and the
/// server has something to answer to.
const ASK_MS: u64 = 1_000;
const HEARTBEAT_MS: u64 = 2_000;

/// A post not answered for so long counts as a failure for what has to be on disk.
const HANGS_MS: u64 = 2_000;

/// After a failure, the pause before the next try; doubled each time up to the longest.
const PAUSE_MS: [u64; 2] = [250, 10_000];

/// How long a board that waits for acknowledgements is silent before it is asked to go on telling.
const PULL_MS: u64 = 200;

/// The most messages of a post, and of what comes before a board has said its name.
const MOST: usize = 400;
const EARLY: usize = 64;

/// The bytes of a post that are left for what is not messages.
const ENVELOPE: usize = 1_024;

/// A moment, by the two clocks there are.
#[derive(Clone, Copy)]
pub(crate) struct Now {
    /// Milliseconds that never run backwards.
    pub(crate) ms: u64,
    /// Milliseconds since 1970.
    pub(crate) unix_ms: u64,
}

/// What the bridge decides: which message goes where, and when. It has no line, no socket and no
/// clock of its own; what comes of it waits in [`Relay::orders`], [`Relay::next_parcel`] and
/// [`Relay::notices`].
///
/// It never acknowledges anything itself. An [`ToBoard::Ack`] goes to the board only when the server
/// has said it, because only the server's commit is a promise, and the board erases what is
/// acknowledged. What the bridge keeps on disk is a second copy: raw sensors for judging again,
/// which no board stores, and the events of a board that may never come back.
pub(crate) struct Relay {
    key: Key,
    backlog: Backlog,
    line: LineState,
    /// What has to be said about the board itself; only the latest counts.
    hello: Option<Hello>,
    flight: Option<Flight>,
    /// What the server's last answer gave to be given back; and whether there was any answer.
    nonce: Option<u64>,
    is_greeted: bool,
    /// Fails since the server last answered, and when to try again.
    failures: u32,
    retry_ms: u64,
    complaint: Option<Kind>,
    /// Why the line could not be opened, when a person was last told.
    line_trouble: Option<String>,
    /// The most messages of the next post; less while the server does not understand them.
    most: usize,
    asked_ms: u64,
    posted_ms: u64,
    /// Events heard since the board was last told anything that lets it go on, and the last time.
    unanswered_events: u32,
    last_event_ms: u64,
    is_full: bool,
    is_disk_bad: bool,
    orders: Vec<ToBoard>,
    notices: Vec<String>,
}

/// What is known of whoever is on the line.
enum LineState {
    Down,
    /// Connected, and it has not said who it is. What it said meanwhile.
    Unknown(Vec<ToHost>),
    Known,
    /// Another board, or one that speaks another protocol: what it says goes nowhere.
    Ignored,
}

/// A post under way, or failed and to be repeated as it is: it may have arrived.
struct Flight {
    parcel: Parcel,
    count: usize,
    sent_ms: Option<u64>,
}

impl Relay {
    /// A bridge with nothing connected.
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
            most: MOST,
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
            relay.notices.push(format!("{count} messages of before are still to be delivered"));
        }
        relay
    }

    /// The line to the board is open.
    pub(crate) fn line_up(&mut self, now: Now) {
        self.line = LineState::Unknown(Vec::new());
        self.line_trouble = None;
        self.ask(now);
        self.notices.push("the line to the board is open".to_owned());
    }

    /// The line to the board is closed.
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

    /// The board said something.
    pub(crate) fn heard(&mut self, message: ToHost, now: Now) {
        match (&mut self.line, message) {
            (LineState::Down, _) => {}
            (_, ToHost::Hello(hello)) => self.accept_hello(hello, now),
            (LineState::Unknown(early), message) => {
                if early.len() < EARLY {
                    early.push(message);
                }
            }
            (LineState::Known, message) => self.buffer_message(message, now),
            (LineState::Ignored, _) => {}
        }
    }

    /// Time has passed.
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
        if sent_ms.is_some_and(|sent| now.ms >= sent + HANGS_MS) {
            self.backlog.keep();
        }
        self.request_events(now);
        match self.backlog.write() {
            Ok(has_written) => self.is_disk_bad &= !has_written,
            Err(error) => self.report_disk_error(&error),
        }
    }

    /// The next post, when there is one to be made now. Its outcome goes to [`Relay::answered`].
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

    /// What became of the post under way.
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
                self.most = MOST;
                self.delivered(count, answer.answers);
                return;
            }
            Ok(answer) => DeliveryError::of_answer(&answer),
            Err(trouble) => trouble,
        };
        self.backlog.keep();
        if trouble.kind == Kind::Malformed {
            self.split_batch(count, &trouble);
            return;
        }
        let [shortest, longest] = PAUSE_MS;
        self.retry_ms = now.ms + (shortest << self.failures.min(16)).min(longest);
        self.failures += 1;
        if self.complaint != Some(trouble.kind) {
            self.complaint = Some(trouble.kind);
            self.notices.push(format!("{trouble}; what the board says is kept on disk"));
        }
    }

    /// What is to be said to the board, in order.
    pub(crate) fn orders(&mut self) -> Vec<ToBoard> {
        std::mem::take(&mut self.orders)
    }

    /// What a person should know, a line each.
    pub(crate) fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// How many milliseconds may pass before [`Relay::tick`] and [`Relay::next_parcel`] have
    /// something to do, if nothing comes in.
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

    /// The board says who it is: after power came on, and whenever it was asked.
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
        let is_full = self.backlog.push(message) == Pushed::NoRoom;
        if is_full && !self.is_full {
            self.notices.push(
                "the buffer is full: what the sensors say is not kept any more; events stay with \
                 the board"
                    .to_owned(),
            );
        }
        self.is_full |= is_full;
    }

    /// A board tells only so much before it is acknowledged. While the server is away, it is asked
    /// to tell on from the last event there is; telling that one again shows that it is still kept.
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

    /// As many messages as a post takes, the board's own word first. The first post of a bridge is a
    /// greeting: what the sensors said counts only in one that carries the server's nonce.
    fn pack_batch(&mut self, now: Now) -> Option<Flight> {
        let board = self.backlog.board()?;
        let hello = self.hello.take().map(ToHost::Hello);
        let mut messages: Vec<ToHost> = hello.into_iter().collect();
        let greetings = messages.len();
        let mut bytes = ENVELOPE;
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
            self.notices.push(format!("the server answers; {waiting} messages still wait"));
        }
        (self.failures, self.complaint, self.retry_ms) = (0, None, 0);
        self.is_full &= self.backlog.len() > 0;
        self.unanswered_events = 0;
        if matches!(self.line, LineState::Known) {
            self.orders.extend(orders);
        }
    }

    /// Some message of a post is not understood: finds it by halving, and sets it aside.
    fn split_batch(&mut self, count: usize, trouble: &DeliveryError) {
        self.flight = None;
        if count > 1 {
            self.most = count / 2;
            return;
        }
        self.most = MOST;
        if count == 0 {
            // Nothing but the board's name; it is said again with the next beat of the heart.
            if self.complaint.replace(Kind::Malformed) != Some(Kind::Malformed) {
                self.notices.push(trouble.to_string());
            }
            return;
        }
        self.notices.push(format!("{trouble}; set aside in refused.jsonl"));
        if let Err(error) = self.backlog.set_aside(&trouble.to_string()) {
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
