//! A whole bridge: every kind of line on one side, an HTTP server on the other.
#![cfg(unix)]

use board_bridge::{Bridge, Line, Server, ServerUrl};
use boardlink::{Body, Decoder, Event, Hello, MAX_FRAME, PROTOCOL, ToBoard, ToHost, write_frame};
use broker::{HostPort, Roots};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serial2::SerialPort;
use smart_boards::{Answer, Key, MAC_HEADER, Post, board_text, down_name};
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

const BOARD: boardlink::ChipId = *b"test-board-1";
const PATIENCE: Duration = Duration::from_secs(120);

fn key() -> Key {
    Key::new([3; 32])
}

/// A server that accepts every signed post, and answers a wrong signature as the real one does.
fn serve() -> (String, Receiver<Post>) {
    serve_over("http", |stream| stream)
}

/// The same with a layer such as TLS around the connection.
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
                    let text = if is_signed {
                        let post: Post = serde_json::from_slice(&body).expect("a post");
                        let reply = signed(&answer(&post));
                        posts.send(post).expect("the test listens");
                        reply
                    } else {
                        response("401 Unauthorized", "", "{}")
                    };
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

/// A server's answer that acknowledges every event.
fn answer(post: &Post) -> Answer {
    let acks = post.messages.iter().filter_map(|message| match message {
        ToHost::Event(event) => Some(ToBoard::Ack { game: event.game, next: event.seq + 1 }),
        _ => None,
    });
    Answer { n: post.n, status: 200, nonce: Some(1), why: None, answers: acks.collect() }
}

/// The answer as a signed HTTP response.
fn signed(answer: &Answer) -> String {
    let body = serde_json::to_string(answer).expect("JSON");
    let mac = key().sign(&down_name(&board_text(&BOARD)), body.as_bytes());
    response("200 OK", &format!("{MAC_HEADER}: {mac}\r\n"), &body)
}

fn response(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
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
    start_with(line, Server::Http(ServerUrl::new(&url, None).expect("an address")), key)
}

fn line_to(board: &TcpListener) -> Line {
    let address = board.local_addr().expect("an address").to_string();
    Line::Tcp(HostPort::parse(&address, None).expect("an address"))
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

/// Waits until the bridge gives a notice that contains a text.
fn wait_for(told: &Receiver<String>, what: &str) {
    while !told.recv_timeout(PATIENCE).expect("a notice").contains(what) {}
}

fn say(line: &mut impl Write, message: &ToHost) {
    let mut frame = [0; MAX_FRAME];
    line.write_all(write_frame(message, &mut frame).expect("it fits")).expect("the line is open");
}

/// Identifies itself when asked, then repeats an event until it is acknowledged.
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
                ToBoard::AskFrom { game: 1, seq: 0 } => say(&mut line, &ToHost::Event(event)),
                ToBoard::Ack { game: 1, next: 1 } => return,
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Checks that the server received the board's event.
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
    start(line_to(&board), url, key());
    be_a_board(board.accept().expect("the bridge").0);
    check(&posts);
    // The bridge reconnects when the board returns.
    be_a_board(board.accept().expect("the bridge").0);
}

#[test]
fn a_board_that_connects() {
    let (url, posts) = serve();
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = port.local_addr().expect("an address").to_string();
    drop(port);
    let line = Line::Listen(HostPort::parse(&address, None).expect("an address"));
    let told = start(line, url, key());
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
    // Like udev, a link named after the device leads to the current terminal.
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
    // The device is unplugged.
    std::fs::remove_file(&device).expect("the link is there");
    drop((board, port));
    wait_for(&told, "the line to the board is closed");
    // When it is plugged in again, the same name leads to another terminal.
    let (board, _port) = plug_in();
    be_a_board(&board);
    wait_for(&told, "the line to the board is open");
}

/// A server with a certificate of a private authority.
#[test]
fn a_server_of_ones_own_over_tls() {
    let file = |name: &str| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls");
        std::fs::read(folder.join(name)).expect("a file of the test")
    };
    let own = Roots::from_pem(&file("ca.pem")).expect("a certificate");
    assert!(Roots::from_pem(&file("server-key.pem")).is_err(), "a key is no certificate");
    for (roots, is_trusted) in [(Some(own), true), (None, false)] {
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
        let server = Server::Http(ServerUrl::new(&url, roots).expect("an address"));
        let told = start_with(line_to(&board), server, key());
        let (line, _) = board.accept().expect("the bridge");
        let board = std::thread::spawn(move || be_a_board(line));
        if is_trusted {
            board.join().expect("it has its acknowledgement");
            check(&posts);
            continue;
        }
        wait_for(&told, "certificate");
        assert!(posts.try_recv().is_err(), "nothing was sent to an untrusted server");
    }
}

#[test]
fn a_strangers_key() {
    let (url, posts) = serve();
    let board = TcpListener::bind("127.0.0.1:0").expect("a port");
    let told = start(line_to(&board), url, Key::new([4; 32]));
    let (line, _) = board.accept().expect("the bridge");
    // The board waits for an acknowledgement that must not come.
    std::thread::spawn(move || be_a_board(line));
    wait_for(&told, "the server refuses the key (401");
    assert!(posts.try_recv().is_err(), "nothing was taken");
}

/// Only a signed answer to the current post counts. A forged acknowledgement, a redirect to one,
/// the server's answer to another post, or an unsigned rejection is not forwarded, and the post is
/// repeated.
#[test]
fn only_the_servers_word_counts() {
    let board = TcpListener::bind("127.0.0.1:0").expect("a port");
    let server = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", server.local_addr().expect("an address"));
    let redirect = format!("location: {url}/elsewhere\r\n");
    let told = start(line_to(&board), url, key());
    let board = std::thread::spawn(move || be_a_board(board.accept().expect("the bridge").0));
    let fake = |post: &Post| serde_json::to_string(&answer(post)).expect("JSON");
    let mut lies = vec![
        response("307 Temporary Redirect", &redirect, ""),
        response("302 Found", &redirect, ""),
        response("422 Unprocessable Content", "", "{}"),
        response("400 Bad Request", "", "\u{1b}[31mno"),
    ];
    let mut events = 0;
    let mut first: Option<Post> = None;
    'connections: for stream in server.incoming() {
        let mut stream = BufReader::new(stream.expect("a connection"));
        while let Some((target, mac, body)) = read_request(&mut stream) {
            assert!(!target.contains("elsewhere"), "followed");
            assert!(key().verify(&board_text(&BOARD), &body, &mac));
            let post: Post = serde_json::from_slice(&body).expect("a post");
            let has_event = post.messages.iter().any(|said| matches!(said, ToHost::Event(_)));
            events += usize::from(has_event);
            let reply = match (has_event, events, &first) {
                (false, ..) => signed(&answer(&post)),
                (_, 1, _) => response("200 OK", "", &fake(&post)),
                (_, 2, _) => {
                    // Signed, but for the previous post.
                    let before = Post { n: post.n - 1, ..post.clone() };
                    first = Some(post.clone());
                    signed(&answer(&before))
                }
                (.., Some(first)) if !lies.is_empty() => {
                    assert_eq!(*first, post, "it may have arrived: it is repeated as it is");
                    lies.remove(0)
                }
                _ => signed(&answer(&post)),
            };
            let stream = stream.get_mut();
            if stream.write_all(reply.as_bytes()).and_then(|()| stream.flush()).is_err() {
                break;
            }
            if has_event && lies.is_empty() && events > 6 {
                break 'connections;
            }
        }
    }
    board.join().expect("it has its acknowledgement");
    wait_for(&told, "the answer is not signed by the server");
    assert_eq!(events, 7, "four lies, two others, and the truth");
}
