//! What is told to the service manager that has started us, if it wants to hear it: systemd's
//! `sd_notify`, a datagram to the socket that `NOTIFY_SOCKET` names.

/// The games are taken up, and whoever comes is answered.
pub const READY: &str = "READY=1";
/// What is under way is answered, and then it ends.
pub const STOPPING: &str = "STOPPING=1";

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
