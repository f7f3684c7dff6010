//! Bugs that were mended, put back.

/// A bug that the simulation must find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planted {
    /// After one failed commit nothing is ever stored again.
    WedgedWriter,
    /// Of two servers on one store the second writes where the log no longer ends.
    StaleWriter,
    /// In the server.
    #[cfg(feature = "planted-bugs")]
    Server(server::Bug),
}

/// Plants a bug until it is dropped.
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
