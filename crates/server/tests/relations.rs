//! Followed and blocked players.

mod common;

use common::{Client, TestEnv, TestServer, plan};
use futures_util::{SinkExt, StreamExt};
use protocol::{
    ChallengeRequest, Circle, Created, OpenRequest, PlayerProfile, PlayerResults, Presence,
    Relation, SeatPlan, Seek, TablePlan, ToClient,
};
use std::sync::atomic::Ordering::SeqCst;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest, http::HeaderName};

const FOLLOW: &str = r#"{"relation":"follow"}"#;
const BLOCK: &str = r#"{"relation":"block"}"#;

async fn relate(server: &TestServer, headers: &str, name: &str, body: &str) -> (u16, String) {
    let method = if body.is_empty() { "DELETE" } else { "PUT" };
    server.http(method, &format!("/api/players/{name}/relation"), body, headers).await
}

async fn circle(server: &TestServer, headers: &str) -> Circle {
    let (status, reply) = server.http("GET", "/api/account/relations", "", headers).await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("a circle")
}

async fn presence(server: &TestServer, headers: &str, name: &str) -> Option<Presence> {
    let (status, reply) = server.http("GET", &format!("/api/players/{name}"), "", headers).await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str::<PlayerProfile>(&reply).expect("a profile").presence
}

async fn seek(server: &TestServer, headers: &str, rated: bool) -> Created {
    let plan = TablePlan { rated, ..plan("xiangqi", "", "10+5") };
    let body = serde_json::to_string(&OpenRequest { plan, name: "Seeker".into() }).expect("json");
    let (status, reply) = server.http("POST", "/api/seeks", &body, headers).await;
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).expect("created")
}

async fn challenge(server: &TestServer, headers: &str, to: &str) -> (u16, String) {
    let seats = vec![SeatPlan::Open, SeatPlan::Host];
    let plan = TablePlan { seats, ..plan("xiangqi", "", "5+3") };
    let request = ChallengeRequest { to: to.into(), plan };
    let body = serde_json::to_string(&request).expect("json");
    server.http("POST", "/api/challenges", &body, headers).await
}

#[tokio::test]
async fn players_are_followed_and_blocked() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    for name in ["Bo", "Cy", "Di"] {
        server.register(name).await;
    }
    for (headers, name, body, status, code) in [
        ("", "Bo", FOLLOW, 401, "sign-in"),
        ("", "Bo", "", 401, "sign-in"),
        (&*ada, "ada", BLOCK, 422, "relation-self"),
        (&ada, "Eve", FOLLOW, 404, "no-player"),
        (&ada, "Bo", r#"{"relation":"hate"}"#, 422, "json"),
        (&ada, "Bo", r#"{}"#, 422, "json"),
        (&ada, "bo", FOLLOW, 204, ""),
        (&ada, "Cy", FOLLOW, 204, ""),
        (&ada, "Di", BLOCK, 204, ""),
        // One relation takes the place of the other.
        (&ada, "Cy", BLOCK, 204, ""),
        (&ada, "Di", "", 204, ""),
        (&ada, "Di", "", 204, ""),
    ] {
        let (found, reply) = relate(&server, headers, name, body).await;
        assert!(found == status && reply.contains(code), "{name} {body}: {found} {reply}");
    }
    let found = circle(&server, &ada).await;
    let followed: Vec<(&str, bool)> =
        found.followed.iter().map(|it| (&*it.name, it.online)).collect();
    assert_eq!((followed, found.blocked), (vec![("Bo", false)], vec!["Cy".to_owned()]));
    assert_eq!(circle(&server, "").await, Circle::default());
    for (headers, name, relation) in
        [(&*ada, "Cy", Some(Relation::Block)), (&ada, "Di", None), ("", "Cy", None)]
    {
        let path = format!("/api/players/{name}/results");
        let (_, reply) = server.http("GET", &path, "", headers).await;
        let results: PlayerResults = serde_json::from_str(&reply).expect("results");
        assert_eq!(results.relation, relation, "{name}");
        assert_eq!(results.with_reader.is_some(), !headers.is_empty());
    }
}

/// Neither of two players can challenge, meet or join the other once one has blocked the other.
#[tokio::test]
async fn blocked_players_never_meet() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let cy = server.register("Cy").await;
    // An open challenge is declined.
    let (status, reply) = challenge(&server, &bo, "Ada").await;
    assert_eq!(status, 201, "{reply}");
    let created: Created = serde_json::from_str(&reply).expect("created");
    let mut host = Client::connect(&server.address, &created.table, &created.token, 0).await;
    host.next().await;
    assert_eq!(relate(&server, &ada, "Bo", BLOCK).await.0, 204);
    while !matches!(host.next().await, Some(ToClient::Declined { .. })) {}
    // So is the challenge of the player who blocks.
    let (status, reply) = challenge(&server, &ada, "Cy").await;
    assert_eq!(status, 201, "{reply}");
    let created: Created = serde_json::from_str(&reply).expect("created");
    let mut own =
        Client::connect_with(&ada, &server.address, &created.table, &created.token, 0).await;
    own.next().await;
    assert_eq!(relate(&server, &ada, "Cy", BLOCK).await.0, 204);
    while !matches!(own.next().await, Some(ToClient::Declined { .. })) {}
    let path = format!("/api/tables/{}/join", created.table);
    assert_eq!(server.http("POST", &path, r#"{"name":"Cy"}"#, &cy).await.0, 422);
    assert_eq!(relate(&server, &ada, "Cy", "").await.0, 204);
    for (headers, to) in [(&ada, "Bo"), (&bo, "Ada")] {
        let (status, reply) = challenge(&server, headers, to).await;
        assert!(status == 422 && reply.contains("player-blocked"), "{status} {reply}");
    }
    for rated in [true, false] {
        let of_ada = seek(&server, &ada, rated).await;
        let of_bo = seek(&server, &bo, rated).await;
        assert_ne!(of_ada.table, of_bo.table, "rated: {rated}");
        // The rating windows have grown as far as they can.
        env.now.fetch_add(8_000, SeqCst);
        assert_eq!(
            seek(&server, &cy, rated).await.table,
            of_ada.table,
            "who waits longest is next"
        );
    }
    // The seats of a rated table name their accounts.
    let of_bo = server.open_as(TablePlan { rated: true, ..plan("banqi", "", "5+3") }, &bo).await;
    let path = format!("/api/tables/{}/join", of_bo.table);
    let (status, reply) = server.http("POST", &path, r#"{"name":"Ada"}"#, &ada).await;
    assert!(status == 422 && reply.contains("player-blocked"), "{status} {reply}");
    assert_eq!(server.http("POST", &path, r#"{"name":"Cy"}"#, &cy).await.0, 201);
    // Those of a casual table are known once the page of the account is there.
    let casual = server.open_as(plan("banqi", "", "5+3"), &ada).await;
    let mut page =
        Client::connect_with(&ada, &server.address, &casual.table, &casual.token, 0).await;
    page.next().await;
    let path = format!("/api/tables/{}/join", casual.table);
    let (status, reply) = server.http("POST", &path, r#"{"name":"Bo"}"#, &bo).await;
    assert!(status == 422 && reply.contains("player-blocked"), "{status} {reply}");
    // Unblocked, they meet again.
    assert_eq!(relate(&server, &ada, "Bo", "").await.0, 204);
    assert_eq!(server.http("POST", &path, r#"{"name":"Bo"}"#, &bo).await.0, 201);
}

/// A player's page names the public game in play, and never a private one.
#[tokio::test]
async fn a_page_names_public_games_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let cy = server.register("Cy").await;
    // The public games are read again after a while.
    let profile = async || {
        env.now.fetch_add(8_000, SeqCst);
        server.http("GET", "/api/players/Ada", "", &cy).await.1
    };
    let before = profile().await;
    // A private game.
    let private = server.open_as(plan("xiangqi", "", "5+3"), &ada).await;
    let path = format!("/api/tables/{}/join", private.table);
    assert_eq!(server.http("POST", &path, r#"{"name":"Bo"}"#, &bo).await.0, 201);
    assert_eq!(profile().await, before, "a private game shows");
    // A public one.
    let public = seek(&server, &ada, true).await;
    assert_eq!(seek(&server, &bo, true).await.table, public.table);
    let found: PlayerProfile = serde_json::from_str(&profile().await).expect("a profile");
    assert_eq!(found.presence.and_then(|it| it.table), Some(public.table));
    assert_eq!(relate(&server, &ada, "Cy", BLOCK).await.0, 204);
    assert_eq!(profile().await, before, "Ada has blocked Cy");
}

/// Two accounts that have played each other twice are not paired a third time while others wait, in
/// casual games too.
#[tokio::test]
async fn the_same_two_do_not_meet_a_third_time_while_others_wait() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let cy = server.register("Cy").await;
    for _ in 0..2 {
        let of_ada = seek(&server, &ada, false).await;
        assert_eq!(seek(&server, &bo, false).await.table, of_ada.table);
    }
    // Ada waits longer, but only Cy has not met Bo.
    assert_eq!(relate(&server, &ada, "Cy", BLOCK).await.0, 204);
    let of_ada = seek(&server, &ada, false).await;
    let of_cy = seek(&server, &cy, false).await;
    assert_ne!(of_cy.table, of_ada.table);
    assert_eq!(seek(&server, &bo, false).await.table, of_cy.table);
    // While no other player waits, they meet again.
    assert_eq!(seek(&server, &bo, false).await.table, of_ada.table);
}

/// A player who is blocked while both wait is not paired.
#[tokio::test]
async fn a_block_holds_for_waiting_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let of_ada = seek(&server, &ada, false).await;
    assert_eq!(relate(&server, &ada, "Bo", BLOCK).await.0, 204);
    let of_bo = seek(&server, &bo, false).await;
    assert_ne!(of_ada.table, of_bo.table);
    let listed: Vec<Seek> = serde_json::from_str(&server.get("/api/seeks").await).expect("a list");
    assert_eq!(listed.len(), 2);
    let text = server.get("/api/seeks").await;
    assert!(!text.contains("blocked"), "no list says who blocks whom: {text}");
}

/// A follower sees that a player is online, unless one has blocked the other.
#[tokio::test]
async fn followed_players_are_seen_online() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    assert_eq!(relate(&server, &ada, "Bo", FOLLOW).await.0, 204);
    let url = format!("ws://{}/api/lobby", server.address);
    let mut request = url.into_client_request().expect("an address");
    for (name, value) in bo.lines().filter_map(|line| line.split_once(": ")) {
        let name: HeaderName = name.parse().expect("a header's name");
        request.headers_mut().insert(name, value.parse().expect("a header's value"));
    }
    let (mut page, _) = tokio_tungstenite::connect_async(request).await.expect("a socket");
    let hello = r#"{"type":"hello","quiet":true}"#;
    page.send(Message::Text(hello.into())).await.expect("sent");
    common::in_time("answer to the greeting", page.next()).await.expect("open").expect("a message");
    // The list of followed players and the player's page agree.
    let is_online = async || {
        let online = circle(&server, &ada).await.followed[0].online;
        assert_eq!(presence(&server, &ada, "Bo").await.map(|it| it.online), Some(online));
        online
    };
    assert!(is_online().await);
    assert_eq!(presence(&server, "", "Bo").await, None, "a guest");
    assert_eq!(presence(&server, &bo, "Bo").await.map(|it| it.online), Some(true), "oneself");
    let hide = async |hidden: bool| {
        let body = format!(r#"{{"hidden":{hidden}}}"#);
        let (status, reply) = server.http("PUT", "/api/account/presence", &body, &bo).await;
        assert!(status < 300, "{status} {reply}");
    };
    hide(true).await;
    assert!(!is_online().await, "Bo hides it");
    hide(false).await;
    assert!(is_online().await);
    assert_eq!(relate(&server, &bo, "Ada", BLOCK).await.0, 204);
    assert!(!is_online().await, "Bo has blocked Ada");
    assert_eq!(relate(&server, &bo, "Ada", "").await.0, 204);
    assert!(is_online().await);
    drop(page);
    let gone = async {
        while is_online().await {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    common::in_time("absence of the closed page", gone).await;
}
