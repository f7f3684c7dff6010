use super::{
    Proof,
    heads::{continues, rolled_back},
    missing_contribution,
};
use protocol::SignedHead;
use std::fmt;

/// A contradiction between two proofs of one table, which shows a fault of its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// The proofs are signed with two different keys.
    TwoKeys,
    /// Neither transcript continues the other.
    TwoPasts,
    /// A later statement has fewer lines than an earlier one: the numbers of lines, later and
    /// earlier.
    RolledBack(u64, u64),
    /// A contribution of one device is missing in the other's finished game.
    Missing(String),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::TwoKeys => f.write_str("they are signed with two keys"),
            Contradiction::TwoPasts => f.write_str("they tell two pasts"),
            Contradiction::RolledBack(now, before) => write!(
                f,
                "the game was rolled back: the server has signed {before} lines, and later {now}"
            ),
            Contradiction::Missing(line) => {
                write!(f, "what one device has given is not in the other: `{line}`")
            }
        }
    }
}

impl Proof {
    /// The contradictions between this proof and another of the same table. Empty for proofs of
    /// different tables.
    pub fn contradictions(&self, other: &Proof) -> Vec<Contradiction> {
        let mut found = Vec::new();
        if self.table != other.table {
            return found;
        }
        if self.key != other.key {
            found.push(Contradiction::TwoKeys);
        }
        if self.tells_another_past_than(other) {
            found.push(Contradiction::TwoPasts);
        }
        let pairs = self.signed_heads();
        let pairs = pairs.flat_map(|own| other.signed_heads().map(move |head| (own, head)));
        let back = pairs.filter_map(|(own, other)| rolled_back(own, other)).next();
        found.extend(back.map(|(now, before)| Contradiction::RolledBack(now, before)));
        for (given, told) in [(self, other), (other, self)] {
            if told.is_over() && told.can_be_audited() {
                let line = missing_contribution(&told.transcript, &given.salts, &given.choices);
                found.extend(line.map(Contradiction::Missing));
            }
        }
        found
    }

    fn tells_another_past_than(&self, other: &Proof) -> bool {
        let (short, long) = if self.transcript.len() <= other.transcript.len() {
            (self, other)
        } else {
            (other, self)
        };
        let differs = |head: &SignedHead, told: &Proof| {
            head.lines <= told.transcript.len() as u64 && !continues(&told.transcript, head)
        };
        let own = self.signed_heads();
        !long.transcript.starts_with(&short.transcript)
            || own.clone().any(|head| differs(head, other))
            || other.signed_heads().any(|head| differs(head, self))
            || other
                .signed_heads()
                .any(|head| own.clone().any(|own| own.lines == head.lines && own.hash != head.hash))
    }
}
