//! Fixed bugs that can be put back.

/// A bug that the simulation must find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planted {
    /// After one failed commit all later ones fail.
    WedgedWriter,
    /// The store accepts an append at an outdated position, as it can come from a second server.
    StaleWriter,
    /// A bug of the server.
    #[cfg(feature = "planted-bugs")]
    Server(server::Bug),
}

/// Activates a bug of the server until it is dropped.
pub(crate) struct Planting;

impl Planting {
    pub(crate) fn of(planted: Option<Planted>) -> Planting {
        #[cfg(feature = "planted-bugs")]
        server::plant(match planted {
            Some(Planted::Server(bug)) => Some(bug),
            _ => None,
        });
        let _ = planted;
        Planting
    }
}

impl Drop for Planting {
    fn drop(&mut self) {
        #[cfg(feature = "planted-bugs")]
        server::plant(None);
    }
}
