//! Signals of fair play for moderators.

mod common;

use common::{Client, PAWNS, TestEnv, TestServer, give_salts, plan};
use protocol::{AccountFile, Command, FairPlay, FairPlayLadder, Role, TablePlan, ToServer, UnixMs};
use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use store::{DataFolder, SqliteOptions};

/// The moves after [`PAWNS`].
const PIECES: [&str; 10] =
    ["a0a1", "a9a8", "b0c2", "b9c7", "h0g2", "h9g7", "i0i1", "i9i8", "a1a0", "a8a9"];

/// Grants an office as the operator's command does, while the server runs.
async fn grant(folder: &Path, name: &str, role: Role) {
    let options = SqliteOptions::new(&DataFolder::database(folder));
    let player = store::account_in_file(&options, &server::account_key(name)).await;
    let id = player.expect("a store").expect("an account").id;
    let act = server::office_act(id, Some(role), UnixMs(7));
    store::act_in_file(&options, act).await.expect("granted");
}

/// Plays a rated game of two accounts until the second resigns. Red takes a tenth of a second for
/// each move, Black more each time. Longer times look like an outage of the store.
async fn play(
    server: &TestServer,
    env: &Arc<TestEnv>,
    variant: &str,
    actions: &[String],
    players: [&str; 2],
) -> String {
    let plan = TablePlan { rated: true, ..plan(variant, "", "10+5") };
    let created = server.open_as(plan, players[0]).await;
    let joined = server.join_as(&created.table, players[1]).await;
    let mut seats = Vec::new();
    for token in [&created.token, &joined.token] {
        let mut client = Client::connect(&server.address, &created.table, token, 0).await;
        client.next().await.expect("a snapshot");
        seats.push(client);
    }
    if variant == "banqi" {
        let mut people: Vec<(u8, &mut Client)> = (0..).zip(&mut seats).collect();
        give_salts(&mut people).await;
    }
    for (ply, action) in actions.iter().enumerate() {
        let seat = ply % 2;
        let spent_ms = if seat == 0 { 100 } else { 10 * (ply as u64 + 1) };
        env.now.fetch_add(spent_ms, Ordering::SeqCst);
        seats[seat].play(seat as u8, action).await;
        let n = seats[seat].n;
        seats[1 - seat].until(n).await;
    }
    seats[1].act(1, Command::Resign).await;
    created.table.to_string()
}

fn moves(count: usize) -> Vec<String> {
    PAWNS.iter().chain(&PIECES).take(count).map(|&action| action.to_owned()).collect()
}

fn flips(count: usize) -> Vec<String> {
    let square =
        |index: usize| format!("{}{}", char::from(b'a' + (index / 4) as u8), index % 4 + 1);
    (0..count).map(square).collect()
}

async fn ask(server: &TestServer, name: &str, headers: &str) -> (u16, String) {
    let path = format!("/api/moderation/accounts/{name}/fair-play");
    server.http("POST", &path, "", headers).await
}

/// Asks until everything is computed.
async fn complete(server: &TestServer, name: &str, headers: &str) -> FairPlay {
    for _ in 0..1_200 {
        let (status, reply) = ask(server, name, headers).await;
        assert_eq!(status, 200, "{reply}");
        let found: FairPlay = serde_json::from_str(&reply).expect("signals");
        if found.waiting == 0 {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the games were not reviewed");
}

async fn looks(server: &TestServer, name: &str, headers: &str) -> usize {
    let path = format!("/api/moderation/accounts/{name}");
    let (_, file) = server.http("GET", &path, "", headers).await;
    let file: AccountFile = serde_json::from_str(&file).expect("a file");
    file.log.iter().filter(|entry| entry.act == "fair-play").count()
}

#[tokio::test]
async fn moderators_see_signals_beside_base_rates() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut accounts = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Mo"] {
        accounts.push(server.register(name).await);
    }
    let [ada, bo, cy, mo] = &accounts[..] else { panic!("four accounts") };
    grant(folder.path(), "Mo", Role::Moderator).await;
    let first = play(&server, &env, "xiangqi", &moves(20), [ada, bo]).await;
    let banqi = play(&server, &env, "banqi", &flips(20), [ada, bo]).await;
    // Too short, and against a player who blocks the account afterwards.
    play(&server, &env, "xiangqi", &moves(12), [ada, bo]).await;
    play(&server, &env, "xiangqi", &moves(20), [ada, cy]).await;
    let block = r#"{"relation":"block"}"#;
    assert_eq!(server.http("PUT", "/api/players/Ada/relation", block, cy).await.0, 204);
    // The only other game of the ladder.
    play(&server, &env, "xiangqi", &moves(20), [cy, bo]).await;

    let found = complete(&server, "Ada", mo).await;
    let ladder = |found: &FairPlay, variant: &str| -> FairPlayLadder {
        let ladder = found.ladders.iter().find(|ladder| ladder.variant == variant);
        ladder.expect("a ladder").clone()
    };
    let xiangqi = ladder(&found, "xiangqi");
    assert_eq!((&*xiangqi.speed, xiangqi.games.len()), ("rapid", 1), "{found:?}");
    let game = &xiangqi.games[0];
    assert_eq!((game.table.as_str(), game.moves), (&*first, 10));
    let loss = game.signals.loss.expect("compared with the engine");
    assert!((0.0..0.5).contains(&loss), "{loss}");
    let of_ada = [game.signals.time_ms, game.signals.spread_ms, game.signals.even];
    assert_eq!(of_ada, [Some(100.0), Some(0.0), Some(1.0)], "an even pace");
    assert_eq!(xiangqi.middle, game.signals);
    let base = xiangqi.base.expect("another game");
    assert_eq!((base.count, base.is_similar), (2, false));
    let times = [base.low.time_ms, base.middle.time_ms, base.high.time_ms];
    assert_eq!(times.map(|time| time.is_some_and(|time| time > 100.0)), [true; 3], "{base:?}");
    // Of a game with chance each side is judged by what it knew. All first flips are equal.
    let flips = ladder(&found, "banqi");
    assert_eq!((flips.games[0].table.as_str(), flips.games[0].moves), (&*banqi, 9));
    assert!(flips.base.is_none(), "no other game");
    // The opponent's pace is uneven.
    let opponent = complete(&server, "Bo", mo).await;
    let even = ladder(&opponent, "xiangqi").games.last().and_then(|game| game.signals.even);
    assert!(even.is_some_and(|even| even < 0.5), "{opponent:?}");

    // All the requests of a moderator in a short time are one look.
    assert_eq!(looks(&server, "Ada", mo).await, 1);
    env.now.fetch_add(700_000, Ordering::SeqCst);
    complete(&server, "Ada", mo).await;
    assert_eq!(looks(&server, "Ada", mo).await, 2);
}

#[tokio::test]
async fn signals_are_for_moderators_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, mo, ar) =
        (server.register("Ada").await, server.register("Mo").await, server.register("Ar").await);
    grant(folder.path(), "Mo", Role::Moderator).await;
    grant(folder.path(), "Ar", Role::Arbiter).await;
    for (headers, name, status, code) in [
        ("", "Ada", 401, "sign-in"),
        (&*ada, "Mo", 403, "not-moderator"),
        (&ada, "Ada", 403, "not-moderator"),
        (&ar, "Ada", 403, "not-moderator"),
        (&mo, "Mo", 422, "moderate-self"),
        (&mo, "Absent", 404, "no-player"),
    ] {
        let (found, reply) = ask(&server, name, headers).await;
        assert_eq!(found, status, "{name}: {reply}");
        assert!(reply.contains(&format!("\"code\":\"{code}\"")), "{name}: {reply}");
    }
    assert_eq!(looks(&server, "Ada", &mo).await, 0);
    let found = complete(&server, "Ada", &mo).await;
    assert_eq!(found, FairPlay::default(), "no games");
    assert_eq!(looks(&server, "Ada", &mo).await, 1);
}

/// A rated game in which pages say that they were hidden, or not. Returns what the players and a
/// spectator received, the game's texts, and what moderators see of Red.
async fn hidden_game(is_hidden: bool) -> (Vec<Vec<String>>, Vec<String>, Vec<FairPlay>) {
    let folder = tempfile::tempdir().expect("a folder");
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut accounts = Vec::new();
    for name in ["Ada", "Bo", "Mo"] {
        accounts.push(server.register(name).await);
    }
    grant(folder.path(), "Mo", Role::Moderator).await;
    let plan = TablePlan { rated: true, ..plan("xiangqi", "", "10+5") };
    let created = server.open_as(plan, &accounts[0]).await;
    let joined = server.join_as(&created.table, &accounts[1]).await;
    let mut viewers = Vec::new();
    for token in [&*created.token, &joined.token, ""] {
        let mut client = Client::connect(&server.address, &created.table, token, 0).await;
        client.next().await.expect("a snapshot");
        viewers.push(client);
    }
    for (ply, action) in moves(20).iter().enumerate() {
        env.now.fetch_add(100, Ordering::SeqCst);
        if is_hidden && ply == 2 {
            // Red was away three times; more messages than a few are ignored, as is the spectator's.
            for (viewer, count, ms) in
                [(0, 0, 0), (0, 1, 2_000), (0, 2, 3_000), (0, 9, 9_000), (2, 9, 9_000)]
            {
                viewers[viewer].send(&ToServer::Hidden { times: count, ms }).await;
            }
        }
        let seat = ply % 2;
        viewers[seat].play(seat as u8, action).await;
        let n = viewers[seat].n;
        for viewer in &mut viewers {
            viewer.until(n).await;
        }
    }
    viewers[1].act(1, Command::Resign).await;
    let table = &created.table;
    let mut texts = Vec::new();
    for path in ["", "/record", "/transcript", "/record.chuhe"] {
        texts.push(server.get(&format!("/api/tables/{table}{path}")).await);
    }
    let mut found = vec![complete(&server, "Ada", &accounts[2]).await];
    found.push(complete(&server, "Bo", &accounts[2]).await);
    let heard = |viewer: &Client| {
        let texts = viewer.texts.iter().filter(|text| !text.contains("presence"));
        texts.cloned().collect()
    };
    (viewers.iter().map(heard).collect(), texts, found)
}

/// Moderators see how often a page was hidden. Nothing that others receive depends on it.
#[tokio::test]
async fn hidden_pages_are_for_moderators_only() {
    let (heard, texts, found) = hidden_game(true).await;
    let (heard_without, texts_without, found_without) = hidden_game(false).await;
    assert_eq!(heard, heard_without);
    assert_eq!(texts, texts_without);
    let hidden = |found: &FairPlay| {
        let signals = found.ladders[0].games[0].signals;
        (signals.hidden, signals.hidden_ms)
    };
    assert_eq!(hidden(&found[0]), (Some(3.0), Some(5_000.0)));
    assert_eq!(hidden(&found[1]), (None, None), "its page said nothing");
    assert_eq!(found_without.iter().map(hidden).collect::<Vec<_>>(), [(None, None); 2]);
}
