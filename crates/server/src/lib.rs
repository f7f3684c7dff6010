//! Tables over HTTP and sockets.
//!
//! One actor a table owns the table and the order of things: decide → commit → evolve → fan out →
//! acknowledge (a copy of the table evolves before the commit and takes its place after it). No
//! event is told or acknowledged before the store has committed it; what became of a commit that
//! failed is read in the log. Time, chance and the store are handed in, so that tests decide all
//! three.
//!
//! Logs hold ids and kinds of events; never tokens, sealed texts or positions.

mod accounts;
mod actor;
mod api_error;
mod app_state;
mod clearing;
mod config;
mod eboards;
mod error;
mod finished;
mod http;
mod hub;
mod ladders;
mod lag;
mod limits;
mod log;
mod log_owner;
mod opening;
mod pages;
mod pairing;
mod rate_limiter;
mod seeks;
mod signed_head;
mod socket;
mod think;
mod think_queue;
mod token;

pub use config::{Config, NoChance, Source, SystemSource};
pub use error::HubError;
pub use hub::Hub;
pub use log::LogError;

use axum::Router;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The server's routes over a hub.
pub fn router(hub: Arc<Hub>) -> Router {
    http::router(hub)
}

/// Serves until `stop` completes.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    listener: TcpListener,
    hub: Arc<Hub>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    use axum::serve::ListenerExt;
    // Without it a move waits for the acknowledgement of the packet before: 40 ms instead of 2.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let heart = tokio::spawn(hub.clone().heartbeat());
    let app = router(hub).into_make_service_with_connect_info::<std::net::SocketAddr>();
    let result = axum::serve(listener, app).with_graceful_shutdown(stop).await;
    heart.abort();
    result
}
