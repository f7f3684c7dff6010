//! What a device can show to others of a game, and what follows from it.

use crate::{
    contradiction::rolled_back,
    witness::{goes_on_from, is_signed, missing},
};
use protocol::SignedHead;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::ChancePromise;

/// A table's transcript as a server told it, with what the device had kept of it before and what it
/// had given itself. A server's own answer (`GET /api/tables/{id}/transcript`) is one without those.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// The table's id.
    pub table: String,
    /// The server's public key.
    pub key: String,
    /// The lines.
    pub transcript: Vec<String>,
    /// What the server has signed of them.
    pub head: SignedHead,
    /// What it had signed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<SignedHead>,
    /// The key it had before, if it was another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_key: Option<String>,
    /// The salts that the device has given, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salts: Vec<(u8, String)>,
    /// What its seats have chosen in secret, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<(u8, String)>,
}

/// What a proof shows against its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofFault {
    /// The head is not that of the lines.
    WrongHead,
    /// The server's key has not signed this head.
    NotSigned,
    /// The head that was kept is not signed by the server: it shows nothing.
    KeptNotSigned,
    /// The server has signed with two keys.
    OtherKey,
    /// Both heads are signed, and the lines do not go on from the older one.
    OtherPast,
    /// Both heads are signed, and the later one tells of fewer lines.
    RolledBack,
    /// The lines are not what an honest table writes: which, and why.
    Line(usize, String),
    /// What the device has given is not in them.
    Missing(String),
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFault::WrongHead => f.write_str("the head is not that of these lines"),
            ProofFault::NotSigned => f.write_str("the server has not signed this head"),
            ProofFault::KeptNotSigned => {
                f.write_str("the head that was kept is not signed by this server: it shows nothing")
            }
            ProofFault::OtherKey => f.write_str("the server had another key before"),
            ProofFault::OtherPast => f.write_str(
                "the past was rewritten: the server has signed a head that these lines do not go \
                 on from",
            ),
            ProofFault::RolledBack => f.write_str(
                "the game was rolled back: the server has signed fewer lines later than more",
            ),
            ProofFault::Line(line, why) => write!(f, "line {line}: {why}"),
            ProofFault::Missing(line) => {
                write!(f, "what this device has given is not there: `{line}`")
            }
        }
    }
}

impl Proof {
    /// Everything that is wrong, the worst first; nothing if the server has kept its word as far as
    /// this proof goes.
    pub fn faults(&self) -> Vec<ProofFault> {
        let mut faults = Vec::new();
        let is_whole = self.head.lines == self.transcript.len() as u64;
        if !is_whole || !goes_on_from(&self.transcript, &self.head) {
            faults.push(ProofFault::WrongHead);
        }
        if !is_signed(&self.table, &self.key, &self.head) {
            faults.push(ProofFault::NotSigned);
        }
        if let Some(kept) = &self.kept {
            let key = self.kept_key.as_ref().unwrap_or(&self.key);
            if !is_signed(&self.table, key, kept) {
                faults.push(ProofFault::KeptNotSigned);
            } else if !goes_on_from(&self.transcript, kept) {
                faults.push(ProofFault::OtherPast);
            } else if is_signed(&self.table, &self.key, &self.head)
                && rolled_back(kept, &self.head).is_some()
            {
                faults.push(ProofFault::RolledBack);
            }
            if *key != self.key {
                faults.push(ProofFault::OtherKey);
            }
        }
        if self.can_be_audited() {
            if let Err(error) = table::audit(&self.transcript) {
                faults.push(ProofFault::Line(error.line, error.why));
            }
            let missing = missing(&self.transcript, &self.salts, &self.choices);
            faults.extend(missing.filter(|_| self.is_over()).map(ProofFault::Missing));
        }
        faults
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.transcript.iter().any(|line| line.starts_with("ended "))
    }

    /// Whether the lines can be played again: not those of a position of one's own, and where chance
    /// is drawn only once it is revealed.
    pub(crate) fn can_be_audited(&self) -> bool {
        match ChancePromise::of(&self.transcript) {
            Some(ChancePromise::OwnStart) => false,
            Some(ChancePromise::Bound | ChancePromise::Unbound) => self.is_over(),
            Some(ChancePromise::NotDrawn) | None => true,
        }
    }
}
