//! `chuhe serve --otlp`: which data a collector receives.
#![cfg(unix)]

mod players;

use players::{DANCE, Server, open};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::Duration,
};

/// Bounds a hang; no result depends on it.
const PATIENCE: Duration = Duration::from_secs(300);

/// Request that a collector received.
struct Post {
    path: String,
    kind: String,
    body: Vec<u8>,
}

impl Post {
    fn has(&self, text: &str) -> bool {
        self.body.windows(text.len()).any(|part| part == text.as_bytes())
    }
}

/// Starts a collector that accepts everything. Returns its address and its requests.
fn collector() -> (String, mpsc::Receiver<Post>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (sender, posts) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let sender = sender.clone();
            std::thread::spawn(move || while take(&stream, &sender).is_some() {});
        }
    });
    (address, posts)
}

/// Reads a request and answers it with success.
fn take(stream: &TcpStream, sender: &mpsc::Sender<Post>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let (mut path, mut kind, mut length) = (String::new(), String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        match line.split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?;
            }
            Some((name, value)) if name.eq_ignore_ascii_case("content-type") => {
                kind = value.to_owned();
            }
            Some(_) => {}
            None => path = line.to_owned(),
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    sender.send(Post { path, kind, body }).ok()?;
    let mut stream = stream;
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").ok()
}

/// Spans of requests, commands and commits arrive; tokens, names and actions do not.
#[test]
fn a_collector_gets_spans_and_no_secrets() {
    let (address, posts) = collector();
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &["--otlp", &address]);
    let table = open(&server);
    let path = format!("/api/tables/{}/record", table.table);
    server.http("GET", &path, "");
    server.http("BREW", "/s3cret.html", "");
    players::runtime().block_on(players::one_move(&server, &table));
    // A server that ends exports its remaining spans.
    server.end();
    let mut got = Vec::new();
    let wanted =
        ["chuhe", "POST /api/tables", "/api/tables/{id}/record", "command", "commit", "act"];
    while !wanted.iter().all(|text| got.iter().any(|post: &Post| post.has(text))) {
        got.push(posts.recv_timeout(PATIENCE).expect("spans"));
    }
    for post in &got {
        assert_eq!(post.path, "POST /v1/traces HTTP/1.1");
        assert_eq!(post.kind, "application/x-protobuf");
        for secret in [&*table.token, DANCE[0], "s3cret", "BREW", "Both"] {
            assert!(!post.has(secret), "{secret}");
        }
    }
}

/// Play is unaffected if there is no collector.
#[test]
fn a_collector_that_is_away_is_no_matter() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", taken.local_addr().expect("an address"));
    drop(taken);
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &["--otlp", &address]);
    let table = open(&server);
    players::runtime().block_on(players::one_move(&server, &table));
    server.end();
}
