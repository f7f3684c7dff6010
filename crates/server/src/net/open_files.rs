//! How many files, and with them connections, the system lets this process have.

use crate::limits::{CONNECTIONS, RESERVED_FILES, WANTED_FILES};

/// Raises the soft limit as far as it goes and is wanted; how many connections then fit beside what
/// else the server has open.
pub(super) fn room_for_connections() -> usize {
    let files = usize::try_from(raised()).unwrap_or(usize::MAX);
    // With hardly any files at all half of them are better than none.
    CONNECTIONS.min(files - RESERVED_FILES.min(files / 2))
}

#[cfg(unix)]
fn raised() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // Without a limit there is none to raise.
    let Some(soft) = current else { return u64::MAX };
    let wanted = maximum.unwrap_or(WANTED_FILES).min(WANTED_FILES);
    if wanted <= soft {
        return soft;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }) {
        Ok(()) => wanted,
        Err(error) => {
            tracing::warn!(%error, soft, "the limit of open files cannot be raised");
            soft
        }
    }
}

#[cfg(not(unix))]
fn raised() -> u64 {
    WANTED_FILES
}
