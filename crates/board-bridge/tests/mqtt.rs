//! Bridges with Debian's Mosquitto broker, TLS and passwords.
#![cfg(unix)]

use board_bridge::{Bridge, Line, Server};
use boardlink::{
    Body, ChipId, Decoder, Event as BoardEvent, Hello, MAX_FRAME, PROTOCOL, ToBoard, ToHost,
    write_frame,
};
use broker::{Broker, Credentials, HostPort, Roots};
use rumqttc::{Client, Event, Packet, PublishOptions, QoS};
use smart_boards::{Answer, Key, Letter, Post, board_text, down_name, down_topic, up_topic};
use std::{
    fs::File,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

const PATIENCE: Duration = Duration::from_secs(120);
const PASSWORD: &str = "a password";

fn tls_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls").join(name)
}

fn program(name: &str) -> PathBuf {
    let known = ["/usr/sbin", "/usr/bin"].map(|folder| Path::new(folder).join(name));
    known.into_iter().find(|path| path.exists()).unwrap_or_else(|| name.into())
}

/// A broker that requires TLS and a password.
struct Mosquitto {
    child: Child,
    port: u16,
}

impl Mosquitto {
    fn start(folder: &Path) -> Mosquitto {
        let missing = "mosquitto is missing; `cargo verify tools` installs it";
        let port = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = port.local_addr().expect("an address").port();
        // Mosquitto, started by root, reads its files as another user.
        for name in ["ca.pem", "server.pem", "server-key.pem"] {
            std::fs::copy(tls_file(name), folder.join(name)).expect("copied");
        }
        let passwords = folder.join("passwords");
        let made = Command::new(program("mosquitto_passwd"))
            .args(["-b", "-c"])
            .arg(&passwords)
            .args(["bridge-user", PASSWORD])
            .status();
        assert!(made.expect(missing).success());
        let file = |name: &str| folder.join(name).display().to_string();
        let text = format!(
            "listener {port} 127.0.0.1\nallow_anonymous false\nuser {}\npassword_file {}\ncafile \
             {}\ncertfile {}\nkeyfile {}\nset_tcp_nodelay true\n",
            std::env::var("USER").unwrap_or_else(|_| "root".to_owned()),
            passwords.display(),
            file("ca.pem"),
            file("server.pem"),
            file("server-key.pem"),
        );
        let config = folder.join("mosquitto.conf");
        std::fs::write(&config, text).expect("written");
        let child = Command::new(program("mosquitto"))
            .arg("-c")
            .arg(config)
            .stderr(File::create(folder.join("log")).expect("a file"))
            .spawn()
            .expect(missing);
        let began = Instant::now();
        while !is_listening(port) {
            assert!(began.elapsed() < PATIENCE, "the broker answers");
            std::thread::yield_now();
        }
        Mosquitto { child, port }
    }

    fn broker(&self, password: &str) -> Broker {
        let roots = std::fs::read(tls_file("ca.pem")).expect("a file of the test");
        let roots = Roots::from_pem(&roots).expect("a certificate");
        let address = format!("mqtts://localhost:{}", self.port);
        let broker = Broker::new(&address, Some(&roots)).expect("an address");
        let credentials =
            Credentials { user: "bridge-user".to_owned(), password: password.to_owned() };
        broker.with_credentials(credentials)
    }
}

/// Whether another process listens: connecting to a free port can connect it to itself.
fn is_listening(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port))
        .is_ok_and(|line| line.local_addr().ok() != line.peer_addr().ok())
}

impl Drop for Mosquitto {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn key() -> Key {
    Key::new([3; 32])
}

/// A server that stores every signed message except one, which it rejects. It is subscribed at the
/// broker when this returns.
fn serve(broker: &Broker, boards: &[ChipId]) {
    let options = broker.options(1 << 18).expect("chance");
    let (client, mut connection) = Client::builder(options).capacity(16).build();
    let (subscribed, is_subscribed) = channel();
    let boards: Vec<String> = boards.iter().map(board_text).collect();
    std::thread::spawn(move || {
        for event in connection.iter() {
            match event {
                Ok(Event::Incoming(Packet::ConnAck(_))) => {
                    let up = up_topic("+");
                    client.try_subscribe(up, QoS::AtLeastOnce).expect("room");
                }
                Ok(Event::Incoming(Packet::SubAck(_))) => _ = subscribed.send(()),
                Ok(Event::Incoming(Packet::Publish(publish))) => {
                    let id = boards.iter().find(|id| up_topic(id).as_bytes() == publish.topic);
                    let id = id.expect("a board's topic");
                    let letter: Letter =
                        serde_json::from_slice(&publish.payload).expect("a letter");
                    assert!(key().verify(id, letter.body.as_bytes(), &letter.mac));
                    let post: Post = serde_json::from_str(&letter.body).expect("a post");
                    let body = serde_json::to_string(&answer(&post)).expect("JSON");
                    let mac = key().sign(&down_name(id), body.as_bytes());
                    let letter = serde_json::to_vec(&Letter { mac, body }).expect("JSON");
                    let topic = down_topic(id);
                    let _ = client.try_publish(topic, letter, PublishOptions::at_least_once());
                }
                _ => {}
            }
        }
    });
    is_subscribed.recv_timeout(PATIENCE).expect("the broker subscribes it");
}

const BAD: ToHost = ToHost::Prompt { at_ms: 1, code: 250, number: 9 };

fn answer(post: &Post) -> Answer {
    let is_bad = post.messages.contains(&BAD);
    let acks = post.messages.iter().filter_map(|message| match message {
        ToHost::Event(event) => Some(ToBoard::Ack { game: event.game, next: event.seq + 1 }),
        _ => None,
    });
    Answer {
        n: post.n,
        status: if is_bad { 422 } else { 200 },
        nonce: Some(5),
        why: is_bad.then(|| "prompt: unknown code".to_owned()),
        answers: if is_bad { Vec::new() } else { acks.collect() },
    }
}

/// Identifies itself, sends one message that the server rejects, then events until each is
/// acknowledged.
fn be_a_board(mut line: TcpStream, board: ChipId, events: u32) {
    let hello = Hello { protocol: PROTOCOL, board, game: 1, events, is_full: false };
    let event = |seq| ToHost::Event(BoardEvent { game: 1, seq, at_ms: seq, body: Body::Restored });
    let mut decoder = Decoder::<ToBoard>::default();
    let mut bytes = [0; 256];
    let mut next = 0;
    loop {
        let length = line.read(&mut bytes).expect("the line is open");
        assert_ne!(length, 0, "the line is closed");
        for order in bytes[..length].iter().filter_map(|&byte| decoder.push(byte)?.ok()) {
            match order {
                ToBoard::Who => say(&mut line, &ToHost::Hello(hello)),
                ToBoard::SetTime { .. } if next == 0 => {
                    say(&mut line, &BAD);
                    say(&mut line, &event(0));
                }
                ToBoard::Ack { next: acknowledged, .. } if acknowledged > next => {
                    next = acknowledged;
                    if next == events {
                        return;
                    }
                    say(&mut line, &event(next));
                }
                _ => {}
            }
        }
    }
}

fn say(line: &mut impl Write, message: &ToHost) {
    let mut frame = [0; MAX_FRAME];
    line.write_all(write_frame(message, &mut frame).expect("it fits")).expect("the line is open");
}

/// Starts a bridge; returns the board's end of the line and the notices.
fn start(broker: Broker) -> (TcpStream, Receiver<String>) {
    let board = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = board.local_addr().expect("an address").to_string();
    let line = Line::Tcp(HostPort::parse(&address, None).expect("an address"));
    let (notices, told) = channel();
    std::thread::spawn(move || {
        let folder = tempfile::tempdir().expect("a folder");
        let (server, folder) = (Server::Mqtt(broker), folder.path().to_owned());
        let bridge = Bridge { line, server, key: key(), folder, room: 1 << 20 };
        bridge.run(&mut |notice| _ = notices.send(notice.to_owned())).expect("it runs for good");
    });
    (board.accept().expect("the bridge").0, told)
}

/// Two bridges of one process, which share a process id, do not disconnect each other, and a
/// rejected message does not block the others.
#[test]
fn two_bridges_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let mosquitto = Mosquitto::start(folder.path());
    let boards = [*b"test-board-1", *b"test-board-2"];
    serve(&mosquitto.broker(PASSWORD), &boards);
    let playing = boards.map(|board| {
        let (line, told) = start(mosquitto.broker(PASSWORD));
        (std::thread::spawn(move || be_a_board(line, board, 40)), told)
    });
    for (board, told) in playing {
        board.join().expect("everything is acknowledged");
        let notices: Vec<String> = told.try_iter().collect();
        let refused = "a message (422 prompt: unknown code); set aside";
        assert!(notices.iter().any(|notice| notice.contains(refused)), "{notices:?}");
    }
    let log = std::fs::read_to_string(folder.path().join("log")).expect("what the broker says");
    assert!(log.matches("New client connected").count() >= 3, "{log}");
    assert!(!log.contains("already connected"), "{log}");
}

#[test]
fn a_wrong_password_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mosquitto = Mosquitto::start(folder.path());
    let (line, told) = start(mosquitto.broker("another"));
    std::thread::spawn(move || be_a_board(line, *b"test-board-1", 1));
    loop {
        let notice = told.recv_timeout(PATIENCE).expect("a notice");
        if notice.contains("the broker: ") {
            assert!(notice.contains("NotAuthorized"), "{notice}");
            return;
        }
    }
}
