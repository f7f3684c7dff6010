//! Tables over HTTP and WebSockets, with accounts, ladders, the archive and smart boards.
//!
//! - [`Hub`] owns the running tables. One actor (`actor`) per table serialises its commands.
//! - `log_writer` appends events for tables and boards, and resolves appends without an answer.
//! - `http` holds the routes, `socket` a table's socket, `net` connections and client addresses.
//! - `accounts`, `ladders` and `smart_boards` (smart boards) keep their state in the store.
//!
//! The clock, the random numbers and the store are arguments, so tests control all three.
//!

//! # Invariants
//!
//! 1. The order per table is decide, commit, evolve, update the viewers, acknowledge. A copy of
//!    the table evolves before the commit, because the deadline and the archive row are committed
//!    with the event. (`tests/sockets.rs`, `tests/simulation`.)
//!
//! 2. An append without an answer is resolved by reading the log. Until then no viewer receives
//!    the event. (`tests/store_failures.rs`.)
//!

//! 3. On a shared store an actor may be stale. It refreshes when an append fails with `Stale` and
//!    periodically. It then validates the new events and sends them to its viewers.
//!    (`tests/nodes.rs`.)
//!
//! 4. Hints and leases are optimisations. Correctness never depends on them, and no request waits
//!    for them. (`tests/simulation/tests/nodes.rs`.)
//!
//! 5. If nothing can be stored for two seconds, the tables' clocks stop. The time is credited by
//!    logged events. (`tests/store_failures.rs`.)
//!

//! 6. No lock shared by tables is held while the store or a table is waited for. A board's lock and
//!    the cursor of the ladders are held during a commit; readers use published copies instead.
//!    (`tests/store_failures.rs`.)
//!
//! 7. `net` determines the client address. Forwarding headers count only from a trusted proxy.
//!    (`tests/network.rs`.)
//!
//! 8. A failed login reveals nothing about the account, neither by text nor by duration.
//!    (`tests/accounts.rs`.)
//!
//! 9. Logs contain ids and kinds of events; never tokens, passwords, sealed texts or positions.

mod accounts;
mod actor;
mod address_limiter;
mod api_error;
mod app_state;
mod arbiter;
mod cancelling;
mod clearing;
mod cluster;
mod config;
mod contests;
mod deletion_locks;
mod error;
mod finished;
mod game_clock;
mod health;
mod hints;
mod http;
mod hub;
mod ladders;
mod lag;
mod leases;
mod limits;
mod live;
mod lobby;
mod log;
mod log_throttle;
mod log_writer;
#[cfg(test)]
mod memory_store;
mod metrics;
mod mutants;
mod name;
mod net;
mod outage_log;
mod outages;
mod pages;
mod pairing;
mod quotas;
mod rate_limiter;
mod readings;
mod refresh_timer;
mod seeks;
mod shows;
mod signed_head;
mod smart_boards;
mod socket;
mod spans;
mod table_creation;
mod think;
mod think_queue;
mod token;
mod visitor;
mod writings;

pub use config::{Config, Env, RngError, SystemEnv, network, stamp};
pub use error::HubError;
pub use hints::{Hint, Hints, HintsError, LocalHints, NatsHints};
pub use hub::Hub;
pub use ipnet::IpNet;
pub use limits::ARBITER_KEY_CHARS;
pub use log::LogError;
#[cfg(feature = "mutants")]
pub use mutants::{Mutant, enable_mutant};

use axum::Router;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Returns the server's routes over a hub.
pub fn router(hub: Arc<Hub>) -> Router {
    http::router(hub)
}

/// Serves `/metrics` forever. The metrics are totals; they contain no data of a single table or
/// player, so any client that can connect may read them.
pub async fn serve_metrics(listener: TcpListener, hub: Arc<Hub>) {
    net::serve(listener, http::metrics_router(hub), Vec::new(), std::future::pending()).await;
}

/// Serves until `stop` completes. Then notifies the connected clients and waits briefly for them to
/// disconnect.
///
/// Raises the soft limit of open files of the process.
pub async fn serve(listener: TcpListener, hub: Arc<Hub>, stop: impl Future<Output = ()>) {
    let trusted = hub.app.config.trusted_proxies.clone();
    let heartbeat = hub.clone().heartbeat();
    tokio::select! {
        () = net::serve(listener, router(hub), trusted, stop) => {}
        () = heartbeat => {}
    }
}
