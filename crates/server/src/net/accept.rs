//! Accepts connections and shuts them down.

use super::{
    connections::{Connection, Connections, Fate, Rank},
    forwarded, open_files,
    read_budget::BudgetedStream,
    write_timeout::WriteTimeout,
};
use crate::{
    base::ApiError,
    limits::{
        ACCEPT_AGAIN, ACCEPT_AGAIN_AT_MOST, GRACE, HEADER_BYTES, HEADER_BYTES_READ, HEADERS,
        REQUESTS_PER_CONNECTION,
    },
};
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use http_body_util::BodyExt;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tower::ServiceExt;

/// Serves until `stop` completes. Then closes all connections, with a time limit.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    trusted: Vec<IpNet>,
    stop: impl Future<Output = ()>,
) {
    let connections = Connections::new(open_files::room_for_connections());
    let mut tasks = JoinSet::new();
    let mut stop = pin!(stop);
    let mut backoff = ACCEPT_AGAIN;
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            // Drops finished tasks.
            Some(_) = tasks.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                backoff = ACCEPT_AGAIN;
                if let Some(connection) = admit(&connections, &stream, peer, &trusted) {
                    tasks.spawn(converse(stream, Arc::new(connection), app.clone()));
                }
            }
            Err(error) if is_theirs(&error) => {}
            Err(error) => {
                tracing::error!(%error, "failed to accept connection");
                connections.shed_one();
                tokio::select! {
                    () = &mut stop => break,
                    () = tokio::time::sleep(backoff) => {}
                }
                backoff = (backoff * 2).min(ACCEPT_AGAIN_AT_MOST);
            }
        }
    }
    drop(listener);
    connections.close();
    // Connections that do not close in time are dropped.
    let _ = tokio::time::timeout(GRACE, connections.closed()).await;
}

fn admit(
    connections: &Arc<Connections>,
    stream: &TcpStream,
    peer: SocketAddr,
    trusted: &[IpNet],
) -> Option<Connection> {
    // Nagle's algorithm would delay a move until the previous packet is acknowledged: 40 ms instead
    // of 2.
    let _ = stream.set_nodelay(true);
    let local = stream.local_addr().ok()?;
    let ip: IpAddr = peer.ip().to_canonical();
    // Behind a proxy, the requests tell the client's address. This machine may open any number of
    // connections.
    let is_known = !ip.is_loopback() && !forwarded::is_in(trusted, ip);
    connections.admit(Some(ip).filter(|_| is_known), peer, local)
}

/// Whether the remote side has failed. The next connection may work.
fn is_theirs(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Serves a connection until it ends or has to be closed.
async fn converse(stream: TcpStream, connection: Arc<Connection>, app: Router) {
    let served = Arc::new(AtomicU32::new(0));
    let service = service_fn({
        let connection = connection.clone();
        move |request: hyper::Request<Incoming>| {
            let is_last = served.fetch_add(1, Ordering::Relaxed) + 1 >= REQUESTS_PER_CONNECTION;
            answer(app.clone(), connection.clone(), request.map(Body::new), is_last)
        }
    });
    let stream = BudgetedStream::new(WriteTimeout::new(stream), connection.budget());
    let mut conversation = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .max_buf_size(HEADER_BYTES_READ)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    tokio::select! {
        // Malformed requests and timeouts end the conversation as well.
        _ = conversation.as_mut() => return,
        fate = connection.ended() => match fate {
            Fate::Closing => conversation.as_mut().graceful_shutdown(),
            Fate::Open | Fate::Shed => return,
        },
    }
    let _ = conversation.await;
}

async fn answer(
    app: Router,
    connection: Arc<Connection>,
    mut request: Request,
    is_last: bool,
) -> Result<Response, Infallible> {
    connection.set_rank(Rank::Request);
    request.extensions_mut().insert(connection.clone());
    let is_long = head_bytes(&request) > HEADER_BYTES;
    let mut response = if is_long {
        ApiError::of_status(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "").into_response()
    } else {
        app.oneshot(request).await?
    };
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        connection.set_rank(Rank::Silent);
        return Ok(response);
    }
    if is_last || is_long {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    // A long response counts as running until it has been read.
    let under_way = UnderWay(connection);
    Ok(response.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _until_read = &under_way;
            frame
        }))
    }))
}

/// Approximate size of a request's head as it was sent.
fn head_bytes(request: &Request) -> usize {
    let headers = request.headers().iter();
    let lines = headers.map(|(name, value)| name.as_str().len() + value.len() + 4);
    lines.sum::<usize>() + request.uri().path_and_query().map_or(0, |path| path.as_str().len())
}

/// Guard of a request until its response has been read.
struct UnderWay(Arc<Connection>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.set_rank(Rank::Idle);
    }
}
