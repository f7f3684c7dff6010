//! Point-in-time recovery and a standby in another region, with the commands of
//! `docs/operations.md`.

use protocol::UnixMs;
use std::{net::TcpListener, path::Path};
use store::{Append, GameLog, NewEvent, PostgresOptions, PostgresStore};
use test_postgres::PostgresServer;

const PAGE: &str = include_str!("../../../docs/operations.md");

/// Returns the shell block with this name from the page.
fn commands(name: &str) -> &'static str {
    let begin = format!("```sh {name}\n");
    let (_, rest) = PAGE.split_once(&begin).unwrap_or_else(|| panic!("no commands `{name}`"));
    rest.split_once("```").expect("an end of the commands").0
}

/// An operator who follows the page, with folders of a test server.
struct Operator<'a>(&'a PostgresServer);

impl Operator<'_> {
    /// Runs `before` and then the page's commands.
    fn follow(&self, before: &str, name: &str) {
        let folder = self.0.folder().display();
        let places = format!(
            "DATA={folder}/data RESTORED={folder}/restored ARCHIVE={folder}/archive BASE={folder}/base FAR={folder}/far\n"
        );
        self.0.run(&[&places, before, commands(name)].concat());
    }

    /// The database's current time.
    fn moment(&self) -> String {
        let file = self.0.folder().join("moment");
        let ask = "SELECT clock_timestamp()";
        self.0.run(&format!("psql -At -c '{ask}' > '{}'\n", file.display()));
        std::fs::read_to_string(file).unwrap().trim().to_owned()
    }
}

/// A PostgreSQL standby, stopped at the end of the test.
struct Far<'a> {
    operator: &'a Operator<'a>,
    port: u16,
}

impl Far<'_> {
    /// Starts on the copied cluster.
    fn start<'a>(operator: &'a Operator<'a>) -> Far<'a> {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let far = Far { operator, port: free.unwrap().port() };
        let folder = operator.0.folder().display();
        // A standby may not allow fewer connections than its primary.
        let options = format!(
            "-p {} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200",
            far.port
        );
        far.control(&format!("start --options='{options}'"));
        far
    }

    /// Runs the page's commands at the standby.
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

/// Appends one event with a secret.
async fn play(store: &PostgresStore, seq: u64) {
    let event = NewEvent {
        kind: "acted",
        seat: Some(0),
        command: Some(format!("{seq:032x}")),
        public: format!("event {seq}"),
        secret: format!("secret {seq}"),
        at_ms: UnixMs(seq),
    };
    let append = Append {
        game: "g".into(),
        expected: seq,
        events: vec![event],
        token: None,
        deadline_ms: Some(UnixMs(99)),
        is_open: false,
        finished: None,
    };
    match seq {
        0 => store.create(1, append).await.unwrap(),
        _ => store.append(append).await.unwrap(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_goes_back_to_a_moment() {
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
    // After the base backup: only the WAL has these.
    for seq in 1..20 {
        play(&store, seq).await;
    }
    let moment = operator.moment();
    for seq in 20..40 {
        play(&store, seq).await;
    }
    drop(store);
    operator.follow("", "hand-over-the-last-piece");
    // The disk is lost, and with it everything after the moment.
    server.kill();
    let at = format!("rm -r \"$DATA\"\nMOMENT='{moment}'\n");
    operator.follow(&at, "make-the-cluster");
    server.move_to("restored");
    server.start_again();
    operator.follow("", "wait-until-it-is-there");

    let store = open(&address, folder.path()).await;
    let log = store.load(&"g".into()).await.unwrap();
    let secrets: Vec<&str> = log.iter().map(|event| event.secret.as_str()).collect();
    let expected: Vec<String> = (0..20).map(|seq| format!("secret {seq}")).collect();
    assert_eq!(secrets, expected);
    // The restored game can be continued.
    play(&store, 20).await;
    assert_eq!(store.load(&"g".into()).await.unwrap().len(), 21);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_goes_on_where_its_copy_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = PostgresServer::start();
    let operator = Operator(&server);
    let address = server.database();
    let store = open(&address, folder.path()).await;
    play(&store, 0).await;
    operator.follow("", "a-copy-that-follows");
    let far = Far::start(&operator);
    operator.follow("", "wait-for-the-copy");
    // Each append is acknowledged when both clusters have it.
    for seq in 1..40 {
        play(&store, seq).await;
    }
    // A standby cannot be used as a store.
    let elsewhere = address.replace(&server.port().to_string(), &far.port.to_string());
    let options = PostgresOptions::new(&elsewhere, &folder.path().join("store.key")).unwrap();
    let refused = PostgresStore::open(options).await.err().expect("a copy is only read");
    assert!(refused.to_string().contains("replica"), "{refused}");
    // The first region is lost.
    server.kill();
    drop(store);
    far.follow("take-over");

    let store = open(&elsewhere, folder.path()).await;
    let log = store.load(&"g".into()).await.unwrap();
    let secrets: Vec<&str> = log.iter().map(|event| event.secret.as_str()).collect();
    let expected: Vec<String> = (0..40).map(|seq| format!("secret {seq}")).collect();
    assert_eq!(secrets, expected);
    play(&store, 40).await;
}
