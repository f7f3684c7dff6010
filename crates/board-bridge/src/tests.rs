//! Tests a relay between a simulated board and server, in one thread, with simulated time and
//! seeded failures. No failure may lose an event, duplicate it, or acknowledge it too early.

use crate::{
    backlog::Backlog,
    delivery_error::{DeliveryError, Kind},
    parcel::Parcel,
    relay::{Now, Relay},
};
use boardlink::{Body, ChipId, Event, Hello, PROTOCOL, ToBoard, ToHost};
use smart_boards::{Answer, Key, Post, board_text};
use std::{collections::BTreeMap, path::Path};

const BOARD: ChipId = *b"test-board-1";
const ROOM: usize = 1 << 20;

fn key() -> Key {
    Key::new([7; 32])
}

fn relay(folder: &Path) -> Relay {
    Relay::new(key(), Backlog::open(folder, ROOM).expect("the folder is free"))
}

fn now(ms: u64) -> Now {
    Now { ms, unix_ms: 1_700_000_000_000 + ms }
}

fn hello(board: ChipId, protocol: u8) -> ToHost {
    ToHost::Hello(Hello { protocol, board, game: 1, events: 0, is_full: false })
}

fn event(game: u32, seq: u32) -> Event {
    let body = if seq == 0 { Body::Setup { settings: Default::default() } } else { Body::Restored };
    Event { game, seq, at_ms: seq * 1_000, body }
}

fn seen(at_ms: u32) -> ToHost {
    ToHost::Seen { game: 1, events: 1, number: at_ms, at_ms, ranks: [0x1ff; 10] }
}

fn post(parcel: &Parcel) -> Post {
    serde_json::from_str(&parcel.body).expect("a post")
}

fn trouble(kind: Kind) -> DeliveryError {
    DeliveryError { kind, why: "so the test says".to_owned() }
}

/// A server's answer to a post.
fn answer(parcel: &Parcel, status: u16, answers: Vec<ToBoard>) -> Answer {
    let why = (status != 200).then(|| "so the test says".to_owned());
    Answer { n: parcel.n, status, nonce: Some(NONCE), why, answers }
}

const NONCE: u64 = 77;

/// A server that stores a board's events.
#[derive(Default)]
struct PretendServer(BTreeMap<(u32, u32), Event>);

impl PretendServer {
    fn take(&mut self, parcel: &Parcel) -> Answer {
        assert!(key().verify(&parcel.id, parcel.body.as_bytes(), &parcel.mac), "signed");
        let mut answers = BTreeMap::new();
        for message in post(parcel).messages {
            if let ToHost::Event(event) = message {
                let (game, next) = (event.game, self.next(event.game));
                if event.seq == next {
                    self.0.insert((game, event.seq), event);
                }
                let seq = self.next(game);
                let answer = if event.seq > next {
                    ToBoard::AskFrom { game, seq }
                } else {
                    ToBoard::Ack { game, next: seq }
                };
                answers.insert(game, answer);
            }
        }
        answer(parcel, 200, answers.into_values().collect())
    }

    fn next(&self, game: u32) -> u32 {
        self.0.range((game, 0)..(game + 1, 0)).count() as u32
    }
}

/// A board like the firmware: sends eight events, waits, and starts again if they are not
/// acknowledged.
struct Board {
    events: Vec<Event>,
    acknowledged: usize,
    next: usize,
    in_flight: usize,
    news_ms: u64,
    is_hello_due: bool,
}

impl Board {
    fn new() -> Board {
        Board {
            events: Vec::new(),
            acknowledged: 0,
            next: 0,
            in_flight: 0,
            news_ms: 0,
            is_hello_due: true,
        }
    }

    fn begin_again(&mut self) {
        (self.next, self.in_flight, self.is_hello_due) = (self.acknowledged, 0, true);
    }

    fn obey(&mut self, order: ToBoard, at: u64, server: &PretendServer) {
        match order {
            ToBoard::Who => self.begin_again(),
            ToBoard::Ack { game, next } => {
                assert!(next <= server.next(game), "acknowledged before it was stored");
                while let Some(event) = self.events.get(self.acknowledged)
                    && event.game == game
                    && event.seq < next
                {
                    self.acknowledged += 1;
                    self.in_flight = self.in_flight.saturating_sub(1);
                    self.news_ms = at;
                }
                self.next = self.next.max(self.acknowledged);
            }
            ToBoard::AskFrom { game, seq } => {
                let found =
                    self.events.iter().position(|event| (event.game, event.seq) == (game, seq));
                self.next = found.expect("only existing events are requested");
                self.in_flight = 0;
            }
            _ => {}
        }
    }

    fn tell(&mut self, at: u64) -> Option<ToHost> {
        if self.in_flight > 0 && at > self.news_ms + 1_000 {
            self.begin_again();
        }
        if std::mem::take(&mut self.is_hello_due) {
            return Some(hello(BOARD, PROTOCOL));
        }
        let event = *self.events.get(self.next).filter(|_| self.in_flight < 8)?;
        self.next += 1;
        self.in_flight += 1;
        self.news_ms = at;
        Some(ToHost::Event(event))
    }
}

/// Seeded pseudo-random numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 16) as usize % end
    }

    fn chance(&mut self, of_thousand: usize) -> bool {
        self.below(1_000) < of_thousand
    }
}

/// Plays three games with failures, then lets everything work and waits.
fn endure(seed: u64) {
    const GAMES: [u32; 3] = [1, 2, 9];
    const EVENTS: u32 = 60;
    let folder = tempfile::tempdir().expect("a folder");
    let mut numbers = Numbers(seed);
    let (mut board, mut server) = (Board::new(), PretendServer::default());
    let mut to_come = GAMES.iter().flat_map(|&game| (0..EVENTS).map(move |seq| event(game, seq)));
    let mut bridge = relay(folder.path());
    let (mut is_line_up, mut is_server_up) = (false, true);
    let mut on_the_way: Option<(u64, Parcel)> = None;
    let mut old: Vec<Parcel> = Vec::new();
    let all = GAMES.len() * EVENTS as usize;
    for step in 0..40_000_u64 {
        let ms = step * 10;
        let is_rough = board.events.len() < all;
        if board.acknowledged == all {
            break;
        }
        if numbers.chance(60) {
            board.events.extend(to_come.next());
        }
        // Failures and recoveries.
        if is_rough && numbers.chance(4) {
            drop(bridge);
            if numbers.chance(500) {
                tear(folder.path(), numbers.below(20));
            }
            bridge = relay(folder.path());
            (is_line_up, on_the_way) = (false, None);
        }
        if is_rough && is_line_up && numbers.chance(4) {
            bridge.line_down("unplugged");
            is_line_up = false;
        }
        if is_rough && numbers.chance(3) {
            // A power cut, which a serial adapter need not notice.
            board.begin_again();
        }
        if !is_line_up && (!is_rough || numbers.chance(50)) {
            bridge.line_up(now(ms));
            is_line_up = true;
        }
        is_server_up = !is_rough || is_server_up != numbers.chance(10);
        // The line: slow, and sometimes a frame is damaged.
        if is_line_up {
            for order in bridge.orders() {
                if !is_rough || !numbers.chance(30) {
                    board.obey(order, ms, &server);
                }
            }
            if let Some(message) = board.tell(ms)
                && (!is_rough || !numbers.chance(30))
            {
                bridge.heard(message, now(ms));
                bridge.heard(seen(ms as u32), now(ms));
            }
        }
        bridge.tick(now(ms));
        // The server: slow, unavailable, or its answer is lost; old posts are replayed.
        if let Some(parcel) = bridge.next_parcel(now(ms)) {
            assert!(on_the_way.is_none(), "one post at a time");
            on_the_way = Some((ms + 10 * numbers.below(40) as u64, parcel));
        }
        if let Some((_, parcel)) = on_the_way.take_if(|(due, _)| *due <= ms) {
            let reply = is_server_up.then(|| server.take(&parcel));
            old.push(parcel);
            let reply = reply.filter(|_| !is_rough || !numbers.chance(100));
            bridge.answered(reply.ok_or_else(|| trouble(Kind::Away)), now(ms));
        }
        if is_server_up && !old.is_empty() && numbers.chance(20) {
            server.take(&old[numbers.below(old.len())]);
        }
    }
    assert_eq!(board.acknowledged, all, "seed {seed}: the board waits for ever");
    let stored: Vec<Event> = server.0.values().copied().collect();
    assert_eq!(stored, board.events, "seed {seed}");
}

/// Truncates the log as a power cut would.
fn tear(folder: &Path, bytes: usize) {
    let path = folder.join("messages.log");
    let text = std::fs::read(&path).expect("the log");
    std::fs::write(&path, &text[..text.len().saturating_sub(bytes)]).expect("a shorter one");
}

#[test]
fn whatever_fails_nothing_is_lost_or_doubled() {
    for seed in 0..24 {
        endure(seed);
    }
}

/// The server is away for a whole game, then the board is removed: the bridge delivers the game.
#[test]
fn a_board_that_went_home_is_not_needed() {
    const EVENTS: u32 = 150;
    let folder = tempfile::tempdir().expect("a folder");
    let (mut board, mut server) = (Board::new(), PretendServer::default());
    board.events = (0..EVENTS).map(|seq| event(1, seq)).collect();
    let mut bridge = relay(folder.path());
    bridge.line_up(now(0));
    for ms in (0..60_000).step_by(10) {
        bridge.orders().into_iter().for_each(|order| board.obey(order, ms, &server));
        if let Some(message) = board.tell(ms) {
            bridge.heard(message, now(ms));
        }
        bridge.tick(now(ms));
        if bridge.next_parcel(now(ms)).is_some() {
            bridge.answered(Err(trouble(Kind::Away)), now(ms));
        }
    }
    assert_eq!(board.acknowledged, 0, "no bridge acknowledges by itself");
    drop((bridge, board));
    let mut bridge = relay(folder.path());
    while let Some(parcel) = bridge.next_parcel(now(0)) {
        let reply = server.take(&parcel);
        bridge.answered(Ok(reply), now(0));
    }
    assert_eq!(server.next(1), EVENTS);
    assert_eq!(bridge.orders(), [], "there is no board to inform");
}

/// A relay that has identified its board.
fn met(folder: &Path) -> Relay {
    let mut bridge = relay(folder);
    bridge.line_up(now(0));
    bridge.heard(hello(BOARD, PROTOCOL), now(0));
    let parcel = bridge.next_parcel(now(0)).expect("the board is announced");
    assert_eq!(post(&parcel).messages, [hello(BOARD, PROTOCOL)]);
    bridge.answered(Ok(answer(&parcel, 200, Vec::new())), now(0));
    let unix_s = 1_700_000_000;
    assert_eq!(bridge.orders(), [ToBoard::Who, ToBoard::SetTime { unix_s }]);
    bridge.notices();
    bridge
}

#[test]
fn strangers_on_the_line_are_ignored() {
    for (board, protocol, why) in [
        (*b"other-board!", PROTOCOL, "of its own"),
        (BOARD, PROTOCOL + 1, "protocol 2, this bridge 1"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut bridge = met(folder.path());
        bridge.heard(hello(board, protocol), now(10));
        bridge.heard(ToHost::Event(event(1, 0)), now(10));
        assert_eq!(bridge.next_parcel(now(10)), None);
        let notices = bridge.notices();
        assert!(notices.len() == 1 && notices[0].contains(why), "{notices:?}");
        // The notice comes once, and the right board is accepted afterwards.
        bridge.heard(hello(board, protocol), now(20));
        assert_eq!(bridge.notices(), [""; 0]);
        bridge.heard(hello(BOARD, PROTOCOL), now(30));
        bridge.heard(ToHost::Event(event(1, 0)), now(30));
        assert_eq!(post(&bridge.next_parcel(now(30)).expect("a post")).messages.len(), 2);
    }
}

#[test]
fn what_is_said_before_the_name_counts_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bridge = relay(folder.path());
    bridge.line_up(now(0));
    bridge.heard(ToHost::Event(event(1, 0)), now(1));
    assert_eq!(bridge.next_parcel(now(1)), None, "the board is not identified yet");
    bridge.heard(hello(BOARD, PROTOCOL), now(2));
    let parcel = bridge.next_parcel(now(2)).expect("a post");
    assert_eq!(parcel.id, board_text(&BOARD));
    assert_eq!(post(&parcel).messages, [hello(BOARD, PROTOCOL)]);
    bridge.answered(Ok(answer(&parcel, 200, Vec::new())), now(3));
    let parcel = bridge.next_parcel(now(3)).expect("a post");
    assert_eq!(post(&parcel).messages, [ToHost::Event(event(1, 0))]);
}

/// With a wrong key, an unregistered board or an unavailable server, messages are kept and the same
/// post is retried with growing pauses. One notice is given.
#[test]
fn trouble_is_waited_out() {
    for (kind, told) in [
        (Kind::Away, "does not answer"),
        (Kind::Unsigned, "not signed by the server"),
        (Kind::WrongKey, "refuses the key"),
        (Kind::Unregistered, "is not registered"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut bridge = met(folder.path());
        bridge.heard(ToHost::Event(event(1, 0)), now(0));
        let first = bridge.next_parcel(now(0)).expect("a post");
        let mut tries = Vec::new();
        bridge.answered(Err(trouble(kind)), now(0));
        for ms in 1..60_000 {
            if let Some(parcel) = bridge.next_parcel(now(ms)) {
                assert_eq!(parcel, first, "it may have arrived: the number must be the same");
                tries.push(ms);
                bridge.answered(Err(trouble(kind)), now(ms));
            }
        }
        let expected = [250, 750, 1_750, 3_750, 7_750, 15_750, 25_750, 35_750, 45_750, 55_750];
        assert_eq!(tries, expected);
        let notices = bridge.notices();
        assert!(notices.len() == 1 && notices[0].contains(told), "{notices:?}");
        // The messages survive the bridge.
        bridge.tick(now(60_000));
        drop(bridge);
        let mut bridge = relay(folder.path());
        let parcel = bridge.next_parcel(now(0)).expect("a greeting");
        assert_eq!(post(&parcel), Post { n: parcel.n, nonce: None, messages: Vec::new() });
        bridge.answered(Ok(answer(&parcel, 200, Vec::new())), now(0));
        let parcel = bridge.next_parcel(now(0)).expect("a post");
        assert_eq!(post(&parcel).messages, [ToHost::Event(event(1, 0))]);
    }
}

/// The nonce of the last answer is sent back; rejections carry one too, unsigned answers do not.
#[test]
fn nonces_are_given_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bridge = met(folder.path());
    for (seq, status, nonce) in [(0, 200, 5), (1, 503, 6), (1, 200, 7), (2, 422, 8), (3, 200, 9)] {
        bridge.heard(ToHost::Event(event(1, seq)), now(0));
        let parcel = bridge.next_parcel(now(60_000)).expect("a post");
        bridge
            .answered(Ok(Answer { nonce: Some(nonce), ..answer(&parcel, status, vec![]) }), now(0));
        bridge.heard(seen(seq), now(0));
        let parcel = bridge.next_parcel(now(60_000)).expect("a post");
        // A post that may have arrived is repeated unchanged.
        let expected = if status == 503 { 5 } else { nonce };
        assert_eq!(post(&parcel).nonce, Some(expected), "after {status}");
        let answers = Ok(Answer { nonce: None, ..answer(&parcel, 200, vec![]) });
        bridge.answered(answers, now(0));
    }
}

/// A message that the server rejects does not block the others.
#[test]
fn what_the_server_does_not_understand_is_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bridge = met(folder.path());
    let mut server = PretendServer::default();
    (0..20).for_each(|seq| bridge.heard(ToHost::Event(event(1, seq)), now(0)));
    let bad = ToHost::Prompt { at_ms: 1, code: 250, number: 9 };
    bridge.heard(bad, now(0));
    (20..40).for_each(|seq| bridge.heard(ToHost::Event(event(1, seq)), now(0)));
    while let Some(parcel) = bridge.next_parcel(now(0)) {
        let outcome = if post(&parcel).messages.contains(&bad) {
            answer(&parcel, 422, Vec::new())
        } else {
            server.take(&parcel)
        };
        bridge.answered(Ok(outcome), now(0));
    }
    assert_eq!(server.next(1), 40);
    let refused = std::fs::read_to_string(folder.path().join("refused.jsonl")).expect("a file");
    let line: serde_json::Value = serde_json::from_str(&refused).expect("one line");
    assert_eq!(line["message"], serde_json::to_value(bad).expect("JSON"));
}

/// Sensor readings give way to events; events that do not fit stay with the board.
#[test]
fn a_full_buffer_says_so_and_loses_no_event() {
    let folder = tempfile::tempdir().expect("a folder");
    let backlog = Backlog::open(folder.path(), 2_000).expect("the folder is free");
    let mut bridge = Relay::new(key(), backlog);
    let (mut board, mut server) = (Board::new(), PretendServer::default());
    board.events = (0..300).map(|seq| event(1, seq)).collect();
    bridge.line_up(now(0));
    let mut notices = Vec::new();
    for ms in (0..400_000).step_by(10) {
        bridge.orders().into_iter().for_each(|order| board.obey(order, ms, &server));
        if let Some(message) = board.tell(ms) {
            bridge.heard(message, now(ms));
            bridge.heard(seen(ms as u32), now(ms));
        }
        bridge.tick(now(ms));
        if let Some(parcel) = bridge.next_parcel(now(ms)) {
            let is_away = ms < 60_000;
            let outcome = if is_away { Err(trouble(Kind::Away)) } else { Ok(server.take(&parcel)) };
            bridge.answered(outcome, now(ms));
        }
        notices.extend(bridge.notices());
        if ms == 60_000 {
            let log = std::fs::metadata(folder.path().join("messages.log")).expect("the log");
            assert!(log.len() < 4_000, "{} bytes", log.len());
            assert_eq!(board.acknowledged, 0);
        }
    }
    assert_eq!((server.next(1), board.acknowledged), (300, 300));
    assert_eq!(notices.iter().filter(|notice| notice.contains("buffer is full")).count(), 1);
}

#[test]
fn numbers_grow_whatever_the_clock_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut last = 0;
    for unix_ms in [5_000, 6_000, 6_000, 40, 7_000] {
        let mut backlog = Backlog::open(folder.path(), ROOM).expect("the folder is free");
        let number = backlog.next_number(unix_ms).expect("written");
        assert!(number > last && number >= unix_ms, "{number} after {last} at {unix_ms}");
        last = number;
    }
}

#[test]
fn a_folder_has_one_bridge() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Backlog::open(folder.path(), ROOM).expect("the folder is free");
    let Err(error) = Backlog::open(folder.path(), ROOM) else { panic!("two at once") };
    assert_eq!(error.to_string(), "another bridge uses this folder");
    drop(first);
    assert!(Backlog::open(folder.path(), ROOM).is_ok());
}

/// However a log is truncated or changed, its intact records are found and it can be written again.
#[test]
fn damaged_logs() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut backlog = Backlog::open(folder.path(), ROOM).expect("the folder is free");
    backlog.claim(BOARD).expect("written");
    backlog.make_durable();
    (0..10).for_each(|seq| _ = backlog.push(ToHost::Event(event(1, seq))));
    backlog.write().expect("written");
    backlog.taken(3).expect("written");
    drop(backlog);
    let path = folder.path().join("messages.log");
    let whole = std::fs::read(&path).expect("the log");
    let waiting = |text: &[u8]| {
        std::fs::write(&path, text).expect("written");
        let mut backlog = Backlog::open(folder.path(), ROOM).expect("the folder is free");
        backlog.make_durable();
        backlog.push(ToHost::Event(event(2, 0)));
        backlog.write().expect("written");
        drop(backlog);
        let backlog = Backlog::open(folder.path(), ROOM).expect("the folder is free");
        backlog.iter().copied().collect::<Vec<ToHost>>()
    };
    let expected = |from| -> Vec<ToHost> {
        (from..10).map(|seq| event(1, seq)).chain([event(2, 0)]).map(ToHost::Event).collect()
    };
    assert_eq!(waiting(&whole), expected(3));
    for length in (0..whole.len()).step_by(3) {
        let found = waiting(&whole[..length]);
        assert!(found.len() <= 11, "{length}");
        assert_eq!(found.last(), Some(&ToHost::Event(event(2, 0))), "{length}");
    }
    for place in (0..whole.len()).step_by(3) {
        let mut changed = whole.clone();
        changed[place] ^= 0x55;
        let found = waiting(&changed);
        // At most the damaged record and the one joined to it are missing. Removals that follow it
        // are ignored, so accepted messages may reappear.
        if found.contains(&ToHost::Event(event(1, 0)))
            || found.contains(&ToHost::Event(event(1, 2)))
        {
            assert!(found.len() >= 9, "{place}: {found:?}");
        } else {
            assert_eq!(found, expected(3), "{place}");
        }
    }
}

/// A new bridge finds exactly the pending messages, wherever in the queue the old one stopped.
#[test]
fn what_waits_is_on_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut backlog = Backlog::open(folder.path(), ROOM).expect("the folder is free");
    backlog.make_durable();
    let mut next = 0;
    for (pushed, taken) in [(10, 3), (5, 12), (1, 0), (4, 1), (700, 600), (3, 106), (2, 1)] {
        for seq in next..next + pushed {
            backlog.push(ToHost::Event(event(1, seq)));
        }
        next += pushed;
        backlog.write().expect("written");
        backlog.taken(taken).expect("written");
        let waiting: Vec<ToHost> = backlog.iter().copied().collect();
        drop(backlog);
        backlog = Backlog::open(folder.path(), ROOM).expect("the folder is free");
        assert_eq!(backlog.iter().copied().collect::<Vec<_>>(), waiting, "after {next}");
        // The same within one run.
        backlog.make_durable();
        backlog.push(ToHost::Event(event(1, next)));
        next += 1;
        backlog.write().expect("written");
        backlog.taken(1).expect("written");
        backlog.push(ToHost::Event(event(1, next)));
        next += 1;
        backlog.make_durable();
        backlog.write().expect("written");
        let waiting: Vec<ToHost> = backlog.iter().copied().collect();
        drop(backlog);
        backlog = Backlog::open(folder.path(), ROOM).expect("the folder is free");
        assert_eq!(backlog.iter().copied().collect::<Vec<_>>(), waiting, "after {next}");
        backlog.make_durable();
    }
}

/// A server that accepts nothing cannot fill the disk, neither with rejected messages nor with the
/// numbers of posts.
#[test]
fn what_is_refused_is_bounded() {
    const BYTES: usize = 1 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    let mut bridge = met(folder.path());
    let size = |name: &str| {
        std::fs::metadata(folder.path().join(name)).map_or(0, |file| file.len() as usize)
    };
    for more in [0, 1, 2] {
        let before = vec![b'\n'; BYTES + more];
        std::fs::write(folder.path().join("refused.jsonl"), before).expect("written");
        for at_ms in 0..3 {
            bridge.heard(seen(at_ms), now(0));
            let parcel = bridge.next_parcel(now(0)).expect("a post");
            bridge.answered(Ok(answer(&parcel, 422, Vec::new())), now(0));
        }
        let [new, old] = ["refused.jsonl", "refused.old.jsonl"].map(size);
        assert!((100..1_024).contains(&new), "{new} bytes");
        assert!((BYTES..BYTES + 1_024).contains(&old), "{old} bytes");
    }
    let mut largest = 0;
    for _ in 0..8_000 {
        bridge.heard(hello(BOARD, PROTOCOL), now(0));
        let parcel = bridge.next_parcel(now(0)).expect("a post");
        bridge.answered(Ok(answer(&parcel, 422, Vec::new())), now(0));
        largest = largest.max(size("messages.log"));
    }
    assert!(largest < 70_000, "{largest} bytes");
}

/// The reason why a line cannot be opened is reported once, and again if it changes.
#[test]
fn a_line_that_cannot_be_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bridge = relay(folder.path());
    for (why, told) in [("no such device", 1), ("no such device", 0), ("not allowed", 1)] {
        bridge.line_down(why);
        let notices = bridge.notices();
        assert_eq!(notices.len(), told, "{notices:?}");
        assert!(notices.iter().all(|notice| notice.contains(why)), "{notices:?}");
    }
    bridge.line_up(now(0));
    bridge.line_down("not allowed");
    assert!(bridge.notices()[1].contains("is closed: not allowed"));
}
