//! `POST /api/analysis` over HTTP.

mod common;

use common::{TestServer, TestSource};
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
    let server = TestServer::start(folder.path(), TestSource::new()).await;
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
    let server = TestServer::start(folder.path(), TestSource::new()).await;
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

/// The limit applies to each account separately.
#[tokio::test]
async fn one_account_gets_its_share() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestSource::new()).await;
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
