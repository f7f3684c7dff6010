//! Games that spectators see late.

mod common;

use common::{Client, TestEnv, TestServer, give_salts, plan};
use protocol::{Command, Created, OpenRequest, TableInfo, TablePlan, ToClient};
use std::sync::{Arc, atomic::Ordering};

const DELAY: u8 = 2;

struct Game {
    server: TestServer,
    env: Arc<TestEnv>,
    _folder: tempfile::TempDir,
    table: String,
    red: Client,
    black: Client,
    watcher: Client,
}

fn late_plan() -> TablePlan {
    let plan = plan("undercover", "first=red", "10+5");
    TablePlan { rated: true, spectator_delay: DELAY, ..plan }
}

async fn seek(server: &TestServer, headers: &str) -> Created {
    let request = OpenRequest { plan: late_plan(), name: "Carol".into() };
    let body = serde_json::to_string(&request).unwrap();
    let (status, reply) = server.http("POST", "/api/seeks", &body, headers).await;
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).unwrap()
}

async fn hears(client: &mut Client, words: &str) {
    while !client.texts.iter().any(|text| text.contains(words)) {
        client.next().await;
    }
}

/// A public game after its set-up, with a spectator.
async fn begin() -> Game {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let host = seek(&server, &ada).await;
    let guest = seek(&server, &bo).await;
    assert_eq!(host.table, guest.table);
    let table = host.table.to_string();
    let mut red = Client::connect(&server.address, &table, &host.token, 0).await;
    let mut black = Client::connect(&server.address, &table, &guest.token, 0).await;
    let mut watcher = Client::connect(&server.address, &table, "", 0).await;
    for client in [&mut red, &mut black, &mut watcher] {
        client.next().await;
    }
    give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
    red.play(0, "mole:e6").await;
    black.play(1, "mole:e3").await;
    hears(&mut red, "\"phase\":\"seat\"").await;
    Game { server, env, _folder: folder, table, red, black, watcher }
}

impl Game {
    /// The players move in turn, ten seconds each.
    async fn play(&mut self, from: usize, actions: &[&str]) {
        for (ply, action) in (from..).zip(actions) {
            self.env.now.fetch_add(10_000, Ordering::SeqCst);
            let seat = (ply % 2) as u8;
            let (mover, other) = match seat {
                0 => (&mut self.red, &mut self.black),
                _ => (&mut self.black, &mut self.red),
            };
            mover.play(seat, action).await;
            hears(other, action).await;
        }
    }

    /// Everything that a visitor can read now.
    async fn visible(&mut self) -> Vec<String> {
        // The lists are read again after a second.
        self.env.now.fetch_add(1_000, Ordering::SeqCst);
        let id = &self.table;
        let mut seen = Vec::new();
        for path in [
            format!("/api/tables/{id}"),
            format!("/api/tables/{id}/record"),
            "/api/live".to_owned(),
            "/api/watch".to_owned(),
            "/api/archive".to_owned(),
            format!("/embed/t/{id}"),
            format!("/embed/t/{id}/board.svg"),
        ] {
            seen.push(self.server.get(&path).await);
        }
        let transcript = self.server.get(&format!("/api/tables/{id}/transcript")).await;
        seen.push(transcript);
        let mut newcomer = Client::connect(&self.server.address, id, "", 0).await;
        newcomer.next().await;
        seen.extend(newcomer.texts);
        seen.extend(self.watcher.texts.iter().cloned());
        seen
    }
}

/// Two games differ only in the last two moves: every visitor receives the same bytes.
#[tokio::test]
async fn two_worlds_look_the_same_to_spectators() {
    let mut worlds = Vec::new();
    for last in [["c3c4", "c6c5"], ["h2e2", "h9g7"]] {
        let mut game = begin().await;
        game.play(0, &["a3a4", "a6a5"]).await;
        game.play(2, &last).await;
        hears(&mut game.watcher, "a6a5").await;
        // Black leaves: Red may claim the game some time later, which depends on late events.
        let other = Client::connect(&game.server.address, &game.table, "", 0).await;
        drop(std::mem::replace(&mut game.black, other));
        game.red.until_here(&[0]).await;
        game.watcher.until_here(&[0]).await;
        assert!(game.red.texts.last().is_some_and(|text| text.contains("claim_in_ms")));
        let seen = game.visible().await;
        let whole = seen.join("\n");
        assert!(!whole.contains("claim_in_ms"), "{whole}");
        assert!(!last.iter().any(|action| whole.contains(action)), "{whole}");
        worlds.push(seen);
    }
    for (one, other) in worlds[0].iter().zip(&worlds[1]) {
        assert_eq!(one, other);
    }
    assert_eq!(worlds[0].len(), worlds[1].len());
}

#[tokio::test]
async fn spectators_follow_late_and_see_the_end_at_once() {
    let mut game = begin().await;
    game.play(0, &["a3a4", "a6a5", "c3c4"]).await;
    let Some(ToClient::Snapshot(shown)) = game.watcher.next().await else { panic!("a snapshot") };
    let mut shown = shown;
    while shown.history.is_empty() {
        match game.watcher.next().await {
            Some(ToClient::Snapshot(next)) => shown = next,
            Some(_) => {}
            None => panic!("closed"),
        }
    }
    assert_eq!((shown.history.len(), shown.spectator_delay), (1, DELAY));
    assert_eq!(shown.state.clocks.expect("clocks").running, None, "late clocks stand still");
    // The player sees everything.
    assert!(game.black.texts.iter().any(|text| text.contains("c3c4")));
    let info = |text: &str| serde_json::from_str::<TableInfo>(text).expect("a table");
    let path = format!("/api/tables/{}", game.table);
    assert_eq!(info(&game.server.get(&path).await).plies, 1);
    game.black.act(1, Command::Resign).await;
    hears(&mut game.watcher, "c3c4").await;
    assert!(game.watcher.texts.last().is_some_and(|text| text.contains("\"resignation\"")));
    let info = info(&game.server.get(&path).await);
    assert!(info.over && info.plies == 3);
}

#[tokio::test]
async fn only_rated_games_with_hidden_information_are_late() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    for (variant, rated, spectator_delay, is_good) in [
        ("undercover", true, 4, true),
        ("banqi", true, 20, true),
        ("undercover", false, 4, false),
        ("xiangqi", true, 4, false),
        ("undercover", true, 21, false),
    ] {
        let plan = TablePlan { rated, spectator_delay, ..plan(variant, "", "10+5") };
        let request = OpenRequest { plan, name: "Ada".into() };
        let body = serde_json::to_string(&request).unwrap();
        let (status, reply) = server.http("POST", "/api/tables", &body, &ada).await;
        assert_eq!(status == 201, is_good, "{variant} {spectator_delay}: {reply}");
        assert!(is_good || reply.contains("\"code\":\"spectator-delay\""), "{reply}");
    }
}
