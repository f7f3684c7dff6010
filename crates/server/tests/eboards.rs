//! Smart boards over HTTP: who may speak, what is stored, what is shown.

mod common;

use boardlink::{Body, Event, Hello, Left, Piece, Point, Points, Settings, ToBoard, ToHost};
use commit_reveal::SigningKey;
use common::{ARBITER, TestServer, TestSource};
use protocol::{Archive, EboardState, EboardView, Place, Player, RegisteredEboard};
use server::{Config, Hub};
use smart_boards::{Answer, Key, MAC_HEADER, Post, down_name};
use std::sync::{Arc, atomic::Ordering};
use store::{GameLog, SqliteStore};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const BOARD: &str = "0000000000000000000000a1";

struct Bridge {
    key: Key,
    n: u64,
    /// What the server gave last.
    nonce: Option<u64>,
}

impl Bridge {
    /// The bridge of the board, which is let in and has been heard.
    async fn register(server: &TestServer) -> Bridge {
        let (status, reply) = register(server, "Table 7").await;
        assert_eq!(status, 201, "{reply}");
        let registered: RegisteredEboard = serde_json::from_str(&reply).expect("registered");
        let mut bridge = Bridge { key: registered.key.parse().expect("a key"), n: 0, nonce: None };
        bridge.say(server, &[]).await;
        bridge
    }

    fn post(&mut self, messages: &[ToHost]) -> (String, String) {
        self.n += 1;
        let post = Post { n: self.n, nonce: self.nonce, messages: messages.to_vec() };
        let body = serde_json::to_string(&post).expect("json");
        let signature = self.key.sign(BOARD, body.as_bytes());
        (body, format!("{MAC_HEADER}: {signature}\r\n"))
    }

    async fn say(&mut self, server: &TestServer, messages: &[ToHost]) -> Vec<ToBoard> {
        let answer = self.ask(server, messages).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.answers
    }

    /// Posts; what is answered, which is signed and names the post.
    async fn ask(&mut self, server: &TestServer, messages: &[ToHost]) -> Answer {
        let (body, header) = self.post(messages);
        let answer = self.exchange(server, &body, &header).await;
        assert_eq!(answer.n, self.n);
        answer
    }

    async fn exchange(&mut self, server: &TestServer, body: &str, header: &str) -> Answer {
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

/// The arbiter lets the board in under a name, or gives it a new key.
async fn register(server: &TestServer, name: &str) -> (u16, String) {
    let body = serde_json::json!({ "id": BOARD, "name": name }).to_string();
    let arbiter = format!("authorization: Bearer {ARBITER}\r\n");
    server.http("POST", "/api/boards", &body, &arbiter).await
}

fn address(what: &str) -> String {
    format!("/api/boards/{BOARD}/{what}")
}

async fn view(server: &TestServer) -> EboardView {
    let (status, reply) = server.http("GET", &format!("/api/boards/{BOARD}"), "", "").await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("a view")
}

fn event(seq: u32, body: Body) -> ToHost {
    event_of(1, seq, body)
}

fn event_of(game: u32, seq: u32, body: Body) -> ToHost {
    ToHost::Event(Event { game, seq, at_ms: seq * 1_000, body })
}

fn point(name: &str) -> Point {
    let square: xiangqi::Square = name.parse().expect("a point");
    Point::new(sensing::point_index(square) as u8).expect("a point")
}

fn played(seq: u32, from: &str, to: &str) -> ToHost {
    let nothing = Piece::new(0).expect("none");
    let (piece, captured) = (nothing, nothing);
    let left = [Left::default(); 2];
    event(
        seq,
        Body::Move { from: point(from), to: point(to), piece, captured, stood_ms: 400, left },
    )
}

fn setup() -> ToHost {
    event(0, Body::Setup { settings: Settings::default() })
}

#[tokio::test]
async fn strangers_stay_outside() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let body = format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#);
    for (header, body, status, code) in [
        ("", body.as_str(), 401, "arbiter"),
        ("authorization: Bearer wrong\r\n", &body, 401, "arbiter"),
        (
            &format!("authorization: Bearer {ARBITER}\r\n"),
            r#"{"id":"A1","name":"x"}"#,
            422,
            "board",
        ),
        (
            &format!("authorization: Bearer {ARBITER}\r\n"),
            &body.replace("Table 7", " "),
            422,
            "name",
        ),
    ] {
        let (found, reply) = server.http("POST", "/api/boards", body, header).await;
        assert_eq!(found, status, "{reply}");
        assert!(reply.contains(&format!("\"{code}\"")), "{reply}");
    }
    let mut stranger = Bridge { key: Key::new([9; 32]), n: 0, nonce: None };
    let (body, header) = stranger.post(&[setup()]);
    let (status, reply) = server.http("POST", &address("messages"), &body, &header).await;
    assert_eq!((status, reply.contains("no-board")), (404, true), "{reply}");
    let mut bridge = Bridge::register(&server).await;
    let (good, good_header) = bridge.post(&[setup()]);
    for (body, header) in [
        (body.as_str(), header.as_str()),
        (good.as_str(), ""),
        (&good.replace("\"n\":2", "\"n\":3"), &good_header),
    ] {
        let (status, reply) = server.http("POST", &address("messages"), body, header).await;
        assert_eq!((status, reply.contains("signature")), (401, true), "{reply}");
    }
    assert_eq!(view(&server).await.game, 0, "nothing of it was taken in");
}

#[tokio::test]
async fn every_event_once_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    let all = [setup(), played(1, "h2", "e2"), played(2, "h9", "g7"), played(3, "h0", "g2")];
    let ack = |next| vec![ToBoard::Ack { game: 1, next }];
    assert_eq!(bridge.say(&server, &all[..2]).await, ack(2));
    assert_eq!(bridge.say(&server, &all[..2]).await, ack(2), "doubled");
    assert_eq!(
        bridge.say(&server, &all[3..]).await,
        [ToBoard::AskFrom { game: 1, seq: 2 }],
        "a gap"
    );
    drop(server);

    // After a restart it goes on where it was.
    let server = TestServer::start(folder.path(), source.clone()).await;
    assert_eq!(view(&server).await.state, EboardState::Offline, "nothing heard since");
    let hello = Hello { protocol: 1, board: [0; 12], game: 1, events: 4, is_full: false };
    let asked = bridge.say(&server, &[ToHost::Hello(hello)]).await;
    assert_eq!(asked, ack(2), "the board goes on from there by itself");
    assert_eq!(bridge.say(&server, &all[1..]).await, ack(4));
    let now = view(&server).await;
    assert_eq!(now.moves, ["h2e2", "h9g7", "h0g2"]);
    assert_eq!((now.state, now.turn.as_deref()), (EboardState::Playing, Some("b")));
    assert_eq!(now.doubts, []);

    // Thirty seconds of silence are heard.
    source.now.fetch_add(31_000, Ordering::SeqCst);
    assert_eq!(view(&server).await.state, EboardState::Offline);

    let (status, file) = server.http("GET", &address("games/1/record.chuhe"), "", "").await;
    assert_eq!(status, 200, "{file}");
    let records = record::read(file.as_bytes()).expect("a record");
    assert_eq!(records.actions, ["h2e2", "h9g7", "h0g2"]);
    let (status, file) = server.http("GET", &address("games/1/record.pgn"), "", "").await;
    assert_eq!((status, file.contains("炮二平五")), (200, true), "{file}");
}

#[tokio::test]
async fn alarms_doubts_and_corrections() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let mut bridge = Bridge::register(&server).await;
    let leg = sensing::Reason::ALL.iter().position(|reason| reason.as_str() == "blocked-leg");
    let alarm = Body::Alarm {
        by_black: false,
        reason: leg.expect("a reason") as u8,
        tried: Some((point("h0"), point("f1"))),
        points: Points::from_iter([point("g0")]),
    };
    bridge.say(&server, &[setup(), event(1, alarm)]).await;
    let now = view(&server).await;
    assert_eq!((now.state, now.alarms), (EboardState::Alarm, [1, 0]));
    let says = now.says.expect("words");
    assert_eq!(says.points, ["h0", "f1", "g0"]);
    assert!(
        says.zh.contains("把 f1 的棋子放回 h0")
            && says.en.contains("put the piece on f1 back on h0"),
        "{says:?}"
    );

    // A move that the rules do not allow is marked and kept.
    bridge.say(&server, &[event(2, Body::Restored), played(3, "h2", "h8")]).await;
    let now = view(&server).await;
    assert_eq!((now.state, now.doubts.len()), (EboardState::Playing, 1));
    assert_eq!(now.doubts[0].ply, 1, "{:?}", now.doubts);
    assert_eq!(now.moves, ["h2h8"]);

    let correct = |what: &str, key: &str| {
        let body =
            format!(r#"{{"game":1,"by":"Arbiter Wu","what":{what},"why":"seen by both players"}}"#);
        (body, format!("authorization: Bearer {key}\r\n"))
    };
    for (what, key, expected) in [
        (r#"{"move":{"ply":1,"action":"h2e2"}}"#, "wrong", 401),
        (r#"{"move":{"ply":2,"action":"h2e2"}}"#, ARBITER, 422),
        (r#"{"move":{"ply":1,"action":"zz"}}"#, ARBITER, 422),
        (r#"{"move":{"ply":1,"action":"h2e2"}}"#, ARBITER, 204),
        (r#"{"names":{"red":"胡","black":"許"}}"#, ARBITER, 204),
        (r#"{"result":{"winner":"b"}}"#, ARBITER, 204),
    ] {
        let (body, header) = correct(what, key);
        let (status, reply) = server.http("POST", &address("corrections"), &body, &header).await;
        assert_eq!(status, expected, "{what}: {reply}");
    }
    let shown = view(&server).await;
    assert_eq!((&shown.moves[..], shown.doubts.len()), (&["h2e2".to_owned()][..], 0));
    assert_eq!(shown.corrections.len(), 3);
    assert_eq!(shown.ended.as_ref().and_then(|end| end.winner.as_deref()), Some("b"));
    drop(server);
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let again = view(&server).await;
    assert_eq!(
        (again.corrections, again.ended),
        (shown.corrections, shown.ended),
        "the trail stays"
    );
    assert_eq!(again.names, ["胡", "許"]);
}

/// The second referee reads the raw sensors.
#[tokio::test]
async fn the_sensors_have_a_say() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let mut bridge = Bridge::register(&server).await;
    let start: sensing::Occupancy =
        "1ff/000/082/155/000/000/155/082/000/1ff".parse().expect("the start");
    let with = |taken: &str, put: &str| {
        start
            .with(taken.parse().expect("a point"), false)
            .with(put.parse().expect("a point"), true)
            .to_rows()
    };
    let seen = |at_ms, ranks| ToHost::Seen { game: 1, at_ms, ranks };
    let lifted = start.with("h2".parse().expect("a point"), false).to_rows();
    bridge
        .say(
            &server,
            &[setup(), seen(200, lifted), seen(400, with("h2", "d2")), played(1, "h2", "e2")],
        )
        .await;
    let now = view(&server).await;
    assert_eq!(now.doubts.len(), 1, "{now:?}");
    assert!(now.doubts[0].why.contains("h2d2"), "{:?}", now.doubts);
    assert_eq!(now.moves, ["h2e2"], "marked, not dropped");
}

/// Whoever watches the hall is told at once, first how things are, then every change.
#[tokio::test]
async fn the_hall_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let mut bridge = Bridge::register(&server).await;
    let mut hall = Watcher::open(&server).await;
    hall.until("\"name\":\"Table 7\"").await;
    bridge.say(&server, &[setup(), played(1, "b0", "c2")]).await;
    hall.until("\"moves\":[\"b0c2\"]").await;
}

/// Claims or gives back a seat; the status and what is said.
async fn claim(
    server: &TestServer,
    method: &str,
    who: &str,
    game: u32,
    side: &str,
) -> (u16, String) {
    let body = format!(r#"{{"game":{game},"side":"{side}"}}"#);
    server.http(method, &address("claims"), &body, who).await
}

/// What an arbiter puts right in game 1.
async fn correct(server: &TestServer, what: &str) -> u16 {
    let body = format!(r#"{{"game":1,"by":"Wu","what":{what},"why":"seen by both players"}}"#);
    let header = format!("authorization: Bearer {ARBITER}\r\n");
    server.http("POST", &address("corrections"), &body, &header).await.0
}

async fn archive(server: &TestServer, question: &str) -> Archive {
    let (status, reply) = server.http("GET", &format!("/api/archive?{question}"), "", "").await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("an archive")
}

/// The rating on the ladder of this board's games.
async fn rating(server: &TestServer, name: &str) -> Option<i32> {
    let (status, reply) = server.http("GET", &format!("/api/players/{name}"), "", "").await;
    assert_eq!(status, 200, "{reply}");
    let player: Player = serde_json::from_str(&reply).expect("a player");
    let ladder = player
        .ladders
        .iter()
        .find(|row| (row.variant.as_str(), row.speed.as_str()) == ("xiangqi", "rapid"))?;
    Some(ladder.strength.rating)
}

fn timed() -> ToHost {
    let clock = boardlink::Clock { main_ms: 600_000, increment_ms: 5_000, ..Default::default() };
    event(0, Body::Setup { settings: Settings { clocks: [clock; 2], ..Settings::default() } })
}

fn pressed(seq: u32, button: boardlink::Button) -> ToHost {
    event(seq, Body::Pressed { button })
}

/// Twice, which confirms a claim.
fn pressed_twice(seq: u32, button: boardlink::Button) -> [ToHost; 2] {
    [pressed(seq, button), pressed(seq + 1, button)]
}

fn ended(seq: u32, reason: game::Reason, result: boardlink::Result) -> ToHost {
    let reason = game::Reason::ALL.iter().position(|known| *known == reason).expect("a reason");
    event(seq, Body::End { reason: reason as u8, result })
}

/// The server's time moves on with the board's.
fn at(source: &TestSource, began: u64, seq: u32) {
    source.now.store(began + u64::from(seq) * 1_000, Ordering::SeqCst);
}

#[tokio::test]
async fn both_seats_claimed_and_the_game_is_rated() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let [ada, bo] = [server.register("Ada").await, server.register("Bo").await];
    let mut bridge = Bridge::register(&server).await;
    let began = source.now.load(Ordering::SeqCst);
    for (who, game, side, status, code) in
        [("", 1, "w", 401, "sign-in"), (ada.as_str(), 1, "w", 422, "no-game")]
    {
        let (found, reply) = claim(&server, "POST", who, game, side).await;
        assert_eq!((found, reply.contains(code)), (status, true), "{reply}");
    }
    bridge.say(&server, &[timed()]).await;
    for (who, game, side, status, code) in [
        (&ada, 2, "w", 422, "\"game\""),
        (&ada, 1, "red", 422, "side"),
        (&ada, 1, "w", 204, ""),
        (&ada, 1, "b", 422, "both-sides"),
        (&bo, 1, "b", 204, ""),
    ] {
        let (found, reply) = claim(&server, "POST", who, game, side).await;
        assert_eq!((found, reply.contains(code)), (status, true), "{side}: {reply}");
    }
    // Bo lets his claim go and makes it again.
    assert_eq!(claim(&server, "DELETE", &bo, 1, "b").await.0, 204);
    assert_eq!(claim(&server, "DELETE", &bo, 1, "b").await.0, 422);
    assert_eq!(view(&server).await.claims[1], []);
    assert_eq!(claim(&server, "POST", &bo, 1, "b").await.0, 204);

    at(&source, began, 2);
    bridge.say(&server, &pressed_twice(1, boardlink::Button::RedClock)).await;
    at(&source, began, 4);
    bridge.say(&server, &[played(3, "h2", "e2"), played(4, "h9", "g7")]).await;
    let seats = |view: &EboardView| {
        view.claims.clone().map(|mut claims| {
            assert!(claims.len() <= 1, "{claims:?}");
            claims.pop().map(|claim| (claim.player, claim.confirmed))
        })
    };
    let now = view(&server).await;
    assert_eq!(seats(&now), [Some(("Ada".into(), true)), Some(("Bo".into(), false))]);
    assert_eq!(now.names, ["Ada", ""]);
    drop(server);

    // A restart forgets nothing, and nobody leaves a game that goes badly.
    let server = TestServer::start(folder.path(), source.clone()).await;
    let here = |header: &str| {
        let cookie = header.lines().next().unwrap_or_default();
        format!("{cookie}\r\norigin: http://{}\r\n", server.address)
    };
    assert_eq!(seats(&view(&server).await), seats(&now));
    assert_eq!(claim(&server, "DELETE", &here(&ada), 1, "w").await.0, 422);
    // Whoever begins anew does not know how late the line is before something has come over it.
    at(&source, began, 5);
    bridge.say(&server, &[event(5, Body::Restored)]).await;
    at(&source, began, 7);
    bridge.say(&server, &pressed_twice(6, boardlink::Button::BlackClock)).await;
    bridge.say(&server, &[played(8, "h0", "g2")]).await;
    assert_eq!(view(&server).await.names, ["Ada", "Bo"]);
    assert_eq!(archive(&server, "").await.games, [], "it goes on");
    // Enough of a game to count.
    let pawns = [
        ("a6", "a5"),
        ("a3", "a4"),
        ("c6", "c5"),
        ("c3", "c4"),
        ("e6", "e5"),
        ("e3", "e4"),
        ("g6", "g5"),
    ];
    for (seq, (from, to)) in (9..).zip(pawns) {
        at(&source, began, seq);
        bridge.say(&server, &[played(seq, from, to)]).await;
    }
    at(&source, began, 16);
    let end = ended(16, game::Reason::Resignation, boardlink::Result::Red);
    bridge.say(&server, std::slice::from_ref(&end)).await;
    bridge.say(&server, &[end]).await;

    let games = archive(&server, &format!("board={BOARD}")).await.games;
    assert_eq!(games.len(), 1, "once");
    assert_eq!(archive(&server, "board=0000000000000000000000a2").await.games, []);
    let game = &games[0];
    let place = Place::Board { board: BOARD.into(), name: "Table 7".into(), game: 1 };
    assert_eq!((&game.place, game.plies, game.clock.as_str()), (&place, 10, "10+5"));
    assert_eq!((game.reason.as_str(), &game.winners[..]), ("resignation", &[0][..]));
    assert_eq!(game.ended_ms, began + 16_000);
    let gain =
        |game: &protocol::ArchivedGame, seat: usize| game.players[seat].rated.expect("rated").1;
    assert!(gain(game, 0) > 0 && gain(game, 0) == -gain(game, 1), "{game:?}");
    let [before_ada, before_bo] = [rating(&server, "Ada").await, rating(&server, "Bo").await];
    assert_eq!((before_ada, before_bo), (Some(1500 + gain(game, 0)), Some(1500 + gain(game, 1))));

    // The arbiter turns the result round, and the ratings with it.
    assert_eq!(correct(&server, r#"{"result":{"winner":"b"}}"#).await, 204);
    assert_eq!(
        [rating(&server, "Ada").await, rating(&server, "Bo").await],
        [before_bo, before_ada]
    );
    // A seat that is freed: the game stands in the archive and counts no more.
    assert_eq!(correct(&server, r#"{"seat":{"side":"b"}}"#).await, 204);
    assert_eq!([rating(&server, "Ada").await, rating(&server, "Bo").await], [None, None]);
    assert_eq!(correct(&server, r#"{"names":{"red":"x","black":"Bo of Wu"}}"#).await, 204);
    let games = archive(&server, "").await.games;
    assert_eq!(games.len(), 1);
    assert_eq!(
        games[0].players.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["Ada", "Bo of Wu"]
    );
    assert!(games[0].players.iter().all(|player| player.rated.is_none()));
    // Bo claims again after the end; the arbiter has seen who sat there.
    assert_eq!(claim(&server, "POST", &here(&bo), 1, "b").await.0, 204);
    assert_eq!(correct(&server, r#"{"seat":{"side":"b","player":"Ada"}}"#).await, 422);
    assert_eq!(correct(&server, r#"{"seat":{"side":"b","player":"Bo"}}"#).await, 204);
    assert_eq!(
        [rating(&server, "Ada").await, rating(&server, "Bo").await],
        [before_bo, before_ada]
    );
    assert_eq!(archive(&server, "player=Bo").await.games[0].ended_ms, began + 16_000);
    drop(server);
    let server = TestServer::start(folder.path(), source).await;
    assert_eq!(
        [rating(&server, "Ada").await, rating(&server, "Bo").await],
        [before_bo, before_ada]
    );
}

/// A press that was made before the claim and arrives after it is nobody's word.
#[tokio::test]
async fn a_backlog_confirms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let ada = server.register("Ada").await;
    let mut bridge = Bridge::register(&server).await;
    let began = source.now.load(Ordering::SeqCst);
    bridge.say(&server, &[timed()]).await;
    // The bridge is cut off at once. Ada claims after fifty seconds; after sixty it is back.
    at(&source, began, 50);
    assert_eq!(claim(&server, "POST", &ada, 1, "w").await.0, 204);
    at(&source, began, 60);
    let red = boardlink::Button::RedClock;
    let late: Vec<ToHost> = (1..50).map(|seq| pressed(seq, red)).collect();
    bridge.say(&server, &late).await;
    assert!(view(&server).await.claims[0].iter().all(|claim| !claim.confirmed));
    // What was pressed at 55 s came late as well, but after the claim.
    let after: Vec<ToHost> = (50..=55).map(|seq| pressed(seq, red)).collect();
    bridge.say(&server, &after).await;
    assert!(view(&server).await.claims[0].iter().any(|claim| claim.confirmed));
}

/// A game begins, and Ada and Bo hold its seats for certain after its fifth event. Returns when it
/// began.
async fn begin_with_both(server: &TestServer, source: &TestSource, bridge: &mut Bridge) -> u64 {
    let [ada, bo] = [server.register("Ada").await, server.register("Bo").await];
    let began = source.now.load(Ordering::SeqCst);
    bridge.say(server, &[timed()]).await;
    for (who, side) in [(&ada, "w"), (&bo, "b")] {
        assert_eq!(claim(server, "POST", who, 1, side).await.0, 204);
    }
    at(source, began, 4);
    bridge.say(server, &pressed_twice(1, boardlink::Button::RedClock)).await;
    bridge.say(server, &pressed_twice(3, boardlink::Button::BlackClock)).await;
    began
}

/// What the sensors read otherwise is remembered though the sensors' words are not stored: such a
/// game counts only once the arbiter has ruled.
#[tokio::test]
async fn a_doubtful_game_waits_for_the_arbiter() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    let began = begin_with_both(&server, &source, &mut bridge).await;
    let start: sensing::Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse().unwrap();
    let lifted = start.with("h2".parse().unwrap(), false);
    let landed = lifted.with("d2".parse().unwrap(), true);
    let seen =
        |at_ms, seen: sensing::Occupancy| ToHost::Seen { game: 1, at_ms, ranks: seen.to_rows() };
    at(&source, began, 5);
    bridge.say(&server, &[seen(4_200, lifted), seen(4_400, landed), played(5, "h2", "e2")]).await;
    let doubts = view(&server).await.doubts;
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    at(&source, began, 6);
    bridge.say(&server, &[ended(6, game::Reason::Agreement, boardlink::Result::Draw)]).await;
    drop(server);

    let server = TestServer::start(folder.path(), source).await;
    assert_eq!(view(&server).await.doubts, doubts, "noted");
    assert_eq!(rating(&server, "Ada").await, None);
    assert_eq!(correct(&server, r#""note""#).await, 204);
    assert_eq!(rating(&server, "Ada").await, None);
    assert_eq!(correct(&server, r#"{"result":{"winner":"w"}}"#).await, 204);
    assert!(rating(&server, "Ada").await.is_some_and(|rating| rating > 1500));
}

/// A game of which events are lost counts no more, though the arbiter has ruled on it before.
#[tokio::test]
async fn a_torn_game_counts_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    begin_with_both(&server, &source, &mut bridge).await;
    bridge.say(&server, &[played(5, "h2", "e2")]).await;
    assert_eq!(correct(&server, r#"{"result":{"winner":"w"}}"#).await, 204);
    assert!(rating(&server, "Ada").await.is_some());
    bridge.say(&server, &[ToHost::Lost { game: 1, from: 6, to: 9 }]).await;
    assert_eq!(rating(&server, "Ada").await, None);
}

/// The arbiter's word stands after a restart, though the clock on the wall was set back between the
/// event and the word on it, and again before the restart.
#[tokio::test]
async fn a_correction_is_not_undone_by_a_clock_that_is_set_back() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    source.wall_ahead.store(7_200_000, Ordering::SeqCst);
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup(), played(1, "h2", "h8")]).await;
    source.wall_ahead.store(0, Ordering::SeqCst);
    assert_eq!(correct(&server, r#"{"move":{"ply":1,"action":"h2e2"}}"#).await, 204);
    bridge.say(&server, &[played(2, "h9", "g7")]).await;
    assert_eq!(correct(&server, r#"{"result":{"winner":"b"}}"#).await, 204);
    let shown = view(&server).await;
    assert_eq!(
        (&shown.moves[..], &shown.doubts[..]),
        (&["h2e2".into(), "h9g7".into()][..], &[][..])
    );
    drop(server);
    let server = TestServer::start(folder.path(), source).await;
    let again = view(&server).await;
    assert_eq!((again.moves, again.doubts, again.ended), (shown.moves, shown.doubts, shown.ended));
}

/// An event and what is to be noted because of it are one commit: no crash parts them.
#[tokio::test]
async fn an_event_and_its_note_are_one_commit() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    begin_with_both(&server, &source, &mut bridge).await;
    let before = log_len(folder.path()).await;
    bridge.say(&server, &[played(5, "h2", "e2")]).await;
    let same = bridge.say(&server, &[played(5, "h2", "e2")]).await;
    assert_eq!(same, [ToBoard::Ack { game: 1, next: 6 }]);
    assert_eq!(log_len(folder.path()).await, before + 1);
    // Told again and otherwise: acknowledged, since the first stands, and noted before that.
    let other = bridge.say(&server, &[played(5, "b2", "e2")]).await;
    assert_eq!(other, [ToBoard::Ack { game: 1, next: 6 }]);
    assert_eq!(log_len(folder.path()).await, before + 2);
    let shown = view(&server).await;
    assert_eq!((shown.moves.len(), shown.doubts.len()), (1, 1), "{:?}", shown.doubts);
    bridge.say(&server, &[played(5, "b2", "e2")]).await;
    assert_eq!(log_len(folder.path()).await, before + 2, "once");
    // Both claims, both confirmations and all events stand in one log.
    let store = SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
    assert!(store.load(&format!("arbiter:{BOARD}:0000000001")).await.is_err());
}

/// How many lines the log of game 1 has.
async fn log_len(folder: &std::path::Path) -> usize {
    let store = SqliteStore::open(&folder.join("chuhe.db")).await.unwrap();
    store.load(&format!("board:{BOARD}:0000000001")).await.unwrap().len()
}

/// A mate that is none is kept and doubted, counts for nobody, and its record can be read.
#[tokio::test]
async fn a_mate_that_is_none_is_not_rated() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    begin_with_both(&server, &source, &mut bridge).await;
    let end = ended(6, game::Reason::Checkmate, boardlink::Result::Red);
    bridge.say(&server, &[played(5, "h2", "e2"), end]).await;
    assert_eq!(rating(&server, "Ada").await, None);
    assert_eq!(view(&server).await.doubts.len(), 1);
    for file in ["record.chuhe", "record.pgn", "record.dhtmlxq"] {
        let (status, text) = server.http("GET", &address(&format!("games/1/{file}")), "", "").await;
        assert_eq!(status, 200, "{text}");
        record::read_any(text.as_bytes(), None).unwrap_or_else(|_| panic!("{file}: {text}"));
    }
    assert_eq!(archive(&server, "").await.games.len(), 1, "kept");
}

/// One message that tells of 100,000 lost events is one line, and one that tells of more than the
/// board ever had is not believed: what it has yet to tell would not be heard.
#[tokio::test]
async fn what_is_lost_is_one_line_and_plausible() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup()]).await;
    let hello = |events| {
        ToHost::Hello(Hello { protocol: 1, board: [0; 12], game: 1, events, is_full: false })
    };
    let lost = |to| ToHost::Lost { game: 1, from: 1, to };
    for (messages, status) in [
        (vec![lost(u32::MAX)], 422),
        (vec![hello(20), lost(21)], 422),
        (vec![hello(20), lost(20)], 200),
    ] {
        let answer = bridge.ask(&server, &messages).await;
        assert_eq!(answer.status, status, "{messages:?}");
    }
    assert_eq!(log_len(folder.path()).await, 2);
    let far = [hello(100_000), lost(100_000)];
    assert_eq!(bridge.say(&server, &far).await, [ToBoard::Ack { game: 1, next: 100_000 }]);
    assert_eq!(log_len(folder.path()).await, 3);
    let over = bridge.ask(&server, &[event(100_000, Body::Restored)]).await;
    assert_eq!((over.status, over.answers), (422, vec![]), "no game is so long");
}

/// More than the board ever had, or than a game has, is lost only by the arbiter's word: it stands there
/// with its name and its reason, and the game goes on.
#[tokio::test]
async fn the_arbiter_admits_a_loss() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup(), played(1, "h2", "e2")]).await;
    let lost = ToHost::Lost { game: 1, from: 2, to: 150_000 };
    let refused = bridge.ask(&server, &[lost]).await;
    assert!(refused.status == 422 && refused.why.unwrap().contains("the arbiter"));
    let admit = r#"{"lost":{"to":150000}}"#;
    let body = format!(r#"{{"game":1,"by":"Wu","what":{admit},"why":"flash replaced"}}"#);
    let (status, reply) = server.http("POST", &address("corrections"), &body, "").await;
    assert_eq!(status, 401, "{reply}");
    for (what, status) in [
        (r#"{"lost":{"to":2}}"#, 422),
        (r#"{"lost":{"to":4294967295}}"#, 422),
        (r#"{"lost":{"to":-1}}"#, 422),
        (admit, 204),
        (admit, 422),
    ] {
        assert_eq!(correct(&server, what).await, status, "{what}");
    }
    assert_eq!(bridge.say(&server, &[lost]).await, [ToBoard::Ack { game: 1, next: 150_000 }]);
    let next = played(150_000, "h9", "g7");
    assert_eq!(bridge.say(&server, &[next]).await, [ToBoard::Ack { game: 1, next: 150_001 }]);
    // So much further the game may go, and no further.
    let far = ToHost::Lost { game: 1, from: 150_001, to: 249_999 };
    assert_eq!(bridge.ask(&server, &[far]).await.status, 422);
    let shown = view(&server).await;
    assert_eq!((shown.moves.len(), shown.corrections.len()), (2, 1), "{shown:?}");
    assert!(!shown.corrections[0].by.is_empty() && !shown.corrections[0].why.is_empty());
    assert!(shown.doubts.iter().any(|doubt| doubt.why.contains("lost")), "{:?}", shown.doubts);
    drop(server);
    let server = TestServer::start(folder.path(), source).await;
    let again = view(&server).await;
    assert_eq!((again.moves, again.corrections), (shown.moves, shown.corrections));
    assert_eq!(bridge.say(&server, &[next]).await, [ToBoard::Ack { game: 1, next: 150_001 }]);
    assert_eq!(log_len(folder.path()).await, 4, "two events, the arbiter's word, one more event");
}

/// A wrong number hides nothing: the game that began last is shown.
#[tokio::test]
async fn a_wrong_number_hides_no_later_game() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    let begin = |game| event_of(game, 0, Body::Setup { settings: Settings::default() });
    bridge.say(&server, &[begin(7)]).await;
    bridge.say(&server, &[begin(4_000_000_000)]).await;
    let shown = view(&server).await;
    assert_eq!((shown.game, shown.doubts.len()), (4_000_000_000, 1), "{:?}", shown.doubts);
    bridge.say(&server, &[begin(8)]).await;
    assert_eq!(view(&server).await.game, 8);
    // What is told of an earlier game does not bring it back.
    bridge.say(&server, &[event_of(7, 1, Body::Restored)]).await;
    assert_eq!(view(&server).await.game, 8);
    assert_eq!(server.get(&address("games")).await, "[7,8,4000000000]");
    drop(server);
    let server = TestServer::start(folder.path(), source).await;
    assert_eq!(view(&server).await.game, 8);
    assert_eq!(bridge.ask(&server, &[begin(0)]).await.status, 422);
}

/// However many ask for a key at once, one of those given counts, and goes on counting.
#[tokio::test]
async fn registrations_at_once_leave_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let (a, b, c, d, e, f) = tokio::join!(
        register(&server, "one"),
        register(&server, "two"),
        register(&server, "three"),
        register(&server, "four"),
        register(&server, "five"),
        register(&server, "six"),
    );
    let keys: Vec<Key> = [a, b, c, d, e, f]
        .into_iter()
        .map(|(status, reply)| {
            assert_eq!(status, 201, "{reply}");
            let registered: RegisteredEboard = serde_json::from_str(&reply).expect("registered");
            registered.key.parse().expect("a key")
        })
        .collect();
    let good = async |server: &TestServer| {
        let mut good = Vec::new();
        for key in &keys {
            let mut bridge = Bridge { key: key.clone(), n: 0, nonce: None };
            let (body, header) = bridge.post(&[]);
            let (status, _) = server.http("POST", &address("messages"), &body, &header).await;
            good.push(status == 200);
        }
        good
    };
    let before = good(&server).await;
    assert_eq!(before.iter().filter(|is_good| **is_good).count(), 1, "{before:?}");
    let name = view(&server).await.name;
    drop(server);
    let server = TestServer::start(folder.path(), source).await;
    assert_eq!((good(&server).await, view(&server).await.name), (before, name));
}

/// Names are on one line and read from left to right, be they a board's, an arbiter's or a player's.
#[tokio::test]
async fn names_are_seen_whole() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup()]).await;
    for bad in ["Table\n7", "\u{202e}7 elbaT", "\u{2066}7", "a\u{200b}", "\u{1b}[2J", " ", "\t", ""]
    {
        let (status, reply) = register(&server, bad).await;
        assert_eq!((status, reply.contains("\"name\"")), (422, true), "{bad:?}: {reply}");
        for (by, red, why) in [(bad, "胡", "seen"), ("Wu", bad, "seen"), ("Wu", "胡", bad)] {
            let what = serde_json::json!({"names":{"red": red, "black": "許"}});
            let body = serde_json::json!({"game":1,"by":by,"what":what,"why":why}).to_string();
            let header = format!("authorization: Bearer {ARBITER}\r\n");
            let (status, reply) =
                server.http("POST", &address("corrections"), &body, &header).await;
            // Nobody has to have a name.
            let expected = if red == bad && bad.trim().is_empty() { 204 } else { 422 };
            assert_eq!(status, expected, "{body}: {reply}");
        }
    }
}

/// Whoever guesses is soon not answered any more, not even with the right key.
#[tokio::test]
async fn guesses_of_the_arbiters_key_are_throttled() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let body = format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#);
    let guess = async |key: &str| {
        let header = format!("authorization: Bearer {key}\r\n");
        server.http("POST", "/api/boards", &body, &header).await.0
    };
    let mut told = Vec::new();
    for number in 0..20 {
        told.push(guess(&format!("guess {number}")).await);
    }
    assert_eq!(told, [vec![401; 10], vec![429; 10]].concat());
    assert_eq!(guess(ARBITER).await, 429);
    source.now.fetch_add(60_000, Ordering::SeqCst);
    assert_eq!(guess(ARBITER).await, 201);
}

/// A key that can be guessed is refused at the start.
#[tokio::test]
async fn a_short_key_of_the_arbiter_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
    let key = SigningKey::from_bytes([5; 32]);
    let config =
        Config { source: TestSource::new(), ..Config::system(Vec::new(), "k".to_owned(), key) };
    let error = Hub::start(config, Arc::new(store)).await.err().expect("refused");
    let said = error.to_string();
    assert!(said.contains("the arbiter's key") && said.contains("16"), "{said}");
}

/// A board that says nothing new is not told of: what it costs the hall to watch idle boards is
/// nothing.
#[tokio::test]
async fn only_changes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let source = TestSource::new();
    let server = TestServer::start(folder.path(), source.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[timed(), played(1, "b0", "c2")]).await;
    let mut hall = Watcher::open(&server).await;
    hall.until("\"moves\":[\"b0c2\"]").await;
    let told = hall.count("data: ");
    for _ in 0..50 {
        source.now.fetch_add(100, Ordering::SeqCst);
        let hello = Hello { protocol: 1, board: [0; 12], game: 1, events: 2, is_full: false };
        bridge.say(&server, &[ToHost::Hello(hello)]).await;
    }
    bridge.say(&server, &[played(2, "h9", "g7")]).await;
    hall.until("\"h9g7\"").await;
    assert_eq!(hall.count("data: "), told + 1);
}

/// Who may watch at once, and from one address, is limited; whoever goes makes room.
#[tokio::test]
async fn watchers_are_capped() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup()]).await;
    let mut watchers = Vec::new();
    for _ in 0..100 {
        let mut watcher = Watcher::open(&server).await;
        watcher.until("Table 7").await;
        watchers.push(watcher);
    }
    let mut refused = Watcher::open(&server).await;
    refused.until("\"watchers\"").await;
    assert_eq!(refused.count("HTTP/1.1 422"), 1);
    watchers.truncate(50);
    // The server notices when it writes next.
    let mut again = false;
    for _ in 0..1_000 {
        let name = if again { "Table 8" } else { "Table 9" };
        assert_eq!(register(&server, name).await.0, 201);
        let mut watcher = Watcher::open(&server).await;
        watcher.until("\r\n\r\n").await;
        again = watcher.count("HTTP/1.1 200") == 1;
        if again {
            break;
        }
    }
    assert!(again, "room for whoever comes next");
}

/// Somebody who watches the hall.
struct Watcher {
    stream: tokio::net::TcpStream,
    heard: String,
}

impl Watcher {
    async fn open(server: &TestServer) -> Watcher {
        let mut stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
        let request =
            format!("GET /api/boards/stream HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).await.unwrap();
        Watcher { stream, heard: String::new() }
    }

    /// Reads until this has been heard.
    async fn until(&mut self, what: &str) {
        let mut buffer = [0; 4096];
        while !self.heard.contains(what) {
            let wait = std::time::Duration::from_secs(120);
            let read = tokio::time::timeout(wait, self.stream.read(&mut buffer)).await;
            let count = read.expect("told in time").expect("read");
            assert!(count > 0, "the stream ended: {}", self.heard);
            self.heard.push_str(&String::from_utf8_lossy(&buffer[..count]));
        }
    }

    fn count(&self, what: &str) -> usize {
        self.heard.matches(what).count()
    }
}
