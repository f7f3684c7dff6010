//! A device's evidence of a game, and the checks on it.

use crate::{
    contradiction::rolled_back,
    transcript_verifier::{goes_on_from, is_signed, missing},
};
use protocol::{GameId, SignedHead};
use serde::{Deserialize, Serialize};
use std::fmt;
use table::SeedPromise;

/// A table's transcript from a server, with the earlier head that the device stored and the
/// device's own contributions. The server's answer to `GET /api/tables/{id}/transcript` is a proof
/// without the latter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// Id of the table.
    pub table: GameId,
    /// The server's public key.
    pub key: String,
    /// The transcript's lines.
    pub transcript: Vec<String>,
    /// The server's signed head of the lines.
    pub head: SignedHead,
    /// An earlier signed head that the device stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<SignedHead>,
    /// The server's earlier key, if it was different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_key: Option<String>,
    /// The salts that the device contributed, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salts: Vec<(u8, String)>,
    /// The secret choices of the device's seats, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<(u8, String)>,
}

/// A fault of the server that a proof shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofFault {
    /// The head does not match the lines.
    WrongHead,
    /// The signature of the head is invalid for the server's key.
    NotSigned,
    /// The stored head has no valid signature, so it proves nothing.
    KeptNotSigned,
    /// The server has signed with two keys.
    OtherKey,
    /// Both heads are signed, and the lines do not continue the older one.
    OtherPast,
    /// Both heads are signed, and the later one has fewer lines.
    RolledBack,
    /// An invalid line: its number and the reason.
    Line(usize, String),
    /// A contribution of the device is missing in the lines.
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
    /// All faults of the server, the most serious first. Empty if the proof shows none.
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

    /// Whether the lines can be replayed. A custom start position cannot, nor a game with chance
    /// before its seed is revealed.
    pub(crate) fn can_be_audited(&self) -> bool {
        match SeedPromise::of(&self.transcript) {
            Some(SeedPromise::CustomStart) => false,
            Some(SeedPromise::Committed | SeedPromise::Uncommitted) => self.is_over(),
            Some(SeedPromise::NoRandomness) | None => true,
        }
    }
}
