//! Attacks on a running server, and its reactions.
//!
//! Each test starts a real `chuhe serve` on the loopback interface. No test sleeps: the time that a
//! test takes is that of the server's timeouts, and [`PATIENCE`] bounds a hang.

mod http;
mod program;
mod socket;

pub use http::{Connection, Reply};
pub use program::Program;
pub use socket::TableSocket;

use anyhow::{Result, ensure};
use protocol::{Created, OpenRequest, SeatPlan, TablePlan};
use std::time::Duration;

/// Timeout for a hanging server; no result depends on it.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The header in which a proxy names the client.
pub fn from(address: &str) -> String {
    format!("x-forwarded-for: {address}\r\n")
}

/// A request for a table of xiangqi with this clock. With one player, both seats are the host's.
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
        ..TablePlan::default()
    };
    let request = OpenRequest { plan, name: "Hanna".into() };
    serde_json::to_string(&request).unwrap_or_default()
}

/// Opens a table at which one player has both seats.
///
/// # Errors
/// If the server refuses.
pub fn open(program: &Program) -> Result<Created> {
    let reply = program.post("/api/tables", &request("none", 1), "")?;
    ensure!(reply.status == 201, "{reply:?}");
    Ok(serde_json::from_str(&reply.body)?)
}
