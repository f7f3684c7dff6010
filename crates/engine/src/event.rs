//! Events from the reading and the searching thread.

use crate::report::Report;
use games::AnyAction;

/// Events that the main thread handles.
pub(crate) enum Event {
    Line(String),
    /// A line above the length limit.
    TooLong,
    /// End of the input.
    Closed,
    /// Progress of a search.
    Report(u64, Report),
    /// Result of a search.
    Answer(u64, Answer),
    /// The tables are allocated.
    Ready,
    /// A request could not be fulfilled as asked.
    Problem(String),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) action: Option<AnyAction>,
    pub(crate) ponder: Option<AnyAction>,
    pub(crate) report: Option<Report>,
}
