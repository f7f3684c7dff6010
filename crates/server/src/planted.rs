//! Fixed bugs that the simulation can enable again to prove that it finds them. They only exist
//! with the feature `planted-bugs`, which releases do not have.

/// A fixed bug.
#[allow(unreachable_pub, reason = "public with the feature alone")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bug {
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

#[cfg(any(test, feature = "planted-bugs"))]
mod switch {
    use super::Bug;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
    }

    /// Enables a bug for all servers of this thread, or disables it.
    #[allow(unreachable_pub, reason = "public with the feature alone")]
    pub fn plant(bug: Option<Bug>) {
        PLANTED.set(bug);
    }

    pub(crate) fn has(bug: Bug) -> bool {
        PLANTED.get() == Some(bug)
    }
}

#[cfg(any(test, feature = "planted-bugs"))]
pub(crate) use switch::has;
#[cfg(feature = "planted-bugs")]
pub use switch::plant;
#[cfg(all(test, not(feature = "planted-bugs")))]
pub(crate) use switch::plant;

/// Whether the bug is enabled.
#[cfg(not(any(test, feature = "planted-bugs")))]
pub(crate) const fn has(_bug: Bug) -> bool {
    false
}
