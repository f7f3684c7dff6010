//! Name of this machine in its network.

/// Names in lower case; empty if the system has none.
#[cfg(unix)]
pub(super) fn own_names() -> Vec<String> {
    let system = rustix::system::uname();
    let name = system.nodename().to_str().unwrap_or_default().to_ascii_lowercase();
    let short = name.split('.').next().unwrap_or_default().to_owned();
    if short.is_empty() {
        return Vec::new();
    }
    let local = format!("{short}.local");
    vec![name, short, local]
}

#[cfg(not(unix))]
pub(super) fn own_names() -> Vec<String> {
    let name = std::env::var("COMPUTERNAME").unwrap_or_default().to_ascii_lowercase();
    if name.is_empty() { Vec::new() } else { vec![format!("{name}.local"), name] }
}
