//! `POST /api/analysis` over HTTP.

mod common;

use common::{Client, TestEnv, TestServer, plan};
use protocol::{Command, SeatPlan, TablePlan};
use serde_json::{Value, json};

const MATE: &str = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1";
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

async fn ask(server: &TestServer, path: &str, body: &Value, headers: &str) -> (u16, Value) {
    let (status, body) = server.http("POST", path, &body.to_string(), headers).await;
    (status, serde_json::from_str(&body).unwrap_or_else(|error| panic!("{body}: {error}")))
}

#[tokio::test]
async fn signed_in_accounts_get_the_best_lines() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mate = json!({ "variant": "xiangqi", "position": MATE, "lines": 2, "notation": "wxf" });
    let (status, refused) = ask(&server, "/api/analysis", &mate, "").await;
    assert_eq!((status, &refused["code"]), (401, &json!("sign-in")));

    let ada = server.register("Ada").await;
    let (status, found) = ask(&server, "/api/analysis", &mate, &ada).await;
    assert_eq!(status, 200, "{found}");
    let best = &found["lines"][0];
    assert_eq!((&best["actions"][0], &best["written"][0]), (&json!("b7b9"), &json!("R8+2")));
    assert_eq!((&best["wins_in"], &best["chance"]), (&json!(1), &json!(1.0)));
    assert_eq!(found["reasons"][0], json!({ "code": "wins", "value": "1" }));
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(2));

    // A seat's view of a game with secrets. The other seat has no action in it.
    let view = format!("{START} e6/? 0/0");
    let secret = |seat: u8| json!({ "variant": "undercover", "position": view, "seat": seat });
    let (status, found) = ask(&server, "/api/analysis", &secret(0), &ada).await;
    assert_eq!(status, 200, "{found}");
    let (status, refused) = ask(&server, "/api/analysis", &secret(1), &ada).await;
    assert_eq!(status, 422, "{refused}");

    for (body, code) in [
        (json!({ "variant": "chess", "position": START }), "variant"),
        (json!({ "variant": "xiangqi", "position": START, "lines": 0 }), "lines"),
        (json!({ "variant": "xiangqi", "position": START, "lines": 6 }), "lines"),
        (json!({ "variant": "xiangqi", "position": START, "notation": "morse" }), "notation"),
        (json!({ "variant": "xiangqi", "position": START, "seat": 2 }), "seat"),
        (json!({ "variant": "xiangqi", "position": "x".repeat(2_000) }), "position"),
        (json!({ "variant": "xiangqi", "position": START, "extra": 1 }), "json"),
    ] {
        let (status, refused) = ask(&server, "/api/analysis", &body, &ada).await;
        assert_eq!((status, &refused["code"]), (422, &json!(code)), "{body}");
    }
}

#[tokio::test]
async fn a_game_is_looked_at_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let game =
        |actions: &[&str]| json!({ "variant": "xiangqi", "start": START, "actions": actions });
    // This loses a chariot for an advisor.
    let actions = ["h2e2", "h9g7", "a0a1", "b9c7", "a1d1", "a9b9", "d1d9", "e9d9"];
    let (status, found) = ask(&server, "/api/analysis/game", &game(&actions), &ada).await;
    assert_eq!(status, 200, "{found}");
    let ply = &found["actions"][6];
    assert_eq!((&ply["played"], &ply["mark"]), (&json!("d1d9"), &json!("blunder")), "{found}");
    let accuracy = |seat: usize| found["accuracy"][seat].as_f64().unwrap();
    assert!(accuracy(0) < accuracy(1), "{found}");

    let none: [&str; 0] = [];
    for (body, status, code) in [
        (game(&none), 422, "actions"),
        (game(&["h2e2", "h2e2"]), 422, "no-piece"),
        (game(&["gibberish"]), 422, "action-text"),
    ] {
        let (was, refused) = ask(&server, "/api/analysis/game", &body, &ada).await;
        assert_eq!(was, status, "{body} {refused}");
        assert_eq!(refused["code"], json!(code), "{body} {refused}");
    }
}

/// A client that accepts lines receives the review action by action, and an equal request is
/// answered from the first review.
#[tokio::test]
async fn a_review_is_sent_in_lines() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let accept = format!("{ada}accept: application/x-ndjson\r\n");
    let game = |actions: &[&str]| {
        json!({ "variant": "xiangqi", "start": START, "actions": actions }).to_string()
    };
    let lines = async |actions: &[&str]| -> Vec<Value> {
        let path = "/api/analysis/game";
        let (status, body) = server.http("POST", path, &game(actions), &accept).await;
        assert_eq!(status, 200, "{body}");
        // The sizes of the chunks are between the lines.
        let lines = body.lines().filter(|line| line.starts_with('{'));
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let actions = ["h2e2", "h9g7", "h0g2"];
    let found = lines(&actions).await;
    let played: Vec<&str> =
        found.iter().map(|line| line["ply"]["played"].as_str().unwrap()).collect();
    assert_eq!(played, actions);
    assert!(found[2]["accuracy"][0].as_f64().is_some(), "{found:?}");
    let whole = server.http("POST", "/api/analysis/game", &game(&actions), &ada).await;
    let whole: Value = serde_json::from_str(&whole.1).unwrap();
    let again: Vec<&Value> = found.iter().map(|line| &line["ply"]).collect();
    assert_eq!(whole["actions"].as_array().unwrap().iter().collect::<Vec<_>>(), again);
    // An illegal action ends the review.
    let stray = lines(&["h2e2", "h2e2"]).await;
    assert_eq!(stray.last().map(|line| &line["ply"]), Some(&Value::Null));
}

/// The limit applies to each account separately.
#[tokio::test]
async fn one_account_gets_its_share() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let [ada, bo] = [server.register("Ada").await, server.register("Bo").await];
    // Rejected requests count as well, and need no search here.
    let body = json!({ "variant": "xiangqi", "position": "", "lines": 9 });
    let mut last = 0;
    for _ in 0..200 {
        last = ask(&server, "/api/analysis", &body, &ada).await.0;
        if last == 429 {
            break;
        }
    }
    assert_eq!(last, 429);
    assert_eq!(ask(&server, "/api/analysis", &body, &bo).await.0, 422);
}

/// Header lines of a request through the proxy.
fn from(address: u8, cookie: &str) -> String {
    format!("x-forwarded-for: 192.0.2.{address}\r\n{cookie}")
}

/// A player of a running game between people gets no analysis of it. Accounts that share an address
/// with players get one.
#[tokio::test]
async fn no_analysis_during_a_game_between_people() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let [ada, bo, cy] =
        [server.register("Ada").await, server.register("Bo").await, server.register("Cy").await];
    // What passes is answered without a search: nothing can be played by this seat.
    let view = format!("{START} e6/? 0/0");
    let position = json!({ "variant": "undercover", "position": view, "seat": 1 });
    let same_game = json!({ "variant": "xiangqi", "position": START });
    let game = json!({ "variant": "xiangqi", "start": START, "actions": ["h2e2", "x"] });
    let code = async |path: &str, body: &Value, headers: &str| {
        let (status, reply) = ask(&server, path, body, headers).await;
        assert!([409, 422].contains(&status), "{reply}");
        reply["code"].as_str().unwrap_or_default() == "game-in-progress"
    };
    let is_refused = async |headers: &str| code("/api/analysis", &position, headers).await;
    let training = TablePlan { training: true, ..plan("xiangqi", "", "none") };
    let mut alone = plan("xiangqi", "", "none");
    alone.seats[1] = SeatPlan::Computer { level: "level-1".into(), resigns: false };
    for (plan, expected) in [
        (plan("xiangqi", "", "10"), true),
        (plan("xiangqi", "", "none"), true),
        (training, false),
        (alone, false),
        (plan("banqi", "", "10"), false),
        // Barring the computer for weeks would be too much.
        (plan("xiangqi", "", "3d-move"), false),
    ] {
        let what = format!("{plan:?}");
        let has_guest = plan.seats.contains(&SeatPlan::Open);
        let host = server.open_as(plan, &from(1, &ada)).await;
        let guest = if has_guest {
            server.join_as(&host.table, &from(2, "")).await.token
        } else {
            String::new()
        };
        let connect = async |headers: &str, token: &str| {
            let mut client =
                Client::connect_with(headers, &server.address, &host.table, token, 0).await;
            client.next().await;
            client
        };
        // Ada from one address, a guest from another, and a spectator.
        let mut red = connect(&from(1, &ada), &host.token).await;
        let _black = connect(&from(2, ""), &guest).await;
        let _spectator = connect(&from(3, &cy), "").await;
        for (headers, expected, who) in [
            (from(9, &ada), expected, "the account, from wherever"),
            (from(2, &bo), false, "an account at the guest's address"),
            (from(1, &cy), false, "another account at the account's address"),
            (from(3, &cy), false, "a spectator"),
        ] {
            assert_eq!(is_refused(&headers).await, expected, "{what}: {who}");
        }
        if expected && what.contains("clock: \"10\"") {
            assert!(code("/api/analysis", &same_game, &from(1, &ada)).await, "a position");
            assert!(code("/api/analysis/game", &game, &from(1, &ada)).await, "a whole game");
        }
        red.act(0, Command::Resign).await;
        assert!(!is_refused(&from(1, &ada)).await, "{what}: it is over");
    }
}
