//! The state of a board as other servers have written it.

use protocol::SmartBoardView;

/// State of a board as written by other servers.
#[derive(Clone, Default)]
pub(super) struct Elsewhere {
    /// Number of changes when this server last read the shared row.
    pub(super) changes: u64,
    /// Nonce at that time.
    pub(super) nonce: u64,
    /// Whether another server has changed the board since the logs were read.
    pub(super) is_behind: bool,
    /// View written by the last other server, with the time of its arrival here.
    pub(super) shown: Option<(SmartBoardView, u64)>,
}

impl Elsewhere {
    /// The board's view if another server has written the latest one.
    pub(super) fn view(&self, name: &str, now_ms: u64) -> Option<SmartBoardView> {
        let (view, since_ms) = self.shown.as_ref()?;
        let gone_by_ms = match view.running_ms {
            0 => 0,
            _ => now_ms.saturating_sub(*since_ms),
        };
        let running_ms = view.running_ms + gone_by_ms;
        Some(SmartBoardView { running_ms, name: name.to_owned(), ..view.clone() })
    }
}
