//! The client of a request about tables, with address and account.

use super::Member;
use std::net::IpAddr;

/// Client of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    /// Remote address; `None` for this machine.
    pub(crate) address: Option<IpAddr>,
    /// Signed-in account.
    pub(crate) account: Option<Member>,
}
