//! The persons that limits, seeks and running games count.

use super::Visitor;
use crate::{base::token, net::subnet_key};
use ipnet::IpNet;
use protocol::AccountId;
use std::net::IpAddr;

/// A person: an account, a guest's address, or this machine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Person {
    Account(AccountId),
    Guest(IpAddr),
    Own,
}

impl Person {
    pub(crate) fn of(visitor: &Visitor) -> Person {
        match (&visitor.account, visitor.address) {
            (Some(account), _) => Person::Account(account.id.clone()),
            (None, Some(address)) => Person::Guest(subnet_key(address)),
            (None, None) => Person::Own,
        }
    }

    /// The account; `None` for guests and for this machine.
    pub(crate) const fn account(&self) -> Option<&AccountId> {
        match self {
            Person::Account(account) => Some(account),
            Person::Guest(_) | Person::Own => None,
        }
    }

    /// The network of a guest.
    pub(crate) const fn guest(&self) -> Option<IpAddr> {
        match self {
            Person::Guest(address) => Some(*address),
            Person::Account(_) | Person::Own => None,
        }
    }

    /// The key under which servers that share a store note a person. Returns `None` for a server's
    /// own machine, which no other server knows.
    pub(crate) fn contest_key(&self) -> Option<String> {
        match self {
            Person::Own => None,
            Person::Account(_) | Person::Guest(_) => {
                Some(format!("contest {}", token::hash(&format!("{self:?}"))))
            }
        }
    }

    /// Whether this is a guest from a network.
    pub(crate) fn is_in(&self, net: IpNet) -> bool {
        self.guest().is_some_and(|address| net.contains(&address))
    }
}
