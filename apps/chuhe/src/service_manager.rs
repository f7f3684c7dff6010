//! Reports the server's state to systemd: `sd_notify`, a datagram to the socket in `NOTIFY_SOCKET`.

use std::{pin::pin, time::Duration};
use tokio::time::{Instant, interval_at};

/// The server has loaded its games and answers requests.
pub const READY: &str = "READY=1";
/// The server finishes running requests and ends.
pub const STOPPING: &str = "STOPPING=1";

/// Extends the start timeout by this many microseconds.
const MORE_TIME: &str = "EXTEND_TIMEOUT_USEC=120000000";
/// Interval between two extensions.
const AGAIN: Duration = Duration::from_secs(30);
/// Maximum number of extensions, for two hours: a longer start is taken as hanging.
const MAX_EXTENSIONS: u32 = 240;

/// Runs a start and extends systemd's timeout while it runs. Recomputing the ladders of a large
/// database can take longer than a usual timeout.
pub async fn while_starting<T>(start: impl Future<Output = T>, tell: impl Fn(&str)) -> T {
    let mut start = pin!(start);
    let mut again = interval_at(Instant::now() + AGAIN, AGAIN);
    for _ in 0..MAX_EXTENSIONS {
        tokio::select! {
            biased;
            started = &mut start => return started,
            _ = again.tick() => tell(MORE_TIME),
        }
    }
    start.await
}

/// Sends a state. Errors are ignored: the server works without systemd.
#[cfg(target_os = "linux")]
pub fn notify(state: &str) {
    use std::os::{
        linux::net::SocketAddrExt,
        unix::{
            ffi::OsStrExt,
            net::{SocketAddr, UnixDatagram},
        },
    };
    let Some(name) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let address = match name.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => SocketAddr::from_pathname(&name),
    };
    if let (Ok(address), Ok(socket)) = (address, UnixDatagram::unbound()) {
        let _ = socket.send_to_addr(state.as_bytes(), &address);
    }
}

/// Only systemd on Linux has this protocol.
#[cfg(not(target_os = "linux"))]
pub fn notify(_: &str) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tokio::time::sleep;

    #[tokio::test(start_paused = true)]
    async fn a_long_start_asks_for_more_time() {
        for (seconds, asks) in [(0, 0), (29, 0), (31, 1), (3_610, 120), (100_000, MAX_EXTENSIONS)] {
            let asked = Cell::new(0);
            let tell = |said: &str| {
                assert_eq!(said, MORE_TIME);
                asked.set(asked.get() + 1);
            };
            let start = async {
                sleep(Duration::from_secs(seconds)).await;
                seconds
            };
            assert_eq!(while_starting(start, tell).await, seconds);
            assert_eq!(asked.get(), asks, "{seconds} s");
        }
    }
}
