//! An operator rewrites the stored past of a game; a page with the signed log and `chuhe
//! verify-deal` detect it.

use commit_reveal::Salt;
use futures_util::{SinkExt, StreamExt};
use protocol::{
    Command as Ask, Created, GameId, OpenRequest, SeatPlan, TablePlan, ToClient, ToServer,
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};
use store::{Append, DataFolder, GameLog, NewEvent, SqliteStore};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};
use ui_model::{TableModel, TranscriptVerifier, TranscriptViolation};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("chuhe runs");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().trim_end_matches('/').rsplit('/').next().expect("an address");
        let server = Server { address: address.to_owned(), child };
        server.http("GET", "/healthz", "");
        server
    }

    fn http(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("written");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        assert!(reply.starts_with("HTTP/1.1 20"), "{path}: {reply}");
        reply.split_once("\r\n\r\n").expect("a body").1.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Client that holds both seats of a table.
struct Page {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    model: TableModel,
    commands: u64,
}

impl Page {
    async fn open(server: &Server, table: &Created) -> Page {
        let url = format!("ws://{}/api/tables/{}/socket", server.address, table.table);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
        let hello = ToServer::Hello { token: table.token.clone(), last: 0, seat: None };
        let text = serde_json::to_string(&hello).expect("json");
        socket.send(Message::Text(text.into())).await.expect("sent");
        let ToClient::Snapshot(snapshot) =
            serde_json::from_str(&next(&mut socket).await).expect("a message")
        else {
            panic!("no snapshot")
        };
        let model = TableModel::new(*snapshot).expect("a known game");
        Page { socket, model, commands: 0 }
    }

    async fn ask(&mut self, seat: u8, command: Ask) {
        self.commands += 1;
        let id = format!("{:032x}", self.commands);
        let message = ToServer::Do { id: id.clone(), expect: self.model.n, seat, command };
        let text = serde_json::to_string(&message).expect("json");
        self.socket.send(Message::Text(text.into())).await.expect("sent");
        loop {
            match serde_json::from_str(&next(&mut self.socket).await).expect("a message") {
                ToClient::Update(update) => self.model.apply_update(*update).expect("no gap"),
                ToClient::Ack { id: done, .. } if done == id => return,
                ToClient::Refused { code, message, .. } => panic!("{code}: {message}"),
                _ => {}
            }
        }
    }

    /// Sends the salts of both seats, as pages do.
    async fn give_salts(&mut self, verifier: &mut TranscriptVerifier) {
        loop {
            verifier.hear(&self.model).expect("an honest server");
            let owed = verifier.owed(&self.model, &[0, 1], || Some(Salt::new([9; 16])));
            let Some((seat, command)) = owed else { return };
            self.ask(seat, command).await;
        }
    }
}

async fn next(socket: &mut WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>) -> String {
    let reading = async {
        loop {
            if let Message::Text(text) = socket.next().await.expect("open").expect("whole") {
                break text.to_string();
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(120), reading).await.expect("a message in time")
}

fn verify(files: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("verify-deal").args(files).output().expect("chuhe runs")
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

/// Copies the database to another folder and changes one table's log. Hashes, seals and tokens of
/// the copy are valid, because the store itself writes it.
async fn write_over(data: &Path, to: &Path, table: &GameId, change: impl Fn(&mut String)) {
    let file = DataFolder::database(data);
    let new = data.join("chuhe.forged.db");
    {
        let old = SqliteStore::open(&file).await.expect("the operator's store");
        let options = store::SqliteOptions::new(&new).key_file(DataFolder::keys(data));
        let forged = SqliteStore::open_with(options).await.expect("another");
        let events = old.load(table).await.expect("a log");
        let tokens = old.tokens(table).await.expect("tokens");
        let events = events.into_iter().map(|event| {
            let public: serde_json::Value = serde_json::from_str(&event.public).expect("json");
            let kind: &'static str = public["kind"].as_str().expect("a kind").to_owned().leak();
            let mut secret = event.secret;
            if kind == "chose" {
                change(&mut secret);
            }
            let seat = public["seat"].as_u64().map(|seat| seat as u8);
            NewEvent {
                kind,
                seat,
                command: event.command,
                public: event.public,
                secret,
                at_ms: event.at_ms,
            }
        });
        let append = Append {
            game: table.clone(),
            expected: 0,
            events: events.collect(),
            token: tokens.into_iter().next(),
            deadline_ms: None,
            is_open: false,
            finished: None,
        };
        forged.create(1, append).await.expect("written");
        // A closing store deletes its WAL file by name. The checkpoint moves everything into the
        // database file, which is copied to a fresh folder.
        forged.checkpoint().await.expect("all in the file");
    }
    std::fs::create_dir(to).expect("a folder");
    std::fs::copy(&new, DataFolder::database(to)).expect("copied");
    for entry in std::fs::read_dir(data).expect("the house") {
        let entry = entry.expect("a file of it");
        if !entry.file_name().to_string_lossy().contains(".db") {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
        }
    }
}

/// A changed mole choice is detected by the page, which can prove it, although all stored hashes
/// are valid.
#[tokio::test]
async fn a_mole_that_was_written_over_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("house");
    let server = Server::start(&data);
    let plan = TablePlan {
        variant: "undercover".into(),
        options: "first=red".into(),
        clock: "none".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Host],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    };
    let request = OpenRequest { plan, name: "Both".into() };
    let body = serde_json::to_string(&request).expect("json");
    let table: Created =
        serde_json::from_str(&server.http("POST", "/api/tables", &body)).expect("created");
    let mut page = Page::open(&server, &table).await;
    let mut verifier = TranscriptVerifier::new(&table.table);
    page.give_salts(&mut verifier).await;
    for (seat, action) in [(0, "mole:e6"), (1, "mole:e3"), (0, "h2e2")] {
        page.ask(seat, Ask::Act { action: action.into() }).await;
        if action.starts_with("mole") {
            verifier.note_choice(seat, action);
        }
        verifier.hear(&page.model).expect("an honest server");
    }
    let kept = folder.path().join("kept.json");
    let proof = verifier.proof(&page.model).expect("signed");
    std::fs::write(&kept, serde_json::to_string(&proof).expect("json")).expect("written");
    let output = verify(&[&kept]);
    assert!(output.status.success() && said(&output).contains("holds so far"), "{}", said(&output));
    drop(server);
    // A restart alone changes nothing.
    let server = Server::start(&data);
    verifier.hear(&Page::open(&server, &table).await.model).expect("an honest server");
    drop(server);

    let forged = folder.path().join("forged");
    write_over(&data, &forged, &table.table, |choice| {
        if choice == "mole:e6" {
            "mole:a6".clone_into(choice);
        }
    })
    .await;
    let server = Server::start(&forged);
    let page = Page::open(&server, &table).await;
    assert_eq!(verifier.hear(&page.model), Err(TranscriptViolation::OtherPast));
    let proof = verifier.proof(&page.model).expect("signed");
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, serde_json::to_string(&proof).expect("json")).expect("written");
    let output = verify(&[&broken]);
    assert!(!output.status.success());
    assert!(said(&output).contains("the past was rewritten"), "{}", said(&output));
    // A transcript requested by another client differs from the kept proof.
    let now = folder.path().join("now.json");
    let path = format!("/api/tables/{}/transcript", table.table);
    std::fs::write(&now, server.http("GET", &path, "")).expect("written");
    let output = verify(&[&kept, &now]);
    assert!(!output.status.success());
    assert!(said(&output).contains("tell two pasts"), "{}", said(&output));
    // A changed proof file only proves that it was changed.
    let text =
        std::fs::read_to_string(&kept).expect("read").replace("acted 0 h2e2", "acted 0 h2d2");
    std::fs::write(&kept, text).expect("written");
    assert!(said(&verify(&[&kept])).contains("the head is not that of these lines"));
}
