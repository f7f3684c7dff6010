//! Tokens open seats. The server keeps their hashes alone.

use sha2::{Digest, Sha256};

/// A new token: 64 hex digits of chance.
pub(crate) fn from_random(bytes: [u8; 32]) -> String {
    base16ct::lower::encode_string(&bytes)
}

/// What is kept of a token.
pub(crate) fn hash(token: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(token.as_bytes()))
}

/// A table's or a player's id: 80 bits, in letters that are easy to read aloud.
pub(crate) fn short_id(bytes: [u8; 32]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes[..16].iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
