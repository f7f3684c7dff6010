//! What was acknowledged survives `kill -9` exactly once, and clients have seen only what the log
//! holds.
//!
//! The real executable is killed during play, 200 times or `CHUHE_KILLS` times, and restarted on
//! the same folder. The number of moves before each kill is drawn, so the result does not depend on
//! the machine's speed. `CHUHE_KILLS_SEED` repeats an earlier run. It is killed as often while a
//! challenge is answered, and while two authors edit a study. While players are paired it is killed 25
//! times, or `CHUHE_KILLS` times.

mod players;

use players::{Blow, Luck, Player, Server, drawn, http_as, plan, play_on, runtime, until_due};
use protocol::{ChallengeRequest, Created, OpenRequest, SeatPlan};
use serde_json::{Value, json};
use std::{sync::atomic::Ordering, thread, time::Duration};

/// Default number of kills.
const KILLS: u64 = 200;

/// Maximum number of kills at the same tables: every restart reads their whole games.
const KILLS_A_ROUND: u64 = 200;

/// Number of concurrent players.
const PLAYERS: usize = 4;

/// Exclusive maximum number of moves between two kills.
const MOVES: u64 = 48;

/// Plays at new tables through this many kills. Returns the number of acknowledged moves.
async fn round(kills: u64, luck: &mut Luck) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Server::start(folder.path(), &[]);
    let mut players: Vec<Player> = (0..PLAYERS).map(|_| Player::sit_down(&first)).collect();
    drop(first);
    let mut due = 0;
    for _ in 0..kills {
        let server = Server::start(folder.path(), &[]);
        let moves = luck.below(MOVES);
        due += moves as usize;
        let blow = Blow::after(moves);
        let mut games = play_on(&mut players, &server, &blow);
        until_due(&blow, &mut games).await;
        // A random delay, so that the kill also hits the next commit.
        tokio::time::sleep(Duration::from_micros(luck.below(2_000))).await;
        blow.has_fallen.store(true, Ordering::SeqCst);
        server.kill();
        players = games.join_all().await;
    }
    let server = Server::start(folder.path(), &[]);
    for player in &mut players {
        player.look_back(&server);
    }
    let acknowledged = players.iter().map(|player| player.acknowledged.len()).sum();
    assert!(acknowledged >= due, "{acknowledged} of {due} moves were acknowledged");
    acknowledged
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled() {
    let (kills, mut luck) = drawn(KILLS);
    let runtime = runtime();
    let (mut left, mut acknowledged) = (kills, 0);
    while left > 0 {
        let kills = left.min(KILLS_A_ROUND);
        acknowledged += runtime.block_on(round(kills, &mut luck));
        left -= kills;
    }
    println!("{kills} kills, {acknowledged} acknowledged moves, none lost, none doubled");
}

/// Answers to a challenge that were acknowledged.
#[derive(Debug)]
struct Answers {
    accepted: bool,
    declined: bool,
    withdrawn: bool,
}

/// Challenges an account.
fn challenge(server: &Server, headers: &str, to: &str) -> Created {
    let plan = plan("banqi", "none", SeatPlan::Open);
    let body = serde_json::to_string(&ChallengeRequest { to: to.into(), plan }).expect("json");
    let reply = http_as(&server.address, "POST", "/api/challenges", &body, headers);
    let (status, body) = reply.expect("a reply");
    assert_eq!(status, 201, "{body}");
    serde_json::from_str(&body).expect("created")
}

/// Accepts, declines and withdraws a challenge at the same time, each after a random delay in
/// microseconds, and kills the server after another.
fn answer_and_kill(
    server: Server,
    created: &Created,
    [from, to]: [&str; 2],
    delays: [u64; 4],
) -> Answers {
    let address = server.address.clone();
    let table = &created.table;
    let send = |delay: u64, method: &str, path: String, body: &str, headers: &str| {
        thread::sleep(Duration::from_micros(delay));
        http_as(&address, method, &path, body, headers).is_ok_and(|(status, _)| status / 100 == 2)
    };
    let token = format!("authorization: Bearer {}\r\n{from}", created.token);
    let [accept, decline, withdraw, kill] = delays;
    thread::scope(|scope| {
        let join = format!("/api/tables/{table}/join");
        let accepted = scope.spawn(|| send(accept, "POST", join, r#"{"name":"Bo"}"#, to));
        let path = format!("/api/challenges/{table}/decline");
        let declined = scope.spawn(|| send(decline, "POST", path, r#"{"reason":"later"}"#, to));
        let path = format!("/api/tables/{table}");
        let withdrawn = scope.spawn(|| send(withdraw, "DELETE", path, "", &token));
        thread::sleep(Duration::from_micros(kill));
        server.kill();
        Answers {
            accepted: accepted.join().expect("an answer"),
            declined: declined.join().expect("an answer"),
            withdrawn: withdrawn.join().expect("an answer"),
        }
    })
}

#[test]
fn answers_to_challenges_survive() {
    let (kills, mut luck) = drawn(KILLS);
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path(), &[]);
    let [ada, bo] = ["Ada", "Bo"].map(|name| server.register(name));
    let mut counts = [0; 4];
    for _ in 0..kills {
        let created = challenge(&server, &ada, "Bo");
        // A server answers within some milliseconds.
        let delays = [6_000, 24_000, 24_000, 24_000].map(|most| luck.below(most));
        let answers = answer_and_kill(server, &created, [&ada, &bo], delays);
        server = Server::start(folder.path(), &[]);
        let (status, body) = server.http("GET", &format!("/api/tables/{}", created.table), "");
        let is_game = status == 200 && body.matches(r#""taken":true"#).count() == 2;
        let Answers { accepted, declined, withdrawn } = answers;
        let ends = [accepted, declined, withdrawn];
        let is_answered = ends.contains(&true);
        // The challenger may close the table of a declined challenge.
        assert!(!accepted || ends == [true, false, false], "{answers:?}");
        assert!(!is_answered || accepted == is_game, "{answers:?}, then {status} {body}");
        let counted = ends.into_iter().chain([!is_answered]).zip(&mut counts);
        counted.for_each(|(end, sum)| *sum += u64::from(end));
        // The next challenge needs this one to be over.
        let path = format!("/api/challenges/{}/decline", created.table);
        let _ = http_as(&server.address, "POST", &path, r#"{"reason":"later"}"#, &bo);
    }
    let [accepted, declined, withdrawn, none] = counts;
    println!(
        "{kills} kills, acknowledged before: {accepted} accepted, {declined} declined, {withdrawn} \
         withdrawn, {none} without an answer"
    );
}

/// Default number of kills while players are paired.
const PAIRING_KILLS: u64 = 25;

/// Seeks a game. Returns `None` if the server was killed before it had acknowledged the seek.
fn seek(address: &str, name: &str) -> Option<Created> {
    let request = OpenRequest { plan: plan("banqi", "none", SeatPlan::Open), name: name.into() };
    let body = serde_json::to_string(&request).expect("json");
    match http_as(address, "POST", "/api/seeks", &body, "") {
        // A reply that is cut off acknowledges nothing.
        Ok((201, reply)) => serde_json::from_str(&reply).ok(),
        Ok((0, _)) | Err(_) => None,
        Ok((status, reply)) => panic!("{status} {reply}"),
    }
}

/// Asks to close a table. Returns the status and the code of the refusal: `not-alone` if the token
/// opens a seat at a table with another player.
fn close(server: &Server, created: &Created) -> (u16, String) {
    let headers = format!("authorization: Bearer {}\r\n", created.token);
    let path = format!("/api/tables/{}", created.table);
    let reply = http_as(&server.address, "DELETE", &path, "", &headers);
    let (status, reply) = reply.expect("a reply");
    let code = serde_json::from_str::<Value>(&reply).ok();
    let code = code.and_then(|reply| reply["code"].as_str().map(str::to_owned));
    (status, code.unwrap_or_default())
}

/// Two players seek the game of a waiting host at the same time, and the server is killed. An
/// acknowledged seek has one seat, and the host's other seat goes to one player.
#[test]
fn pairings_survive() {
    let (kills, mut luck) = drawn(PAIRING_KILLS);
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path(), &[]);
    let (mut paired, mut waiting, mut unanswered) = (0, 0, 0);
    for _ in 0..kills {
        let host = seek(&server.address, "Ann").expect("a living server");
        let delays = [24_000, 24_000, 24_000].map(|most| Duration::from_micros(luck.below(most)));
        let address = server.address.clone();
        let seeks = thread::scope(|scope| {
            let players = [("Bo", delays[0]), ("Cy", delays[1])].map(|(name, delay)| {
                let address = &address;
                scope.spawn(move || {
                    thread::sleep(delay);
                    seek(address, name)
                })
            });
            thread::sleep(delays[2]);
            server.kill();
            players.map(|player| player.join().expect("an answer"))
        });
        server = Server::start(folder.path(), &[]);
        let (status, body) = server.http("GET", &format!("/api/tables/{}", host.table), "");
        assert_eq!(status, 200, "an acknowledged seek is kept: {body}");
        let is_game = body.matches(r#""taken":true"#).count() == 2;
        let acknowledged: Vec<&Created> = seeks.iter().flatten().collect();
        let opponents = acknowledged.iter().filter(|seek| seek.table == host.table).count();
        assert!(opponents <= 1, "two players have one seat: {seeks:?}");
        assert!(opponents == 0 || is_game, "{seeks:?}, then {body}");
        // Of two, one plays the host and the other waits.
        assert!(acknowledged.len() < 2 || opponents == 1, "{seeks:?}");
        for created in acknowledged.iter().copied().chain([&host]) {
            let is_paired = created.table == host.table && is_game;
            let expected = if is_paired { (422, "not-alone") } else { (204, "") };
            let (status, code) = close(&server, created);
            assert_eq!((status, &*code), expected, "{created:?}, {seeks:?}, then {body}");
        }
        paired += opponents;
        waiting += acknowledged.len() - opponents;
        unanswered += seeks.len() - acknowledged.len();
    }
    assert!(paired > 0, "{kills} kills, and no seek was paired");
    println!("{kills} kills, {paired} seeks paired, {waiting} waiting, {unanswered} unanswered");
}

/// An author who writes one comment after another, and sends each again until it is acknowledged.
struct Author {
    name: &'static str,
    headers: String,
    /// Number of acknowledged edits.
    acknowledged: usize,
    /// Version of the study after the last of them.
    version: u64,
}

impl Author {
    /// Writes until the server is killed.
    fn write(&mut self, address: &str, study: &str) {
        loop {
            let (name, number) = (self.name, self.acknowledged);
            let change = json!({
                "kind": "comment", "path": "", "text": format!("{name} {number}"), "was": "",
            });
            let edit = json!({ "kind": "tree", "chapter": "a", "change": change });
            let edits = json!([{ "id": format!("{name}-{number}"), "edit": edit }]);
            let body = json!({ "since": self.version, "edits": edits }).to_string();
            let path = format!("/api/studies/{study}/edits");
            match http_as(address, "POST", &path, &body, &self.headers) {
                Ok((200, reply)) => {
                    let reply: Value = serde_json::from_str(&reply).expect("json");
                    assert_eq!(reply["refused"], json!([]), "{reply}");
                    self.version = reply["changes"]["version"].as_u64().expect("a version");
                    self.acknowledged += 1;
                }
                // A reply that is cut off acknowledges nothing.
                Ok((0, _)) | Err(_) => return,
                Ok((status, reply)) => panic!("{status} {reply}"),
            }
        }
    }
}

/// The ids of a study's edits in the order of their versions.
fn edits_of(server: &Server, study: &str, headers: &str) -> Vec<String> {
    let mut ids = Vec::new();
    loop {
        let path = format!("/api/studies/{study}/changes?since={}", ids.len());
        let reply = http_as(&server.address, "GET", &path, "", headers).expect("a reply");
        let changes: Value = serde_json::from_str(&reply.1).expect("json");
        for edit in changes["edits"].as_array().expect("edits") {
            ids.push(edit["id"].as_str().expect("an id").to_owned());
            assert_eq!(edit["version"], ids.len(), "{edit}");
        }
        if changes["more"] != true {
            return ids;
        }
    }
}

#[test]
fn edits_of_a_study_survive() {
    let (kills, mut luck) = drawn(KILLS);
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path(), &[]);
    let mut authors = ["Ada", "Bo"].map(|name| Author {
        name,
        headers: server.register(name),
        acknowledged: 0,
        version: 0,
    });
    let owner = authors[0].headers.clone();
    let games = record::pgn::read(b"1. h2e2 h9g7 *").expect("a game");
    let chapter = json!({
        "kind": "add-chapter", "chapter": "a", "title": "One", "side": 0, "guess": false,
        "file": record::write(&games[0]).expect("legal moves"),
    });
    let study = json!({ "title": "One", "chapters": [chapter] }).to_string();
    let reply = http_as(&server.address, "POST", "/api/studies", &study, &owner);
    let (status, reply) = reply.expect("a reply");
    assert_eq!(status, 201, "{reply}");
    let reply: Value = serde_json::from_str(&reply).expect("json");
    let study = reply["id"].as_str().expect("an id");
    let path = format!("/api/studies/{study}/authors/Bo");
    assert_eq!(http_as(&server.address, "PUT", &path, "", &owner).expect("a reply").0, 204);
    let before = edits_of(&server, study, &owner);
    for _ in 0..kills {
        let address = server.address.clone();
        thread::scope(|scope| {
            for author in &mut authors {
                scope.spawn(|| author.write(&address, study));
            }
            thread::sleep(Duration::from_micros(luck.below(24_000)));
            server.kill();
        });
        server = Server::start(folder.path(), &[]);
    }
    let ids = edits_of(&server, study, &owner);
    assert_eq!(ids[..before.len()], before);
    for author in &authors {
        let own = ids.iter().filter(|id| id.starts_with(author.name));
        // The last one may be stored without an acknowledgement.
        let numbers: Vec<usize> =
            own.map(|id| id[author.name.len() + 1..].parse().expect("a number")).collect();
        let stored = numbers.len();
        assert!(numbers.iter().copied().eq(0..stored), "{}: {numbers:?}", author.name);
        assert!(
            [0, 1].contains(&(stored - author.acknowledged)),
            "{stored}: {}",
            author.acknowledged
        );
    }
    let acknowledged: usize = authors.iter().map(|author| author.acknowledged).sum();
    println!("{kills} kills, {acknowledged} acknowledged edits, none lost, none doubled");
}
