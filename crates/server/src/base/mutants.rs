//! Fixed bugs that the simulation can enable again to prove that it finds them. They only exist
//! with the feature `mutants`, which releases do not have.

/// A fixed bug that can be enabled again.
#[allow(unreachable_pub, reason = "public with the feature alone")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutant {
    /// An unacknowledged commit is reported as failed.
    CommitGuessed,
    /// The clocks run while nothing can be stored.
    ClocksRun,
    /// Spectators use up the sockets of seats.
    StrangersFirst,
    /// A stale command gets the missed updates but no answer.
    StaleUnanswered,
    /// As above, only if the missed updates leave no space for the answer.
    FarBehindUnanswered,
    /// A command id of another seat is accepted.
    BorrowedId,
    /// A delayed pong counts as network delay.
    HeldPong,
    /// In training a finished game, which has revealed its secrets, is undone.
    UndoneAfterTheEnd,
    /// A command leads to an event that is impossible at its table.
    ImpossibleEvent,
}

#[cfg(any(test, feature = "mutants"))]
mod switch {
    use super::Mutant;
    use std::cell::Cell;

    thread_local! {
        static ENABLED: Cell<Option<Mutant>> = const { Cell::new(None) };
    }

    /// Enables a mutant for all servers of this thread, or disables it.
    #[allow(unreachable_pub, reason = "public with the feature alone")]
    pub fn enable_mutant(mutant: Option<Mutant>) {
        ENABLED.set(mutant);
    }

    pub(crate) fn is_enabled(mutant: Mutant) -> bool {
        ENABLED.get() == Some(mutant)
    }
}

#[cfg(feature = "mutants")]
pub use switch::enable_mutant;
#[cfg(all(test, not(feature = "mutants")))]
pub(crate) use switch::enable_mutant;
#[cfg(any(test, feature = "mutants"))]
pub(crate) use switch::is_enabled;

/// Whether the mutant is enabled.
#[cfg(not(any(test, feature = "mutants")))]
pub(crate) const fn is_enabled(_mutant: Mutant) -> bool {
    false
}
