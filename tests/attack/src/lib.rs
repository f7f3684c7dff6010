//! What strangers may try against a server that runs, and what comes of it.
//!
//! Each attack has a real `chuhe serve` on loopback to itself. Nothing sleeps: what takes time is the
//! server's own patience, and [`PATIENCE`] bounds a hang.

mod http;
mod program;
mod socket;

pub use http::{Connection, Reply};
pub use program::Program;
pub use socket::TableSocket;

use anyhow::{Result, ensure};
use protocol::{Created, OpenRequest, SeatPlan, TablePlan};
use std::time::Duration;

/// Bounds a hang; no result depends on it.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// What a request says of whom a proxy speaks for.
pub fn from(address: &str) -> String {
    format!("x-forwarded-for: {address}\r\n")
}

/// A table of xiangqi with this clock. With one player both seats are the host's.
pub fn request(clock: &str, players: usize) -> String {
    let guest = if players == 1 { SeatPlan::Host } else { SeatPlan::Open };
    let plan = TablePlan {
        variant: "xiangqi".into(),
        options: "quiet-limit=off repetition=off".into(),
        clock: clock.into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, guest],
        start: None,
        training: false,
        rated: false,
    };
    let request = OpenRequest { plan, name: "Hanna".into() };
    serde_json::to_string(&request).unwrap_or_default()
}

/// Opens a table at which one player has both seats.
///
/// # Errors
/// When the server does not let it be.
pub fn open(program: &Program) -> Result<Created> {
    let reply = program.post("/api/tables", &request("none", 1), "")?;
    ensure!(reply.status == 201, "{reply:?}");
    Ok(serde_json::from_str(&reply.body)?)
}
