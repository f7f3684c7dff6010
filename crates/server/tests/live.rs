//! The list of public games.

mod common;

use common::{Client, TestEnv, TestServer, give_salts, plan};
use protocol::{Command, Created, LiveTable, OpenRequest, ToClient, WatchedGames};
use std::sync::{Arc, atomic::Ordering};

/// Joins a player who seeks this game, or waits.
async fn seek(server: &TestServer, variant: &str, options: &str) -> Created {
    let request = OpenRequest { plan: plan(variant, options, "10+5"), name: "Carol".into() };
    let body = serde_json::to_string(&request).unwrap();
    let (status, reply) = server.http("POST", "/api/seeks", &body, "").await;
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).unwrap()
}

/// The list after its next refresh.
async fn live(server: &TestServer, env: &Arc<TestEnv>) -> Vec<LiveTable> {
    env.now.fetch_add(1_000, Ordering::SeqCst);
    serde_json::from_str(&server.get("/api/live").await).unwrap()
}

/// Waits until a client has received these words.
async fn hears(client: &mut Client, words: &str) {
    while !client.texts.iter().any(|text| text.contains(words)) {
        client.next().await;
    }
}

/// Spectator's position in the last message of a client.
fn position(watcher: &Client) -> String {
    match serde_json::from_str(watcher.texts.last().unwrap()).unwrap() {
        ToClient::Update(told) => told.state.position,
        ToClient::Snapshot(whole) => whole.state.position,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn public_games_are_followed_and_invitations_stay_private() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let invited = server.open(plan("xiangqi", "", "10+5")).await;
    server.join(&invited.table).await;
    let host = seek(&server, "xiangqi", "").await;
    assert_eq!(live(&server, &env).await, [], "who waits does not play");
    let guest = seek(&server, "xiangqi", "").await;
    assert_eq!(guest.table, host.table);
    let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
    let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
    red.next().await;
    black.next().await;
    for (plies, action) in (1..).zip(["h2e2", "h9g7"]) {
        let seat = (plies as u8 + 1) % 2;
        let (mover, other) =
            if seat == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
        mover.play(seat, action).await;
        other.until(mover.n).await;
        let shown = live(&server, &env).await;
        let [game] = &shown[..] else { panic!("{shown:?}") };
        assert_eq!((&*game.table, &*game.variant), (&*host.table, "xiangqi"));
        assert_eq!((game.plies, game.last.as_deref()), (plies, Some(action)));
        assert_eq!(game.on_move, Some(1 - seat));
        assert!(game.position.starts_with(if plies == 1 { "rnbakabnr/" } else { "rnbakab1r/" }));
    }
    red.act(0, Command::Resign).await;
    assert_eq!(live(&server, &env).await, [], "it is over");
}

/// The public list shows exactly what a spectator's socket receives.
#[tokio::test]
async fn what_is_hidden_from_spectators_is_in_no_list() {
    for (variant, actions) in [("banqi", &["a1"][..]), ("undercover", &["a3a4", "a6a5"])] {
        let folder = tempfile::tempdir().unwrap();
        let env = TestEnv::new();
        let server = TestServer::start(folder.path(), env.clone()).await;
        let options = if variant == "undercover" { "first=red" } else { "" };
        let host = seek(&server, variant, options).await;
        let guest = seek(&server, variant, options).await;
        let mut red = Client::connect(&server.address, &host.table, &host.token, 0).await;
        let mut black = Client::connect(&server.address, &host.table, &guest.token, 0).await;
        red.next().await;
        black.next().await;
        give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
        if variant == "undercover" {
            assert_eq!(live(&server, &env).await, [], "they choose in secret");
            red.play(0, "mole:e6").await;
            black.play(1, "mole:e3").await;
            for client in [&mut red, &mut black] {
                hears(client, "\"phase\":\"seat\"").await;
            }
        }
        for (seat, action) in (0..).zip(actions) {
            let (mover, other) =
                if seat == 0 { (&mut red, &mut black) } else { (&mut black, &mut red) };
            mover.play(seat, action).await;
            hears(other, action).await;
        }
        let mut watcher = Client::connect(&server.address, &host.table, "", 0).await;
        watcher.next().await;
        let shown = live(&server, &env).await;
        let [game] = &shown[..] else { panic!("{variant}: {shown:?}") };
        assert_eq!(game.position, position(&watcher), "{variant}");
        assert_eq!(game.plies, actions.len());
        // The page of games to watch shows the same, with its public terms.
        let watched: WatchedGames = serde_json::from_str(&server.get("/api/watch").await).unwrap();
        let [entry] = &watched.games[..] else { panic!("{variant}: {watched:?}") };
        assert_eq!((&entry.live, &*entry.clock, entry.rated), (game, "10+5", false));
        assert!(entry.clocks.is_some());
        assert_eq!(entry.spectators, 1, "players are no spectators");
    }
}

/// Games that one address plays against itself take a share of the list, and no place of others.
#[tokio::test]
async fn one_address_does_not_fill_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start_behind_proxy(folder.path(), env.clone()).await;
    let begin = async |address: &str| {
        let headers = format!("x-forwarded-for: {address}\r\n");
        let request = OpenRequest { plan: plan("xiangqi", "", "10+5"), name: "Carol".into() };
        let body = serde_json::to_string(&request).unwrap();
        let (status, reply) = server.http("POST", "/api/seeks", &body, &headers).await;
        assert_eq!(status, 201, "{reply}");
        let host: Created = serde_json::from_str(&reply).unwrap();
        let guest = server.join_as(&host.table, &headers).await;
        let mut seats = Vec::new();
        for token in [&host.token, &guest.token] {
            let mut seat =
                Client::connect_from(Some(address), &server.address, &host.table, token, 0).await;
            seat.next().await;
            seats.push(seat);
        }
        (host.table, seats)
    };
    let other = begin("192.0.2.1").await;
    let mut flood = Vec::new();
    for _ in 0..10 {
        flood.push(begin("192.0.2.9").await);
    }
    let shown = live(&server, &env).await;
    let tables: Vec<&str> = shown.iter().map(|game| &*game.table).collect();
    assert_eq!(tables.len(), 3, "{tables:?}");
    assert!(tables.contains(&&*other.0), "the game of another address is shown");
}
