//! Closing of accounts, reports, moderators and hidden presence.

mod common;

use common::{Client, PASSWORD, PAWNS, TestEnv, TestServer, give_salts, plan};
use protocol::{
    Account, AccountFile, Archive, ArchivedGame, Circle, ClaimGames, ClaimedGames, ClaimedSeat,
    Command, Created, FromChat, LiveTable, ModerationDesk, OpenRequest, Place, ReportedGuest, Role,
    Seek, TablePlan, ToServer,
};
use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use store::{
    Accounts, DataFolder, Moderation, SqliteOptions, StandingChange, StoreError,
    testing::{Fault, FaultyStore, MemoryStore, Operation},
};

fn rated() -> TablePlan {
    TablePlan { rated: true, ..plan("xiangqi", "", "10+5") }
}

/// Grants an office as the operator's command does, while the server runs.
async fn grant(folder: &Path, name: &str, role: Option<Role>) -> Result<(), StoreError> {
    let options = SqliteOptions::new(&DataFolder::database(folder));
    let player = store::account_in_file(&options, &server::account_key(name)).await?;
    let id = player.map_or_else(|| "absent".into(), |player| player.id);
    store::act_in_file(&options, server::office_act(id, role, protocol::UnixMs(7))).await
}

async fn seek(server: &TestServer, headers: &str) -> Created {
    let request = OpenRequest { plan: rated(), name: "Seeker".into() };
    let body = serde_json::to_string(&request).expect("json");
    let (status, reply) = server.http("POST", "/api/seeks", &body, headers).await;
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).expect("created")
}

async fn challenge(server: &TestServer, headers: &str, to: &str) -> (u16, String) {
    let plan = plan("xiangqi", "", "5+3");
    let body = serde_json::json!({ "to": to, "plan": plan }).to_string();
    server.http("POST", "/api/challenges", &body, headers).await
}

async fn report(server: &TestServer, headers: &str, on: &str, body: &str) -> (u16, String) {
    server.http("POST", &format!("/api/players/{on}/report"), body, headers).await
}

async fn desk(server: &TestServer, headers: &str) -> ModerationDesk {
    let (status, reply) = server.http("GET", "/api/moderation", "", headers).await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("a desk")
}

async fn moderate(
    server: &TestServer,
    headers: &str,
    on: &str,
    act: &str,
    reason: &str,
) -> (u16, String) {
    let body = serde_json::json!({ "act": act, "reason": reason }).to_string();
    server.http("POST", &format!("/api/moderation/accounts/{on}"), &body, headers).await
}

async fn account(server: &TestServer, headers: &str) -> Option<Account> {
    let (_, reply) = server.http("GET", "/api/account", "", headers).await;
    serde_json::from_str(&reply).expect("an account")
}

async fn join(server: &TestServer, table: &str, headers: &str) -> (u16, String) {
    let path = format!("/api/tables/{table}/join");
    server.http("POST", &path, r#"{"name":"Guest"}"#, headers).await
}

/// A rated game of two accounts.
async fn game(server: &TestServer, red: &str, black: &str) -> (Created, Vec<Client>) {
    let created = server.open_as(rated(), red).await;
    let joined = server.join_as(&created.table, black).await;
    let mut seats = Vec::new();
    for token in [&created.token, &joined.token] {
        let mut client = Client::connect(&server.address, &created.table, token, 0).await;
        client.next().await.expect("a snapshot");
        seats.push(client);
    }
    (created, seats)
}

#[tokio::test]
async fn a_closed_account_ends_everything_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo, cy) =
        (server.register("Ada").await, server.register("Bo").await, server.register("Cy").await);
    let (table, mut seats) = game(&server, &ada, &bo).await;
    for (ply, action) in PAWNS.iter().enumerate() {
        seats[ply % 2].play((ply % 2) as u8, action).await;
        let n = seats[ply % 2].n;
        seats[1 - ply % 2].until(n).await;
    }
    let waiting = seek(&server, &ada).await;
    let (status, made) = challenge(&server, &ada, "Bo").await;
    assert_eq!(status, 201, "{made}");
    let made: Created = serde_json::from_str(&made).expect("created");
    assert_eq!(challenge(&server, &cy, "Ada").await.0, 201);
    let close = async |password: &str, headers: &str| {
        let body = serde_json::json!({ "password": password }).to_string();
        server.http("POST", "/api/account/close", &body, headers).await
    };
    for (password, headers, status, code) in
        [("wrong wrong", &*ada, 401, "old-password"), (PASSWORD, "", 401, "sign-in")]
    {
        let (found, reply) = close(password, headers).await;
        assert!(found == status && reply.contains(code), "{found} {reply}");
    }
    assert!(account(&server, &ada).await.is_some(), "still open");
    // A second device is signed out as well.
    let body = serde_json::json!({ "name": "Ada", "password": PASSWORD }).to_string();
    let other = server.exchange("POST", "/api/session", &body, "").await;
    let other = server.cookie(&other).expect("signed in");
    let (status, reply) = close(PASSWORD, &ada).await;
    assert_eq!(status, 204, "{reply}");
    for headers in [&ada, &other] {
        assert_eq!(account(&server, headers).await, None);
    }
    assert_eq!(close(PASSWORD, &other).await.0, 401, "closed twice");

    // Its game is resigned, and the opponent keeps it under a neutral name.
    while !seats[1].texts.iter().any(|text| text.contains("\"end\"")) {
        seats[1].next().await.expect("the end");
    }
    let archive: Archive =
        serde_json::from_str(&server.get("/api/archive?player=Bo").await).expect("an archive");
    let names: Vec<&str> = archive.games[0].players.iter().map(|it| &*it.name).collect();
    assert_eq!((names, &*archive.games[0].winners), (vec!["closed account", "Bo"], &[1][..]));
    let (_, results) = server.http("GET", "/api/players/Bo/results", "", &bo).await;
    assert!(!results.contains("Ada"), "{results}");
    // The ranking leaves it out.
    let ranking = server.get("/api/ranking/xiangqi/rapid").await;
    assert!(ranking.contains("Bo") && !ranking.contains("Ada"), "{ranking}");

    // Nothing of it can be joined or is listed.
    let seeks: Vec<Seek> = serde_json::from_str(&server.get("/api/seeks").await).expect("seeks");
    assert!(seeks.is_empty(), "{seeks:?}");
    for (table, code) in [(&waiting.table, "account-closed"), (&made.table, "no-challenge")] {
        let (status, reply) = join(&server, table, &bo).await;
        assert!(status == 422 && reply.contains(code), "{status} {reply}");
    }
    for (method, path, body) in [
        ("GET", "/api/players/ada", ""),
        ("GET", "/api/players/Ada/results", ""),
        ("GET", "/api/archive?player=Ada", ""),
        ("PUT", "/api/players/Ada/relation", r#"{"relation":"follow"}"#),
        ("POST", "/api/players/Ada/report", r#"{"reason":"chat"}"#),
    ] {
        let (status, reply) = server.http(method, path, body, &bo).await;
        assert!(status == 410 && reply.contains("account-closed"), "{path}: {status} {reply}");
    }
    let (status, reply) = challenge(&server, &bo, "Ada").await;
    assert!(status == 410 && reply.contains("account-closed"), "{reply}");
    assert_eq!(server.get("/api/players?begins=a").await, r#"{"names":[]}"#);
    // The name stays taken. Only the owner learns why there is no way in.
    for name in ["ADA", "Аdа", "closed account", "A\u{200b}da"] {
        let body = serde_json::json!({ "name": name, "password": PASSWORD }).to_string();
        let (status, reply) = server.http("POST", "/api/account", &body, "").await;
        assert!(status == 409 || status == 422, "{name}: {status} {reply}");
    }
    for (password, status, code) in
        [(PASSWORD, 403, "account-closed"), ("wrong wrong", 401, "password")]
    {
        let body = serde_json::json!({ "name": "Ada", "password": password }).to_string();
        let (found, reply) = server.http("POST", "/api/session", &body, "").await;
        assert!(found == status && reply.contains(code), "{found} {reply}");
    }
    // Replays show the neutral name after a restart.
    drop((seats, server));
    let server = TestServer::start(folder.path(), env).await;
    let info = server.get(&format!("/api/tables/{}", table.table)).await;
    assert!(info.contains("closed account") && !info.contains("Ada"), "{info}");
}

/// After a challenge was declined, withdrawn or has expired, no player joins its table.
#[tokio::test]
async fn the_table_of_an_ended_challenge_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo, cy) =
        (server.register("Ada").await, server.register("Bo").await, server.register("Cy").await);
    let (status, reply) = challenge(&server, &ada, "Bo").await;
    assert_eq!(status, 201, "{reply}");
    let made: Created = serde_json::from_str(&reply).expect("created");
    let mut page = Client::connect_with(&ada, &server.address, &made.table, &made.token, 0).await;
    page.next().await;
    let decline = format!("/api/challenges/{}/decline", made.table);
    assert_eq!(server.http("POST", &decline, r#"{"reason":"later"}"#, &bo).await.0, 204);
    // The challenger receives the answer once.
    while !page.texts.iter().any(|text| text.contains("declined")) {
        page.next().await.expect("the answer");
    }
    for _ in 0..3 {
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        page.pong().await;
    }
    let answers = page.texts.iter().filter(|text| text.contains("declined")).count();
    assert_eq!(answers, 1);
    for (headers, code) in [(&*bo, "no-challenge"), (&cy, "reserved"), ("", "reserved")] {
        let (status, reply) = join(&server, &made.table, headers).await;
        assert!(status == 422 && reply.contains(code), "{status} {reply}");
    }
    // A new challenge to the same player is possible, and expires without its challenger.
    let (status, reply) = challenge(&server, &ada, "Bo").await;
    assert_eq!(status, 201, "{reply}");
    let late: Created = serde_json::from_str(&reply).expect("created");
    env.now.fetch_add(31_000, Ordering::SeqCst);
    let (status, reply) = join(&server, &late.table, &bo).await;
    assert!(status == 422 && reply.contains("no-challenge"), "{status} {reply}");
}

/// Of two devices that accept a challenge, one gets the seat.
#[tokio::test]
async fn a_challenge_is_accepted_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let (_, reply) = challenge(&server, &ada, "Bo").await;
    let made: Created = serde_json::from_str(&reply).expect("created");
    let body = serde_json::json!({ "name": "Bo", "password": PASSWORD }).to_string();
    let other = server.exchange("POST", "/api/session", &body, "").await;
    let other = server.cookie(&other).expect("signed in");
    let (one, two) =
        tokio::join!(join(&server, &made.table, &bo), join(&server, &made.table, &other));
    let mut found = [one.0, two.0];
    found.sort_unstable();
    assert_eq!(found, [201, 422], "{one:?} {two:?}");
}

#[tokio::test]
async fn reports_are_for_moderators_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo, mo) =
        (server.register("Ada").await, server.register("Bo").await, server.register("Mo").await);
    let long = serde_json::json!({ "reason": "chat", "text": "好".repeat(501) }).to_string();
    for (headers, on, body, status, code) in [
        ("", "Bo", r#"{"reason":"chat"}"#, 401, "sign-in"),
        (&*ada, "ADA", r#"{"reason":"chat"}"#, 422, "report-self"),
        (&ada, "Eve", r#"{"reason":"chat"}"#, 404, "no-player"),
        (&ada, "Bo", r#"{"reason":"rude"}"#, 422, "json"),
        (&ada, "Bo", r#"{"reason":"other","text":" \u200b "}"#, 422, "report-empty"),
        (&ada, "Bo", &long, 422, "text-long"),
        (&ada, "Bo", r#"{"reason":"chat","text":"a\u202eb\nc","table":"t1"}"#, 201, ""),
        (&ada, "Bo", r#"{"reason":"name"}"#, 429, "report-limit"),
    ] {
        let (found, reply) = report(&server, headers, on, body).await;
        assert_eq!(found, status, "{body:.60}: {reply}");
        assert!(reply.contains(code), "{body:.60}: {reply}");
    }
    // A flood of reports ends at the limit.
    let mut last = 201;
    for number in 0..12 {
        let name = format!("Player {}", ["x", "y", "z", "q", "w", "v", "k", "j"][number % 8]);
        let name = format!("{name}{}", "i".repeat(1 + number / 8));
        server.register(&name).await;
        let path = name.replace(' ', "%20");
        last = report(&server, &ada, &path, r#"{"reason":"name"}"#).await.0;
    }
    assert_eq!(last, 429);
    // Only moderators see them.
    for (headers, status, code) in
        [("", 401, "sign-in"), (&*bo, 403, "not-moderator"), (&mo, 403, "not-moderator")]
    {
        for (method, path, body) in [
            ("GET", "/api/moderation", ""),
            ("GET", "/api/moderation/log", ""),
            ("GET", "/api/moderation/accounts/Bo", ""),
            ("POST", "/api/moderation/accounts/Ada", r#"{"act":"close","reason":"x"}"#),
            ("PUT", "/api/moderation/announcement", r#"{"text":"x"}"#),
        ] {
            let (found, reply) = server.http(method, path, body, headers).await;
            assert!(found == status && reply.contains(code), "{path}: {found} {reply}");
        }
    }
    for name in ["Eve", "Ada\u{200b}"] {
        let absent = grant(folder.path(), name, Some(Role::Owner)).await;
        assert!(matches!(absent, Err(StoreError::NoAccount(_))), "{absent:?}");
    }
    // An arbiter is no moderator.
    grant(folder.path(), "mo", Some(Role::Arbiter)).await.expect("granted");
    assert_eq!(server.http("GET", "/api/moderation", "", &mo).await.0, 403);
    grant(folder.path(), "mo", Some(Role::Moderator)).await.expect("granted");
    let found = desk(&server, &mo).await;
    assert_eq!(found.reports.len(), 10);
    let first = &found.reports[0];
    assert_eq!(
        (&*first.from, &*first.on, &*first.reason, &*first.text),
        ("Ada", "Bo", "chat", "ab c")
    );
    assert_eq!(first.table.as_deref(), Some("t1"));
    // The office is in the log, on account of the operator.
    assert_eq!((&*found.log[0].act, found.log[0].on.as_deref()), ("grant", Some("Mo")));
    assert_eq!((found.log[0].by.as_deref(), &*found.log[0].reason), (None, "moderator"));
    assert_eq!(account(&server, &mo).await.expect("Mo").role, Some(Role::Moderator));
    grant(folder.path(), "Mo", None).await.expect("revoked");
    assert_eq!(server.http("GET", "/api/moderation", "", &mo).await.0, 403);
}

#[tokio::test]
async fn guests_are_reported_and_cannot_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, mo) = (server.register("Ada").await, server.register("Mo").await);
    grant(folder.path(), "Mo", Some(Role::Moderator)).await.expect("granted");
    let seat = r#"{"guest":{"seat":1},"text":"“pig”"}"#;
    let spectator = r#"{"guest":{"spectator":1007}}"#;
    for (headers, table, body, status, code) in [
        ("", "t1", seat, 401, "sign-in"),
        (&*ada, "t1", r#"{"guest":{"seat":1},"reason":"chat"}"#, 422, "json"),
        (&ada, "t%20", seat, 404, "no-table"),
        (&ada, "t1", seat, 201, ""),
        (&ada, "t1", spectator, 201, ""),
        // The same person, and another one at another table.
        (&ada, "t1", seat, 429, "report-limit"),
        (&ada, "t2", seat, 201, ""),
    ] {
        let path = format!("/api/tables/{table}/report");
        let (found, reply) = server.http("POST", &path, body, headers).await;
        assert!(found == status && reply.contains(code), "{table} {body}: {found} {reply}");
    }
    assert_eq!(report(&server, &ada, "Mo", r#"{"reason":"name"}"#).await.0, 201);
    let reports = desk(&server, &mo).await.reports;
    let guests: Vec<_> = reports.iter().map(|it| (&*it.on, it.guest)).collect();
    let (one, other) = (ReportedGuest::Seat(1), ReportedGuest::Spectator(1_007));
    assert_eq!(guests, [("", Some(one)), ("", Some(other)), ("", Some(one))]);
    assert_eq!((&*reports[0].text, reports[0].table.as_deref()), ("“pig”", Some("t1")));
    let number = reports[0].number;
    for (headers, number, reason, status, code) in [
        (&*ada, number, "seen", 403, "not-moderator"),
        (&mo, number, " ", 422, "reason"),
        // The report on an account.
        (&mo, number + 3, "seen", 404, "no-report"),
        (&mo, number, "seen", 204, ""),
        (&mo, number, "seen", 404, "no-report"),
    ] {
        let path = format!("/api/moderation/reports/{number}/settle");
        let body = serde_json::json!({ "reason": reason }).to_string();
        let (found, reply) = server.http("POST", &path, &body, headers).await;
        assert!(found == status && reply.contains(code), "{number} {reason}: {found} {reply}");
    }
    let found = desk(&server, &mo).await;
    assert_eq!(found.reports.len(), 2);
    let entry = &found.log[0];
    assert_eq!((&*entry.act, entry.on.as_deref(), &*entry.reason), ("settle", None, "seen"));
}

#[tokio::test]
async fn moderators_act_and_every_act_is_logged() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo, mo, ow) = (
        server.register("Ada").await,
        server.register("Bo").await,
        server.register("Mo").await,
        server.register("Ow").await,
    );
    grant(folder.path(), "Mo", Some(Role::Moderator)).await.expect("granted");
    grant(folder.path(), "Ow", Some(Role::Owner)).await.expect("granted");
    assert_eq!(report(&server, &ada, "Bo", r#"{"reason":"chat"}"#).await.0, 201);
    let long = "x".repeat(501);
    for (headers, on, act, reason, status, code) in [
        (&mo, "Bo", "banish", "why", 422, "json"),
        (&mo, "Bo", "warn", "", 422, "reason"),
        (&mo, "Bo", "warn", "\u{200b}", 422, "reason"),
        (&mo, "Bo", "warn", &long, 422, "text-long"),
        (&mo, "Eve", "warn", "why", 404, "no-player"),
        (&mo, "Mo", "unmute", "why", 422, "moderate-self"),
        (&mo, "Ow", "mute", "why", 403, "moderate-above"),
    ] {
        let (found, reply) = moderate(&server, headers, on, act, reason).await;
        assert!(found == status && reply.contains(code), "{on} {act}: {found} {reply}");
    }
    assert_eq!(desk(&server, &mo).await.reports.len(), 1);

    // Reports on a moderator are for the others.
    assert_eq!(report(&server, &ada, "Mo", r#"{"reason":"chat"}"#).await.0, 201);
    assert_eq!(desk(&server, &mo).await.reports.len(), 1);
    assert_eq!(desk(&server, &ow).await.reports.len(), 2);
    for (headers, count) in [(&mo, 0), (&ow, 1)] {
        let (_, file) = server.http("GET", "/api/moderation/accounts/Mo", "", headers).await;
        let file: AccountFile = serde_json::from_str(&file).expect("a file");
        assert_eq!(file.reports.len(), count);
    }

    // A warning is shown until it is acknowledged, and settles the report.
    assert_eq!(moderate(&server, &mo, "Bo", "warn", "be  kind").await.0, 204);
    assert!(desk(&server, &mo).await.reports.is_empty());
    assert_eq!(account(&server, &bo).await.expect("Bo").warning.as_deref(), Some("be kind"));
    // A page that shows an earlier warning does not acknowledge a later one.
    for (body, status, left) in [
        (r#"{"warning":"be quiet"}"#, 204, Some("be kind")),
        ("", 400, Some("be kind")),
        (r#"{"warning":"be kind"}"#, 204, None),
    ] {
        let (found, reply) = server.http("DELETE", "/api/account/warning", body, &bo).await;
        assert_eq!(found, status, "{reply}");
        assert_eq!(account(&server, &bo).await.expect("Bo").warning.as_deref(), left);
    }

    // A muted account is silent at once, also in a chat that it has entered before.
    let created = server.open_as(plan("xiangqi", "", "10+5"), &ada).await;
    let joined = server.join_as(&created.table, &bo).await;
    let mut page =
        Client::connect_with(&bo, &server.address, &created.table, &joined.token, 0).await;
    page.send(&ToServer::EnterChat { guest: None }).await;
    page.next_chat().await;
    let hi = || protocol::ChatWords::Text("hi".into());
    page.send(&ToServer::Say { words: hi() }).await;
    assert!(matches!(page.next_chat().await, FromChat::ChatLine(_)));
    assert_eq!(moderate(&server, &mo, "Bo", "mute", "rude").await.0, 204);
    let phrase = protocol::ChatWords::Phrase(protocol::ChatPhrase::Thanks);
    for words in [hi(), phrase] {
        page.send(&ToServer::Say { words }).await;
        match page.next_chat().await {
            FromChat::ChatRefused { code, .. } => assert_eq!(code, "chat-muted"),
            other => panic!("{other:?}"),
        }
    }
    assert!(account(&server, &bo).await.expect("Bo").muted);
    let (status, reply) = report(&server, &bo, "Ada", r#"{"reason":"chat","text":"x"}"#).await;
    assert!(status == 422 && reply.contains("report-muted"), "{reply}");
    assert_eq!(report(&server, &bo, "Ada", r#"{"reason":"chat"}"#).await.0, 201);
    assert_eq!(moderate(&server, &mo, "Bo", "unmute", "time is over").await.0, 204);
    page.send(&ToServer::Say { words: hi() }).await;
    assert!(matches!(page.next_chat().await, FromChat::ChatLine(_)));

    // A sign-in answers with the whole account.
    let body = serde_json::json!({ "name": "Mo", "password": PASSWORD }).to_string();
    let (_, reply) = server.http("POST", "/api/session", &body, "").await;
    let found: Account = serde_json::from_str(&reply).expect("an account");
    assert_eq!(found.role, Some(Role::Moderator));

    // A closed account is signed out, and can be opened again.
    assert_eq!(moderate(&server, &mo, "Bo", "close", "cheating").await.0, 204);
    assert_eq!(account(&server, &bo).await, None);
    let (_, file) = server.http("GET", "/api/moderation/accounts/bo", "", &mo).await;
    let file: AccountFile = serde_json::from_str(&file).expect("a file");
    assert!(file.closed && !file.muted && file.reports[0].settled, "{file:?}");
    let acts: Vec<&str> = file.log.iter().map(|entry| &*entry.act).collect();
    assert_eq!(acts, ["close", "unmute", "mute", "warn"]);
    assert!(file.log.iter().all(|entry| entry.by.as_deref() == Some("Mo")));
    assert_eq!(file.log[3].reason, "be kind");
    assert_eq!(moderate(&server, &mo, "Bo", "reopen", "a mistake").await.0, 204);
    let body = serde_json::json!({ "name": "Bo", "password": PASSWORD }).to_string();
    assert_eq!(server.http("POST", "/api/session", &body, "").await.0, 200);

    // Announcements are for everyone.
    assert_eq!(server.get("/api/announcement").await, r#"{"text":""}"#);
    let body = r#"{"text":"Club night\nat eight"}"#;
    let path = "/api/moderation/announcement";
    assert_eq!(server.http("PUT", path, body, &mo).await.0, 204);
    assert_eq!(server.get("/api/announcement").await, r#"{"text":"Club night at eight"}"#);
    assert_eq!(server.http("PUT", path, r#"{"text":""}"#, &mo).await.0, 204);
    assert_eq!(server.get("/api/announcement").await, r#"{"text":""}"#);
    // The owner acts on moderators.
    assert_eq!(moderate(&server, &ow, "Mo", "close", "too strict").await.0, 204);
    assert_eq!(server.http("GET", "/api/moderation", "", &mo).await.0, 401);
    // Closed accounts keep their names in the log.
    let log = desk(&server, &ow).await.log;
    assert_eq!((&*log[0].act, log[0].on.as_deref()), ("close", Some("Mo")));
    assert_eq!(log.len(), 10);
    let (_, page) =
        server.http("GET", &format!("/api/moderation/log?before={}", log[8].number), "", &ow).await;
    let page: Vec<protocol::AuditEntry> = serde_json::from_str(&page).expect("a page");
    assert_eq!(page, log[9..]);
}

fn has_ended(client: &Client) -> bool {
    client.texts.iter().any(|text| text.contains("\"end\""))
}

/// Waits until a page contains a text, or does not.
async fn until_shown(server: &TestServer, path: &str, text: &str, is_shown: bool) {
    while server.get(path).await.contains(text) != is_shown {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The games of a closed account end, also if the store fails at first, or another server closes the
/// account and stops.
#[tokio::test]
async fn the_end_of_a_closed_account_is_repeated() {
    for is_own in [true, false] {
        let store: Arc<FaultyStore<MemoryStore>> = Arc::default();
        let env = TestEnv::new();
        let server = TestServer::start_on(store.clone(), env.clone(), None).await;
        let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
        let (created, mut seats) = game(&server, &ada, &bo).await;
        seek(&server, &ada).await;
        if is_own {
            store.faults().start(Fault::Fails, &[Operation::Append]);
            let body = serde_json::json!({ "password": PASSWORD }).to_string();
            let (status, reply) = server.http("POST", "/api/account/close", &body, &ada).await;
            assert_eq!(status, 204, "{reply}");
            assert!(!has_ended(&seats[1]));
            store.faults().stop(Fault::Fails);
        } else {
            let key = server::account_key("Ada");
            let id = store.inner().player_by_key(&key).await.expect("read").expect("Ada").id;
            let change = StandingChange::Close(protocol::UnixMs(1));
            store.inner().change_standing(&id, None, change).await.expect("closed");
        }
        while !has_ended(&seats[1]) {
            seats[1].next().await.expect("the end");
        }
        until_shown(&server, "/api/seeks", "Ada", false).await;
        // The running server and its kept texts show the neutral name, until the account is opened.
        let key = server::account_key("Ada");
        let id = store.inner().player_by_key(&key).await.expect("read").expect("Ada").id;
        let info = format!("/api/tables/{}", created.table);
        let record = format!("{info}/record");
        for path in [&info, &record] {
            until_shown(&server, path, "Ada", false).await;
        }
        let mut late = Client::connect(&server.address, &created.table, "", 0).await;
        late.next().await.expect("a snapshot");
        assert!(late.texts[0].contains("closed account"), "{:?}", late.texts);
        store.inner().change_standing(&id, None, StandingChange::Reopen).await.expect("open");
        for path in [&info, &record] {
            until_shown(&server, path, "Ada", true).await;
        }
    }
}

/// A muted player stays silent in the own game after signing out.
#[tokio::test]
async fn signing_out_lifts_no_mute() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo, mo) =
        (server.register("Ada").await, server.register("Bo").await, server.register("Mo").await);
    grant(folder.path(), "Mo", Some(Role::Moderator)).await.expect("granted");
    for plan in [rated(), plan("xiangqi", "", "10+5")] {
        let created = server.open_as(plan, &ada).await;
        let joined = server.join_as(&created.table, &bo).await;
        let table = &created.table;
        let mut page = Client::connect_with(&bo, &server.address, table, &joined.token, 0).await;
        page.next().await.expect("a snapshot");
        drop(page);
        assert_eq!(moderate(&server, &mo, "Bo", "mute", "rude").await.0, 204);
        // Without the cookie.
        for (token, is_silent) in [(&joined.token, true), (&created.token, false)] {
            let mut page = Client::connect(&server.address, table, token, 0).await;
            page.send(&ToServer::EnterChat { guest: None }).await;
            page.next_chat().await;
            let words = protocol::ChatWords::Text("hi".into());
            page.send(&ToServer::Say { words }).await;
            match page.next_chat().await {
                FromChat::ChatRefused { code, .. } => assert!(is_silent && code == "chat-muted"),
                FromChat::ChatLine(_) => assert!(!is_silent),
                other @ FromChat::ChatRoom { .. } => panic!("{other:?}"),
            }
        }
        assert_eq!(moderate(&server, &mo, "Bo", "unmute", "over").await.0, 204);
    }
}

/// Two games that differ only in what is hidden look the same to a moderator.
#[tokio::test]
async fn moderators_see_nothing_hidden() {
    let mut seen = Vec::new();
    for _ in 0..2 {
        let folder = tempfile::tempdir().expect("a folder");
        let server = TestServer::start(folder.path(), TestEnv::new()).await;
        let mo = server.register("Mo").await;
        grant(folder.path(), "Mo", Some(Role::Moderator)).await.expect("granted");
        let created = server.open(plan("undercover", "", "10+5")).await;
        let joined = server.join(&created.table).await;
        let mut seats = Vec::new();
        for token in [&created.token, &joined.token] {
            let mut client = Client::connect(&server.address, &created.table, token, 0).await;
            client.next().await.expect("a snapshot");
            seats.push(client);
        }
        let mut people: Vec<(u8, &mut Client)> = (0..).zip(&mut seats).collect();
        give_salts(&mut people).await;
        let tables = desk(&server, &mo).await.tables;
        assert_eq!(tables.len(), 1);
        let public = server.get(&format!("/api/tables/{}", created.table)).await;
        assert_eq!(serde_json::to_string(&tables[0]).expect("json"), public);
        seen.push(tables);
    }
    assert_eq!(seen[0][0].seats, seen[1][0].seats);
}

#[tokio::test]
async fn a_hidden_player_is_seen_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo, cy) =
        (server.register("Ada").await, server.register("Bo").await, server.register("Cy").await);
    let follow = r#"{"relation":"follow"}"#;
    assert_eq!(server.http("PUT", "/api/players/Bo/relation", follow, &cy).await.0, 204);
    let first = seek(&server, &ada).await;
    let mut red = Client::connect_with(&ada, &server.address, &first.table, &first.token, 0).await;
    red.next().await;
    let second = seek(&server, &bo).await;
    assert_eq!(second.table, first.table);
    let mut black =
        Client::connect_with(&bo, &server.address, &first.table, &second.token, 0).await;
    black.next().await;
    red.until(black.n).await;
    red.play(0, PAWNS[0]).await;
    let seen = async || {
        env.now.fetch_add(2_000, Ordering::SeqCst);
        let live: Vec<LiveTable> =
            serde_json::from_str(&server.get("/api/live").await).expect("games");
        let (_, circle) = server.http("GET", "/api/account/relations", "", &cy).await;
        let circle: Circle = serde_json::from_str(&circle).expect("a circle");
        let watched = server.get("/api/watch").await.contains("\"Bo\"");
        (live.len(), circle.followed[0].table.is_some(), watched)
    };
    assert_eq!(seen().await, (1, true, true));
    let hide = async |hidden: bool, headers: &str| {
        let body = serde_json::json!({ "hidden": hidden }).to_string();
        server.http("PUT", "/api/account/presence", &body, headers).await.0
    };
    assert_eq!(hide(true, "").await, 401);
    assert_eq!(hide(true, &bo).await, 204);
    assert!(account(&server, &bo).await.expect("Bo").hidden);
    assert_eq!(seen().await, (0, false, false));
    assert_eq!(hide(false, &bo).await, 204);
    assert_eq!(seen().await, (1, true, true));
}

/// A finished casual game of the lobby is in the archive with the names of its table and without
/// accounts. A private one and a very short one are not, and a closed account's name is not shown.
#[tokio::test]
async fn casual_games_of_the_lobby_are_in_the_archive() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let play = async |path: &str, plies: usize| {
        let request = OpenRequest { plan: plan("xiangqi", "", "10+5"), name: "Ada".into() };
        let body = serde_json::to_string(&request).expect("json");
        let (status, reply) = server.http("POST", path, &body, &ada).await;
        assert_eq!(status, 201, "{reply}");
        let host: Created = serde_json::from_str(&reply).expect("created");
        let guest = server.join(&host.table).await;
        let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
        let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
        red.next().await;
        black.next().await;
        for (ply, action) in PAWNS[..plies].iter().enumerate() {
            let (mover, waiter, seat) =
                if ply % 2 == 0 { (&mut red, &mut black, 0) } else { (&mut black, &mut red, 1) };
            mover.play(seat, action).await;
            waiter.until(mover.n).await;
        }
        red.act(0, Command::Resign).await;
        host.table
    };
    play("/api/tables", 4).await;
    play("/api/seeks", 1).await;
    let public = play("/api/seeks", 4).await;
    let games = async |query: &str| -> Vec<ArchivedGame> {
        let archive = server.get(&format!("/api/archive{query}")).await;
        serde_json::from_str::<Archive>(&archive).expect("an archive").games
    };
    let names = |game: &ArchivedGame| -> Vec<String> {
        game.players.iter().map(|player| player.name.clone()).collect()
    };
    let found = games("").await;
    let [game] = &found[..] else { panic!("{found:?}") };
    assert_eq!(game.place, Place::Table { table: public });
    assert_eq!((names(game), game.plies), (vec!["Ada".to_owned(), "Guest".to_owned()], 4));
    assert!(game.players.iter().all(|player| player.rated.is_none()), "no player has a link");
    assert!(games("?player=Ada").await.is_empty(), "Ada has not claimed it");
    let body = serde_json::json!({ "password": PASSWORD }).to_string();
    let (status, reply) = server.http("POST", "/api/account/close", &body, &ada).await;
    assert_eq!(status, 204, "{reply}");
    while names(&games("").await[0]) != [protocol::CLOSED_NAME, "Guest"] {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A device takes along the finished casual games for whose seats it has the tokens, once, and no
/// others.
#[tokio::test]
async fn a_guest_takes_finished_games_along() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let open = async |path: &str, name: &str, is_rated: bool, headers: &str| -> Created {
        let plan = TablePlan { rated: is_rated, ..plan("xiangqi", "", "10+5") };
        let request = OpenRequest { plan, name: name.into() };
        let body = serde_json::to_string(&request).expect("json");
        let (status, reply) = server.http("POST", path, &body, headers).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str(&reply).expect("created")
    };
    let play = async |path: &str, rated: [&str; 2], is_over: bool| {
        let host = open(path, "Hanna", !rated[0].is_empty(), rated[0]).await;
        let guest = server.join_as(&host.table, rated[1]).await;
        if is_over {
            let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
            red.next().await;
            let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
            black.next().await;
            red.until(black.n).await;
            // A game with fewer moves is in no list.
            red.play(0, PAWNS[0]).await;
            black.until(red.n).await;
            black.play(1, PAWNS[1]).await;
            black.act(1, Command::Resign).await;
        }
        [host.token, guest.token].map(|token| ClaimedSeat { table: host.table.clone(), token })
    };
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let [own, other] = play("/api/seeks", ["", ""], true).await;
    let [running, _] = play("/api/seeks", ["", ""], false).await;
    let [rated, _] = play("/api/seeks", [&ada, &bo], true).await;
    let [private, _] = play("/api/tables", ["", ""], true).await;
    let claim = async |seats: Vec<ClaimedSeat>, headers: &str| {
        let body = serde_json::to_string(&ClaimGames { seats }).expect("json");
        server.http("POST", "/api/account/games", &body, headers).await
    };
    let taken = async |seat: &ClaimedSeat, headers: &str| {
        let (status, reply) = claim(vec![seat.clone()], headers).await;
        assert_eq!(status, 200, "{reply}");
        let claimed: ClaimedGames = serde_json::from_str(&reply).expect("an answer");
        let is_private = seat.table == private.table;
        assert_eq!(claimed.private, is_private.then(|| seat.table.clone()).as_slice());
        claimed.taken
    };
    assert_eq!(claim(vec![own.clone()], "").await.0, 401);
    assert_eq!(claim(vec![own.clone(); 41], &ada).await.0, 422);
    let stolen = |token: &str| ClaimedSeat { token: token.into(), ..own.clone() };
    for (what, seat) in [
        ("without a token", stolen("")),
        ("another token", stolen(&running.token)),
        ("a running game", running),
        ("a rated game", rated),
        ("a game by invitation", private.clone()),
        ("no game", ClaimedSeat { table: "nowhere".into(), ..own.clone() }),
    ] {
        assert_eq!(taken(&seat, &ada).await, 0, "{what}");
    }
    let games = async |name: &str| -> Vec<ArchivedGame> {
        let archive = server.get(&format!("/api/archive?player={name}")).await;
        serde_json::from_str::<Archive>(&archive).expect("an archive").games
    };
    assert_eq!(games("Ada").await.len(), 1, "the rated game");
    assert_eq!(taken(&own, &ada).await, 1);
    assert_eq!(taken(&own, &ada).await, 1, "a repetition changes nothing");
    assert_eq!(taken(&own, &bo).await, 0, "it is another account's");
    let found = games("Ada").await;
    let game = found.iter().find(|game| game.place == Place::Table { table: own.table.clone() });
    let game = game.expect("the casual game");
    let names = |game: &ArchivedGame| -> Vec<String> {
        game.players.iter().map(|player| player.name.clone()).collect()
    };
    assert_eq!(names(game), ["Ada", "Guest"]);
    assert!(game.players.iter().all(|player| player.rated.is_none()), "it stays unrated");
    // The other player registers later.
    let cy = server.register("Cy").await;
    assert_eq!(taken(&other, &cy).await, 1);
    assert_eq!(names(&games("Cy").await[0]), ["Ada", "Cy"]);
    assert_eq!(games("Ada").await.len(), 2);
    // A seat that was played under an account's name is that account's.
    let made = open("/api/seeks", "Bo", false, &bo).await;
    server.join(&made.table).await;
    let mut red = Client::connect(&server.address, &made.table, &made.token, 0).await;
    red.next().await;
    red.act(0, Command::Resign).await;
    let seat = ClaimedSeat { table: made.table, token: made.token };
    assert_eq!(taken(&seat, &cy).await, 0);
    assert_eq!(taken(&seat, &bo).await, 1);
}
