//! Limit of open files, and so of connections.

use crate::limits::{CONNECTIONS, RESERVED_FILES, WANTED_FILES};

/// Raises the soft limit of open files if needed. Returns the number of connections that it allows.
pub(super) fn room_for_connections() -> usize {
    let files = usize::try_from(raised()).unwrap_or(usize::MAX);
    // With very few files, connections get half of them.
    CONNECTIONS.min(files - RESERVED_FILES.min(files / 2))
}

#[cfg(unix)]
fn raised() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // There is no limit.
    let Some(soft) = current else { return u64::MAX };
    let wanted = maximum.unwrap_or(WANTED_FILES).min(WANTED_FILES);
    if wanted <= soft {
        return soft;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }) {
        Ok(()) => wanted,
        Err(error) => {
            tracing::warn!(%error, soft, "failed to raise the limit of open files");
            soft
        }
    }
}

#[cfg(not(unix))]
fn raised() -> u64 {
    WANTED_FILES
}
