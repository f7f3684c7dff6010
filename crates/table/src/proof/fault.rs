use super::{
    Proof,
    heads::{continues, is_signed, rolled_back},
    missing_contribution,
};
use std::fmt;

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
        if !is_whole || !continues(&self.transcript, &self.head) {
            faults.push(ProofFault::WrongHead);
        }
        if !is_signed(&self.table, &self.key, &self.head) {
            faults.push(ProofFault::NotSigned);
        }
        if let Some(kept) = &self.kept {
            let key = self.kept_key.as_ref().unwrap_or(&self.key);
            if !is_signed(&self.table, key, kept) {
                faults.push(ProofFault::KeptNotSigned);
            } else if !continues(&self.transcript, kept) {
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
            if let Err(error) = crate::audit(&self.transcript) {
                faults.push(ProofFault::Line(error.line, error.why));
            }
            let missing = missing_contribution(&self.transcript, &self.salts, &self.choices);
            faults.extend(missing.filter(|_| self.is_over()).map(ProofFault::Missing));
        }
        faults
    }
}
