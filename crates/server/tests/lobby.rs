//! The socket of the lobby.

mod common;

use commit_reveal::SigningKey;
use common::{Client, TestEnv, TestServer, in_time, plan};
use futures_util::{SinkExt, StreamExt};
use protocol::{
    Challenge, ChallengeRequest, Created, DeclineReason, ErrorBody, FromLobby, InviteRequest,
    JoinRequest, Joined, LobbyState, OpenRequest, ReservedSeat, SeatPlan, TablePlan, ToClient,
    ToLobby,
};
use server::{Config, Hints, LocalHints};
use std::{sync::Arc, time::Duration};
use store::testing::MemoryStore;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderName},
};

/// A page that shows the lobby.
struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    state: LobbyState,
    incoming: Vec<Challenge>,
    texts: Vec<String>,
}

impl Page {
    async fn connect(address: &str, state: LobbyState) -> Page {
        Page::open(address, state, "", false).await
    }

    /// The page of an account that shows no lobby.
    async fn connect_as(address: &str, state: LobbyState, headers: &str) -> Page {
        Page::open(address, state, headers, true).await
    }

    async fn open(address: &str, state: LobbyState, headers: &str, quiet: bool) -> Page {
        let url = format!("ws://{address}/api/lobby");
        let mut request = url.into_client_request().expect("an address");
        for (name, value) in headers.lines().filter_map(|line| line.split_once(": ")) {
            let name: HeaderName = name.parse().expect("a header's name");
            request.headers_mut().insert(name, value.parse().expect("a header's value"));
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await.expect("a socket");
        let mut page = Page { socket, state, incoming: Vec::new(), texts: Vec::new() };
        let hello = ToLobby::Hello { cursor: page.state.cursor.clone(), quiet };
        page.send(&serde_json::to_string(&hello).expect("json")).await;
        page
    }

    async fn send(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.expect("sent");
    }

    /// Kind of the next message, which is applied; `None` when the socket is closed.
    async fn next(&mut self) -> Option<&'static str> {
        in_time("message of the lobby", self.read_message()).await
    }

    async fn read_message(&mut self) -> Option<&'static str> {
        loop {
            let Ok(message) = self.socket.next().await? else { return None };
            let Message::Text(text) = message else { continue };
            self.texts.push(text.to_string());
            return Some(match serde_json::from_str(&text).expect("a message") {
                FromLobby::Snapshot(state) => {
                    self.state = state;
                    "snapshot"
                }
                FromLobby::Update(update) => {
                    self.state.apply(update);
                    "update"
                }
                FromLobby::Challenges { incoming } => {
                    self.incoming = incoming;
                    "challenges"
                }
                FromLobby::Error { .. } => "error",
                FromLobby::Pong => "pong",
            });
        }
    }

    /// Reads until these tables are waiting.
    async fn until_waiting(&mut self, tables: &[&Created]) {
        let ids = |state: &LobbyState| -> Vec<String> {
            state.seeks.iter().map(|seek| seek.table.to_string()).collect()
        };
        let wanted: Vec<String> = tables.iter().map(|created| created.table.to_string()).collect();
        let listed = async {
            while ids(&self.state) != wanted {
                self.next().await.expect("an open socket");
            }
        };
        in_time(&format!("list of the tables {wanted:?}"), listed).await;
    }
}

async fn seek(server: &TestServer, clock: &str) -> Created {
    let request = OpenRequest { plan: plan("xiangqi", "", clock), name: "Seeker".into() };
    let body = serde_json::to_string(&request).expect("json");
    let (status, reply) = server.http("POST", "/api/seeks", &body, "").await;
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).expect("created")
}

/// A page sees seeks come and go, and resumes where it was.
#[tokio::test]
async fn a_page_follows_the_lobby() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let first = seek(&server, "5+3").await;
    let mut page = Page::connect(&server.address, LobbyState::default()).await;
    assert_eq!(page.next().await, Some("snapshot"));
    page.until_waiting(&[&first]).await;
    let second = seek(&server, "10+5").await;
    page.until_waiting(&[&first, &second]).await;
    let left = page.state.clone();
    drop(page);
    // The first seeker gets an opponent after seven seconds.
    env.now.fetch_add(7_000, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(seek(&server, "5+3").await.table, first.table);
    let mut page = Page::connect(&server.address, left.clone()).await;
    page.until_waiting(&[&second]).await;
    assert!(!page.texts.iter().any(|text| text.contains("snapshot")), "{:?}", page.texts);
    while page.state.waits.is_empty() || page.state.counts.online == 0 {
        page.next().await.expect("an open socket");
    }
    let wait = &page.state.waits[0];
    assert_eq!((&*wait.variant, &*wait.clock, wait.seconds), ("xiangqi", "5+3", 7));
    // Nothing has changed: the page learns that it is connected.
    page.send(r#"{"type":"ping"}"#).await;
    while page.next().await.expect("an open socket") != "pong" {}
    // A cursor of an earlier life of the server.
    let old = LobbyState { cursor: "old.1".into(), ..left };
    assert_eq!(Page::connect(&server.address, old).await.next().await, Some("snapshot"));
}

#[tokio::test]
async fn invalid_messages_close_the_socket() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let long = format!(r#"{{"type":"hello","cursor":"{}"}}"#, "x".repeat(2_000));
    for text in ["", "{}", r#"{"type":"hello","cursor":"","token":"x"}"#, &long] {
        let mut page = Page::connect(&server.address, LobbyState::default()).await;
        assert_eq!(page.next().await, Some("snapshot"));
        page.send(text).await;
        let mut last = None;
        while let Some(kind) = page.next().await {
            last = Some(kind);
        }
        assert!(last == Some("error") || text.len() > 1_000, "{text}: {last:?}");
    }
    // Very many messages are not answered.
    let mut page = Page::connect(&server.address, LobbyState::default()).await;
    for _ in 0..10_000 {
        if page.socket.send(Message::Text(r#"{"type":"ping"}"#.into())).await.is_err() {
            break;
        }
    }
    while page.next().await.is_some() {}
    assert!(page.texts.len() < 200, "{}", page.texts.len());
}

/// The lobby of one server shows the seeks at the other, with and without hints.
#[tokio::test]
async fn a_lobby_spans_the_servers() {
    for hints in [None, Some(Arc::new(LocalHints::default()) as Arc<dyn Hints>)] {
        let store = MemoryStore::default();
        let mut servers = Vec::new();
        for number in 0..2 {
            let key = SigningKey::from_bytes([5; 32]);
            let config = Config::system(Vec::new(), String::new(), key);
            let config = Config { hints: hints.clone(), ..config };
            let node = Arc::new(store.node(number == 0));
            servers.push(TestServer::start_as(node, config).await);
        }
        let [a, b] = &servers[..] else { panic!("two servers") };
        let mut page = Page::connect(&b.address, LobbyState::default()).await;
        let created = seek(a, "5+3").await;
        page.until_waiting(&[&created]).await;
        let mut host = Client::connect(&a.address, &created.table, &created.token, 0).await;
        host.next().await;
        // The page and the host's, which are at different servers.
        while page.state.counts.online < 2 {
            page.next().await.expect("an open socket");
        }
        seek(b, "5+3").await;
        page.until_waiting(&[]).await;
    }
}

/// A seek is not listed while its host is away, and is again when the host comes back in time.
#[tokio::test]
async fn a_host_who_comes_back_is_listed_again() {
    use std::sync::atomic::Ordering::SeqCst;
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    // The lobby looks at its hosts from time to time.
    let passing = env.clone();
    let time = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(10)).await;
            passing.now.fetch_add(100, SeqCst);
        }
    });
    let created = seek(&server, "5+3").await;
    let come = || Client::connect(&server.address, &created.table, &created.token, 0);
    let mut page = Page::connect(&server.address, LobbyState::default()).await;
    let mut host = come().await;
    host.next().await;
    for _ in 0..2 {
        page.until_waiting(&[&created]).await;
        drop(host);
        env.now.fetch_add(16_000, SeqCst);
        page.until_waiting(&[]).await;
        host = come().await;
        host.next().await;
    }
    page.until_waiting(&[&created]).await;
    drop(host);
    page.until_waiting(&[]).await;
    // The next look forgets a host who stays away.
    env.now.fetch_add(store::SEEK_PAUSE_MS, SeqCst);
    let later = seek(&server, "10+5").await;
    let mut other = Client::connect(&server.address, &later.table, &later.token, 0).await;
    other.next().await;
    page.until_waiting(&[&later]).await;
    host = come().await;
    host.next().await;
    let newest = seek(&server, "15+10").await;
    page.until_waiting(&[&later, &newest]).await;
    time.abort();
}

/// What pages of the lobby receive is the same in two games that differ only in hidden information.
#[tokio::test]
async fn the_lobby_tells_no_secret() {
    let mut shown = Vec::new();
    for secrets in [["mole:e6", "mole:e3"], ["mole:c6", "mole:g3"]] {
        let folder = tempfile::tempdir().expect("a folder");
        let env = TestEnv::new();
        let server = TestServer::start(folder.path(), env.clone()).await;
        let request = || {
            let plan = plan("undercover", "first=red locks=1", "none");
            serde_json::to_string(&OpenRequest { plan, name: "Seeker".into() }).expect("json")
        };
        let mut seats = Vec::new();
        for _ in 0..2 {
            let (status, reply) = server.http("POST", "/api/seeks", &request(), "").await;
            assert_eq!(status, 201, "{reply}");
            seats.push(serde_json::from_str::<Created>(&reply).expect("created"));
        }
        let table = seats[0].table.clone();
        let mut page = Page::connect(&server.address, LobbyState::default()).await;
        let mut red = Client::connect(&server.address, &table, &seats[0].token, 0).await;
        let mut black = Client::connect(&server.address, &table, &seats[1].token, 0).await;
        red.next().await;
        black.next().await;
        common::give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
        for (seat, action) in
            [(0, "lock:c3"), (1, "lock:g6"), (0, secrets[0]), (1, secrets[1]), (0, "h2e2")]
        {
            let player = if seat == 0 { &mut red } else { &mut black };
            // Reads what the other player has caused.
            player.pong().await;
            player.play(seat, action).await;
        }
        // The games are looked at once a second.
        env.now.fetch_add(5_000, std::sync::atomic::Ordering::SeqCst);
        while page.state.live.first().is_none_or(|game| game.plies == 0) {
            page.next().await.expect("an open socket");
        }
        let game = page.state.live[0].clone();
        let watched = server.get("/api/watch").await;
        assert!(!watched.contains("mole:"), "{watched}");
        let watched = watched.replace(table.as_str(), "the table");
        shown.push((game.position, game.last, game.plies, watched));
        assert!(page.texts.iter().all(|text| !text.contains("mole:")));
    }
    assert_eq!(shown[0], shown[1]);
}

/// A challenge is shown to its recipient only, accepted once, declined once, withdrawn, and expires
/// when the challenger leaves.
#[tokio::test]
async fn a_challenge_has_one_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let cy = server.register("Cy").await;
    let challenge = async |headers: &str, to: &str, seats: &[SeatPlan]| {
        let plan = TablePlan { seats: seats.to_vec(), ..plan("xiangqi", "", "5+3") };
        let request = ChallengeRequest { to: to.into(), plan };
        let body = serde_json::to_string(&request).expect("json");
        server.http("POST", "/api/challenges", &body, headers).await
    };
    let two = [SeatPlan::Open, SeatPlan::Host];
    for (headers, to, seats, status, code) in [
        ("", "Bo", &two[..], 422, "sign-in"),
        (&*ada, "Ada", &two, 422, "challenge-self"),
        (&ada, "Di", &two, 404, "no-player"),
        (&ada, "Bo", &[SeatPlan::Host, SeatPlan::Host], 422, "challenge-seats"),
        (&ada, "Bo", &[SeatPlan::Open, SeatPlan::Open], 422, "challenge-seats"),
    ] {
        let (found, reply) = challenge(headers, to, seats).await;
        assert!(found == status && reply.contains(code), "{code}: {found} {reply}");
    }
    let mut pages = Vec::new();
    for headers in [&bo, &cy] {
        pages.push(Page::connect_as(&server.address, LobbyState::default(), headers).await);
    }
    let (status, reply) = challenge(&ada, "Bo", &two).await;
    assert_eq!(status, 201, "{reply}");
    let created: Created = serde_json::from_str(&reply).expect("created");
    assert_eq!(created.seats, [1]);
    let reserved = server.get(&format!("/api/tables/{}/reserved", created.table)).await;
    let reserved: Vec<ReservedSeat> = serde_json::from_str(&reserved).expect("seats");
    assert_eq!(reserved, [ReservedSeat { seat: 0, name: "Bo".into(), is_challenged: true }]);
    let (status, reply) = challenge(&ada, "Bo", &two).await;
    assert!(status == 422 && reply.contains("challenge-limit"), "{reply}");
    let mut host = Client::connect(&server.address, &created.table, &created.token, 0).await;
    host.next().await;
    let [to_bo, to_cy] = &mut pages[..] else { panic!("two pages") };
    while to_bo.incoming.len() != 1 {
        to_bo.next().await.expect("an open socket");
    }
    assert_eq!((&*to_bo.incoming[0].from, &to_bo.incoming[0].table), ("Ada", &created.table));
    // It does not expire while the challenger is there.
    for _ in 0..4 {
        env.now.fetch_add(20_000, std::sync::atomic::Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(2_500)).await;
    }
    let path = format!("/api/challenges/{}/decline", created.table);
    let join = format!("/api/tables/{}/join", created.table);
    let name = r#"{"name":"Guest"}"#;
    for headers in ["", &*cy] {
        let (status, reply) = server.http("POST", &join, name, headers).await;
        assert!(status == 422 && reply.contains("reserved"), "{reply}");
    }
    let reason = r#"{"reason":"later"}"#;
    for (headers, status, code) in [("", 401, "sign-in"), (&*cy, 422, "no-challenge")] {
        let (found, reply) = server.http("POST", &path, reason, headers).await;
        assert!(found == status && reply.contains(code), "{found} {reply}");
    }
    let (status, reply) = server.http("POST", &path, r#"{"reason":"never"}"#, &bo).await;
    assert_eq!(status, 422, "{reply}");
    assert_eq!(server.http("POST", &path, reason, &bo).await.0, 204);
    // Another answer is too late.
    assert_eq!(server.http("POST", &path, r#"{"reason":"no"}"#, &bo).await.0, 422);
    let is_declined = |message: &ToClient| matches!(message, ToClient::Declined { reason } if *reason == DeclineReason::Later);
    while !is_declined(&host.next().await.expect("an open socket")) {}
    while !to_bo.incoming.is_empty() {
        to_bo.next().await.expect("an open socket");
    }
    // Of two devices of the recipient, one gets the seat.
    let (_, reply) = challenge(&ada, "Bo", &two).await;
    let created: Created = serde_json::from_str(&reply).expect("created");
    let join = format!("/api/tables/{}/join", created.table);
    let (one, two_answers) =
        tokio::join!(server.http("POST", &join, name, &bo), server.http("POST", &join, name, &bo));
    let mut answers = [one.0, two_answers.0];
    answers.sort_unstable();
    assert_eq!(answers, [201, 422]);
    // A challenger who leaves takes the challenge along.
    let (_, reply) = challenge(&cy, "Bo", &two).await;
    let left: Created = serde_json::from_str(&reply).expect("created");
    while to_bo.incoming.iter().all(|it| it.table != left.table) {
        to_bo.next().await.expect("an open socket");
    }
    env.now.fetch_add(31_000, std::sync::atomic::Ordering::SeqCst);
    while to_bo.incoming.iter().any(|it| it.table == left.table) {
        to_bo.next().await.expect("an open socket");
    }
    // One that is withdrawn is gone at once.
    let (_, reply) = challenge(&cy, "Bo", &two).await;
    let withdrawn: Created = serde_json::from_str(&reply).expect("created");
    while to_bo.incoming.iter().all(|it| it.table != withdrawn.table) {
        to_bo.next().await.expect("an open socket");
    }
    let token = format!("authorization: Bearer {}\r\n", withdrawn.token);
    let path = format!("/api/tables/{}", withdrawn.table);
    assert_eq!(server.http("DELETE", &path, "", &token).await.0, 204);
    while !to_bo.incoming.is_empty() {
        to_bo.next().await.expect("an open socket");
    }
    assert!(to_cy.incoming.is_empty() && to_cy.texts.len() < 3, "{:?}", to_cy.texts);
}

/// A reserved seat of an invitation is its account's: others get another seat or a refusal, and are
/// shown for which player it is. It is free again when that player declines.
#[tokio::test]
async fn a_seat_is_reserved_for_an_account() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut players = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Di"] {
        players.push(server.register(name).await);
    }
    let [ada, bo, cy, di] = [0, 1, 2, 3].map(|place: usize| players[place].as_str());
    let open = async |variant: &str, reserved: &[(u8, &str)], headers: &str| {
        let reserved = reserved.iter().map(|&(seat, name)| ReservedSeat {
            seat,
            name: name.into(),
            is_challenged: false,
        });
        let request = InviteRequest {
            plan: plan(variant, "", "10+5"),
            name: "Hanna".into(),
            reserved: reserved.collect(),
        };
        let body = serde_json::to_string(&request).expect("json");
        server.http("POST", "/api/tables", &body, headers).await
    };
    for (headers, reserved, status, code) in [
        ("", &[(1, "Bo")][..], 422, "sign-in"),
        (ada, &[(0, "Bo")], 422, "reserved-seat"),
        (ada, &[(4, "Bo")], 422, "reserved-seat"),
        (ada, &[(1, "Ada")], 422, "reserved-self"),
        (ada, &[(1, "Zed")], 404, "no-player"),
        (ada, &[(1, "Bo"), (1, "Cy")], 422, "reserved-twice"),
        (ada, &[(1, "Bo"), (2, "bo")], 422, "reserved-twice"),
    ] {
        let (found, reply) = open("sifang", reserved, headers).await;
        assert!(found == status && reply.contains(code), "{reserved:?}: {found} {reply}");
    }
    let (status, reply) = open("sifang", &[(2, "Bo"), (3, "Cy")], ada).await;
    assert_eq!(status, 201, "{reply}");
    let made: Created = serde_json::from_str(&reply).expect("created");
    let join = async |seat: Option<u8>, headers: &str| {
        let request = JoinRequest { name: "Guest".into(), seat };
        let body = serde_json::to_string(&request).expect("json");
        let path = format!("/api/tables/{}/join", made.table);
        let (status, reply) = server.http("POST", &path, &body, headers).await;
        match serde_json::from_str::<Joined>(&reply) {
            Ok(joined) => Ok(joined.seat),
            Err(_) => {
                assert_eq!(status, 422, "{reply}");
                Err(serde_json::from_str::<ErrorBody>(&reply).expect("a refusal").code)
            }
        }
    };
    let reserved = async || -> Vec<(u8, String)> {
        let reserved = server.get(&format!("/api/tables/{}/reserved", made.table)).await;
        let reserved: Vec<ReservedSeat> = serde_json::from_str(&reserved).expect("seats");
        let mut seats: Vec<_> = reserved.into_iter().map(|it| (it.seat, it.name)).collect();
        seats.sort();
        seats
    };
    assert_eq!(reserved().await, [(2, "Bo".to_owned()), (3, "Cy".to_owned())]);
    // The reservation does not depend on the host's presence.
    env.now.fetch_add(24 * 3_600_000, std::sync::atomic::Ordering::SeqCst);
    let mut page = Page::connect_as(&server.address, LobbyState::default(), bo).await;
    while page.incoming.len() != 1 {
        page.next().await.expect("an open socket");
    }
    for headers in ["", di] {
        assert_eq!(join(Some(2), headers).await, Err("reserved".to_owned()));
    }
    assert_eq!(join(Some(1), bo).await, Err("reserved-own".to_owned()));
    assert_eq!(join(None, di).await, Ok(1));
    assert_eq!(join(None, "").await, Err("reserved".to_owned()), "only reserved seats are left");
    assert_eq!(join(None, bo).await, Ok(2));
    while !page.incoming.is_empty() {
        page.next().await.expect("an open socket");
    }
    let path = format!("/api/challenges/{}/decline", made.table);
    assert_eq!(server.http("POST", &path, r#"{"reason":"later"}"#, cy).await.0, 204);
    assert!(reserved().await.is_empty());
    assert_eq!(join(None, "").await, Ok(3));
    assert_eq!(join(None, "").await, Err("seat-taken".to_owned()));
    let (status, reply) = open("xiangqi", &[(1, "Bo")], di).await;
    assert_eq!(status, 201, "{reply}");
    let made: Created = serde_json::from_str(&reply).expect("created");
    let path = format!("/api/tables/{}/join", made.table);
    let (status, reply) = server.http("POST", &path, r#"{"name":"Cy"}"#, cy).await;
    assert!(status == 422 && reply.contains("reserved"), "{status} {reply}");
    let token = format!("authorization: Bearer {}\r\n", made.token);
    let table = format!("/api/tables/{}", made.table);
    assert_eq!(server.http("DELETE", &table, "", &token).await.0, 204);
    let mut page = Page::connect_as(&server.address, LobbyState::default(), bo).await;
    page.next().await;
    // It is withdrawn with its table.
    while !page.incoming.is_empty() {
        page.next().await.expect("an open socket");
    }
}

/// Number of seeks of a batch, which are sent on one connection.
const FLOOD: usize = 500;

/// Sends a batch of seeks from one address, all with different clocks. Returns the number of opened
/// tables; every other seek is refused with its reason.
async fn flood(server: &TestServer, number: usize, address: &str) -> usize {
    let mut requests = String::new();
    for seek in number * FLOOD..(number + 1) * FLOOD {
        let clock = format!("{}+{}", seek % 90 + 1, seek / 90 % 60);
        let request = OpenRequest { plan: plan("xiangqi", "", &clock), name: "Crowd".into() };
        let body = serde_json::to_string(&request).expect("json");
        requests += &format!(
            "POST /api/seeks HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
    }
    let last = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n", server.address);
    let replies = server.raw_with(&(requests + &last), "").await;
    let count = |words: &str| replies.matches(words).count();
    let opened = count("HTTP/1.1 201 ");
    assert_eq!(opened + count("HTTP/1.1 429 "), FLOOD);
    assert_eq!(count(r#"{"code":"too-often","message":""#), FLOOD - opened, "each has a reason");
    opened
}

/// Of ten thousand seeks from one address a few are listed, and the others are refused with a reason.
/// Meanwhile players at other addresses see each other in the lobby and are paired.
#[tokio::test]
async fn a_flood_of_seeks_from_one_address_ends() {
    const BATCHES: usize = 20;
    /// Maximum number of listed seeks from one address.
    const LISTED: usize = 20;
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let from = |address: &str| format!("x-forwarded-for: {address}\r\n");
    let seek = async |address: &str| -> Created {
        let request = OpenRequest { plan: plan("banqi", "", "10+5"), name: "Player".into() };
        let body = serde_json::to_string(&request).expect("json");
        let (status, reply) = server.http("POST", "/api/seeks", &body, &from(address)).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str(&reply).expect("created")
    };
    let crowd = "203.0.113.1";
    // Both have a page with the lobby: the flooder, and a visitor at another address.
    let mut own = Page::open(&server.address, LobbyState::default(), &from(crowd), false).await;
    let mut page =
        Page::open(&server.address, LobbyState::default(), &from("192.0.2.1"), false).await;
    let (began, mut opened) = (std::time::Instant::now(), 0);
    for number in 0..BATCHES {
        let meet = async {
            let first = seek(&format!("192.0.2.{}", 10 + number)).await;
            let waits = |state: &LobbyState| {
                let strangers = state.seeks.iter().filter(|seek| seek.table != first.table).count();
                assert!(strangers <= LISTED, "{strangers} seeks of the crowd");
                strangers < state.seeks.len()
            };
            while !waits(&page.state) {
                page.next().await.expect("an open socket");
            }
            let second = seek(&format!("192.0.2.{}", 100 + number)).await;
            assert_eq!((&second.table, &second.seats[..]), (&first.table, &[1][..]));
            while waits(&page.state) {
                page.next().await.expect("an open socket");
            }
        };
        let (count, ()) = tokio::join!(flood(&server, number, crowd), meet);
        opened += count;
    }
    // A burst of sixty tables, then one every ten seconds.
    let most = 60 + 1 + began.elapsed().as_secs() as usize / 10;
    assert!((LISTED..=most).contains(&opened), "{opened} tables, not {most}");
    let seeks: Vec<protocol::Seek> =
        serde_json::from_str(&server.get("/api/seeks").await).expect("seeks");
    assert_eq!(seeks.len(), LISTED);
    assert!(seeks.iter().all(|seek| seek.name == "Crowd"));
    // The flooder's page was not closed for it, and shows the same.
    own.send(r#"{"type":"ping"}"#).await;
    while own.next().await.expect("an open socket") != "pong" {}
    while own.state.seeks != page.state.seeks {
        own.next().await.expect("an open socket");
    }
    assert_eq!(own.state.seeks.len(), LISTED);
}
