//! Fixed bugs that can be put back.

/// A bug that the simulation must find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyMutant {
    /// After one failed commit all later ones fail.
    WedgedWriter,
    /// The store accepts an append at an outdated position, as it can come from a second server.
    StaleWriter,
    /// A bug of the server.
    #[cfg(feature = "mutants")]
    Server(server::Mutant),
}

/// Activates a bug of the server until it is dropped.
pub(crate) struct EnabledMutant;

impl EnabledMutant {
    pub(crate) fn of(mutant: Option<AnyMutant>) -> EnabledMutant {
        #[cfg(feature = "mutants")]
        server::enable_mutant(match mutant {
            Some(AnyMutant::Server(bug)) => Some(bug),
            _ => None,
        });
        let _ = mutant;
        EnabledMutant
    }
}

impl Drop for EnabledMutant {
    fn drop(&mut self) {
        #[cfg(feature = "mutants")]
        server::enable_mutant(None);
    }
}
