//! A page's connections, one after the other: real sockets over pipes in memory.

use crate::{
    house::House,
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

/// What lies between a server and a page that does not read.
const PIPE_BYTES: usize = 16 * 1024;
/// Before a page whose connection broke comes back.
const AGAIN: Duration = Duration::from_millis(300);
/// Longest that opening a socket may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Keeps a page connected until the life ends.
pub(crate) async fn keep(world: Arc<World>, page: Arc<Page>, house: Arc<House>) {
    loop {
        page.go_on();
        let opened = timeout(PATIENCE, open(&house, &page.table_id(), page.connections())).await;
        if let Ok(Some(socket)) = opened {
            talk(&world, &page, socket).await;
            page.disconnected();
            world.note(&page.name, "closed");
        }
        sleep(AGAIN).await;
    }
}

/// Opens a socket; `None` if the server does not.
pub(crate) async fn open(
    house: &House,
    table: &str,
    turn: usize,
) -> Option<WebSocketStream<DuplexStream>> {
    let (near, far) = tokio::io::duplex(PIPE_BYTES);
    let service = TowerToHyperService::new(house.router(turn));
    tokio::spawn(async move {
        let server = hyper::server::conn::http1::Builder::new();
        // How it ended is seen at the other end.
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
    // Whichever ends first ends the connection.
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
