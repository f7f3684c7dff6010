//! Pictures for the previews of links, and games inside other sites.

mod common;

use commit_reveal::SigningKey;
use common::{ARBITER, Client, TestEnv, TestServer, give_salts, in_time, plan};
use protocol::{Command, Created, LiveTable, OpenRequest, TablePlan};
use server::Config;
use std::sync::{Arc, atomic::Ordering};
use store::SqliteStore;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A response: its head, and its body as it was sent.
async fn fetch(server: &TestServer, path: &str, extra: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(&server.address).await.expect("a connection");
    let host = &server.address;
    let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{extra}connection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("written");
    let mut reply = Vec::new();
    in_time(path, stream.read_to_end(&mut reply)).await.expect("a reply");
    let end = reply.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    (String::from_utf8_lossy(&reply[..end]).to_lowercase(), reply[end + 4..].to_vec())
}

fn status(head: &str) -> u16 {
    head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status")
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

async fn seek(server: &TestServer, plan: TablePlan) -> Created {
    let body = serde_json::to_string(&OpenRequest { plan, name: "Carol".into() }).unwrap();
    let (status, reply) = server.http("POST", "/api/seeks", &body, "").await;
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).unwrap()
}

/// A public game of xiangqi after one move.
async fn public_game(server: &TestServer) -> (Created, Client, Client) {
    let host = seek(server, plan("xiangqi", "", "10+5")).await;
    let guest = seek(server, plan("xiangqi", "", "10+5")).await;
    assert_eq!(guest.table, host.table);
    let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
    let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
    red.next().await;
    black.next().await;
    red.play(0, "h2e2").await;
    black.until(red.n).await;
    (host, red, black)
}

/// What any visitor receives about a public undercover game whose Red has chosen `secret`.
async fn seen_of_secret_game(secret: &str) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let host = seek(&server, plan("undercover", "first=red", "10+5")).await;
    let guest = seek(&server, plan("undercover", "first=red", "10+5")).await;
    let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
    let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
    red.next().await;
    black.next().await;
    give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
    let id = &host.table;
    let mut seen = Vec::new();
    let look = async |seen: &mut Vec<Vec<u8>>| {
        for path in [
            format!("/t/{id}.png"),
            format!("/t/{id}.png?traditional"),
            format!("/t/{id}.png?thumbnail"),
            format!("/embed/t/{id}"),
            format!("/embed/t/{id}/board.svg"),
            format!("/oembed?url=http://{}/t/{id}", server.address),
        ] {
            let (head, body) = fetch(&server, &path, "").await;
            assert_eq!(status(&head), 200, "{path}: {head}");
            let own = server.address.as_bytes();
            let is_own = |at: usize| body[at..].starts_with(own);
            // The port differs between two servers.
            let mut plain = Vec::new();
            let mut at = 0;
            while at < body.len() {
                if is_own(at) {
                    at += own.len();
                } else {
                    plain.push(body[at]);
                    at += 1;
                }
            }
            seen.push(plain);
        }
    };
    red.play(0, secret).await;
    black.play(1, "mole:e3").await;
    while !red.texts.iter().any(|text| text.contains("\"phase\":\"seat\"")) {
        red.next().await;
    }
    look(&mut seen).await;
    red.play(0, "a3a4").await;
    look(&mut seen).await;
    seen
}

#[tokio::test]
async fn two_worlds_have_the_same_pictures() {
    let worlds = [seen_of_secret_game("mole:e6").await, seen_of_secret_game("mole:-").await];
    assert!(worlds[0] == worlds[1]);
    let [before, _, _, _, _, after, ..] = &worlds[0][..] else { panic!("ten answers") };
    assert!(before.starts_with(b"\x89PNG") && before != after, "the move is drawn");
    assert_ne!(worlds[0][0], worlds[0][1], "traditional characters differ");
}

#[tokio::test]
async fn a_private_table_is_as_unknown_as_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let host = server.open(plan("xiangqi", "", "10+5")).await;
    let guest = server.join(&host.table).await;
    let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
    red.next().await;
    red.play(0, "h2e2").await;
    let paths = |id: &str| {
        [
            format!("/t/{id}.png"),
            format!("/game/{id}.png"),
            format!("/game/{id}.png?thumbnail"),
            format!("/embed/t/{id}"),
            format!("/embed/game/{id}"),
            format!("/embed/t/{id}/board.svg"),
            format!("/embed/game/{id}/1.svg"),
            format!("/oembed?url=http://{}/t/{id}", server.address),
        ]
    };
    for (private, unknown) in paths(&host.table).iter().zip(paths("nowhere")) {
        let (head, body) = fetch(&server, private, "").await;
        let (other_head, other_body) = fetch(&server, &unknown, "").await;
        assert_eq!((status(&head), status(&other_head)), (404, 404), "{private}");
        let named = |body: &[u8], id: &str| String::from_utf8_lossy(body).replace(id, "ID");
        assert_eq!(named(&body, &host.table), named(&other_body, "nowhere"), "{private}");
    }
    // A finished game is shown to the readers of its link.
    let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
    black.next().await;
    black.act(1, Command::Resign).await;
    for path in paths(&host.table).iter().filter(|path| !path.ends_with("board.svg")) {
        let (head, _) = fetch(&server, path, "").await;
        assert_eq!(status(&head), 200, "{path}");
    }
}

/// A public game is public after a restart, to which its picture, its page and the list of games
/// belong. An invitation stays private, whatever its plan says.
#[tokio::test]
async fn a_restart_hides_no_public_game() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (host, red, black) = public_game(&server).await;
    let plan = TablePlan { is_public: true, ..plan("xiangqi", "", "10+5") };
    let private = server.open(plan).await;
    server.join(&private.table).await;
    drop((red, black, server));
    let server = TestServer::start(folder.path(), env.clone()).await;
    for (id, code) in [(&host.table, 200), (&private.table, 404)] {
        for path in [
            format!("/t/{id}.png"),
            format!("/embed/t/{id}"),
            format!("/embed/t/{id}/board.svg"),
            format!("/oembed?url=http://{}/t/{id}", server.address),
        ] {
            let (head, _) = fetch(&server, &path, "").await;
            assert_eq!(status(&head), code, "{path}");
        }
    }
    let live = loop {
        let live: Vec<LiveTable> = serde_json::from_str(&server.get("/api/live").await).unwrap();
        if !live.is_empty() {
            break live;
        }
        env.now.fetch_add(1_000, Ordering::SeqCst);
    };
    let ids: Vec<_> = live.iter().map(|game| &game.table).collect();
    assert_eq!(ids, [&host.table]);
}

#[tokio::test]
async fn only_embedded_pages_may_be_framed() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (host, mut red, _black) = public_game(&server).await;
    let id = &host.table;
    let cookie = server.register("Ada").await;
    for (path, is_framed) in [
        (format!("/embed/t/{id}"), true),
        (format!("/embed/game/{id}"), true),
        ("/embed/t/nowhere".to_owned(), true),
        (format!("/t/{id}"), false),
        (format!("/game/{id}"), false),
        (format!("/t/{id}.png"), false),
        ("/".to_owned(), false),
        ("/embed".to_owned(), false),
        ("/embed/embed.js".to_owned(), false),
        (format!("/embed/t/{id}/board.svg"), false),
        ("/api/live".to_owned(), false),
        ("/api/nothing".to_owned(), false),
        ("/account".to_owned(), false),
    ] {
        let (head, body) = fetch(&server, &path, &cookie).await;
        let policies: Vec<&str> =
            head.lines().filter(|line| line.starts_with("content-security-policy:")).collect();
        let [policy] = policies[..] else { panic!("{path}: {policies:?}") };
        assert_eq!(policy.contains("frame-ancestors *"), is_framed, "{path}: {policy}");
        assert_eq!(policy.contains("frame-ancestors 'none'"), !is_framed, "{path}: {policy}");
        assert!(!policy.contains("unsafe") || !is_framed, "{path}: {policy}");
        assert!(!head.contains("set-cookie"), "{path}: {head}");
        if is_framed {
            let body = String::from_utf8_lossy(&body);
            assert!(!body.contains("Ada") && !body.contains(&*host.token), "{path}: {body}");
        }
    }
    let (_, body) = fetch(&server, &format!("/embed/t/{id}"), "accept-language: vi\r\n").await;
    let body = String::from_utf8_lossy(&body);
    assert!(body.contains("data-days=\"{0} ngày {1} giờ\""), "{body}");
    red.act(0, Command::Resign).await;
    let (head, body) =
        fetch(&server, &format!("/embed/game/{id}"), "accept-language: vi\r\n").await;
    let body = String::from_utf8_lossy(&body);
    assert!(head.contains("frame-ancestors *") && body.contains("<html lang=\"vi\">"), "{body}");
    assert!(body.contains("data-ply=\"1\">P2-5</button>"), "{body}");
    assert!(body.contains("id=\"result\""), "{body}");
    let start = fetch(&server, &format!("/embed/game/{id}/0.svg"), "").await;
    let end = fetch(&server, &format!("/embed/game/{id}/1.svg"), "").await;
    assert_ne!(start.1, end.1);
    assert_eq!(header(&end.0, "cache-control"), Some("public, max-age=300"));
    let tag = header(&end.0, "etag").expect("a tag").to_owned();
    assert_ne!(header(&start.0, "etag"), Some(&*tag));
    let again = format!("if-none-match: {tag}\r\n");
    let (head, body) = fetch(&server, &format!("/embed/game/{id}/99.svg"), &again).await;
    assert_eq!((status(&head), body.len()), (304, 0), "the last position");
    let (head, _) = fetch(&server, &format!("/embed/game/{id}/x.svg"), "").await;
    assert_eq!(status(&head), 422);
}

#[tokio::test]
async fn pictures_have_tags_and_can_be_switched_off() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (host, mut red, mut black) = public_game(&server).await;
    let path = format!("/t/{}.png", host.table);
    let (head, body) = fetch(&server, &path, "").await;
    assert_eq!(header(&head, "content-type"), Some("image/png"));
    assert!(body.starts_with(b"\x89PNG"));
    let tag = header(&head, "etag").expect("a tag").to_owned();
    let again = format!("if-none-match: {tag}\r\n");
    let (head, body) = fetch(&server, &path, &again).await;
    assert_eq!((status(&head), body.len()), (304, 0));
    black.play(1, "h9g7").await;
    red.until(black.n).await;
    let (head, body) = fetch(&server, &path, &again).await;
    assert!(status(&head) == 200 && !body.is_empty(), "another position, another picture");
    let other = tempfile::tempdir().unwrap();
    let config = Config::system(Vec::new(), ARBITER.into(), SigningKey::from_bytes([5; 32]));
    let config = Config { env: TestEnv::new(), has_pictures: false, ..config };
    let store = SqliteStore::open(&other.path().join("chuhe.db")).await.unwrap();
    let without = TestServer::start_as(Arc::new(store), config).await;
    for (server, code) in [(&server, 200), (&without, 404)] {
        let (head, _) = fetch(server, "/picture/sifang.png", "").await;
        assert_eq!(status(&head), code);
    }
}

#[tokio::test]
async fn games_are_described_for_other_sites() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (host, _red, _black) = public_game(&server).await;
    let own = format!("http://{}", server.address);
    let url = format!("/oembed?format=json&maxwidth=300&url={own}/t/{}", host.table);
    let told: serde_json::Value = serde_json::from_str(&server.get(&url).await).unwrap();
    assert_eq!((&told["type"], &told["version"]), (&"rich".into(), &"1.0".into()));
    assert_eq!(told["width"], 300);
    let html = told["html"].as_str().unwrap();
    assert!(html.starts_with(&format!("<iframe src=\"{own}/embed/t/{}\"", host.table)), "{html}");
    assert!(told["thumbnail_url"].as_str().unwrap().contains(".png"));
    for (query, status, code) in [
        (String::new(), 422, "url"),
        ("?url=https://evil.example/t/k3x9".to_owned(), 404, "foreign-url"),
        ("?url=nonsense".to_owned(), 404, "foreign-url"),
        (format!("?url={own}/rules/banqi"), 404, "not-embedded"),
        (format!("?url={own}/t/nowhere"), 404, "no-table"),
        (format!("?format=xml&url={own}/t/{}", host.table), 501, "format"),
    ] {
        let (found, reply) = server.http("GET", &format!("/oembed{query}"), "", "").await;
        assert_eq!(found, status, "{query}: {reply}");
        assert!(reply.contains(&format!("\"code\":\"{code}\"")), "{query}: {reply}");
    }
    let (status, _) = server.http("GET", "/oembed?maxwidth=x", "", "").await;
    assert_eq!(status, 400);
}
