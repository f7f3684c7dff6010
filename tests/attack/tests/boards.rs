//! Attacks on smart boards, and faulty boards.

use anyhow::{Context, Result};
use attack::{Program, Reply};
use boardlink::{Body, Event, Settings, ToBoard, ToHost};
use smart_boards::{Answer, Key, MAC_HEADER, Post, down_name};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    thread,
};

const BOARD: &str = "0000000000000000000000a1";

/// Maximum number of board streams per address.
const MAX_STREAMS: usize = 100;

fn arbiter(folder: &Path) -> Result<String> {
    let key = fs::read_to_string(folder.join("data/arbiter.key"))?;
    Ok(format!("authorization: Bearer {}\r\n", key.trim()))
}

fn register(program: &Program, arbiter: &str, name: &str) -> Result<Reply> {
    let body = serde_json::json!({ "id": BOARD, "name": name }).to_string();
    program.post("/api/boards", &body, arbiter)
}

fn register_board(program: &Program, folder: &Path) -> Result<Key> {
    let reply = register(program, &arbiter(folder)?, "Table 1")?;
    let registered: protocol::RegisteredSmartBoard = serde_json::from_str(&reply.body)?;
    registered.key.parse().context("a key")
}

/// Posts a body signed with a key.
fn post(program: &Program, key: &Key, body: &str) -> Result<Reply> {
    let mac = format!("{MAC_HEADER}: {}\r\n", key.sign(BOARD, body.as_bytes()));
    program.post(&format!("/api/boards/{BOARD}/messages"), body, &mac)
}

/// Posts messages; returns the verified answer.
fn say(program: &Program, key: &Key, nonce: Option<u64>, messages: Vec<ToHost>) -> Result<Answer> {
    let reply = post(program, key, &serde_json::to_string(&Post { n: 1, nonce, messages })?)?;
    let prefix = format!("{MAC_HEADER}: ");
    let mac = reply.head.lines().find_map(|line| line.strip_prefix(&prefix)).context("a mac")?;
    assert!(key.verify(&down_name(BOARD), reply.body.as_bytes(), mac), "{reply:?}");
    Ok(serde_json::from_str(&reply.body)?)
}

fn begin(game: u32) -> ToHost {
    ToHost::Event(Event {
        game,
        seq: 0,
        at_ms: 0,
        body: Body::Setup { settings: Settings::default() },
    })
}

fn state(program: &Program) -> Result<String> {
    let view: protocol::SmartBoardView =
        serde_json::from_str(&program.get(&format!("/api/boards/{BOARD}"), "")?.body)?;
    Ok(format!("{:?} {}", view.state, view.game))
}

/// A guessable key prevents the server from starting, and the message names its file.
#[test]
fn a_short_key_starts_no_server() -> Result<()> {
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("data"))?;
    fs::write(folder.path().join("data/arbiter.key"), "k\n")?;
    assert!(Program::start(folder.path(), &[]).is_err());
    let log = fs::read_to_string(folder.path().join("server.log"))?;
    assert!(log.contains("arbiter.key") && log.contains("16"), "{log}");
    Ok(())
}

/// Of keys that were requested at the same time one is valid, before a restart and after it.
#[test]
fn registrations_at_once() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let arbiter = arbiter(folder.path())?;
    let keys = thread::scope(|scope| {
        let register = || -> Result<Key> {
            let reply = register(&program, &arbiter, "Table 1")?;
            let registered: protocol::RegisteredSmartBoard = serde_json::from_str(&reply.body)?;
            registered.key.parse().context("a key")
        };
        let asked: Vec<_> = (0..6).map(|_| scope.spawn(register)).collect();
        asked.into_iter().map(|asked| asked.join().expect("no panic")).collect::<Result<Vec<_>>>()
    })?;
    let good = |program: &Program| -> Result<Vec<bool>> {
        let empty = r#"{"n":1,"messages":[]}"#;
        keys.iter().map(|key| Ok(post(program, key, empty)?.status == 200)).collect()
    };
    let before = good(&program)?;
    assert_eq!(before.iter().filter(|is_good| **is_good).count(), 1, "{before:?}");
    drop(program);
    assert_eq!(good(&Program::start(folder.path(), &[])?)?, before);
    Ok(())
}

/// An unsigned post is rejected. A signed post with invalid content is answered under its number,
/// and later posts are accepted.
#[test]
fn invalid_posts_do_not_block_valid_ones() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let key = register_board(&program, folder.path())?;
    let stranger = Key::new([7; 32]);
    for body in ["", "{}", r#"{"n":1,"messages":[]}"#, &"x".repeat(60_000)] {
        assert_eq!(post(&program, &stranger, body)?.status, 401);
    }
    assert_eq!(post(&program, &stranger, &"x".repeat(70_000))?.status, 413);
    let deep = format!(r#"{{"n":5,"messages":{}1{}}}"#, "[".repeat(5_000), "]".repeat(5_000));
    for (body, n) in [
        ("", 0),
        ("null", 0),
        (r#"{"n":-1,"messages":[]}"#, 0),
        (r#"{"n":5,"messages":[{"Event":{"game":1}}]}"#, 5),
        (r#"{"n":5,"messages":[{"Lost":{"game":1,"from":0,"to":4294967295}}]}"#, 5),
        (r#"{"n":5,"messages":[{"Lost":{"game":0,"from":0,"to":1}}]}"#, 5),
        (&deep, 5),
    ] {
        let reply = post(&program, &key, body)?;
        assert_eq!(reply.status, 422, "{body:.60}: {reply:?}");
        let answer: Answer = serde_json::from_str(&reply.body)?;
        assert_eq!((answer.n, answer.why.is_some()), (n, true), "{body:.60}");
    }
    let answer = say(&program, &key, None, vec![begin(4_000_000_000)])?;
    assert_eq!(answer.answers, [ToBoard::Ack { game: 4_000_000_000, next: 1 }]);
    assert_eq!(state(&program)?, "Offline 4000000000", "it may have been said long ago");
    let answer = say(&program, &key, answer.nonce, vec![begin(7)])?;
    assert_eq!(state(&program)?, "Playing 7");
    // The first event of a game, repeated with different content.
    for at_ms in 0..300 {
        let body = Body::Setup { settings: Settings::default() };
        let again = ToHost::Event(Event { game: 7, seq: 0, at_ms, body });
        let answer = say(&program, &key, answer.nonce, vec![again])?;
        assert_eq!(answer.answers, [ToBoard::Ack { game: 7, next: 1 }]);
    }
    drop(program);
    let program = Program::start(folder.path(), &[])?;
    assert_eq!(state(&program)?, "Offline 7");
    Ok(())
}

/// The number of unread streams is limited, and they do not slow down others.
#[test]
fn unread_streams_are_limited() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let key = register_board(&program, folder.path())?;
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..MAX_STREAMS + 20 {
        let mut stream = program.connect()?;
        let head = "GET /api/boards/stream HTTP/1.1\r\nhost: localhost\r\n\r\n";
        stream.write(head)?;
        match stream.reply()?.status {
            200 => open.push(stream),
            _ => refused += 1,
        }
    }
    assert_eq!((open.len(), refused), (MAX_STREAMS, 20));
    let mut nonce = None;
    for game in 1..200 {
        nonce = say(&program, &key, nonce, vec![begin(game)])?.nonce;
    }
    assert_eq!(state(&program)?, "Playing 199");
    Ok(())
}

/// Guesses of the arbiter's key are limited, and while they are, the right key is refused too.
#[test]
fn guesses_are_limited() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &["--trusted-proxy", "127.0.0.1"])?;
    let guess = |from: &str, key: &str| -> Result<u16> {
        let headers = format!("{}authorization: Bearer {key}\r\n", attack::from(from));
        Ok(register(&program, &headers, "Table 1")?.status)
    };
    let mut told = BTreeSet::new();
    for number in 0..40 {
        told.insert(guess("192.0.2.1", &format!("guess {number}"))?);
    }
    assert_eq!(told, BTreeSet::from([401, 429]));
    let key = fs::read_to_string(folder.path().join("data/arbiter.key"))?;
    assert_eq!(guess("192.0.2.1", key.trim())?, 429);
    assert_eq!(guess("192.0.2.2", key.trim())?, 201, "other addresses are not limited");
    Ok(())
}

/// Wrong signatures are limited per address, and valid ones are still accepted.
#[test]
fn wrong_signatures_are_limited() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &["--trusted-proxy", "127.0.0.1"])?;
    let key = register_board(&program, folder.path())?;
    let stranger = Key::new([7; 32]);
    let body = r#"{"n":1,"messages":[]}"#;
    let post = |from: &str, key: &Key, board: &str| -> Result<u16> {
        let mac = format!("{MAC_HEADER}: {}\r\n", key.sign(BOARD, body.as_bytes()));
        let path = format!("/api/boards/{board}/messages");
        Ok(program.post(&path, body, &format!("{}{mac}", attack::from(from)))?.status)
    };
    let mut told = BTreeMap::new();
    for number in 0..400 {
        // Unregistered boards are tried too.
        let board = if number % 2 == 0 { BOARD } else { "0000000000000000000000a2" };
        *told.entry(post("192.0.2.1", &stranger, board)?).or_insert(0) += 1;
    }
    assert_eq!(told.keys().copied().collect::<Vec<_>>(), [401, 404, 429], "{told:?}");
    assert_eq!(post("192.0.2.1", &key, BOARD)?, 200, "a valid signature is accepted");
    assert_eq!(post("192.0.2.2", &stranger, BOARD)?, 401, "other addresses are not limited");
    Ok(())
}
