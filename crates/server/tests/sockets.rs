//! Tables over real sockets on loopback.

mod common;

use common::{Client, TestEnv, TestServer, give_salts, plan};
use protocol::{Command, Offer, SeatPlan, TablePlan, ToClient, ToServer, TurnState};
use std::sync::atomic::Ordering;

#[tokio::test]
async fn a_game_for_two_and_a_spectator() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "", "10+5")).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let mut watcher = Client::connect(&server.address, &table.table, "", 0).await;
    assert!(matches!(red.next().await, Some(ToClient::Snapshot(_))));
    assert!(matches!(watcher.next().await, Some(ToClient::Snapshot(_))));
    let joined = server.join(&table.table).await;
    let mut black = Client::connect(&server.address, &table.table, &joined.token, 0).await;
    let Some(ToClient::Snapshot(snapshot)) = black.next().await else { panic!("no snapshot") };
    assert_eq!((snapshot.you, snapshot.clock.as_str()), (Some(1), "10+5"));
    red.until(snapshot.n).await;

    red.play(0, "h2e2").await;
    // A repeated command is acknowledged again and executed once.
    let id = format!("{:032x}", 1u128 << 64);
    let again = red.act_as(&id, 0, Command::Act { action: "h2e2".into() }).await;
    assert!(matches!(again, ToClient::Ack { .. }), "{again:?}");
    black.until(red.n).await;
    let (_, early) = red.act(0, Command::Act { action: "b2d2".into() }).await;
    assert!(
        matches!(&early, ToClient::Refused { code, .. } if code == "not-your-turn"),
        "{early:?}"
    );
    let (_, stranger) = red.act(1, Command::Act { action: "h9g7".into() }).await;
    assert!(
        matches!(&stranger, ToClient::Refused { code, .. } if code == "not-your-seat"),
        "{stranger:?}"
    );
    black.play(1, "h9g7").await;
    red.until(black.n).await;

    // A command with an old sequence number gets the missed updates.
    let stale =
        ToServer::Do { id: "a".repeat(32), expect: red.n - 1, seat: 0, command: Command::Resign };
    red.send(&stale).await;
    assert!(matches!(red.next().await, Some(ToClient::Update(_))));
    assert!(matches!(red.next().await, Some(ToClient::Refused { code, .. }) if code == "stale"));

    let (_, offered) = red.act(0, Command::Offer { offer: Offer::Draw }).await;
    assert!(matches!(offered, ToClient::Ack { .. }));
    black.until(red.n).await;
    let (_, agreed) = black.act(1, Command::Answer { yes: true }).await;
    assert!(matches!(agreed, ToClient::Ack { .. }));
    watcher.until(black.n).await;
    let last: ToClient = serde_json::from_str(watcher.texts.last().unwrap()).unwrap();
    let ToClient::Update(told) = last else { panic!("{last:?}") };
    assert_eq!(
        (told.state.turn, told.state.end.unwrap().reason.as_str()),
        (TurnState::Over, "agreement")
    );
}

#[tokio::test]
async fn reconnecting_gets_exactly_the_rest_and_a_restart_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let table = server.open(plan("xiangqi", "", "10")).await;
    let joined = server.join(&table.table).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    assert!(matches!(red.next().await, Some(ToClient::Snapshot(_))));
    let mut black = Client::connect(&server.address, &table.table, &joined.token, 0).await;
    let Some(ToClient::Snapshot(first)) = black.next().await else { panic!("no snapshot") };
    drop(black);
    red.play(0, "h2e2").await;
    let mut black = Client::connect(&server.address, &table.table, &joined.token, first.n).await;
    let Some(ToClient::Update(told)) = black.next().await else { panic!("not the suffix") };
    assert_eq!(told.n, first.n + 1);
    black.play(1, "h9g7").await;
    let seen = black.n;
    drop((red, black, server));

    env.now.fetch_add(100_000, Ordering::SeqCst);
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let Some(ToClient::Snapshot(snapshot)) = red.next().await else { panic!("no snapshot") };
    let moves: Vec<&str> = snapshot.history.iter().map(|entry| entry.done.as_str()).collect();
    assert_eq!(moves, ["h2e2", "h9g7"]);
    assert!(snapshot.n >= seen);
    // The time of the restart is not charged to the players.
    assert_eq!(snapshot.state.clocks.unwrap().left_ms, [600_000, 600_000]);
    let (id, again) = (format!("{:032x}", 1u128 << 64), Command::Act { action: "h2e2".into() });
    assert!(
        matches!(red.act_as(&id, 0, again).await, ToClient::Ack { .. }),
        "known after a restart too"
    );
}

/// The snapshot of a long game contains all of it.
#[tokio::test]
async fn a_long_game_is_told_whole() {
    const PLIES: usize = 1_200;
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "quiet-limit=off repetition=off", "10+5")).await;
    let joined = server.join(&table.table).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let mut black = Client::connect(&server.address, &table.table, &joined.token, 0).await;
    black.next().await;
    red.until(black.n).await;
    let actions = ["a0a1", "a9a8", "a1a0", "a8a9"];
    for ply in 0..PLIES {
        let seat = ply % 2;
        let [mover, other] = match seat {
            0 => [&mut red, &mut black],
            _ => [&mut black, &mut red],
        };
        mover.until(other.n).await;
        mover.play(seat as u8, actions[ply % 4]).await;
    }
    let mut again = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let Some(ToClient::Snapshot(snapshot)) = again.next().await else { panic!("no snapshot") };
    assert_eq!(snapshot.history.len(), PLIES);
    assert!(again.texts[0].len() > 64 * 1024, "{} bytes", again.texts[0].len());
}

#[tokio::test]
async fn a_flag_falls_once() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let table = server.open(plan("xiangqi", "", "1s")).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    red.next().await;
    server.join(&table.table).await;
    red.next().await;
    env.now.fetch_add(2_000, Ordering::SeqCst);
    let (_, late) = red.act(0, Command::Act { action: "h2e2".into() }).await;
    assert!(
        matches!(&late, ToClient::Refused { code, .. } if code == "flag-fall" || code == "game-over"),
        "{late:?}"
    );
    while !red.texts.iter().any(|text| text.contains("\"ended\"")) {
        red.next().await.expect("the flag's fall");
    }
    assert_eq!(red.texts.iter().filter(|text| text.contains("\"ended\"")).count(), 1);
}

#[tokio::test]
async fn the_computer_answers() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    for variant in ["xiangqi", "banqi", "undercover", "sifang"] {
        let mut plan = plan(variant, "", "none");
        plan.seats[1..].fill(SeatPlan::Computer { level: "level-1".into(), resigns: false });
        let table = server.open(plan).await;
        let mut host = Client::connect(&server.address, &table.table, &table.token, 0).await;
        let Some(ToClient::Snapshot(snapshot)) = host.next().await else { panic!("no snapshot") };
        if matches!(variant, "undercover" | "banqi") {
            give_salts(&mut [(0, &mut host)]).await;
        }
        if variant == "undercover" {
            host.play(0, "mole:random").await;
        }
        let mut state = snapshot.state;
        if variant == "banqi" {
            state.turn = TurnState::Seat { seat: 0 };
        }
        let mut computer_moved = false;
        while !computer_moved {
            if state.turn == (TurnState::Seat { seat: 0 }) {
                let action = match variant {
                    "banqi" => "a1",
                    "sifang" => "5b5c",
                    _ => "a3a4",
                };
                host.play(0, action).await;
            }
            let Some(message) = host.next().await else { panic!("closed") };
            if let ToClient::Update(told) = message {
                computer_moved =
                    matches!(&told.event, protocol::UpdateEvent::Acted(entry) if entry.seat == 1);
                state = told.state;
            }
        }
    }
}

#[tokio::test]
async fn a_rematch_swaps_the_seats_and_keeps_the_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("banqi", "", "5+3")).await;
    let joined = server.join(&table.table).await;
    let mut host = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let mut guest = Client::connect(&server.address, &table.table, &joined.token, 0).await;
    host.next().await;
    guest.next().await;
    give_salts(&mut [(0, &mut host), (1, &mut guest)]).await;
    let (_, resigned) = host.act(0, Command::Resign).await;
    assert!(matches!(resigned, ToClient::Ack { .. }));
    host.act(0, Command::Offer { offer: Offer::Rematch }).await;
    guest.until(host.n).await;
    guest.act(1, Command::Answer { yes: true }).await;
    let next = loop {
        if let Some(ToClient::Update(told)) = guest.next().await
            && let protocol::UpdateEvent::Rematch { table } = told.event
        {
            break table;
        }
    };
    let mut first = Client::connect(&server.address, &next, &joined.token, 0).await;
    let Some(ToClient::Snapshot(snapshot)) = first.next().await else { panic!("no snapshot") };
    assert_eq!(snapshot.you, Some(0), "the guest begins now");
    assert_eq!(snapshot.state.turn, TurnState::Waiting, "no player has given a new salt");
    let mut second = Client::connect(&server.address, &next, &table.token, 0).await;
    second.next().await;
    give_salts(&mut [(0, &mut first), (1, &mut second)]).await;
    first.play(0, "a1").await;
}

/// Seekers of the same game meet, others wait, and absent seekers are not matched.
#[tokio::test]
async fn matching_seekers_are_paired() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let seek = async |variant: &str, clock: &str| {
        let request =
            protocol::OpenRequest { plan: plan(variant, "", clock), name: "Seeker".into() };
        let body = serde_json::to_string(&request).unwrap();
        let (status, reply) = server.http("POST", "/api/seeks", &body, "").await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str::<protocol::Created>(&reply).unwrap()
    };
    let count = async || {
        let (_, reply) = server.http("GET", "/api/seeks", "", "").await;
        serde_json::from_str::<Vec<protocol::Seek>>(&reply).unwrap().len()
    };
    let first = seek("xiangqi", "10+5").await;
    let other_clock = seek("xiangqi", "5+3").await;
    let other_game = seek("banqi", "10+5").await;
    assert_eq!(count().await, 3);
    assert!(other_clock.table != first.table && other_game.table != first.table);
    let mut host = Client::connect(&server.address, &first.table, &first.token, 0).await;
    host.next().await;
    // One seeker is present; the others never opened their tables.
    env.now.fetch_add(60_000, Ordering::SeqCst);
    assert_eq!(count().await, 1);
    let second = seek("xiangqi", "10+5").await;
    assert_eq!((second.table.as_str(), &second.seats[..]), (first.table.as_str(), &[1][..]));
    assert_eq!(count().await, 0, "the table is full");
    let third = seek("xiangqi", "10+5").await;
    assert_ne!(third.table, first.table);
    let mut guest = Client::connect(&server.address, &second.table, &second.token, 0).await;
    guest.next().await;
    host.until(guest.n).await;
    host.play(0, "h2e2").await;
}

/// A guest's typed name is listed as it is shown at the table.
#[tokio::test]
async fn who_seeks_is_shown_by_a_clean_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    for (typed, clock) in [("\u{202e}Ada\n  B\0".to_owned(), "5+3"), ("x".repeat(3_000), "10+5")] {
        let plan = plan("xiangqi", "", clock);
        let request = protocol::OpenRequest { plan, name: typed };
        let body = serde_json::to_string(&request).unwrap();
        let (status, reply) = server.http("POST", "/api/seeks", &body, "").await;
        assert_eq!(status, 201, "{reply}");
    }
    let seeks: Vec<protocol::Seek> = serde_json::from_str(&server.get("/api/seeks").await).unwrap();
    let names: Vec<&str> = seeks.iter().map(|seek| &*seek.name).collect();
    assert_eq!(names, ["Ada B", &"x".repeat(protocol::NAME_CHARS)]);
}

#[tokio::test]
async fn bad_requests_are_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let good = server.open(plan("xiangqi", "", "none")).await;
    let long = format!("{{\"plan\":\"{}\"}}", "x".repeat(10_000));
    let place = format!("/api/tables/{}", good.table);
    for (method, path, body, extra, status, code) in [
        ("POST", "/api/tables", "{", "", 400, "json"),
        ("POST", "/api/tables", "{}", "", 422, "json"),
        ("POST", "/api/tables", long.as_str(), "", 413, "too-large"),
        ("POST", "/api/tables", "{}", "origin: http://evil.example\r\n", 403, "origin"),
        (
            "POST",
            "/api/tables",
            "{}",
            &format!("origin: x://{}\r\n", server.address),
            403,
            "origin",
        ),
        ("GET", "/api/nothing", "", "", 404, "no-route"),
        ("GET", "/api", "", "", 404, "no-route"),
        ("GET", "/api/", "", "", 404, "no-route"),
        ("PUT", "/api/tables", "{}", "", 405, "method"),
        ("POST", "/anywhere", "", "", 405, "method"),
        ("GET", "/api/qr", "", "", 400, "request"),
        ("GET", &format!("{place}/socket"), "", "", 400, "request"),
        ("GET", "/api/tables", "", &format!("x: {}\r\n", "x".repeat(20_000)), 431, "too-large"),
        ("DELETE", "/api/tables/nowhere/nothing", "", "", 404, "no-route"),
        ("GET", "/api/tables/nowhere", "", "", 404, "no-table"),
        ("POST", "/api/tables/nowhere/join", r#"{"name":"a"}"#, "", 404, "no-table"),
        ("GET", "/api/qr?text=javascript:1", "", "", 422, "qr"),
        ("GET", &format!("{place}/record"), "", "", 422, "not-started"),
        ("POST", &format!("{place}/join"), r#"{"name":"  "}"#, "", 422, "name"),
        ("POST", &format!("{place}/join"), r#"{"name":"a","salt":"xx"}"#, "", 422, "json"),
        ("POST", &format!("{place}/join"), r#"{"name":"a","seat":0}"#, "", 422, "seat-taken"),
    ] {
        let (found, reply) = server.http(method, path, body, extra).await;
        assert_eq!(found, status, "{method} {path} {body:.60}: {reply}");
        assert!(reply.contains(&format!("\"code\":\"{code}\"")), "{path} {body:.60}: {reply}");
    }
    let mut intruder = Client::connect(&server.address, &good.table, &"0".repeat(64), 0).await;
    assert!(matches!(intruder.next().await, Some(ToClient::Error { code, .. }) if code == "token"));
    let (_, reply) = server.http("POST", "/api/tables", "{}", "").await;
    assert!(reply.contains("the field `plan` is missing (line 1, column 2)"), "{reply}");
    let (status, headers) = server.http("GET", "/healthz", "", "").await;
    assert_eq!((status, headers.trim()), (200, "alive"));
}

/// A socket whose greeting is refused receives the reason, and its close frame repeats it.
#[tokio::test]
async fn a_refused_greeting_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let created = server.open(plan("xiangqi", "", "none")).await;
    let (token, wrong) = (&created.token, "0".repeat(64));
    for (first, code, reason) in [
        (format!(r#"{{"type":"hello","token":"{wrong}"}}"#), "token", "this token opens no seat"),
        (format!(r#"{{"type":"hello","token":"{wrong}","seat":0}}"#), "token", "opens no seat"),
        (format!(r#"{{"type":"hello","token":"{token}","seat":1}}"#), "seat", "seat 1"),
        (format!(r#"{{"type":"hello","token":"{token}","seat":9}}"#), "seat", "seat 9"),
        (r#"{"type":"hello","seat":0}"#.into(), "seat", "seat 0 needs the token"),
        (r#"{"type":"hello","seat_token":"x"}"#.into(), "json", "`seat_token` is unknown"),
        (r#"{"type":"hello","token":5}"#.into(), "json", "expected a text"),
        (r#"{"type":"ping"}"#.into(), "hello", "first message"),
        ("{".into(), "json", "this is no JSON"),
    ] {
        let (found, close, said) = Client::refused(&server.address, &created.table, &first).await;
        assert_eq!((found.as_str(), close), (code, 1008), "{first}: {said}");
        assert!(said.contains(reason), "{first}: {said}");
    }
}

/// Two games with equal random numbers and time differ only in one side's secret: all other clients
/// receive the same bytes.
#[tokio::test]
async fn two_worlds_look_the_same() {
    let secrets = [("mole:e6", "mole:a6"), ("mole:-", "mole:i6"), ("mole:random", "mole:c6")];
    for (one, other) in secrets {
        let worlds = [secret_game(one, false).await, secret_game(other, false).await];
        assert_eq!(worlds[0], worlds[1], "{one} against {other}");
        assert!(worlds[0].iter().all(|texts| texts.len() > 8));
    }
}

/// The same for a rated table, with ladders and archive during the game.
#[tokio::test]
async fn two_rated_worlds_look_the_same() {
    let worlds = [secret_game("mole:e6", true).await, secret_game("mole:-", true).await];
    assert_eq!(worlds[0], worlds[1]);
    assert!(worlds[0].iter().all(|texts| texts.iter().any(|text| text.contains("strength"))));
}

/// All messages to Black and a spectator after Red has chosen `secret`.
async fn secret_game(secret: &str, is_rated: bool) -> [Vec<String>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut players = [String::new(), String::new()];
    if is_rated {
        players = [server.register("Red").await, server.register("Black").await];
    }
    let plan = TablePlan { rated: is_rated, ..plan("undercover", "first=red locks=1", "10+5") };
    let table = server.open_as(plan, &players[0]).await;
    let joined = server.join_as(&table.table, &players[1]).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let mut black = Client::connect(&server.address, &table.table, &joined.token, 0).await;
    let mut watcher = Client::connect(&server.address, &table.table, "", 0).await;
    for client in [&mut red, &mut black, &mut watcher] {
        client.next().await;
    }
    give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
    red.play(0, "lock:c3").await;
    black.play(1, "lock:g6").await;
    red.until(red.n.max(3)).await;
    while !red.texts.last().is_some_and(|text| text.contains("choose:")) {
        red.next().await;
    }
    red.play(0, secret).await;
    black.until(watcher.n).await;
    black.play(1, "mole:e3").await;
    while !red.texts.iter().any(|text| text.contains("\"phase\":\"seat\"")) {
        red.next().await;
    }
    for (red_move, black_move) in
        [("h2e2", "h9g7"), ("h0g2", "i9h9"), ("e3e4", "c6c5"), ("g2e3", "h7i7")]
    {
        red.play(0, red_move).await;
        while !black.texts.last().is_some_and(|text| text.contains(red_move)) {
            black.next().await;
        }
        // Illegal requests for another seat's secret reveal nothing either.
        black.act(1, Command::Act { action: "@a3".into() }).await;
        black.act(1, Command::Act { action: "@e6".into() }).await;
        black.play(1, black_move).await;
        while !red.texts.iter().rev().take(3).any(|text| text.contains(black_move)) {
            red.next().await;
        }
    }
    while !watcher.texts.last().is_some_and(|text| text.contains("h7i7")) {
        watcher.next().await;
    }
    tells_no_mole(folder.path());
    // Notifications and lists of waiting games are made from these.
    watcher.texts.push(server.get(&format!("/api/tables/{}", table.table)).await);
    if is_rated {
        let (status, games) = server.http("GET", "/api/account/games", "", &players[1]).await;
        assert!(status == 200 && games.contains(table.table.as_str()), "{status} {games}");
        black.texts.push(games);
        for path in ["archive", "players/Red", "players/Black", "ranking/undercover/rapid"] {
            watcher.texts.push(server.get(&format!("/api/{path}")).await);
        }
    }
    [black.texts, watcher.texts].map(|texts| texts.into_iter().map(blind).collect())
}

/// Replaces the digits of commitments in a message, keeping their number.
fn blind(text: String) -> String {
    let mut commitments = Vec::new();
    find_commitments(&serde_json::from_str(&text).unwrap_or_default(), &mut commitments);
    commitments.iter().fold(text, |text, digits| {
        assert!(matches!(digits.len(), 64 | 128), "{digits}");
        text.replace(digits, &"#".repeat(digits.len()))
    })
}

/// Hashes of secret choices, and the signatures of the transcript with them.
fn find_commitments(value: &serde_json::Value, found: &mut Vec<String>) {
    use serde_json::Value;
    match value {
        Value::String(line) if line.starts_with("choice ") => {
            found.extend(line.rsplit(' ').next().map(str::to_owned));
        }
        Value::Array(values) => values.iter().for_each(|value| find_commitments(value, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| match (&**name, value) {
            ("hash" | "signature", Value::String(digits)) => found.push(digits.clone()),
            _ => find_commitments(value, found),
        }),
        _ => {}
    }
}

/// A copy of the disk during a game contains the moves, but neither the choices nor the seed from
/// which random choices follow.
fn tells_no_mole(folder: &std::path::Path) {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|file| !file.ends_with("store.key"));
    let bytes: Vec<u8> = files.flat_map(|file| std::fs::read(file).unwrap()).collect();
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("h0g2"), "the search finds what is there");
    for secret in ["mole:", "lock:", "\"seed\""] {
        assert!(!holds(secret), "`{secret}` lies on the disk");
    }
}

/// The computer declines a draw offer on the first move; a computer that may resign does so before
/// a forced mate.
#[tokio::test]
async fn the_computer_declines_and_gives_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut plan = plan("xiangqi", "", "none");
    // The spelling of an earlier version of the pages.
    plan.seats[1] = SeatPlan::Computer { level: "easy".into(), resigns: true };
    plan.training = true;
    plan.start = Some("4k4/R8/9/9/9/9/9/1R7/9/3K5 w - - 0 60".into());
    let table = server.open(plan).await;
    let mut host = Client::connect(&server.address, &table.table, &table.token, 0).await;
    host.next().await.expect("a snapshot");
    let (_, answer) = host.act(0, Command::Offer { offer: protocol::Offer::Draw }).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    while !host.texts.iter().any(|text| text.contains("\"declined\"")) {
        host.next().await.expect("the computer's answer");
    }
    host.play(0, "b2b7").await;
    let end = loop {
        if let Some(ToClient::Update(told)) = host.next().await
            && let Some(end) = told.state.end
        {
            break end;
        }
    };
    assert_eq!((end.reason.as_str(), end.winners), ("resignation", vec![0]));
}

/// All clients receive presence messages, without a sequence number.
#[tokio::test]
async fn presence_is_sent_to_all() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "", "10+5")).await;
    let joined = server.join(&table.table).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let black = Client::connect(&server.address, &table.table, &joined.token, 0).await;
    let last_here = |client: &Client| {
        let told = client.texts.iter().rev().find(|text| text.contains("\"presence\""));
        told.cloned().unwrap_or_default()
    };
    for (there, leaves) in [("[0,1]", Some(black)), ("[0]", None)] {
        while !last_here(&red).contains(there) {
            red.send(&ToServer::Ping).await;
            red.next().await.expect("an open socket");
        }
        drop(leaves);
    }
    let watcher = Client::connect(&server.address, &table.table, "", 0).await;
    drop(watcher);
    red.send(&ToServer::Ping).await;
    red.next().await.expect("an open socket");
    assert!(last_here(&red).contains("[0]"), "a spectator is not counted");
}
