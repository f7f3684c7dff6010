//! Bugs that were mended, for the simulation to find once more. Without the feature `planted-bugs`,
//! which nothing that is shipped has, there are none.

/// A bug as it was.
#[allow(unreachable_pub, reason = "public with the feature alone")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bug {
    /// A commit that was not acknowledged is told as one that did not happen.
    CommitGuessed,
    /// The clocks run while nothing can be stored.
    ClocksRun,
    /// Strangers take the places of those who have seats.
    StrangersFirst,
    /// A command that is behind gets what it missed, and no answer.
    StaleUnanswered,
    /// Only one that is so far behind that what it missed leaves no room for an answer.
    FarBehindUnanswered,
    /// A command's id that another seat has used is taken for one's own.
    BorrowedId,
    /// A pong that is held back counts as the way it took.
    HeldPong,
    /// In training a game is taken back after its end, which has shown what was hidden.
    UndoneAfterTheEnd,
    /// A command is decided on as an event that is impossible at its table.
    ImpossibleEvent,
}

#[cfg(any(test, feature = "planted-bugs"))]
mod switch {
    use super::Bug;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
    }

    /// Puts a bug into every server of this thread, or takes it out.
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

/// Whether this bug is planted.
#[cfg(not(any(test, feature = "planted-bugs")))]
pub(crate) const fn has(_bug: Bug) -> bool {
    false
}
