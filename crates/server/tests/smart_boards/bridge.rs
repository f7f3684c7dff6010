//! Simulated bridge of a board, and requests of the arbiter.

use crate::common::{ARBITER, TestEnv, TestServer};
use boardlink::{Body, Event, Left, Piece, Point, Settings, ToBoard, ToHost};
use protocol::{Archive, PlayerProfile, RegisteredSmartBoard, SmartBoardView};
use smart_boards::{Answer, Key, MAC_HEADER, Post, down_name};
use std::sync::atomic::Ordering;
use store::{GameLog, SqliteStore};

pub(crate) const BOARD: &str = "0000000000000000000000a1";

pub(crate) struct Bridge {
    key: Key,
    n: u64,
    /// Last nonce from the server.
    nonce: Option<u64>,
}

impl Bridge {
    /// New bridge with this board key.
    pub(crate) fn with_key(key: Key) -> Bridge {
        Bridge { key, n: 0, nonce: None }
    }

    /// Registers the board and sends a first message.
    pub(crate) async fn register(server: &TestServer) -> Bridge {
        let (status, reply) = register(server, "Table 7").await;
        assert_eq!(status, 201, "{reply}");
        let registered: RegisteredSmartBoard = serde_json::from_str(&reply).expect("registered");
        let mut bridge = Bridge::with_key(registered.key.parse().expect("a key"));
        bridge.say(server, &[]).await;
        bridge
    }

    pub(crate) fn post(&mut self, messages: &[ToHost]) -> (String, String) {
        self.n += 1;
        let post = Post { n: self.n, nonce: self.nonce, messages: messages.to_vec() };
        let body = serde_json::to_string(&post).expect("json");
        let signature = self.key.sign(BOARD, body.as_bytes());
        (body, format!("{MAC_HEADER}: {signature}\r\n"))
    }

    pub(crate) async fn say(&mut self, server: &TestServer, messages: &[ToHost]) -> Vec<ToBoard> {
        let answer = self.ask(server, messages).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.answers
    }

    /// Posts messages. Checks the answer's signature and number.
    pub(crate) async fn ask(&mut self, server: &TestServer, messages: &[ToHost]) -> Answer {
        let (body, header) = self.post(messages);
        let answer = self.exchange(server, &body, &header).await;
        assert_eq!(answer.n, self.n);
        answer
    }

    pub(crate) async fn exchange(
        &mut self,
        server: &TestServer,
        body: &str,
        header: &str,
    ) -> Answer {
        let reply = server.exchange("POST", &address("messages"), body, header).await;
        let (head, body) = reply.split_once("\r\n\r\n").expect("a reply");
        let mac = head.lines().find_map(|line| line.strip_prefix(&format!("{MAC_HEADER}: ")));
        assert!(
            self.key.verify(&down_name(BOARD), body.as_bytes(), mac.expect("signed")),
            "{reply}"
        );
        let answer: Answer = serde_json::from_str(body).expect("an answer");
        assert!(head.starts_with(&format!("HTTP/1.1 {}", answer.status)), "{reply}");
        self.nonce = answer.nonce;
        answer
    }
}

/// Registers the board under a name, or gives it a new key.
pub(crate) async fn register(server: &TestServer, name: &str) -> (u16, String) {
    let body = serde_json::json!({ "id": BOARD, "name": name }).to_string();
    let arbiter = format!("authorization: Bearer {ARBITER}\r\n");
    server.http("POST", "/api/boards", &body, &arbiter).await
}

pub(crate) fn address(what: &str) -> String {
    format!("/api/boards/{BOARD}/{what}")
}

pub(crate) async fn view(server: &TestServer) -> SmartBoardView {
    let (status, reply) = server.http("GET", &format!("/api/boards/{BOARD}"), "", "").await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("a view")
}

pub(crate) fn event(seq: u32, body: Body) -> ToHost {
    event_of(1, seq, body)
}

pub(crate) fn event_of(game: u32, seq: u32, body: Body) -> ToHost {
    ToHost::Event(Event { game, seq, at_ms: seq * 1_000, body })
}

pub(crate) fn point(name: &str) -> Point {
    let square: xiangqi::Square = name.parse().expect("a point");
    Point::new(sensing::point_index(square) as u8).expect("a point")
}

pub(crate) fn played(seq: u32, from: &str, to: &str) -> ToHost {
    let nothing = Piece::new(0).expect("none");
    let (piece, captured) = (nothing, nothing);
    let left = [Left::default(); 2];
    event(
        seq,
        Body::Move { from: point(from), to: point(to), piece, captured, stood_ms: 400, left },
    )
}

/// A reading of the sensors in game 1, after this number of events.
pub(crate) fn reading(events: u32, number: u32, at_ms: u32, seen: sensing::Occupancy) -> ToHost {
    ToHost::Seen { game: 1, events, number, at_ms, ranks: seen.to_rows() }
}

pub(crate) fn setup() -> ToHost {
    event(0, Body::Setup { settings: Settings::default() })
}

/// Arbiter's correction of game 1.
pub(crate) async fn correct(server: &TestServer, what: &str) -> u16 {
    let body = format!(r#"{{"game":1,"by":"Wu","what":{what},"why":"seen by both players"}}"#);
    let header = format!("authorization: Bearer {ARBITER}\r\n");
    server.http("POST", &address("corrections"), &body, &header).await.0
}

pub(crate) async fn archive(server: &TestServer, question: &str) -> Archive {
    let (status, reply) = server.http("GET", &format!("/api/archive?{question}"), "", "").await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("an archive")
}

pub(crate) fn timed() -> ToHost {
    let clock = boardlink::Clock { main_ms: 600_000, increment_ms: 5_000, ..Default::default() };
    event(0, Body::Setup { settings: Settings { clocks: [clock; 2], ..Settings::default() } })
}

pub(crate) fn pressed(seq: u32, button: boardlink::Button) -> ToHost {
    event(seq, Body::Pressed { button })
}

/// Two presses, which confirm a claim.
pub(crate) fn pressed_twice(seq: u32, button: boardlink::Button) -> [ToHost; 2] {
    [pressed(seq, button), pressed(seq + 1, button)]
}

pub(crate) fn ended(seq: u32, reason: game::Reason, result: boardlink::Result) -> ToHost {
    let reason = game::Reason::ALL.iter().position(|known| *known == reason).expect("a reason");
    event(seq, Body::End { reason: reason as u8, result })
}

/// Sets the server's time to that of the board's event.
pub(crate) fn at(env: &TestEnv, began: u64, seq: u32) {
    env.now.store(began + u64::from(seq) * 1_000, Ordering::SeqCst);
}

/// Starts a game in which Ada and Bo hold confirmed seats after its fifth event. Returns its start.
pub(crate) async fn begin_with_both(
    server: &TestServer,
    env: &TestEnv,
    bridge: &mut Bridge,
) -> u64 {
    let [ada, bo] = [server.register("Ada").await, server.register("Bo").await];
    let began = env.now.load(Ordering::SeqCst);
    bridge.say(server, &[timed()]).await;
    for (who, side) in [(&ada, "w"), (&bo, "b")] {
        assert_eq!(claim(server, "POST", who, 1, side).await.0, 204);
    }
    at(env, began, 4);
    bridge.say(server, &pressed_twice(1, boardlink::Button::RedClock)).await;
    bridge.say(server, &pressed_twice(3, boardlink::Button::BlackClock)).await;
    began
}

/// Claims or releases a seat. Returns status and body.
pub(crate) async fn claim(
    server: &TestServer,
    method: &str,
    who: &str,
    game: u32,
    side: &str,
) -> (u16, String) {
    let body = format!(r#"{{"game":{game},"side":"{side}"}}"#);
    server.http(method, &address("claims"), &body, who).await
}

/// Rating on the ladder of the board's games.
pub(crate) async fn rating(server: &TestServer, name: &str) -> Option<i32> {
    let (status, reply) = server.http("GET", &format!("/api/players/{name}"), "", "").await;
    assert_eq!(status, 200, "{reply}");
    let player: PlayerProfile = serde_json::from_str(&reply).expect("a player");
    let ladder = player
        .ladders
        .iter()
        .find(|row| (row.variant.as_str(), row.speed.as_str()) == ("xiangqi", "rapid"))?;
    Some(ladder.strength.rating)
}

/// Number of log entries of game 1.
pub(crate) async fn log_len(folder: &std::path::Path) -> usize {
    let store = SqliteStore::open(&folder.join("chuhe.db")).await.unwrap();
    store.load(&format!("board:{BOARD}:0000000001").into()).await.unwrap().len()
}
