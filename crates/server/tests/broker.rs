//! Smart boards behind Debian's Mosquitto, which loses messages when it is killed.

mod common;

use ::broker::{Broker, Credentials, Roots};
use boardlink::{Body, Event as BoardEvent, Settings, ToBoard, ToHost};
use common::{ARBITER, TestEnv, TestServer, mosquitto::mosquitto};
use protocol::RegisteredSmartBoard;
use rumqttc::{AsyncClient, Event, EventLoop, MqttOptions, Packet, PublishOptions, QoS};
use smart_boards::{Answer, Key, Letter, Post, down_name, down_topic, up_topic};
use std::{path::Path, sync::atomic::Ordering, time::Duration};

const BOARD: &str = "0000000000000000000000b2";

/// Sends a post until it is answered, as a bridge does, with its number and the last nonce.
async fn say(
    client: &AsyncClient,
    connection: &mut EventLoop,
    key: &Key,
    (n, nonce): (u64, Option<u64>),
    messages: &[ToHost],
) -> Answer {
    let body = serde_json::to_string(&Post { n, nonce, messages: messages.to_vec() }).unwrap();
    send(client, connection, key, n, body).await
}

/// Sends a post with this body until it is answered.
async fn send(
    client: &AsyncClient,
    connection: &mut EventLoop,
    key: &Key,
    n: u64,
    body: String,
) -> Answer {
    let letter = Letter { mac: key.sign(BOARD, body.as_bytes()), body };
    let letter = serde_json::to_vec(&letter).unwrap();
    let mut again = tokio::time::interval(Duration::from_millis(300));
    let asked = async {
        loop {
            tokio::select! {
                _ = again.tick() => {
                    let _ = client.try_subscribe(down_topic(BOARD), QoS::AtLeastOnce);
                    let _ = client.try_publish(up_topic(BOARD), letter.clone(), PublishOptions::at_least_once());
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

/// Broker on loopback, without TLS.
fn at(port: u16) -> Broker {
    Broker::new(&format!("127.0.0.1:{port}"), None).unwrap()
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Registers the board and returns its key.
async fn let_in(server: &TestServer) -> Key {
    let body = format!(r#"{{"id":"{BOARD}","name":"Table 2"}}"#);
    let arbiter = format!("authorization: Bearer {ARBITER}\r\n");
    let (_, reply) = server.http("POST", "/api/boards", &body, &arbiter).await;
    let registered: RegisteredSmartBoard = serde_json::from_str(&reply).unwrap();
    registered.key.parse().unwrap()
}

/// State of the board as shown by the server.
async fn state(server: &TestServer) -> String {
    let view: serde_json::Value =
        serde_json::from_str(&server.get(&format!("/api/boards/{BOARD}")).await).unwrap();
    view["state"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn through_a_broker_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let mut broker = mosquitto(folder.path(), port).await;
    let server = TestServer::start_with(folder.path(), TestEnv::new(), Some(at(port))).await;
    let key = let_in(&server).await;

    let (client, mut connection) =
        AsyncClient::builder(MqttOptions::new("a-bridge", ("127.0.0.1", port)))
            .capacity(64)
            .build();
    let (mut n, mut nonce) = (0, None);
    for seq in 0..12 {
        if seq % 4 == 3 {
            broker.kill().await.unwrap();
            broker = mosquitto(folder.path(), port).await;
        }
        n += 1;
        // The previous event is repeated; nothing is doubled.
        let messages: Vec<ToHost> = (seq.max(1) - 1..=seq).map(pressed).collect();
        let answer = say(&client, &mut connection, &key, (n, nonce), &messages).await;
        nonce = answer.nonce;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.answers, [ToBoard::Ack { game: 1, next: seq + 1 }]);
    }
    // A forged post gets no answer; the next valid one does.
    let body =
        serde_json::to_string(&Post { n: 99, nonce: None, messages: vec![pressed(12)] }).unwrap();
    let forged = Letter { mac: Key::new([3; 32]).sign(BOARD, body.as_bytes()), body };
    let forged = serde_json::to_vec(&forged).unwrap();
    client.try_publish(up_topic(BOARD), forged, PublishOptions::at_least_once()).unwrap();
    let answer = say(&client, &mut connection, &key, (100, nonce), &[]).await;
    assert_eq!((answer.status, &answer.answers[..]), (200, &[][..]));
    assert_eq!(state(&server).await, "playing");
    let answer = say(&client, &mut connection, &key, (101, answer.nonce), &[pressed(12)]).await;
    assert_eq!(
        answer.answers,
        [ToBoard::Ack { game: 1, next: 13 }],
        "the forged one was not stored"
    );
}

/// An invalid post is answered with its number, so that the bridge drops it and continues.
#[tokio::test]
async fn one_bad_message_blocks_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let _broker = mosquitto(folder.path(), port).await;
    let server = TestServer::start_with(folder.path(), TestEnv::new(), Some(at(port))).await;
    let key = let_in(&server).await;
    let (client, mut connection) =
        AsyncClient::builder(MqttOptions::new("a-bridge", ("127.0.0.1", port)))
            .capacity(64)
            .build();
    for (n, body) in [
        (7, r#"{"n":7,"messages":[{"Sung":{"song":1}}]}"#),
        (8, r#"{"n":8,"messages":"none"}"#),
        (9, r#"{"n":9,"messages":[{"Lost":{"game":1,"from":0,"to":4000000000}}]}"#),
        (0, "no post at all"),
    ] {
        let answer = send(&client, &mut connection, &key, n, body.to_owned()).await;
        assert_eq!((answer.status, answer.answers), (422, Vec::new()), "{body}");
        assert!(answer.why.is_some_and(|why| !why.is_empty()), "{body}");
    }
    let answer = say(&client, &mut connection, &key, (10, None), &[pressed(0)]).await;
    assert_eq!(answer.answers, [ToBoard::Ack { game: 1, next: 1 }]);
}

/// Retained, replayed and oversized messages neither show a board as online nor disconnect the
/// server.
#[tokio::test]
async fn old_letters_wake_no_board() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let _broker = mosquitto(folder.path(), port).await;
    let env = TestEnv::new();
    let server = TestServer::start_with(folder.path(), env.clone(), Some(at(port))).await;
    let key = let_in(&server).await;
    let (client, mut connection) =
        AsyncClient::builder(MqttOptions::new("a-bridge", ("127.0.0.1", port)))
            .capacity(64)
            .build();
    let first = say(&client, &mut connection, &key, (1, None), &[pressed(0)]).await;
    assert_eq!(state(&server).await, "offline", "it may have been said long ago");
    let post = Post { n: 2, nonce: first.nonce, messages: vec![pressed(1)] };
    let body = serde_json::to_string(&post).unwrap();
    send(&client, &mut connection, &key, 2, body.clone()).await;
    assert_eq!(state(&server).await, "playing");

    env.now.fetch_add(60_000, Ordering::SeqCst);
    assert_eq!(state(&server).await, "offline");
    let again = send(&client, &mut connection, &key, 2, body.clone()).await;
    assert_eq!(again.answers, [ToBoard::Ack { game: 1, next: 2 }], "answered all the same");
    assert_eq!(state(&server).await, "offline");

    // A retained copy of an old post, and unreadable messages.
    let letter = Letter { mac: key.sign(BOARD, body.as_bytes()), body };
    let letter = serde_json::to_vec(&letter).unwrap();
    client
        .try_publish(up_topic(BOARD), letter, PublishOptions::at_least_once().retained())
        .unwrap();
    let long = vec![b'x'; 9_000];
    for _ in 0..40 {
        client.try_publish(up_topic(BOARD), long.clone(), PublishOptions::at_least_once()).unwrap();
    }
    let answer = say(&client, &mut connection, &key, (3, again.nonce), &[pressed(2)]).await;
    assert_eq!(answer.answers, [ToBoard::Ack { game: 1, next: 3 }]);
    drop(server);
    let server = TestServer::start_with(folder.path(), env, Some(at(port))).await;
    let answer = say(&client, &mut connection, &key, (4, answer.nonce), &[pressed(3)]).await;
    assert_eq!(answer.answers, [ToBoard::Ack { game: 1, next: 4 }]);
    assert_eq!(state(&server).await, "offline", "nor after a restart");
    say(&client, &mut connection, &key, (5, answer.nonce), &[]).await;
    assert_eq!(state(&server).await, "playing");
}

/// The broker drops oversized messages, and the connection stays.
#[tokio::test]
async fn an_oversized_message_keeps_the_connection() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let _broker = mosquitto(folder.path(), port).await;
    let server = TestServer::start_with(folder.path(), TestEnv::new(), Some(at(port))).await;
    let key = let_in(&server).await;
    let mut options = MqttOptions::new("a-stranger", ("127.0.0.1", port));
    options.set_max_packet_size(Some(1 << 20));
    let (client, mut connection) = AsyncClient::builder(options).capacity(64).build();
    let first = say(&client, &mut connection, &key, (1, None), &[pressed(0)]).await;
    let long = vec![b'x'; 600_000];
    client.try_publish(up_topic(BOARD), long, PublishOptions::at_least_once()).unwrap();
    // A lost connection would delay this answer until the post is repeated.
    let answer = say(&client, &mut connection, &key, (2, first.nonce), &[pressed(1)]).await;
    assert_eq!(answer.answers, [ToBoard::Ack { game: 1, next: 2 }]);
    assert_eq!(state(&server).await, "playing");
}

/// Broker with users, and TLS with a certificate of a private authority.
#[tokio::test]
async fn credentials_and_tls() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../board-bridge/tests/data/tls");
    let folder = tempfile::tempdir().unwrap();
    let (open, closed) = (free_port(), free_port());
    let passwords = folder.path().join("passwords");
    let made = std::process::Command::new("mosquitto_passwd")
        .args(["-b", "-c"])
        .arg(&passwords)
        .args(["server", "a long password"])
        .status();
    assert!(made.is_ok_and(|status| status.success()), "mosquitto_passwd is missing");
    let settings = format!(
        "per_listener_settings true\nlistener {open} 127.0.0.1\nallow_anonymous true\n\
         listener {closed} 127.0.0.1\nallow_anonymous false\npassword_file {}\n\
         certfile {}\nkeyfile {}\nuser root\n",
        passwords.display(),
        data.join("server.pem").display(),
        data.join("server-key.pem").display(),
    );
    std::fs::write(folder.path().join("mosquitto.conf"), settings).unwrap();
    let _broker = mosquitto(folder.path(), open).await;
    let authority = Roots::from_pem(&std::fs::read(data.join("ca.pem")).unwrap()).unwrap();
    let at = |scheme: &str, roots| {
        Broker::new(&format!("{scheme}://localhost:{closed}"), roots).unwrap()
    };
    let named =
        |password: &str| Credentials { user: "server".to_owned(), password: password.to_owned() };
    let own = at("mqtts", Some(&authority));
    for (broker, is_let_in) in [
        (own.clone().with_credentials(named("a wrong one")), false),
        (own.clone(), false),
        (at("mqtts", None).with_credentials(named("a long password")), false),
        (at("mqtt", None).with_credentials(named("a long password")), false),
        (own.with_credentials(named("a long password")), true),
    ] {
        let store = tempfile::tempdir().unwrap();
        let server = TestServer::start_with(store.path(), TestEnv::new(), Some(broker)).await;
        let key = let_in(&server).await;
        let (client, mut connection) =
            AsyncClient::builder(MqttOptions::new("a-bridge", ("127.0.0.1", open)))
                .capacity(64)
                .build();
        let asked = say(&client, &mut connection, &key, (1, None), &[]);
        let wait = if is_let_in { Duration::from_secs(60) } else { Duration::from_secs(1) };
        assert_eq!(tokio::time::timeout(wait, asked).await.is_ok(), is_let_in);
    }
}
