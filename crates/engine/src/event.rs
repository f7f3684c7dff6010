//! What the reading and the thinking thread tell the one that answers.

use crate::report::Report;
use games::AnyAction;

/// What the main thread waits for.
pub(crate) enum Event {
    Line(String),
    /// A line that is too long to be any good.
    TooLong,
    /// The input has ended.
    Closed,
    /// How far a search has got.
    Report(u64, Report),
    /// A search is over.
    Answer(u64, Answer),
    /// The tables are there.
    Ready,
    /// Something could not be done as it was asked for.
    Problem(String),
}

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) action: Option<AnyAction>,
    pub(crate) ponder: Option<AnyAction>,
    pub(crate) report: Option<Report>,
}
