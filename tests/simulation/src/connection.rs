//! The connections of a page: real WebSockets over in-memory pipes.

use crate::{
    cluster::Cluster,
    page::{Outgoing, Page, now_ms},
    world::World,
};
use futures_util::{SinkExt, StreamExt, stream::SplitStream};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::DuplexStream,
    sync::mpsc,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// Capacity of the pipe between a server and a page.
const PIPE_BYTES: usize = 16 * 1024;
/// Pause before a page reconnects.
const RECONNECT_PAUSE: Duration = Duration::from_millis(300);
/// Timeout for opening a socket.
const PATIENCE: Duration = Duration::from_secs(20);

/// Keeps a page connected until the life ends.
pub(crate) async fn keep(world: Arc<World>, page: Arc<Page>, cluster: Arc<Cluster>) {
    loop {
        page.go_on();
        let opened = timeout(PATIENCE, open(&cluster, &page.table_id(), page.connections())).await;
        if let Ok(Some(socket)) = opened {
            talk(&world, &page, socket).await;
            page.disconnected();
            world.note(&page.name, "closed");
        }
        sleep(RECONNECT_PAUSE).await;
    }
}

/// Opens a socket; `None` if the server refuses.
pub(crate) async fn open(
    cluster: &Cluster,
    table: &str,
    turn: usize,
) -> Option<WebSocketStream<DuplexStream>> {
    let (near, far) = tokio::io::duplex(PIPE_BYTES);
    let service = TowerToHyperService::new(cluster.router(turn));
    tokio::spawn(async move {
        let server = hyper::server::conn::http1::Builder::new();
        // The client's end shows how the connection ended.
        let _ = server.serve_connection(TokioIo::new(far), service).with_upgrades().await;
    });
    let address = format!("ws://localhost/api/tables/{table}/socket");
    let config = WebSocketConfig::default().read_buffer_size(4 * 1024);
    let (socket, _) = client_async_with_config(address, near, Some(config)).await.ok()?;
    Some(socket)
}

async fn talk(world: &World, page: &Page, socket: WebSocketStream<DuplexStream>) {
    let (outgoing, mut waiting) = mpsc::unbounded_channel();
    let (mut sink, stream) = socket.split();
    let hello = page.connected(now_ms(world), outgoing);
    let writes = async {
        if sink.send(Message::Text(hello.into())).await.is_err() {
            return;
        }
        while let Some(Outgoing::Text(text)) = waiting.recv().await {
            if sink.send(Message::Text(text.into())).await.is_err() {
                return;
            }
        }
    };
    // The first to end ends the connection.
    tokio::select! {
        biased;
        () = writes => {}
        () = read(world, page, stream) => {}
    }
}

async fn read(world: &World, page: &Page, mut stream: SplitStream<WebSocketStream<DuplexStream>>) {
    loop {
        while page.reads_again_ms() > now_ms(world) {
            sleep(Duration::from_millis(100)).await;
        }
        match stream.next().await {
            Some(Ok(Message::Text(text))) => {
                if !page.hear(world, &text) {
                    return;
                }
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            Some(Ok(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::Clock,
        disk::Disk,
        recorder::Recorder,
        requests::{JOIN, OPEN},
        script::{DiskFault, Script},
    };
    use commit_reveal::Salt;
    use protocol::{Command, Created, ToClient, ToServer};
    use tokio::time::Instant;

    type Socket = WebSocketStream<DuplexStream>;

    /// Simulated time after which a test has failed.
    const HANG: Duration = Duration::from_secs(3_600);

    /// A world with one server and a table with two players, in paused time.
    fn at_a_table(talk: impl AsyncFnOnce(&World, &Cluster, &Created)) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime");
        let recorder = Arc::new(Recorder::default());
        let clock = Arc::new(Clock::new(1));
        let disk = Arc::new(Disk::new(1, clock.clone(), recorder.clone()));
        let script = Script { tables: Vec::new(), steps: Vec::new(), ..Script::draw(1) };
        let world = World::new(Script { servers: 1, ..script }, clock, disk, recorder);
        runtime.block_on(async {
            world.clock.begin();
            let cluster = Cluster::start(&world, None).await;
            let any = ("accept", "*/*");
            let open = OPEN.replace("VARIANT", "xiangqi").replace("CLOCK", "none");
            let (_, reply) = cluster.ask("POST", "/api/tables", any, open).await;
            let created: Created = serde_json::from_str(&reply).expect("a table");
            let path = format!("/api/tables/{}/join", created.table);
            cluster.ask("POST", &path, any, JOIN.to_owned()).await;
            talk(&world, &cluster, &created).await;
        });
    }

    async fn greet(cluster: &Cluster, table: &str, token: &str) -> Socket {
        let mut socket = open(cluster, table, 0).await.expect("a socket");
        let hello = ToServer::Hello { token: token.to_owned(), last: 0, seat: None };
        say(&mut socket, &hello).await;
        socket
    }

    async fn say(socket: &mut Socket, message: &ToServer) {
        let text = serde_json::to_string(message).expect("json");
        socket.send(Message::Text(text.into())).await.expect("sent");
    }

    /// The next message; `None` when the socket is closed. Reading also answers pings.
    async fn hear(socket: &mut Socket) -> Option<ToClient> {
        timeout(HANG, read_message(socket)).await.expect("a message within an hour")
    }

    async fn read_message(socket: &mut Socket) -> Option<ToClient> {
        loop {
            match socket.next().await? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// A socket is dropped after forty seconds without any answer; one that only answers pings
    /// stays.
    #[test]
    fn a_socket_that_never_answers_is_closed() {
        at_a_table(async |_, cluster, table| {
            let mut observer = greet(cluster, &table.table, "").await;
            let is_here = async |observer: &mut Socket| loop {
                if let ToClient::Presence { here, .. } = hear(observer).await.expect("open") {
                    return !here.is_empty();
                }
            };
            assert!(!is_here(&mut observer).await);
            let _mute = greet(cluster, &table.table, &table.token).await;
            assert!(is_here(&mut observer).await);
            let since = Instant::now();
            assert!(!is_here(&mut observer).await);
            let quiet = Duration::from_millis(protocol::DROP_AFTER_MS);
            let waited = since.elapsed();
            assert!(waited >= quiet && waited < quiet + Duration::from_secs(1), "{waited:?}");
            let nothing = timeout(quiet * 3, hear(&mut observer)).await;
            assert!(nothing.is_err(), "{nothing:?}");
        });
    }

    /// While the table cannot process commands, at most sixteen are read ahead. The table's queue
    /// therefore never overflows, and every command gets its answer.
    #[test]
    fn commands_wait_where_they_are_not_yet_read() {
        const COMMANDS: u128 = 600;
        at_a_table(async |world, cluster, table| {
            let host = greet(cluster, &table.table, &table.token).await;
            world.disk.fail(DiskFault::Hangs, 1_500);
            let (mut sink, mut stream) = host.split();
            let send = async {
                let share = Salt::new([1; 16]).commitment().to_string();
                // The first command cannot be stored yet, and the table waits for it.
                let first = Command::CommitSalt { commitment: share };
                let others = Command::Act { action: "h2e2".to_owned() };
                let all = std::iter::once(first).chain(std::iter::repeat(others));
                for (number, command) in (0..COMMANDS).zip(all) {
                    let id = format!("{number:032x}");
                    let message = ToServer::Do { id, expect: 9_999, seat: 0, command };
                    let text = serde_json::to_string(&message).expect("json");
                    sink.send(Message::Text(text.into())).await.expect("sent");
                }
            };
            let hear = async {
                let mut answers = 0;
                while answers < COMMANDS {
                    let Some(Ok(message)) = stream.next().await else { panic!("closed") };
                    let Message::Text(text) = message else { continue };
                    match serde_json::from_str(&text).expect("a message") {
                        ToClient::Ack { .. } => answers += 1,
                        ToClient::Refused { code, .. } => {
                            assert_ne!(code, "busy", "after {answers} answers");
                            answers += 1;
                        }
                        _ => {}
                    }
                }
            };
            let answers = async { tokio::join!(send, hear) };
            timeout(HANG, answers).await.expect("all answers within an hour");
        });
    }
}
