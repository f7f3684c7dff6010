//! Seat and session tokens. The server stores only their hashes.

use sha2::{Digest, Sha256};

/// New token: 64 random hex digits.
pub(crate) fn from_random(bytes: [u8; 32]) -> String {
    base16ct::lower::encode_string(&bytes)
}

/// Stored hash of a token.
pub(crate) fn hash(token: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(token.as_bytes()))
}

/// Id of a table or player: 80 random bits in letters that are easy to read aloud.
pub(crate) fn short_id(bytes: [u8; 32]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes[..16].iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
