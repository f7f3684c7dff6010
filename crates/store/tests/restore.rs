//! A PostgreSQL database is brought back to a moment, and goes on elsewhere when its machine is gone, by
//! the commands of `docs/operations.md`.

use std::{net::TcpListener, path::Path};
use store::{Append, GameLog, NewEvent, PostgresOptions, PostgresStore};
use test_postgres::PostgresServer;

const PAGE: &str = include_str!("../../../docs/operations.md");

/// What the page gives under a name: a block of shell.
fn commands(name: &str) -> &'static str {
    let begin = format!("```sh {name}\n");
    let (_, rest) = PAGE.split_once(&begin).unwrap_or_else(|| panic!("no commands `{name}`"));
    rest.split_once("```").expect("an end of the commands").0
}

/// Whoever follows the page, in a folder of a server.
struct Operator<'a>(&'a PostgresServer);

impl Operator<'_> {
    /// Runs what the page says, and maybe something before it.
    fn follow(&self, before: &str, name: &str) {
        let folder = self.0.folder().display();
        let places = format!(
            "DATA={folder}/data RESTORED={folder}/restored ARCHIVE={folder}/archive BASE={folder}/base FAR={folder}/far\n"
        );
        self.0.run(&[&places, before, commands(name)].concat());
    }

    /// This moment, as the database has it.
    fn moment(&self) -> String {
        let file = self.0.folder().join("moment");
        let ask = "SELECT clock_timestamp()";
        self.0.run(&format!("psql -At -c '{ask}' > '{}'\n", file.display()));
        std::fs::read_to_string(file).unwrap().trim().to_owned()
    }
}

/// A PostgreSQL server in another region, which ends with the test.
struct Far<'a> {
    operator: &'a Operator<'a>,
    port: u16,
}

impl Far<'_> {
    /// Starts on what was copied.
    fn start<'a>(operator: &'a Operator<'a>) -> Far<'a> {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let far = Far { operator, port: free.unwrap().port() };
        let folder = operator.0.folder().display();
        // A copy may not have room for fewer connections.
        let options = format!(
            "-p {} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200",
            far.port
        );
        far.control(&format!("start --options='{options}'"));
        far
    }

    /// Runs there what the page says.
    fn follow(&self, name: &str) {
        self.operator.follow(&format!("export PGPORT={}\n", self.port), name);
    }

    fn control(&self, what: &str) {
        let folder = self.operator.0.folder().display();
        let log = format!("--log={folder}/far-log");
        self.operator.0.run(&format!("pg_ctl --pgdata={folder}/far {log} --wait {what}\n"));
    }
}

impl Drop for Far<'_> {
    fn drop(&mut self) {
        self.control("stop --mode=immediate || true");
    }
}

async fn open(address: &str, folder: &Path) -> PostgresStore {
    let options = PostgresOptions::new(address, &folder.join("store.key")).unwrap();
    PostgresStore::open(options).await.unwrap()
}

/// One more event, secret and all.
async fn play(store: &PostgresStore, seq: u64) {
    let event = NewEvent {
        kind: "acted",
        seat: Some(0),
        command: Some(format!("{seq:032x}")),
        public: format!("event {seq}"),
        secret: format!("secret {seq}"),
        at_ms: seq,
    };
    let append = Append {
        game: "g".into(),
        expected: seq,
        events: vec![event],
        token: None,
        deadline_ms: Some(99),
        is_open: false,
        finished: None,
    };
    match seq {
        0 => store.create(1, append).await.unwrap(),
        _ => store.append(append).await.unwrap(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_goes_back_to_a_moment() {
    let folder = tempfile::tempdir().unwrap();
    let server = PostgresServer::start();
    let operator = Operator(&server);
    let address = server.database();
    operator.follow("", "keep-the-log");
    server.stop();
    server.start_again();
    let store = open(&address, folder.path()).await;
    play(&store, 0).await;
    operator.follow("", "copy-the-cluster");
    // After the copy: only the log has it.
    for seq in 1..20 {
        play(&store, seq).await;
    }
    let moment = operator.moment();
    for seq in 20..40 {
        play(&store, seq).await;
    }
    drop(store);
    operator.follow("", "hand-over-the-last-piece");
    // The disk is gone, and with it what was played after the moment.
    server.kill();
    let at = format!("rm -r \"$DATA\"\nMOMENT='{moment}'\n");
    operator.follow(&at, "make-the-cluster");
    server.move_to("restored");
    server.start_again();
    operator.follow("", "wait-until-it-is-there");

    let store = open(&address, folder.path()).await;
    let log = store.load("g").await.unwrap();
    let secrets: Vec<&str> = log.iter().map(|event| event.secret.as_str()).collect();
    let expected: Vec<String> = (0..20).map(|seq| format!("secret {seq}")).collect();
    assert_eq!(secrets, expected);
    // And plays on from there.
    play(&store, 20).await;
    assert_eq!(store.load("g").await.unwrap().len(), 21);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_goes_on_where_its_copy_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = PostgresServer::start();
    let operator = Operator(&server);
    let address = server.database();
    let store = open(&address, folder.path()).await;
    play(&store, 0).await;
    operator.follow("", "a-copy-that-follows");
    let far = Far::start(&operator);
    operator.follow("", "wait-for-the-copy");
    // Each is acknowledged when both have it.
    for seq in 1..40 {
        play(&store, seq).await;
    }
    // A copy is no database to play in.
    let elsewhere = address.replace(&server.port().to_string(), &far.port.to_string());
    let options = PostgresOptions::new(&elsewhere, &folder.path().join("store.key")).unwrap();
    let refused = PostgresStore::open(options).await.err().expect("a copy is only read");
    assert!(refused.to_string().contains("replica"), "{refused}");
    // The region is gone.
    server.kill();
    drop(store);
    far.follow("take-over");

    let store = open(&elsewhere, folder.path()).await;
    let log = store.load("g").await.unwrap();
    let secrets: Vec<&str> = log.iter().map(|event| event.secret.as_str()).collect();
    let expected: Vec<String> = (0..40).map(|seq| format!("secret {seq}")).collect();
    assert_eq!(secrets, expected);
    play(&store, 40).await;
}
