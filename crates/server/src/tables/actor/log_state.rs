//! The writer of a table's log, and the running commit.

use super::change::Pending;
use crate::base::LogWriter;

/// State of a table's log.
pub(super) struct LogState {
    /// Writer of the log; `None` during a commit.
    pub(super) writer: Option<LogWriter>,
    pub(super) pending: Option<Pending>,
    /// Whether the log is unusable.
    pub(super) is_broken: bool,
}

impl LogState {
    /// A log without a running commit.
    pub(super) const fn new(writer: LogWriter) -> LogState {
        LogState { writer: Some(writer), pending: None, is_broken: false }
    }

    /// Whether no commit is running.
    pub(super) const fn can_append(&self) -> bool {
        self.writer.is_some()
    }
}
