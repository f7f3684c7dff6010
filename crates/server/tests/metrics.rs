//! Metrics have their own address and contain no secret.

mod common;

use common::{Client, TestEnv, TestServer, in_time, plan};
use protocol::Command;
use std::{collections::BTreeSet, path::Path};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// Response of the metrics address, with headers.
async fn ask(address: &str, path: &str) -> String {
    ask_as(address, address, path).await
}

/// The same under another name.
async fn ask_as(address: &str, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    in_time(path, stream.read_to_string(&mut reply)).await.unwrap();
    reply
}

/// Metric names in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    words.filter(|word| word.starts_with("chuhe_")).collect()
}

fn shipped(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[tokio::test]
async fn sums_are_told_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let counting = tokio::spawn(server::serve_metrics(listener, server.hub.clone()));

    let table = server.open(plan("xiangqi", "", "none")).await;
    let guest = server.join(&table.table).await;
    let mut host = Client::connect(&server.address, &table.table, &table.token, 0).await;
    host.next().await.expect("a snapshot");
    host.play(0, "h2e2").await;
    let refused = host.act(0, Command::Act { action: "h2e2".into() }).await.1;
    host.does(0, Command::Resign).await;

    let reply = ask(&address, "/metrics").await;
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    for expected in [
        "chuhe_tables_opened_total{game=\"xiangqi\"} 1",
        "chuhe_tables_opened_total{game=\"banqi\"} 0",
        "chuhe_games_finished_total{game=\"xiangqi\"} 1",
        "chuhe_commands_total{outcome=\"done\"} 2",
        "chuhe_tables_awake 1",
        "chuhe_viewers 1",
        "chuhe_stalled 0",
        "chuhe_hints_away 0",
        "# EOF",
    ] {
        assert!(reply.contains(expected), "{expected}:\n{reply}");
    }
    // On a slow disk, more than one command may have been rejected.
    let never = "chuhe_commands_total{outcome=\"refused\"} 0";
    assert!(!reply.contains(never), "{refused:?}:\n{reply}");
    for secret in
        [table.table.as_str(), &table.token, &guest.token, "Hanna", "Guest", "h2e2", "127.0.0.1"]
    {
        assert!(!reply.contains(secret), "{secret}:\n{reply}");
    }
    for host in ["evil.example", "evil.example:9686", ""] {
        let reply = ask_as(&address, host, "/metrics").await;
        assert!(reply.starts_with("HTTP/1.1 421"), "{host}: {reply}");
    }
    assert!(ask(&address, "/api/seeks").await.starts_with("HTTP/1.1 404"));
    assert!(server.http("GET", "/metrics", "", "").await.1.find("chuhe_commits").is_none());

    let told = names(&reply);
    for file in ["prometheus/alerts.yaml", "grafana/chuhe.json"] {
        let text = shipped(file);
        let unknown: Vec<&str> = names(&text).difference(&told).copied().collect();
        assert!(unknown.is_empty(), "{file} names what is not told: {unknown:?}");
    }
    counting.abort();
}
