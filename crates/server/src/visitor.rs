//! Who wants something of the tables: from where, and with which account.

use crate::accounts::Member;
use std::net::IpAddr;

/// Who asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    /// From where; `None` for this machine itself.
    pub(crate) address: Option<IpAddr>,
    /// Who is signed in, if anybody.
    pub(crate) account: Option<Member>,
}
