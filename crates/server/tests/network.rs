//! The server's network layer over real connections, with simulated time: clients, host names and
//! limits.

mod common;

use common::{Client, TestEnv, TestServer, in_time, plan};
use protocol::{
    Command, Created, Offer, OpenRequest, SeatPlan, TablePlan, ToClient, ToServer, UpdateEvent,
};
use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Header of a proxy for a client's address.
fn from(address: &str) -> String {
    format!("x-forwarded-for: {address}\r\n")
}

fn request(plan: TablePlan, name: &str) -> String {
    let request = OpenRequest { plan, name: name.into() };
    serde_json::to_string(&request).unwrap()
}

/// Requests under a foreign host name are rejected, in every header and for every route.
#[tokio::test]
async fn only_its_own_name_is_answered_to() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let port = server.address.rsplit(':').next().unwrap();
    for (host, line, status) in [
        (format!("127.0.0.1:{port}"), "/healthz".to_owned(), "200"),
        (format!("localhost:{port}"), "/healthz".to_owned(), "200"),
        ("evil.example".to_owned(), "/healthz".to_owned(), "421"),
        ("evil.example".to_owned(), "/".to_owned(), "421"),
        ("evil.example".to_owned(), "/api/tables/x/socket".to_owned(), "421"),
        (format!("localhost:{port}"), "http://evil.example/healthz".to_owned(), "421"),
        ("evil.example".to_owned(), format!("http://localhost:{port}/healthz"), "421"),
        ("localhost\r\nhost: evil.example".to_owned(), "/healthz".to_owned(), "421"),
        (String::new(), "/healthz".to_owned(), "421"),
    ] {
        let reply = server.raw(&format!("GET {line} HTTP/1.1\r\nhost: {host}\r\n")).await;
        let found = reply.split(' ').nth(1).unwrap_or_default();
        assert_eq!(found, status, "{line} at {host}: {reply}");
    }
    let reply = server.raw("GET /healthz HTTP/1.1\r\n").await;
    assert!(reply.starts_with("HTTP/1.1 421") && reply.contains("--host"), "{reply}");
}

#[tokio::test]
async fn a_code_is_drawn_of_own_links_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let own = format!("http://{}/t/abc", server.address);
    for (text, status) in [
        (own.as_str(), 200),
        ("https://evil.example/", 422),
        ("http://127.0.0.1:1/", 422),
        ("http://127.0.0.1@evil.example/", 422),
    ] {
        let path = format!("/api/qr?text={text}");
        assert_eq!(server.http("GET", &path, "", "").await.0, status, "{text}");
    }
}

/// New tables are counted by the client that the proxy reports; headers added by clients have no
/// effect.
#[tokio::test]
async fn tables_are_counted_behind_a_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let body = request(plan("xiangqi", "", "none"), "Hanna");
    let open = async |headers: &str| server.http("POST", "/api/tables", &body, headers).await;
    let mut opened = 0;
    while open(&from(&format!("203.0.113.{opened}, 192.0.2.1"))).await.0 == 201 {
        opened += 1;
        assert!(opened < 100, "no end to it");
    }
    assert_eq!(opened, 60);
    let (status, reply) = open(&from("192.0.2.1")).await;
    assert!(status == 429 && reply.contains("too-often"), "{status} {reply}");
    assert_eq!(open(&from("192.0.2.2")).await.0, 201, "another visitor");
    let twofold = format!("{}forwarded: for=198.51.100.7\r\n", from("192.0.2.1"));
    assert_eq!(open(&twofold).await.0, 201, "counted as the proxy's own");
    // An account has its own limit.
    let ada = server.register("Ada").await;
    let mut opened = 0;
    while open(&format!("{ada}{}", from(&format!("198.51.100.{opened}")))).await.0 == 201 {
        opened += 1;
        assert!(opened < 100, "no end to it");
    }
    assert_eq!(opened, 20);
}

/// A rematch counts against the limit for new tables.
#[tokio::test]
async fn a_rematch_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let (visitor, began) = ("192.0.2.1", Instant::now());
    let mut plan = plan("xiangqi", "", "none");
    plan.seats = vec![SeatPlan::Host, SeatPlan::Host];
    let body = request(plan, "Hanna");
    let open = async || server.http("POST", "/api/tables", &body, &from(visitor)).await;
    let table: Created = serde_json::from_str(&open().await.1).unwrap();
    let (id, token) = (&table.table, &table.token);
    let mut both = Client::connect_from(Some(visitor), &server.address, id, token, 0).await;
    both.next().await.expect("a snapshot");
    both.does(0, Command::Resign).await;
    both.does(0, Command::Offer { offer: Offer::Rematch }).await;
    // The rematch of a player with both sides needs no second consent.
    let is_rematch = |update: &ToClient| matches!(update, ToClient::Update(update) if matches!(update.event, UpdateEvent::Rematch { .. }));
    while !is_rematch(&both.next().await.expect("an open socket")) {}
    let mut opened = 2;
    while open().await.0 == 201 {
        opened += 1;
        assert!(opened < 1_000, "no end to it");
    }
    let most = 60 + began.elapsed().as_secs() / 10;
    assert!((60..=most).contains(&opened), "{opened} tables, not {most}");
}

/// Sends hundreds of pipelined requests of one client. Returns the number of answers with this
/// status (the others are 429), and the number of requests.
async fn pipelined(server: &TestServer, line: &str, status: &str, body: &str) -> (u64, u64) {
    const COUNT: u64 = 990;
    let head = format!(
        "{line} HTTP/1.1\r\nhost: {}\r\n{}content-type: application/json\r\ncontent-length: {}\r\n",
        server.address,
        from("192.0.2.1"),
        body.len()
    );
    let requests = format!("{head}\r\n{body}").repeat(COUNT as usize - 1);
    let replies = server.raw_with(&format!("{requests}{head}"), body).await;
    let count = |status: &str| replies.matches(&format!("HTTP/1.1 {status} ")).count() as u64;
    assert_eq!(count(status) + count("429"), COUNT, "{line}");
    (count(status), COUNT)
}

/// Read requests have a limit, too.
#[tokio::test]
async fn a_flood_of_readers_ends() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let read = async |visitor: &str| server.http("GET", "/api/seeks", "", &from(visitor)).await.0;
    let (began, mut answered) = (Instant::now(), 0);
    loop {
        let (count, all) = pipelined(&server, "GET /api/seeks", "200", "").await;
        answered += count;
        if count < all {
            break;
        }
    }
    // A burst of 2,000, then 50 per second.
    let most = 2_000 + 50 * (began.elapsed().as_secs() + 1);
    assert!((2_000..=most).contains(&answered), "{answered} of {most}");
    assert_eq!(read("192.0.2.2").await, 200, "another visitor");
    assert_eq!(server.http("GET", "/api/seeks", "", "").await.0, 200, "the proxy's own machine");
}

/// All clients behind an undeclared proxy on this machine count as one.
#[tokio::test]
async fn behind_an_unknown_proxy_all_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let body = request(plan("xiangqi", "", "none"), "Hanna");
    let mut opened = 0;
    while server.http("POST", "/api/tables", &body, &from(&format!("192.0.2.{opened}"))).await.0
        == 201
    {
        opened += 1;
        assert!(opened < 100, "no end to it");
    }
    assert_eq!(opened, 60);
    assert_eq!(server.http("POST", "/api/tables", &body, "").await.0, 201, "this machine itself");
}

#[tokio::test]
async fn a_crowd_of_seekers_keeps_no_player_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let seek = async |clock: &str, address: &str| {
        let body = request(plan("xiangqi", "", clock), "Seeker");
        server.http("POST", "/api/seeks", &body, &from(address)).await
    };
    let (status, first) = seek("10+5", "192.0.2.1").await;
    assert_eq!(status, 201, "{first}");
    for stranger in 0..40 {
        let clock = format!("{}+1", stranger + 1);
        assert_eq!(seek(&clock, "203.0.113.1").await.0, 201);
    }
    let waiting: Vec<protocol::Seek> =
        serde_json::from_str(&server.get("/api/seeks").await).unwrap();
    assert_eq!(waiting.len(), 21, "twenty of the stranger's and one more");
    let (status, second) = seek("10+5", "192.0.2.2").await;
    assert_eq!(status, 201);
    let table = |text: &str| serde_json::from_str::<protocol::Created>(text).unwrap().table;
    assert_eq!(table(&first), table(&second), "they have found each other");
}

/// Another client cannot use the name of an account, at a table or in a list.
#[tokio::test]
async fn a_players_name_is_no_guests() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let (status, reply) = server
        .http("POST", "/api/account", r#"{"name":"gUEST","password":"a long password"}"#, "")
        .await;
    assert!(status == 409 && reply.contains("name-taken"), "{reply}");
    let plan = || plan("xiangqi", "", "10");
    let table = server.open(plan()).await.table;
    let join = |name: &str| format!(r#"{{"name":"{name}"}}"#);
    let (registered, alike) = (Some("name-registered"), Some("name-alike"));
    for (name, headers, refused) in [
        ("ADA", "", registered),
        (" a\u{200b}da ", "", registered),
        ("Ada", bo.as_str(), registered),
        ("Ａｄａ", "", alike),
        ("Аdа", "", alike),
        ("𝐀𝐃𝐀", bo.as_str(), alike),
        ("\u{301}", "", Some("name")),
        ("Bo \u{20dd}", bo.as_str(), Some("name")),
        ("a\u{300}\u{301}\u{302}\u{303}\u{304}", "", Some("name")),
        ("\u{200b}\u{2060}", "", Some("name")),
        ("Ada.", "", alike),
        ("4da", bo.as_str(), alike),
        ("Computer", "", Some("name-reserved")),
        ("level-8", bo.as_str(), Some("name-reserved")),
        ("電腦", "", Some("name-reserved")),
        ("Host", bo.as_str(), Some("name-reserved")),
        ("Adam", "", None),
        ("Guest", "", None),
        ("ada", ada.as_str(), None),
        ("Ａｄａ", ada.as_str(), None),
    ] {
        for path in ["/api/tables", "/api/seeks", &format!("/api/tables/{table}/join")] {
            let body = if path.ends_with("join") { join(name) } else { request(plan(), name) };
            let (status, reply) = server.http("POST", path, &body, headers).await;
            let is_refused = |code: &str| reply.contains(&format!("\"code\":\"{code}\""));
            let is_let_in = status == 201 || is_refused("seat-taken");
            let is_right = refused.map_or(is_let_in, is_refused);
            assert!(is_right, "{path} as {name:?}: {status} {reply}");
        }
    }
    // The same holds after a restart and for new accounts.
    drop(server);
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    for (name, code) in [
        ("Ａｄａ", "name-alike"),
        ("АDA", "name-alike"),
        ("ada_", "name-alike"),
        ("a\u{301} \u{301}", "name"),
        ("level-8", "name-reserved"),
    ] {
        let body = format!(r#"{{"name":"{name}","password":"a long password"}}"#);
        let (status, reply) = server.http("POST", "/api/account", &body, "").await;
        assert!((400..500).contains(&status) && reply.contains(code), "{name:?}: {reply}");
        let (_, reply) = server
            .http("POST", "/api/tables", &request(self::plan("xiangqi", "", "10"), name), "")
            .await;
        assert!(reply.contains(code), "{name:?}: {reply}");
    }
}

/// A client that greets at once and then delays its pongs gains no time.
#[tokio::test]
async fn a_pong_held_back_gains_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut plan = plan("xiangqi", "", "10");
    plan.seats = vec![SeatPlan::Host, SeatPlan::Host];
    let table = server.open(plan).await;
    let mut both = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let Some(ToClient::Snapshot(_)) = both.next().await else { panic!("no snapshot") };
    for (ply, action) in ["h2e2", "h9g7", "h0g2", "b9c7"].into_iter().enumerate() {
        // The pongs to this ping and all later ones are a second late.
        env.now.fetch_add(3_000, Ordering::SeqCst);
        both.pong().await;
        both.play((ply % 2) as u8, action).await;
    }
    let mut late = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let Some(ToClient::Snapshot(snapshot)) = late.next().await else { panic!("no snapshot") };
    assert_eq!(snapshot.state.clocks.unwrap().left_ms, [594_000, 594_000]);
}

/// Of thousands of messages at once, each is read and answered in turn.
#[tokio::test]
async fn every_message_of_a_flood_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "", "none")).await;
    let mut host = Client::connect(&server.address, &table.table, &table.token, 0).await;
    host.next().await.expect("a snapshot");
    let id = |i: u32| format!("{i:032x}");
    for i in 0..2_000 {
        let command = Command::Act { action: "h2e2".into() };
        host.send(&ToServer::Do { id: id(i), expect: 0, seat: 0, command }).await;
    }
    for i in 0..2_000 {
        let answer = host.answer(&id(i)).await;
        assert!(matches!(answer, ToClient::Refused { .. }), "{answer:?}");
    }
}

/// A page of another site gets no socket, with or without cookies.
#[tokio::test]
async fn another_sites_page_gets_no_socket() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "", "none")).await.table;
    let own = format!("http://{}", server.address);
    for (origin, status) in [(own.as_str(), "101"), ("http://evil.example", "403")] {
        let reply = server
            .raw(&format!(
                "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\n\
                 upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nconnection: upgrade\r\n",
                server.address
            ))
            .await;
        assert_eq!(reply.split(' ').nth(1), Some(status), "{origin}: {reply}");
    }
}

/// A message over the limit is not read to its end.
#[tokio::test]
async fn a_message_has_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "", "none")).await;
    let mut host = Client::connect(&server.address, &table.table, &table.token, 0).await;
    host.next().await.expect("a snapshot");
    let command = |length| Command::Act { action: "x".repeat(length) };
    let (_, answer) = host.act(0, command(3_000)).await;
    assert!(matches!(answer, ToClient::Refused { .. }), "{answer:?}");
    let message = ToServer::Do { id: "0".repeat(32), expect: 0, seat: 0, command: command(5_000) };
    host.send(&message).await;
    while let Some(message) = host.next().await {
        assert!(!matches!(message, ToClient::Ack { .. } | ToClient::Refused { .. }), "{message:?}");
    }
}

/// Expensive requests have a lower limit.
#[tokio::test]
async fn a_flood_of_requests_ends() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let body = r#"{"name":"a"}"#;
    let (began, mut answered) = (Instant::now(), 0);
    loop {
        let (count, all) = pipelined(&server, "POST /api/tables/nowhere/join", "404", body).await;
        answered += count;
        if count < all {
            break;
        }
    }
    // A burst of 200, then 20 per second.
    let most = 200 + 20 * (began.elapsed().as_secs() + 1);
    assert!((200..=most).contains(&answered), "{answered} of {most}");
}

/// A WebSocket frame from a client, masked with zeros.
fn frame(first: u8, payload: &str) -> Vec<u8> {
    let mut frame = vec![first, 0x80 | u8::try_from(payload.len()).expect("a short payload")];
    frame.extend([0; 4]);
    frame.extend(payload.as_bytes());
    frame
}

/// Empty continuation frames make no message, and are limited all the same; a message in a few frames
/// is read.
#[tokio::test]
async fn a_flood_of_empty_frames_is_closed() {
    const TEXT: u8 = 0x01;
    const CONTINUATION: u8 = 0x00;
    const LAST: u8 = 0x80;
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "", "none")).await.table;
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let head = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    let until = async |stream: &mut TcpStream, heard: &mut Vec<u8>, wanted: &str| {
        while !String::from_utf8_lossy(heard).contains(wanted) {
            let read = in_time(wanted, stream.read_buf(heard)).await.unwrap();
            assert!(read > 0, "closed before `{wanted}`");
        }
    };
    until(&mut stream, &mut heard, " 101 ").await;
    stream.write_all(&frame(LAST | TEXT, r#"{"type":"hello"}"#)).await.unwrap();
    until(&mut stream, &mut heard, r#""type":"snapshot""#).await;
    for _ in 0..3 {
        let parts = [
            frame(TEXT, r#"{"type":"#),
            frame(CONTINUATION, ""),
            frame(CONTINUATION, r#""pi"#),
            frame(LAST | CONTINUATION, r#"ng"}"#),
        ];
        stream.write_all(&parts.concat()).await.unwrap();
        heard.clear();
        until(&mut stream, &mut heard, r#""type":"pong""#).await;
    }
    // Written in a separate task, because the server may close while it is written.
    let (mut reader, mut writer) = stream.into_split();
    let flood = tokio::spawn(async move {
        writer.write_all(&frame(TEXT, "x")).await?;
        let empty = frame(CONTINUATION, "").repeat(10_000);
        for _ in 0..1_000 {
            writer.write_all(&empty).await?;
        }
        Ok::<(), std::io::Error>(())
    });
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(120), reader.read_to_end(&mut rest));
    let _ = closed.await.expect("the server closes the socket");
    drop(reader);
    assert!(flood.await.unwrap().is_err(), "60 MB of empty frames were read");
}
