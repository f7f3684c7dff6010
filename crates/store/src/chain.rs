//! The chain of hashes over a game's events.

use sha2::{Digest, Sha256};

/// The hash of an event: SHA-256 over the hash before it, the game, and every column, each with
/// its length in front so that no two different events read the same.
pub(crate) fn link(before: &str, game: &str, seq: u64, at_ms: u64, texts: [&str; 3]) -> String {
    let mut hash = Sha256::new();
    let (seq, at_ms) = (seq.to_string(), at_ms.to_string());
    for part in [before, game, &seq, &at_ms].into_iter().chain(texts) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    base16ct::lower::encode_string(&hash.finalize())
}
