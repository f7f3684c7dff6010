//! A device's evidence of a game, and the checks on it.

mod contradiction;
mod contributions;
mod fault;
mod finding;
mod heads;

use crate::SeedPromise;
use protocol::{GameId, SignedHead};
use serde::{Deserialize, Serialize};

pub use contradiction::Contradiction;
pub use contributions::missing_contribution;
pub use fault::ProofFault;
pub use finding::Finding;
pub use heads::is_signed;

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

impl Proof {
    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.transcript.iter().any(|line| line.starts_with("ended "))
    }

    /// Whether the lines can be replayed. A custom start position cannot, nor a game with chance
    /// before its seed is revealed.
    fn can_be_audited(&self) -> bool {
        match SeedPromise::of(&self.transcript) {
            Some(SeedPromise::CustomStart) => false,
            Some(SeedPromise::Committed | SeedPromise::Uncommitted) => self.is_over(),
            Some(SeedPromise::NoRandomness) | None => true,
        }
    }

    /// The heads in the proof with a valid signature.
    fn signed_heads(&self) -> impl Iterator<Item = &SignedHead> + Clone {
        let kept_key = self.kept_key.as_ref().unwrap_or(&self.key);
        let kept = self.kept.as_ref().map(|kept| (kept_key, kept));
        let heads = [Some((&self.key, &self.head)), kept].into_iter().flatten();
        heads.filter(|(key, head)| is_signed(&self.table, key, head)).map(|(_, head)| head)
    }
}
