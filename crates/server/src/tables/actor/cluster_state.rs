//! What a table's actor knows of other servers, and they of it.

use super::{refresh::Refresh, request::Request, sync::Reading};

/// State towards the other servers of the store, if there are any.
#[derive(Default)]
pub(super) struct ClusterState {
    /// Requests that wait for events of other servers.
    pub(super) refresh: Refresh<Request>,
    /// The running read of those events.
    pub(super) reading: Option<Reading>,
    /// Whether this server is responsible for the deadline, even if the players are elsewhere.
    pub(super) is_claimed: bool,
    /// Number of accounts here that other servers know of.
    pub(super) members_noted: usize,
}
