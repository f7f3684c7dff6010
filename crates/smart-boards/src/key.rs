use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::{fmt, str::FromStr};

/// A board's secret key, shared by its bridge and the server. It signs every message, and is
/// displayed once, when the board is registered.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// Creates a key from its bytes.
    pub const fn new(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// The bytes, for storage.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The key as 64 hexadecimal digits, for the bridge's settings.
    pub fn to_hex(&self) -> String {
        base16ct::lower::encode_string(&self.0)
    }

    /// Signs a message of a board: HMAC-SHA256 over the board's id, a line feed and the body, as
    /// hexadecimal.
    pub fn sign(&self, board: &str, body: &[u8]) -> String {
        base16ct::lower::encode_string(&self.mac(board, body).finalize().into_bytes())
    }

    /// Whether a signature is valid; runs in constant time.
    pub fn verify(&self, board: &str, body: &[u8], signature: &str) -> bool {
        base16ct::mixed::decode_vec(signature)
            .is_ok_and(|signature| self.mac(board, body).verify_slice(&signature).is_ok())
    }

    fn mac(&self, board: &str, body: &[u8]) -> Hmac<Sha256> {
        let mut mac = match Hmac::<Sha256>::new_from_slice(&self.0) {
            Ok(mac) => mac,
            Err(_) => unreachable!("HMAC takes keys of any length"),
        };
        mac.update(board.as_bytes());
        mac.update(b"\n");
        mac.update(body);
        mac
    }
}

/// Omits the key.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// The text is not a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseKeyError;

impl fmt::Display for ParseKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a board's key: 64 hex digits")
    }
}

impl std::error::Error for ParseKeyError {}

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Key, ParseKeyError> {
        let bytes = base16ct::mixed::decode_vec(text.trim()).map_err(|_| ParseKeyError)?;
        Ok(Key(bytes.try_into().map_err(|_| ParseKeyError)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures() {
        let key: Key = "0b".repeat(32).parse().unwrap();
        let signature = key.sign("000000000000000000000001", b"body");
        let good = "000000000000000000000001";
        for (board, body, signature, expected) in [
            (good, "body", signature.clone(), true),
            (good, "body", signature.to_uppercase(), true),
            (good, "bodY", signature.clone(), false),
            ("000000000000000000000002", "body", signature.clone(), false),
            (good, "body", signature[..62].to_owned(), false),
            (good, "body", String::new(), false),
            (good, "body", "zz".repeat(32), false),
            (good, "body", "é".repeat(32), false),
        ] {
            assert_eq!(key.verify(board, body.as_bytes(), &signature), expected, "{board} {body}");
        }
        let stranger = Key::new([7; 32]);
        assert!(!stranger.verify(good, b"body", &signature));
    }

    #[test]
    fn texts() {
        let key = Key::new(std::array::from_fn(|i| i as u8));
        assert_eq!(key.to_hex().parse(), Ok(key.clone()));
        assert_eq!(format!("{key:?}"), "Key(…)");
        for text in ["", "00", &"0".repeat(63), &"g0".repeat(32), &"00".repeat(33)] {
            assert_eq!(text.parse::<Key>(), Err(ParseKeyError), "{text}");
        }
    }
}
