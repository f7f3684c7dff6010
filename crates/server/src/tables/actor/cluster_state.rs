//! What a table's actor knows of other servers, and they of it.

use super::sync::Refresh;

/// State towards the other servers of the store, if there are any.
#[derive(Default)]
pub(super) struct ClusterState {
    /// Reading of events from other servers.
    pub(super) refresh: Refresh,
    /// Whether this server is responsible for the deadline, even if the players are elsewhere.
    pub(super) is_claimed: bool,
    /// Number of accounts here that other servers know of.
    pub(super) members_noted: usize,
}
