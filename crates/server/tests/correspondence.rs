//! Games with days for each move.

mod common;

use common::{Client, TestEnv, TestServer, give_salts, plan};
use protocol::{
    ChallengeRequest, Command, Created, GameId, JoinRequest, OpenRequest, Seek, TableInfo,
    TablePlan, ToClient, TurnState,
};
use std::sync::{Arc, atomic::Ordering};

const DAY_MS: u64 = 24 * 3_600_000;

async fn info(server: &TestServer, table: &str) -> TableInfo {
    serde_json::from_str(&server.get(&format!("/api/tables/{table}")).await).expect("a table")
}

/// The table once this is so.
async fn until(server: &TestServer, table: &str, is_so: fn(&TableInfo) -> bool) -> TableInfo {
    loop {
        let info = info(server, table).await;
        if is_so(&info) {
            return info;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

fn pass(env: &Arc<TestEnv>, ms: u64) {
    env.now.fetch_add(ms, Ordering::SeqCst);
}

/// No page is open, and the server has been restarted: the flag falls a day after the last move.
#[tokio::test]
async fn a_flag_falls_while_no_page_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let host = server.open(plan("xiangqi", "", "1d-move")).await;
    let guest = server.join(&host.table).await;
    let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
    red.next().await;
    pass(&env, DAY_MS - 1_000);
    red.play(0, "h2e2").await;
    let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
    black.next().await;
    drop((red, black, server));
    let server = TestServer::start(folder.path(), env.clone()).await;
    pass(&env, DAY_MS - 1_000);
    let running = info(&server, &host.table).await;
    assert!(!running.over);
    assert_eq!(running.clocks.expect("clocks").left_ms[0], DAY_MS, "each move has a day");
    pass(&env, 2_000);
    until(&server, &host.table, |info| info.over).await;
    let record = server.get(&format!("/api/tables/{}/record", host.table)).await;
    assert!(record.contains("\"result\":\"flag-fall\""), "{record}");
}

/// The players need not be there at the same time, and neither can claim the game. A choice of the
/// set-up has the time of a move.
#[tokio::test]
async fn hidden_games_are_played_by_correspondence() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let asked = TablePlan { setup_seconds: 60, ..plan("undercover", "first=red", "2d-move") };
    let host = server.open(asked).await;
    let guest = server.join(&host.table).await;
    let table = &host.table;
    assert_eq!(info(&server, table).await.plan.setup_seconds, 0, "no minute for a choice");
    let mut red = Client::connect(&server.address, table, &host.token, 0).await;
    let mut black = Client::connect(&server.address, table, &guest.token, 0).await;
    red.next().await;
    black.next().await;
    give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
    red.play(0, "mole:e6").await;
    pass(&env, DAY_MS);
    black.play(1, "mole:e3").await;
    drop(black);
    pass(&env, 2 * DAY_MS - 1_000);
    let begun = until(&server, table, |info| info.turn == TurnState::Seat { seat: 0 }).await;
    assert_eq!(begun.clocks.expect("clocks").left_ms, [1_000, 2 * DAY_MS]);
    while !red.texts.iter().any(|text| text.contains("\"phase\":\"seat\"")) {
        red.next().await;
    }
    red.play(0, "a3a4").await;
    pass(&env, DAY_MS);
    let claim = Command::Claim { claim: protocol::Claim::Win };
    let (_, answer) = red.act(0, claim).await;
    let is_no_claim = |answer: &ToClient| match answer {
        ToClient::Refused { code, .. } => code == "no-claims",
        _ => false,
    };
    assert!(is_no_claim(&answer), "{answer:?}");
    pass(&env, DAY_MS + 1_000);
    until(&server, table, |info| info.over).await;
}

#[tokio::test]
async fn other_numbers_of_days_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let open = async |clock: &str, rated: bool| {
        let plan = TablePlan { rated, ..plan("xiangqi", "", clock) };
        let body = serde_json::to_string(&OpenRequest { plan, name: "Ada".into() }).unwrap();
        server.http("POST", "/api/tables", &body, &ada).await
    };
    for clock in ["0d-move", "4d-move", "15d-move", "-1d-move", "d-move"] {
        let (status, reply) = open(clock, false).await;
        assert_eq!(status, 422, "{clock}: {reply}");
        assert!(reply.contains("expected 1, 2, 3, 5, 7 or 14 days for each move"), "{reply}");
    }
    let (status, reply) = open("3d-move", true).await;
    assert!(status == 422 && reply.contains("\"code\":\"rated-clock\""), "{reply}");
    for clock in ["1d-move", "14d-move", "86400-move"] {
        assert_eq!(open(clock, false).await.0, 201, "{clock}");
    }
}

/// The challenger need not stay: the challenge is open for two weeks.
#[tokio::test]
async fn a_challenge_by_correspondence_waits_for_two_weeks() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let cy = server.register("Cy").await;
    let challenge = async |clock: &str, headers: &str| {
        let request = ChallengeRequest { to: "Bo".into(), plan: plan("xiangqi", "", clock) };
        let body = serde_json::to_string(&request).unwrap();
        let (status, reply) = server.http("POST", "/api/challenges", &body, headers).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str::<Created>(&reply).expect("created")
    };
    let join = async |created: &Created, name: &str, headers: &str| {
        let request = JoinRequest { name: name.into(), seat: None };
        let body = serde_json::to_string(&request).unwrap();
        let path = format!("/api/tables/{}/join", created.table);
        server.http("POST", &path, &body, headers).await
    };
    let kept = challenge("3d-move", &ada).await;
    pass(&env, 13 * DAY_MS);
    let (status, reply) = join(&kept, "Cy", &cy).await;
    assert!(status == 422 && reply.contains("reserved"), "still Bo's seat: {reply}");
    let (status, reply) = join(&kept, "Bo", &bo).await;
    assert_eq!(status, 201, "{reply}");
    assert!(!info(&server, &kept.table).await.over);
    let late = challenge("3d-move", &cy).await;
    pass(&env, 14 * DAY_MS + 1_000);
    let (status, reply) = join(&late, "Ada", &ada).await;
    assert!(status == 422 || status == 404, "reserved to its end, or the table is gone: {reply}");
}

async fn seek(server: &TestServer, clock: &str, headers: &str) -> (u16, String) {
    let request = OpenRequest { plan: plan("xiangqi", "", clock), name: "Seeker".into() };
    let body = serde_json::to_string(&request).unwrap();
    server.http("POST", "/api/seeks", &body, headers).await
}

/// The headers of an account for a server that was started anew, at another address.
fn moved(headers: &str, server: &TestServer) -> String {
    let kept = headers.lines().filter(|line| !line.starts_with("origin: "));
    let kept: String = kept.map(|line| format!("{line}\r\n")).collect();
    format!("{kept}origin: http://{}\r\n", server.address)
}

fn created((status, reply): (u16, String)) -> Created {
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).expect("created")
}

/// The tables of the listed seeks, after the hosts were looked for.
async fn listed(server: &TestServer, env: &Arc<TestEnv>) -> Vec<GameId> {
    pass(env, 1_000);
    let seeks: Vec<Seek> = serde_json::from_str(&server.get("/api/seeks").await).expect("seeks");
    seeks.into_iter().map(|seek| seek.table).collect()
}

/// The seek of an account stays while its host is away and over restarts, until it is joined,
/// cancelled or two weeks old. That of a guest does not stay, nor one with another clock.
#[tokio::test]
async fn an_open_correspondence_game_stays() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let cy = server.register("Cy").await;
    let kept = created(seek(&server, "3d-move", &ada).await);
    let other = created(seek(&server, "7d-move", &ada).await);
    let cancelled = created(seek(&server, "5d-move", &ada).await);
    let live = created(seek(&server, "10+5", &bo).await);
    let guest = created(seek(&server, "14d-move", "").await);
    let all = [&kept, &other, &cancelled, &live, &guest].map(|made| made.table.clone());
    assert_eq!(listed(&server, &env).await, all);
    // The account cancels it on a device that has no token.
    let path = format!("/api/tables/{}", cancelled.table);
    for (headers, expected) in [("", 422), (bo.as_str(), 422), (ada.as_str(), 204)] {
        let (status, reply) = server.http("DELETE", &path, "", headers).await;
        assert_eq!(status, expected, "{headers} {reply}");
    }
    pass(&env, DAY_MS);
    let stay = [kept.table.clone(), other.table.clone()];
    assert_eq!(listed(&server, &env).await, stay);
    drop(server);
    let server = TestServer::start(folder.path(), env.clone()).await;
    let [ada, bo, cy] = [&ada, &bo, &cy].map(|headers| moved(headers, &server));
    assert_eq!(listed(&server, &env).await, stay);
    // The same player seeks no second game with the same terms against themselves.
    let again = created(seek(&server, "3d-move", &ada).await);
    assert_ne!(again.table, kept.table);
    // Joined from the list.
    let join = format!("/api/tables/{}/join", kept.table);
    let (one, two) = tokio::join!(
        server.http("POST", &join, r#"{"name":"Bo"}"#, &bo),
        server.http("POST", &join, r#"{"name":"Cy"}"#, &cy)
    );
    let mut answers = [one.0, two.0];
    answers.sort_unstable();
    assert_eq!(answers, [201, 422]);
    assert_eq!(listed(&server, &env).await, [other.table.clone(), again.table.clone()]);
    // A player who seeks the same game sits down there.
    let paired = created(seek(&server, "7d-move", &bo).await);
    assert_eq!((&paired.table, &paired.seats[..]), (&other.table, &[1][..]));
    assert_eq!(listed(&server, &env).await, std::slice::from_ref(&again.table));
    drop(server);
    let server = TestServer::start(folder.path(), env.clone()).await;
    assert_eq!(listed(&server, &env).await, std::slice::from_ref(&again.table), "each ends once");
    pass(&env, 14 * DAY_MS);
    assert!(listed(&server, &env).await.is_empty());
}

/// A blocked player cannot join while the host is away. An account has ten such seeks.
#[tokio::test]
async fn a_seek_that_stays_knows_its_host() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let kept = created(seek(&server, "3d-move", &ada).await);
    let (status, reply) =
        server.http("PUT", "/api/players/Bo/relation", r#"{"relation":"block"}"#, &ada).await;
    assert!(status < 300, "{status} {reply}");
    drop(server);
    let server = TestServer::start(folder.path(), env.clone()).await;
    let [ada, bo] = [&ada, &bo].map(|headers| moved(headers, &server));
    let join = format!("/api/tables/{}/join", kept.table);
    let (status, reply) = server.http("POST", &join, r#"{"name":"Bo"}"#, &bo).await;
    assert!(status == 422 && reply.contains("player-blocked"), "{status} {reply}");
    let own = created(seek(&server, "3d-move", &bo).await);
    assert_ne!(own.table, kept.table);
    for _ in 1..10 {
        created(seek(&server, "3d-move", &ada).await);
    }
    let (status, reply) = seek(&server, "3d-move", &ada).await;
    assert!(status == 422 && reply.contains("seek-limit") && reply.contains("\"10\""), "{reply}");
    created(seek(&server, "10+5", &ada).await);
}

/// An account finds its seat on every device, in unrated games too. Other accounts and guests watch.
#[tokio::test]
async fn an_account_plays_on_every_device() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let [ada, bo, cy] =
        [server.register("Ada").await, server.register("Bo").await, server.register("Cy").await];
    let host = server.open_as(plan("undercover", "first=red", "2d-move"), &ada).await;
    // The account has one seat.
    let join = serde_json::to_string(&JoinRequest { name: "Eve".into(), seat: None }).unwrap();
    let path = format!("/api/tables/{}/join", host.table);
    let (status, reply) = server.http("POST", &path, &join, &ada).await;
    assert!(status == 422 && reply.contains("seated"), "{status} {reply}");
    let guest = server.join_as(&host.table, &bo).await;
    let connect = async |headers: &str, token: &str| {
        let mut client =
            Client::connect_with(headers, &server.address, &host.table, token, 0).await;
        let Some(ToClient::Snapshot(snapshot)) = client.next().await else { panic!("no snapshot") };
        (client, snapshot)
    };
    let (mut red, _) = connect("", &host.token).await;
    let (mut black, _) = connect("", &guest.token).await;
    give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
    red.play(0, "mole:e6").await;
    black.play(1, "mole:c3").await;
    drop((red, black));

    for (headers, you, own) in [
        (&ada, Some(0), "e6/?"),
        (&bo, Some(1), "?/c3"),
        (&cy, None, "?/?"),
        (&String::new(), None, "?/?"),
    ] {
        let (_, snapshot) = connect(headers, "").await;
        assert_eq!(snapshot.you, you, "{headers}");
        assert!(snapshot.state.position.contains(own), "{headers}: {}", snapshot.state.position);
        let names: Vec<_> = snapshot.state.seats.iter().map(|seat| seat.name.as_str()).collect();
        assert_eq!(names, ["Ada", "Bo"], "the names of the accounts");
        let games = server.http("GET", "/api/account/games", "", headers).await.1;
        assert_eq!(games.contains(host.table.as_str()), you.is_some(), "{headers}: {games}");
    }
    // The second device plays.
    let (mut phone, _) = connect(&ada, "").await;
    phone.play(0, "h2e2").await;
    // Nothing is done through the seat of another account.
    let (mut other, _) = connect(&cy, "").await;
    let (_, answer) = other.act(1, Command::Resign).await;
    assert!(matches!(answer, ToClient::Refused { .. }), "{answer:?}");
    let (_, answer) = phone.act(1, Command::Resign).await;
    assert!(matches!(answer, ToClient::Refused { .. }), "{answer:?}");
}
