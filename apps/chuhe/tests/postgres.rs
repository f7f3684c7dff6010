//! `chuhe serve` with PostgreSQL: configuration errors are reported at the start, and acknowledged
//! moves survive `kill -9` of the database and the server.

mod players;

use players::{Blow, Luck, Player, Server, drawn, play_on, runtime, until_due};
use std::{
    path::Path,
    process::{Command, Output, Stdio},
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use test_postgres::PostgresServer;

/// Default number of kills.
const KILLS: u64 = 4;
/// Number of concurrent players.
const PLAYERS: usize = 3;
/// Exclusive maximum number of moves between two kills.
const MOVES: u64 = 40;

fn run(arguments: &[&str], data: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(arguments).env("CHUHE_DATA", data).output().expect("chuhe runs")
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

/// Plays while the database is killed and restarted under a running server, then kills the server.
/// Returns the number of acknowledged moves.
async fn play(kills: u64, luck: &mut Luck) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Arc::new(PostgresServer::start());
    let address = database.database();
    let mut server = Server::start(folder.path(), &["--store", &address]);
    let mut players: Vec<Player> = (0..PLAYERS).map(|_| Player::sit_down(&server)).collect();
    for _ in 0..kills {
        let blow = Blow::after(luck.below(MOVES));
        let mut games = play_on(&mut players, &server, &blow);
        until_due(&blow, &mut games).await;
        tokio::time::sleep(Duration::from_micros(luck.below(2_000))).await;
        blow.again_after(luck.below(MOVES));
        let restart = {
            let database = database.clone();
            move || {
                database.kill();
                database.start_again();
            }
        };
        tokio::task::spawn_blocking(restart).await.expect("PostgreSQL is killed and comes back");
        // The server continues, and so does every game.
        until_due(&blow, &mut games).await;
        blow.has_fallen.store(true, Ordering::SeqCst);
        server.kill();
        players = games.join_all().await;
        server = Server::start(folder.path(), &["--store", &address]);
    }
    for player in &mut players {
        player.look_back(&server);
    }
    players.iter().map(|player| player.acknowledged.len()).sum()
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled() {
    let (kills, mut luck) = drawn(KILLS);
    let runtime = runtime();
    let acknowledged = runtime.block_on(play(kills, &mut luck));
    assert!(acknowledged > 0, "no player has moved");
    println!("{kills} kills, {acknowledged} acknowledged moves, none lost, none doubled");
}

#[test]
fn what_is_wrong_is_said_at_the_start_without_the_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("house");
    let server = PostgresServer::start();
    let port = server.port();
    let foreign = server.database();
    server.sql(&foreign, "CREATE TABLE customer (id int)");
    let foreign = foreign.replace("chuhe@", "chuhe:s3cret@");
    server.sql(&foreign, "CREATE ROLE guarded LOGIN PASSWORD 'right'");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let closed = closed.expect("an unused port").port();
    let at = |user: &str, port: u16, name: &str| {
        format!("postgres://{user}:s3cret@127.0.0.1:{port}/{name}")
    };
    for (address, part) in [
        (foreign, "is not a database of chuhe"),
        (at("chuhe", port, "nowhere"), "does not exist"),
        (at("guarded", port, "test1"), "password authentication failed"),
        (at("chuhe", closed, "test1"), "refused"),
        ("mysql://chuhe:s3cret@127.0.0.1/test1".to_owned(), "expected postgres://"),
        ("postgres://chuhe:s3cret@127.0.0.1:port/test1".to_owned(), "cannot be used"),
    ] {
        let file = folder.path().join("address");
        std::fs::write(&file, format!("{address}\n")).expect("written");
        let file = file.to_str().expect("UTF-8");
        for arguments in [["--store", &address], ["--store-file", file]] {
            let serve = [&["serve", "--listen", "127.0.0.1:0"][..], &arguments].concat();
            let output = run(&serve, &data);
            assert_eq!(output.status.code(), Some(2), "{}", said(&output));
            assert!(said(&output).contains(part), "{part}: {}", said(&output));
            assert!(!said(&output).contains("s3cret"), "{}", said(&output));
        }
    }
    let mut help = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let help = help.args(["serve", "--help"]).env("CHUHE_STORE", "postgres://a:s3cret@b/c");
    let help = said(&help.output().expect("chuhe runs"));
    assert!(help.contains("CHUHE_STORE") && !help.contains("s3cret"), "{help}");
}

#[test]
fn a_house_moves_to_postgres_and_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("house");
    let database = PostgresServer::start();
    let address = database.database();
    let server = Server::start(&data, &[]);
    let mut player = Player::sit_down(&server);
    let (from, back) = (data.join("chuhe.db"), folder.path().join("back"));
    let from = format!("sqlite:{}", from.display());
    let busy = run(&["store", "copy", "--from", &from, "--to", &address], &data);
    assert!(said(&busy).contains("in use"), "{}", said(&busy));
    drop(server);
    let output = run(&["store", "copy", "--from", &from, "--to", &address], &data);
    assert!(said(&output).contains("1 games"), "{}", said(&output));
    let server = Server::start(&data, &["--store", &address]);
    player.look_back(&server);
    let other = folder.path().join("other");
    let second = run(&["serve", "--listen", "127.0.0.1:0", "--store", &address], &other);
    assert!(said(&second).contains("are encrypted with key 1"), "{}", said(&second));
    // A server without the database's keys is rejected and creates none.
    let refused_without = |key: &str| {
        for how in [&["--check"][..], &[]] {
            let serve = [&["serve", "--listen", "127.0.0.1:0", "--store", &address][..], how];
            let refused = run(&serve.concat(), &other);
            let part = format!("had a `{key}`");
            assert!(said(&refused).contains(&part), "{}", said(&refused));
            assert!(!other.join(key).exists(), "{key}");
        }
    };
    for (key, next) in [("store.key", "sign.key"), ("sign.key", "arbiter.key")] {
        std::fs::copy(data.join(key), other.join(key)).expect("the key is copied");
        refused_without(next);
    }
    let backup = run(&["backup", "file", "--with-key", "--store", &address], &data);
    assert!(said(&backup).contains(&format!("pg_dump --format=custom --file=FILE {address}")));
    let link = run(&["admin", "reset-link", "Absent", "--store", &address], &data);
    assert!(said(&link).contains("no account named `Absent`"), "{}", said(&link));
    // The command needs no keys and makes none.
    let keyless = folder.path().join("keyless");
    let link = run(&["admin", "reset-link", "Absent", "--store", &address], &keyless);
    assert!(said(&link).contains("no account named `Absent`"), "{}", said(&link));
    assert!(!keyless.exists());
    let empty = database.database();
    let link = run(&["admin", "reset-link", "Absent", "--store", &empty], &keyless);
    assert!(said(&link).contains("no server has used it"), "{}", said(&link));
    let rotate = ["store", "rotate-key", "--store", &address];
    let busy = run(&rotate, &data);
    assert!(said(&busy).contains("in use"), "{}", said(&busy));
    drop(server);
    // This holds as well while no server runs.
    refused_without("arbiter.key");
    let rotated = run(&rotate, &data);
    assert!(said(&rotated).contains("encrypted with key 2"), "{}", said(&rotated));
    let server = Server::start(&data, &["--store", &address, "--max-size", "1024"]);
    player.look_back(&server);
    drop(server);
    std::fs::create_dir(&back).expect("a folder");
    let to = format!("sqlite:{}", back.join("chuhe.db").display());
    let key = data.join("store.key");
    let key = key.to_str().expect("UTF-8");
    let copy = ["store", "copy", "--from", &address, "--to", &to, "--key-file", key];
    let output = run(&copy, &data);
    assert!(output.status.success(), "{}", said(&output));
    let server = Server::start(&back, &["--key-file", key]);
    player.look_back(&server);
    let neither = run(&["store", "copy", "--from", "a", "--to", "b"], &data);
    assert_eq!(neither.status.code(), Some(2), "{}", said(&neither));
}

/// If several servers initialise a database at once, one succeeds, and the others leave no key
/// files.
#[test]
fn one_server_alone_begins_a_house() {
    const SERVERS: usize = 3;
    let database = PostgresServer::start();
    let address = database.database();
    let folders: Vec<_> = (0..SERVERS).map(|_| tempfile::tempdir().expect("a folder")).collect();
    let (sender, ended) = std::sync::mpsc::channel();
    let mut servers = Vec::new();
    for (number, folder) in folders.iter().enumerate() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--store", &address]);
        let command = command.env("CHUHE_DATA", folder.path()).stderr(Stdio::null());
        let mut child = command.spawn().expect("chuhe starts");
        servers.push(child.id());
        let sender = sender.clone();
        std::thread::spawn(move || {
            let status = child.wait().expect("it ends");
            // The receiver is gone once the test has ended.
            let _ = sender.send((number, status.code()));
        });
    }
    let mut refused = vec![];
    while refused.len() < SERVERS - 1 {
        let (number, code) = ended.recv().expect("a server ends");
        assert_eq!(code, Some(2));
        refused.push(number);
    }
    for (number, folder) in folders.iter().enumerate() {
        let has_keys =
            ["store.key", "sign.key", "arbiter.key"].map(|key| folder.path().join(key).exists());
        assert_eq!(has_keys, [!refused.contains(&number); 3], "server {number}");
    }
    let first = (0..SERVERS).find(|number| !refused.contains(number)).expect("one serves");
    let killed = Command::new("kill").arg(servers[first].to_string()).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(ended.recv().expect("it ends").0, first);
}
