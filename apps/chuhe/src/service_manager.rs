//! What is told to the service manager that has started us, if it wants to hear it: systemd's
//! `sd_notify`, a datagram to the socket that `NOTIFY_SOCKET` names.

use std::{pin::pin, time::Duration};
use tokio::time::{Instant, interval_at};

/// The games are taken up, and whoever comes is answered.
pub const READY: &str = "READY=1";
/// What is under way is answered, and then it ends.
pub const STOPPING: &str = "STOPPING=1";

/// More time, in microseconds: as long as this is said again within it, the start is no failure.
const MORE_TIME: &str = "EXTEND_TIMEOUT_USEC=120000000";
/// How often it is said.
const AGAIN: Duration = Duration::from_secs(30);
/// How often at most: a start that takes longer than two hours does not go on.
const MOST: u32 = 240;

/// Waits for a start and asks for more time meanwhile: a large house whose ladders are reckoned anew takes
/// more of it than any start is given beforehand.
pub async fn while_starting<T>(start: impl Future<Output = T>, tell: impl Fn(&str)) -> T {
    let mut start = pin!(start);
    let mut again = interval_at(Instant::now() + AGAIN, AGAIN);
    for _ in 0..MOST {
        tokio::select! {
            biased;
            started = &mut start => return started,
            _ = again.tick() => tell(MORE_TIME),
        }
    }
    start.await
}

/// Tells it. That nobody hears it is no reason not to play.
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

/// Only Linux has one of this kind.
#[cfg(not(target_os = "linux"))]
pub fn notify(_: &str) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tokio::time::sleep;

    #[tokio::test(start_paused = true)]
    async fn a_long_start_asks_for_more_time() {
        for (seconds, asks) in [(0, 0), (29, 0), (31, 1), (3_610, 120), (100_000, MOST)] {
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
