//! A bridge as a whole: every kind of line on one side, a server that speaks HTTP on the other.
#![cfg(unix)]

use board_host::bridge::{Bridge, Line, Roots, Server};
use boardlink::{Body, Decoder, Event, Hello, MAX_FRAME, PROTOCOL, ToBoard, ToHost, write_frame};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serial2::SerialPort;
use smart_boards::{Key, MAC_HEADER, Post, Reply, board_text};
use std::{
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
    os::fd::AsRawFd,
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

const BOARD: boardlink::BoardId = *b"test-board-1";
const PATIENCE: Duration = Duration::from_secs(120);

fn key() -> Key {
    Key::new([3; 32])
}

/// A server that takes whatever is signed; the answer to a wrong signature is that of the real one.
fn serve() -> (String, Receiver<Post>) {
    serve_over("http", |stream| stream)
}

/// The same with something between it and the wire.
fn serve_over<S: Read + Write>(
    scheme: &str,
    wrap: impl Fn(TcpStream) -> S + Clone + Send + 'static,
) -> (String, Receiver<Post>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("{scheme}://{}/", listener.local_addr().expect("an address"));
    let (posts, received) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, posts, wrap) =
                (stream.expect("a connection"), posts.clone(), wrap.clone());
            std::thread::spawn(move || {
                let mut stream = BufReader::new(wrap(stream));
                while let Some((target, mac, body)) = read_request(&mut stream) {
                    let id = board_text(&BOARD);
                    assert_eq!(target, format!("/api/boards/{id}/messages"));
                    let is_signed = key().verify(&id, &body, &mac);
                    let (status, reply) = match is_signed {
                        true => {
                            let post: Post = serde_json::from_slice(&body).expect("a post");
                            let reply = Reply { answers: answers(&post) };
                            posts.send(post).expect("the test listens");
                            ("200 OK", serde_json::to_string(&reply).expect("JSON"))
                        }
                        false => ("401 Unauthorized", "{}".to_owned()),
                    };
                    let text = format!(
                        "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{reply}",
                        reply.len()
                    );
                    let stream = stream.get_mut();
                    if stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    (url, received)
}

fn answers(post: &Post) -> Vec<ToBoard> {
    let acks = post.messages.iter().filter_map(|message| match message {
        ToHost::Event(event) => Some(ToBoard::Ack { game: event.game, next: event.seq + 1 }),
        _ => None,
    });
    acks.collect()
}

/// One request of a connection: target, signature, body.
fn read_request(stream: &mut impl BufRead) -> Option<(String, String, Vec<u8>)> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let target = line.split(' ').nth(1)?.to_owned();
    let (mut mac, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(": ") else { break };
        match name.to_ascii_lowercase().as_str() {
            name if name == MAC_HEADER => mac = value.to_owned(),
            "content-length" => length = value.parse().ok()?,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some((target, mac, body))
}

fn start(line: Line, url: String, key: Key) -> Receiver<String> {
    start_with(line, Server::Http { url, roots: Roots::Public }, key)
}

fn start_with(line: Line, server: Server, key: Key) -> Receiver<String> {
    let (notices, told) = channel();
    std::thread::spawn(move || {
        let folder = tempfile::tempdir().expect("a folder");
        let bridge = Bridge { line, server, key, folder: folder.path().to_owned(), room: 1 << 20 };
        bridge.run(&mut |notice| _ = notices.send(notice.to_owned())).expect("it runs for good");
    });
    told
}

/// Waits until the bridge tells of something.
fn wait_for(told: &Receiver<String>, what: &str) {
    while !told.recv_timeout(PATIENCE).expect("a notice").contains(what) {}
}

fn say(line: &mut impl Write, message: &ToHost) {
    let mut frame = [0; MAX_FRAME];
    line.write_all(write_frame(message, &mut frame).expect("it fits")).expect("the line is open");
}

/// Says its name when it is asked, then an event until that is acknowledged.
fn be_a_board(mut line: impl Read + Write) {
    let hello = Hello { protocol: PROTOCOL, board: BOARD, game: 1, events: 1, is_full: false };
    let event = Event { game: 1, seq: 0, at_ms: 0, body: Body::Restored };
    let mut decoder = Decoder::<ToBoard>::default();
    let mut bytes = [0; 256];
    loop {
        let length = match line.read(&mut bytes) {
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::TimedOut => continue,
            Err(error) => panic!("the board hears nothing: {error}"),
        };
        assert_ne!(length, 0, "the line is closed");
        for order in bytes[..length].iter().filter_map(|&byte| decoder.push(byte)?.ok()) {
            match order {
                ToBoard::Who => say(&mut line, &ToHost::Hello(hello)),
                ToBoard::SetTime { unix_s } => {
                    assert!(unix_s > 1_700_000_000);
                    line.write_all(b"\0noise\0").expect("the line is open");
                    say(&mut line, &ToHost::Event(event));
                }
                ToBoard::Ack { game: 1, next: 1 } => return,
                other => panic!("{other:?}"),
            }
        }
    }
}

/// The board has its acknowledgement and the server its event.
fn check(posts: &Receiver<Post>) {
    let mut messages = Vec::new();
    while !messages.iter().any(|message| matches!(message, ToHost::Event(_))) {
        messages.extend(posts.recv_timeout(PATIENCE).expect("a post").messages);
    }
    assert!(matches!(messages[0], ToHost::Hello(hello) if hello.board == BOARD), "{messages:?}");
}

#[test]
fn a_board_that_is_connected_to() {
    let (url, posts) = serve();
    let board = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = board.local_addr().expect("an address").to_string();
    start(Line::Tcp(address), url, key());
    be_a_board(board.accept().expect("the bridge").0);
    check(&posts);
    // The bridge comes back when the board does.
    be_a_board(board.accept().expect("the bridge").0);
}

#[test]
fn a_board_that_connects() {
    let (url, posts) = serve();
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = port.local_addr().expect("an address").to_string();
    drop(port);
    let told = start(Line::Listen(address.clone()), url, key());
    let connect = || loop {
        if let Ok(stream) = TcpStream::connect(&address) {
            return stream;
        }
        std::thread::yield_now();
    };
    be_a_board(connect());
    check(&posts);
    be_a_board(connect());
    assert_eq!(told.recv_timeout(PATIENCE).expect("a notice"), "the line to the board is open");
}

#[test]
fn a_board_at_a_serial_port() {
    let (url, posts) = serve();
    let folder = tempfile::tempdir().expect("a folder");
    let device = folder.path().join("ttyBoard");
    // As the system does: the device's name leads to whatever is plugged in.
    let plug_in = || {
        let (mut board, port) = SerialPort::pair().expect("a pair of pseudo-terminals");
        board.set_read_timeout(Duration::from_millis(100)).expect("set");
        let path = std::fs::read_link(format!("/proc/self/fd/{}", port.as_raw_fd()));
        std::os::unix::fs::symlink(path.expect("a terminal"), &device).expect("a link");
        (board, port)
    };
    let (board, port) = plug_in();
    let told = start(Line::Serial { path: device.clone(), baud: 115_200 }, url, key());
    be_a_board(&board);
    check(&posts);
    assert_eq!(told.recv_timeout(PATIENCE).expect("a notice"), "the line to the board is open");
    // The plug is pulled, and the device with it.
    std::fs::remove_file(&device).expect("the link is there");
    drop((board, port));
    wait_for(&told, "the line to the board is closed");
    // Plugged in again, it is another terminal by the same name.
    let (board, _port) = plug_in();
    be_a_board(&board);
    wait_for(&told, "the line to the board is open");
}

/// A server with a certificate of its home's own authority, over TLS.
#[test]
fn a_server_of_ones_own_over_tls() {
    let file = |name: &str| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls");
        std::fs::read(folder.join(name)).expect("a file of the test")
    };
    let own = Roots::from_pem(&file("ca.pem")).expect("a certificate");
    assert!(Roots::from_pem(&file("server-key.pem")).is_err(), "a key is no certificate");
    for (roots, is_trusted) in [(own, true), (Roots::Public, false)] {
        let chain = CertificateDer::from_pem_slice(&file("server.pem")).expect("a certificate");
        let key_pair = PrivateKeyDer::from_pem_slice(&file("server-key.pem")).expect("a key");
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![chain], key_pair)
            .expect("they belong together");
        let config = Arc::new(config);
        let (url, posts) = serve_over("https", move |stream| {
            let connection = ServerConnection::new(config.clone()).expect("a configuration");
            StreamOwned::new(connection, stream)
        });
        let board = TcpListener::bind("127.0.0.1:0").expect("a port");
        let line = Line::Tcp(board.local_addr().expect("an address").to_string());
        let told = start_with(line, Server::Http { url, roots }, key());
        let (line, _) = board.accept().expect("the bridge");
        let board = std::thread::spawn(move || be_a_board(line));
        if is_trusted {
            board.join().expect("it has its acknowledgement");
            check(&posts);
            continue;
        }
        wait_for(&told, "certificate");
        assert!(posts.try_recv().is_err(), "nothing was said to a stranger");
    }
}

#[test]
fn a_strangers_key() {
    let (url, posts) = serve();
    let board = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = board.local_addr().expect("an address").to_string();
    let told = start(Line::Tcp(address), url, Key::new([4; 32]));
    let (line, _) = board.accept().expect("the bridge");
    // It waits for an acknowledgement that must not come.
    std::thread::spawn(move || be_a_board(line));
    wait_for(&told, "the server refuses the key (401");
    assert!(posts.try_recv().is_err(), "nothing was taken");
}
