//! Smart boards on several servers with one PostgreSQL database. Messages of a board may arrive at
//! any server, over HTTP or a broker. None is lost or doubled.

mod common;

use ::broker::Broker;
use boardlink::{Body, Event, Settings, ToBoard, ToHost};
use commit_reveal::SigningKey;
use common::{ARBITER, TestServer, mosquitto::mosquitto};
use protocol::{RegisteredSmartBoard, SmartBoardView};
use rumqttc::{AsyncClient, Event as MqttEvent, MqttOptions, Packet, PublishOptions, QoS};
use server::{Config, Hints, LocalHints};
use smart_boards::{Answer, Key, Letter, LogEntry, MAC_HEADER, Post, down_topic, up_topic};
use std::{sync::Arc, time::Duration};
use store::{GameLog, PostgresOptions, PostgresStore};
use test_postgres::PostgresServer;

const BOARD: &str = "0000000000000000000000c3";
const PROMPT: ToHost = ToHost::Prompt { at_ms: 1, code: 2, number: 0 };

struct TestCluster {
    nodes: Vec<TestServer>,
    store: Arc<PostgresStore>,
    key: Key,
    _folder: tempfile::TempDir,
}

impl TestCluster {
    /// Two servers that both know the board, registered at the first.
    async fn start(hints: Option<Arc<dyn Hints>>, broker: Option<Broker>) -> TestCluster {
        let folder = tempfile::tempdir().expect("a folder");
        let address = PostgresServer::shared().database();
        let config = || {
            let key = SigningKey::from_bytes([5; 32]);
            let (hints, broker) = (hints.clone(), broker.clone());
            Config { hints, broker, ..Config::system(Vec::new(), ARBITER.into(), key) }
        };
        let open = async || {
            let options = PostgresOptions::new(&address, &folder.path().join("store.key"));
            let options = options.expect("an address").node(config().stamp());
            Arc::new(PostgresStore::open(options).await.expect("a store"))
        };
        let mut nodes = Vec::new();
        for _ in 0..2 {
            nodes.push(TestServer::start_as(open().await, config()).await);
        }
        let body = format!(r#"{{"id":"{BOARD}","name":"Table 3"}}"#);
        let arbiter = format!("authorization: Bearer {ARBITER}\r\n");
        let (status, reply) = nodes[0].http("POST", "/api/boards", &body, &arbiter).await;
        assert_eq!(status, 201, "{reply}");
        let registered: RegisteredSmartBoard = serde_json::from_str(&reply).expect("registered");
        let key = registered.key.parse().expect("a key");
        let cluster = TestCluster { nodes, store: open().await, key, _folder: folder };
        cluster.until(1, |_| true).await;
        cluster
    }

    /// The board as a server shows it; `None` if unknown there.
    async fn view(&self, node: usize) -> Option<SmartBoardView> {
        let path = format!("/api/boards/{BOARD}");
        let (status, reply) = self.nodes[node].http("GET", &path, "", "").await;
        (status == 200).then(|| serde_json::from_str(&reply).expect("a view"))
    }

    /// Waits until a server shows the board in this state.
    async fn until(&self, node: usize, is_so: impl Fn(&SmartBoardView) -> bool) -> SmartBoardView {
        // Bounds a hang.
        for _ in 0..600 {
            match self.view(node).await {
                Some(view) if is_so(&view) => return view,
                _ => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        panic!("server {node} shows {:?}", self.view(node).await);
    }

    /// Numbers of the events in a game's log, and its number of notes.
    async fn log(&self, game: u32) -> (Vec<u32>, usize) {
        let log =
            self.store.load(&format!("board:{BOARD}:{game:010}").into()).await.expect("a log");
        let entries =
            log.iter().map(|event| serde_json::from_str(&event.public).expect("an entry"));
        let (mut numbers, mut notes) = (Vec::new(), 0);
        for entry in entries {
            match entry {
                LogEntry::Event(event) => numbers.push(event.seq),
                LogEntry::Note { .. } => notes += 1,
                LogEntry::Lost { lost } => panic!("lost {lost:?}"),
            }
        }
        (numbers, notes)
    }

    fn letter(&self, n: u64, nonce: Option<u64>, messages: &[ToHost]) -> Letter {
        let post = Post { n, nonce, messages: messages.to_vec() };
        let body = serde_json::to_string(&post).expect("json");
        Letter { mac: self.key.sign(BOARD, body.as_bytes()), body }
    }

    /// Sends a post to a server.
    async fn post(&self, node: usize, letter: &Letter) -> Answer {
        let header = format!("{MAC_HEADER}: {}\r\n", letter.mac);
        let path = format!("/api/boards/{BOARD}/messages");
        let (_, reply) = self.nodes[node].http("POST", &path, &letter.body, &header).await;
        serde_json::from_str(&reply).expect("an answer")
    }
}

fn event(game: u32, seq: u32) -> ToHost {
    let body = match seq {
        0 => Body::Setup { settings: Settings::default() },
        _ => Body::Restored,
    };
    ToHost::Event(Event { game, seq, at_ms: seq * 1_000, body })
}

fn told(game: u32, next: u32) -> Vec<ToBoard> {
    vec![ToBoard::Ack { game, next }]
}

/// A board changes the server with every message, and sends some messages to both at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_moves_between_servers() {
    for hints in [None, Some(Arc::new(LocalHints::default()) as Arc<dyn Hints>)] {
        let cluster = TestCluster::start(hints, None).await;
        let (mut n, mut nonce) = (0, None);
        for game in 1..3 {
            for seq in 0..30 {
                n += 1;
                // The previous event is repeated, as after a lost answer.
                let messages: Vec<ToHost> =
                    (seq.max(1) - 1..=seq).map(|seq| event(game, seq)).collect();
                let letter = cluster.letter(n, nonce, &messages);
                let answer = match seq % 5 {
                    4 => {
                        let both = tokio::join!(cluster.post(0, &letter), cluster.post(1, &letter));
                        assert_eq!(both.0.answers, both.1.answers);
                        both.1
                    }
                    _ => cluster.post((seq % 2) as usize, &letter).await,
                };
                assert_eq!((answer.n, answer.status), (n, 200), "{answer:?}");
                assert_eq!(answer.answers, told(game, seq + 1));
                nonce = answer.nonce;
            }
            assert_eq!(cluster.log(game).await, ((0..30).collect(), 0));
        }
        // A prompt, which no log holds, counts as fresh at the server that has not issued its
        // nonce, and both servers show it.
        n += 1;
        let answer = cluster.post(0, &cluster.letter(n, nonce, &[PROMPT])).await;
        let says = cluster.until(0, |view| view.says.is_some()).await.says;
        assert_eq!(cluster.until(1, |view| view.says.is_some()).await.says, says);
        let again = cluster.post(1, &cluster.letter(n + 1, answer.nonce, &[event(2, 30)])).await;
        assert_eq!(again.answers, told(2, 31));
        let [here, there] = [cluster.view(0).await, cluster.view(1).await];
        assert_eq!(here.map(|view| SmartBoardView { running_ms: 0, ..view }), there);
        // An old message is old at every server.
        for node in [0, 1] {
            let old = cluster.post(node, &cluster.letter(n + 2, answer.nonce, &[PROMPT])).await;
            assert_eq!(old.status, 200);
            assert_ne!(old.nonce, answer.nonce);
        }
    }
}

/// The arbiter corrects a game at one server while the board sends to the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_write_of_one_game() {
    let cluster = TestCluster::start(None, None).await;
    cluster.post(0, &cluster.letter(1, None, &[event(1, 0)])).await;
    let correction = |round: u32| {
        format!(
            r#"{{"game":1,"by":"Arbiter","why":"a slip","what":{{"names":{{"red":"Red {round}","black":"Black"}}}}}}"#
        )
    };
    let arbiter = format!("authorization: Bearer {ARBITER}\r\n");
    let path = format!("/api/boards/{BOARD}/corrections");
    for round in 1..=12 {
        let letter = cluster.letter(u64::from(round) + 1, None, &[event(1, round)]);
        let body = correction(round);
        let (here, there) = ((round % 2) as usize, ((round + 1) % 2) as usize);
        let (answer, (status, reply)) = tokio::join!(
            cluster.post(here, &letter),
            cluster.nodes[there].http("POST", &path, &body, &arbiter)
        );
        assert_eq!(answer.answers, told(1, round + 1));
        assert_eq!(status, 204, "{reply}");
        for node in [0, 1] {
            cluster.until(node, |view| view.names[0] == format!("Red {round}")).await;
        }
    }
    assert_eq!(cluster.log(1).await, ((0..=12).collect(), 12));
}

/// A broker delivers each message to one of the servers; when one stops, the other takes all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_share_what_a_broker_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let port = free.expect("a free port").port();
    let _broker = mosquitto(folder.path(), port).await;
    let at = Broker::new(&format!("127.0.0.1:{port}"), None).expect("an address");
    let mut cluster = TestCluster::start(None, Some(at)).await;
    let (client, mut connection) =
        AsyncClient::builder(MqttOptions::new("a-bridge", ("127.0.0.1", port)))
            .capacity(64)
            .build();
    let (mut nonce, mut answered) = (None, 0);
    for seq in 0..30 {
        if seq == 20 {
            // One server stops in the middle.
            drop(cluster.nodes.remove(0));
        }
        let n = u64::from(seq) + 1;
        let messages: Vec<ToHost> = (seq.max(1) - 1..=seq).map(|seq| event(1, seq)).collect();
        let letter = serde_json::to_vec(&cluster.letter(n, nonce, &messages)).expect("json");
        let mut again = tokio::time::interval(Duration::from_secs(2));
        let asked = async {
            loop {
                tokio::select! {
                    _ = again.tick() => {
                        let _ = client.try_subscribe(down_topic(BOARD), QoS::AtLeastOnce);
                        let letter = letter.clone();
                        let _ = client.try_publish(up_topic(BOARD), letter, PublishOptions::at_least_once());
                    }
                    event = connection.poll() => {
                        let Ok(MqttEvent::Incoming(Packet::Publish(publish))) = event else { continue };
                        let letter: Letter = serde_json::from_slice(&publish.payload).expect("a letter");
                        answered += 1;
                        let answer: Answer = serde_json::from_str(&letter.body).expect("an answer");
                        if answer.n == n {
                            return answer;
                        }
                    }
                }
            }
        };
        let answer =
            tokio::time::timeout(Duration::from_secs(120), asked).await.expect("an answer");
        assert_eq!((answer.status, answer.answers), (200, told(1, seq + 1)));
        nonce = answer.nonce;
    }
    assert_eq!(cluster.log(1).await, ((0..30).collect(), 0));
    // Each message was taken once; only repeated ones have more answers.
    assert!(answered < 45, "{answered} answers to 30 letters");
}
