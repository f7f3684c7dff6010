//! The persons who open public games, for their shares of the lists.

use crate::{
    accounts::{Person, Visitor},
    base::token,
    net::networks,
};
use protocol::AccountId;
use serde::{Deserialize, Serialize};

/// The person who opened a table. Servers that share a store compare the hashes.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub(super) struct Creator {
    /// Hash of the person; `None` if the person is not known.
    person: Option<String>,
    /// Hash of the widest network; `None` for the server's own machine, and if it is not known.
    pub(super) network: Option<String>,
}

impl Creator {
    pub(super) fn of(visitor: &Visitor) -> Creator {
        let widest = visitor.address.and_then(|address| networks(address).last());
        Creator {
            person: Some(hashed(&Person::of(visitor))),
            network: widest.map(|(net, _)| token::hash(&format!("network {net}"))),
        }
    }

    /// The creator of a game of which only the players' accounts are known.
    pub(super) fn among(players: Vec<AccountId>) -> Creator {
        let player = players.into_iter().next().map(Person::Account);
        Creator { person: player.as_ref().map(hashed), network: None }
    }

    /// Whether both are the same known person.
    pub(super) fn is_same_person(&self, other: &Creator) -> bool {
        self.person.is_some() && self.person == other.person
    }
}

fn hashed(person: &Person) -> String {
    token::hash(&format!("{person:?}"))
}
