//! Signals to the real executable: players get a message before it ends, and a stop costs them no time.
#![cfg(unix)]

mod players;

use futures_util::{SinkExt, StreamExt};
use players::{Server, runtime};
use protocol::{Command, Created, Joined, OpenRequest, SeatPlan, TablePlan, ToClient, ToServer};
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

fn plan(clock: &str) -> TablePlan {
    TablePlan {
        variant: "xiangqi".into(),
        options: String::new(),
        clock: clock.into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Open],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    }
}

async fn connect(server: &Server, table: &str, token: &str) -> Socket {
    let url = format!("ws://{}/api/tables/{table}/socket", server.address);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
    say(&mut socket, &ToServer::Hello { token: token.into(), last: 0, seat: None }).await;
    until(&mut socket, |message| matches!(message, ToClient::Snapshot(_))).await;
    socket
}

async fn say(socket: &mut Socket, message: &ToServer) {
    let text = serde_json::to_string(message).expect("json");
    socket.send(Message::Text(text.into())).await.expect("sent");
}

/// The first message of this kind.
async fn until(socket: &mut Socket, is_it: impl Fn(&ToClient) -> bool) -> ToClient {
    let reading = async {
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message {
                let message = serde_json::from_str(&text).expect("a message");
                if is_it(&message) {
                    return message;
                }
            }
        }
        panic!("closed before it was said");
    };
    tokio::time::timeout(Duration::from_secs(120), reading).await.expect("a message in time")
}

fn post<T: DeserializeOwned>(server: &Server, path: &str, body: &str) -> T {
    let (status, reply) = server.http("POST", path, body);
    assert_eq!(status, 201, "{reply}");
    serde_json::from_str(&reply).expect("a reply")
}

fn open(server: &Server, clock: &str) -> Created {
    let request = OpenRequest { plan: plan(clock), name: "Hanna".into() };
    post(server, "/api/tables", &serde_json::to_string(&request).expect("json"))
}

/// Whether this process ignores SIGHUP. Its children then ignore it as well.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & 1 == 1)
}

#[test]
fn players_are_told_before_the_server_ends() {
    for signal in ["HUP", "QUIT", "TERM", "INT"] {
        if signal == "HUP" && ignores_hangups() {
            println!("SIGHUP is ignored, as under `nohup`: not sent");
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start(folder.path(), &[]);
        let table = open(&server, "none");
        runtime().block_on(async {
            let mut socket = connect(&server, &table.table, &table.token).await;
            server.signal(signal);
            until(&mut socket, |message| matches!(message, ToClient::Closing)).await;
        });
    }
}

/// A clock of thirty seconds does not run while the process is stopped for longer.
#[test]
fn a_stopped_server_flags_no_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path(), &[]);
    let table = open(&server, "30s");
    let joined: Joined =
        post(&server, &format!("/api/tables/{}/join", table.table), r#"{"name":"Guest"}"#);
    runtime().block_on(async {
        let mut red = connect(&server, &table.table, &table.token).await;
        let _black = connect(&server, &table.table, &joined.token).await;
        server.signal("STOP");
        tokio::time::sleep(Duration::from_secs(32)).await;
        server.signal("CONT");
        let id = "1".repeat(32);
        let command = Command::Act { action: "h2e2".into() };
        // More than has happened: the command is not stale.
        say(&mut red, &ToServer::Do { id, expect: 1_000, seat: 0, command }).await;
        let answer = until(&mut red, |message| {
            matches!(message, ToClient::Ack { .. } | ToClient::Refused { .. })
        });
        let answer = answer.await;
        assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    });
}
