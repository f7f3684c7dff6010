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
mod arbiter;
mod cancelling;
mod clearing;
mod config;
mod cut_off_log;
mod eboards;
mod error;
mod finished;
mod health;
mod hints;
mod house_clock;
mod http;
mod hub;
mod ladders;
mod lag;
mod leases;
mod limits;
mod live;
mod lobby;
mod log;
mod log_owner;
mod look_timer;
#[cfg(test)]
mod memory_store;
mod metrics;
mod name;
mod net;
mod nodes;
mod noise;
mod opening;
mod outages;
mod pages;
mod pairing;
mod planted;
mod quotas;
mod rate_limiter;
mod seeks;
mod signed_head;
mod socket;
mod spans;
mod think;
mod think_queue;
mod token;
mod visitor;

pub use config::{Config, NoChance, Source, SystemSource, network, stamp};
pub use error::HubError;
pub use hints::{Hint, Hints, HintsError, LocalHints, NatsHints};
pub use hub::Hub;
pub use ipnet::IpNet;
pub use limits::ARBITER_KEY_CHARS;
pub use log::LogError;
#[cfg(feature = "planted-bugs")]
pub use planted::{Bug, plant};

use axum::Router;
use std::sync::Arc;
use tokio::net::TcpListener;

/// The server's routes over a hub.
pub fn router(hub: Arc<Hub>) -> Router {
    http::router(hub)
}

/// Tells at `/metrics` what the server counts, for good. Whoever can connect is told: sums, and nothing
/// of one table or player.
pub async fn serve_metrics(listener: TcpListener, hub: Arc<Hub>) {
    net::serve(listener, http::metrics_router(hub), Vec::new(), std::future::pending()).await;
}

/// Serves until `stop` completes; then tells whoever is connected, and waits a moment for them to go.
///
/// The process's soft limit of open files is raised for it.
pub async fn serve(listener: TcpListener, hub: Arc<Hub>, stop: impl Future<Output = ()>) {
    let trusted = hub.app.config.trusted_proxies.clone();
    let heartbeat = hub.clone().heartbeat();
    tokio::select! {
        () = net::serve(listener, router(hub), trusted, stop) => {}
        () = heartbeat => {}
    }
}
