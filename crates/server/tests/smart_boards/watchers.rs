//! Watchers of the live list of boards.

use crate::{
    bridge::{Bridge, played, register, setup, timed},
    common::{TestEnv, TestServer, in_time},
};
use boardlink::{Hello, ToHost};
use std::sync::atomic::Ordering;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// A watcher receives the current state and then every change.
#[tokio::test]
async fn the_hall_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut bridge = Bridge::register(&server).await;
    let mut hall = Watcher::open(&server).await;
    hall.until("\"name\":\"Table 7\"").await;
    bridge.say(&server, &[setup(), played(1, "b0", "c2")]).await;
    hall.until("\"moves\":[\"b0c2\"]").await;
}

/// A board without news causes no messages.
#[tokio::test]
async fn only_changes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[timed(), played(1, "b0", "c2")]).await;
    let mut hall = Watcher::open(&server).await;
    hall.until("\"moves\":[\"b0c2\"]").await;
    let told = hall.count("data: ");
    for _ in 0..50 {
        env.now.fetch_add(100, Ordering::SeqCst);
        let hello = Hello { protocol: 1, board: [0; 12], game: 1, events: 2, is_full: false };
        bridge.say(&server, &[ToHost::Hello(hello)]).await;
    }
    bridge.say(&server, &[played(2, "h9", "g7")]).await;
    hall.until("\"h9g7\"").await;
    assert_eq!(hall.count("data: "), told + 1);
}

/// The number of watchers is limited, in total and per address; closed ones make space.
#[tokio::test]
async fn watchers_are_capped() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup()]).await;
    let mut watchers = Vec::new();
    for _ in 0..100 {
        let mut watcher = Watcher::open(&server).await;
        watcher.until("Table 7").await;
        watchers.push(watcher);
    }
    let mut refused = Watcher::open(&server).await;
    refused.until("\"watchers\"").await;
    assert_eq!(refused.count("HTTP/1.1 422"), 1);
    watchers.truncate(50);
    // The server detects closed watchers on its next write.
    let mut again = false;
    for _ in 0..1_000 {
        let name = if again { "Table 8" } else { "Table 9" };
        assert_eq!(register(&server, name).await.0, 201);
        let mut watcher = Watcher::open(&server).await;
        watcher.until("\r\n\r\n").await;
        again = watcher.count("HTTP/1.1 200") == 1;
        if again {
            break;
        }
    }
    assert!(again, "room for the next viewer");
}

/// Client that watches the boards.
struct Watcher {
    stream: tokio::net::TcpStream,
    heard: String,
}

impl Watcher {
    async fn open(server: &TestServer) -> Watcher {
        let mut stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
        let request =
            format!("GET /api/boards/stream HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).await.unwrap();
        Watcher { stream, heard: String::new() }
    }

    /// Reads until this text was received.
    async fn until(&mut self, what: &str) {
        let mut buffer = [0; 4096];
        let told = async {
            while !self.heard.contains(what) {
                let count = self.stream.read(&mut buffer).await.expect("read");
                assert!(count > 0, "the stream ended: {}", self.heard);
                self.heard.push_str(&String::from_utf8_lossy(&buffer[..count]));
            }
        };
        in_time(what, told).await;
    }

    fn count(&self, what: &str) -> usize {
        self.heard.matches(what).count()
    }
}
