use crate::{
    ChainHead, ParseHexError,
    hex::{self, hex_text},
};
use alloc::{format, string::String};
use core::fmt;
use ed25519_compact::{KeyPair, Seed as KeySeed};
use sha2::{Digest, Sha256};

/// The key with which a server signs what it has told. Its `Debug` does not tell it, and it has no
/// `Display`.
#[derive(Clone)]
pub struct SigningKey(KeyPair);

/// What anyone checks a server's signatures with. Its text is 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicKey([u8; 32]);

/// A server's Ed25519 signature. Its text is 128 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature([u8; 64]);

/// What a server says of a table's transcript: after so many lines its head was this.
///
/// ```
/// use commit_reveal::{ChainHead, HeadStatement, SigningKey};
///
/// let key = SigningKey::from_bytes([7; 32]);
/// let lines = ["opened", "joined 0 - Ada"];
/// let statement =
///     HeadStatement { table: "t", lines: 2, head: ChainHead::of(lines), at_ms: 1_700_000_000_000 };
/// let signature = key.sign(&statement);
/// assert!(key.public().verifies(&statement, &signature));
/// assert!(!key.public().verifies(&HeadStatement { lines: 1, ..statement }, &signature));
/// assert_eq!(format!("{key:?}"), "SigningKey(<secret>)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeadStatement<'a> {
    /// The table's id.
    pub table: &'a str,
    /// How many lines.
    pub lines: u64,
    /// The hash over them.
    pub head: ChainHead,
    /// When it was said, in milliseconds since the epoch.
    pub at_ms: u64,
}

impl HeadStatement<'_> {
    /// What is signed: five lines, each with its end.
    fn text(&self) -> String {
        let HeadStatement { table, lines, head, at_ms } = self;
        format!("chuhe head 1\n{table}\n{lines}\n{head}\n{at_ms}\n")
    }
}

impl SigningKey {
    /// The key of 32 bytes drawn by the caller from a cryptographic source.
    pub fn from_bytes(bytes: [u8; 32]) -> SigningKey {
        SigningKey(KeyPair::from_seed(KeySeed::new(bytes)))
    }

    /// Reads 64 hex digits.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn from_hex(text: &str) -> Result<SigningKey, ParseHexError> {
        hex::read(text).map(SigningKey::from_bytes)
    }

    /// What others check its signatures with.
    pub fn public(&self) -> PublicKey {
        PublicKey(*self.0.pk)
    }

    /// Signs a statement; the same one always gives the same signature.
    pub fn sign(&self, statement: &HeadStatement<'_>) -> Signature {
        Signature(*self.0.sk.sign(statement.text().as_bytes(), None))
    }

    /// What tells a secret from others among those who have this key, as 64 hex digits. Whoever has the
    /// key not can try no guess on it: it is the hash of a signature that nobody is shown.
    ///
    /// ```
    /// use commit_reveal::SigningKey;
    ///
    /// let [ours, theirs] = [[7; 32], [8; 32]].map(SigningKey::from_bytes);
    /// assert_eq!(ours.fingerprint("open sesame"), ours.fingerprint("open sesame"));
    /// assert_ne!(ours.fingerprint("open sesame"), ours.fingerprint("open, sesame"));
    /// assert_ne!(ours.fingerprint("open sesame"), theirs.fingerprint("open sesame"));
    /// ```
    pub fn fingerprint(&self, secret: &str) -> String {
        let signature = self.0.sk.sign(format!("chuhe fingerprint 1\n{secret}"), None);
        format!("{:x}", base16ct::HexDisplay(&Sha256::digest(*signature)))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(<secret>)")
    }
}

impl PublicKey {
    /// Whether the owner of this key has signed exactly this.
    pub fn verifies(&self, statement: &HeadStatement<'_>, signature: &Signature) -> bool {
        let key = ed25519_compact::PublicKey::new(self.0);
        let signature = ed25519_compact::Signature::new(signature.0);
        key.verify(statement.text().as_bytes(), &signature).is_ok()
    }
}

hex_text!(PublicKey);
hex_text!(Signature);
