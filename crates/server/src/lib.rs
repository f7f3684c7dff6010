//! Tables over HTTP and WebSockets, with accounts, ladders, the archive and smart boards.
//!
//! [`Hub`] holds all parts of a server. Each running table has one actor (`tables::actor`), which
//! serialises its commands. `base::LogWriter` appends events for tables and boards, and resolves
//! appends without an answer. `accounts`, `ladders`, `studies`, `puzzles` and `smart_boards` keep
//! their state in the store. `mail` hands messages to the operator's mail server.
//!
//! # Groups
//!
//! The modules form groups. A group imports only groups below it in this picture, and only what
//! their front modules export. `xtask/tests/dependency_rules/modules.rs` lists the allowed imports.
//!
//! ```text
//! http
//! app           socket
//! moderation      │
//! lobby           │
//! tables ─────────┘        smart_boards     pictures
//! studies puzzles │              │
//! accounts      ladders       cluster
//! net             │              │
//! base ───────────┴──────────────┘
//! mail
//! ops
//! limits
//! ```
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
//! 9. A request for a new password by mail has the same answer for every name, and does not wait for
//!    the mail server. (`tests/mail.rs`.)
//!
//! 10. Logs contain ids and kinds of events; never tokens, passwords, mail addresses, sealed texts
//!     or positions.

mod accounts;
mod app;
mod base;
mod cluster;
mod http;
mod ladders;
mod limits;
mod lobby;
mod mail;
mod moderation;
mod net;
mod ops;
mod pictures;
mod puzzles;
mod smart_boards;
mod socket;
mod studies;
mod tables;

pub use accounts::{account_key, reset_link};
pub use app::Hub;
#[cfg(feature = "mutants")]
pub use base::mutants::{Mutant, enable_mutant};
pub use base::{
    Config, Env, Hint, Hints, HubError, LocalHints, LogError, RngError, SystemEnv, network, stamp,
};
pub use cluster::{HintsError, NatsHints};
pub use ipnet::IpNet;
pub use limits::ARBITER_KEY_CHARS;
pub use mail::{MailServer, MailServerError};
pub use moderation::office_act;
pub use protocol::Role;

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
