//! Eboards behind Debian's Mosquitto, which loses what it likes when it is killed.

mod common;

use boardlink::{Body, Event as BoardEvent, Settings, ToBoard, ToHost};
use common::{ARBITER, TestServer, TestSource};
use protocol::RegisteredEboard;
use rumqttc::{AsyncClient, Event, EventLoop, MqttOptions, Packet, QoS};
use smart_boards::{Answer, Key, Letter, Post, down_name, down_topic, up_topic};
use std::{path::Path, time::Duration};
use tokio::process::{Child, Command};

const BOARD: &str = "0000000000000000000000b2";

/// A broker that forgets everything when it ends. Its port answers when this returns.
async fn mosquitto(folder: &Path, port: u16) -> Child {
    let file = folder.join("mosquitto.conf");
    std::fs::write(&file, format!("listener {port} 127.0.0.1\nallow_anonymous true\n")).unwrap();
    let program = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"]
        .into_iter()
        .find(|program| Path::new(program).exists())
        .unwrap_or("mosquitto");
    let broker = Command::new(program)
        .arg("-c")
        .arg(file)
        .kill_on_drop(true)
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("mosquitto is missing; `cargo verify tools` installs it");
    let up = async {
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), up).await.expect("the broker answers");
    broker
}

/// Sends a letter until it is answered: what a bridge does.
async fn say(
    client: &AsyncClient,
    connection: &mut EventLoop,
    key: &Key,
    n: u64,
    messages: &[ToHost],
) -> Answer {
    let body =
        serde_json::to_string(&Post { n, nonce: None, messages: messages.to_vec() }).unwrap();
    let letter = Letter { mac: key.sign(BOARD, body.as_bytes()), body };
    let letter = serde_json::to_vec(&letter).unwrap();
    let mut again = tokio::time::interval(Duration::from_millis(300));
    let asked = async {
        loop {
            tokio::select! {
                _ = again.tick() => {
                    let _ = client.try_subscribe(down_topic(BOARD), QoS::AtLeastOnce);
                    let _ = client.try_publish(up_topic(BOARD), QoS::AtLeastOnce, false, letter.clone());
                }
                event = connection.poll() => {
                    let Ok(Event::Incoming(Packet::Publish(publish))) = event else { continue };
                    let letter: Letter = serde_json::from_slice(&publish.payload).unwrap();
                    assert!(key.verify(&down_name(BOARD), letter.body.as_bytes(), &letter.mac));
                    let answer: Answer = serde_json::from_str(&letter.body).unwrap();
                    if answer.n == n {
                        return answer;
                    }
                }
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(120), asked).await.expect("an answer in time")
}

fn pressed(seq: u32) -> ToHost {
    let body = match seq {
        0 => Body::Setup { settings: Settings::default() },
        _ => Body::Restored,
    };
    ToHost::Event(BoardEvent { game: 1, seq, at_ms: seq * 1_000, body })
}

#[tokio::test]
async fn through_a_broker_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut broker = mosquitto(folder.path(), port).await;
    let broker_address = Some(("127.0.0.1".to_owned(), port));
    let server =
        TestServer::start_with(folder.path(), TestSource::new(), broker_address.clone()).await;
    let body = format!(r#"{{"id":"{BOARD}","name":"Table 2"}}"#);
    let arbiter = format!("authorization: Bearer {ARBITER}\r\n");
    let (_, reply) = server.http("POST", "/api/boards", &body, &arbiter).await;
    let registered: RegisteredEboard = serde_json::from_str(&reply).unwrap();
    let key: Key = registered.key.parse().unwrap();

    let (client, mut connection) =
        AsyncClient::new(MqttOptions::new("a-bridge", "127.0.0.1", port), 64);
    let mut n = 0;
    for seq in 0..12 {
        if seq % 4 == 3 {
            broker.kill().await.unwrap();
            broker = mosquitto(folder.path(), port).await;
        }
        n += 1;
        // The event before comes along once more: nothing is doubled.
        let messages: Vec<ToHost> = (seq.max(1) - 1..=seq).map(pressed).collect();
        let answer = say(&client, &mut connection, &key, n, &messages).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.answers, [ToBoard::Ack { game: 1, next: seq + 1 }]);
    }
    // A stranger gets no answer, and an honest post after it does.
    let body =
        serde_json::to_string(&Post { n: 99, nonce: None, messages: vec![pressed(12)] }).unwrap();
    let forged = Letter { mac: Key::new([3; 32]).sign(BOARD, body.as_bytes()), body };
    let forged = serde_json::to_vec(&forged).unwrap();
    client.try_publish(up_topic(BOARD), QoS::AtLeastOnce, false, forged).unwrap();
    let answer = say(&client, &mut connection, &key, 100, &[]).await;
    assert_eq!((answer.status, answer.answers), (200, Vec::new()));
    let (_, view) = server.http("GET", &format!("/api/boards/{BOARD}"), "", "").await;
    assert!(view.contains("\"state\":\"playing\""), "{view}");
    let answer = say(&client, &mut connection, &key, 101, &[pressed(12)]).await;
    assert_eq!(
        answer.answers,
        [ToBoard::Ack { game: 1, next: 13 }],
        "the forged one was not stored"
    );
}
