use crate::{
    ChainHead, ParseHexError,
    ed25519::{self, KeyPair},
    hex::{self, hex_text},
};
use alloc::{format, string::String};
use core::fmt;
use sha2::{Digest, Sha256};

/// Private key with which a server signs transcripts. Its `Debug` hides it, and it has no
/// `Display`.
#[derive(Clone)]
pub struct SigningKey(KeyPair);

/// Public key that verifies a server's signatures. The text is 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicKey([u8; 32]);

/// Ed25519 signature of a server. The text is 128 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature([u8; 64]);

/// Signed statement about a transcript: its head after a number of lines, at a point in time.
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
    /// Id of the table.
    pub table: &'a str,
    /// Number of lines.
    pub lines: u64,
    /// Hash over these lines.
    pub head: ChainHead,
    /// Time of the statement, Unix ms.
    pub at_ms: u64,
}

impl HeadStatement<'_> {
    /// The signed text: five lines, each ended by `\n`.
    fn text(&self) -> String {
        let HeadStatement { table, lines, head, at_ms } = self;
        format!("chuhe head 1\n{table}\n{lines}\n{head}\n{at_ms}\n")
    }
}

impl SigningKey {
    /// Creates the key from 32 bytes that the caller drew from a cryptographic source.
    pub fn from_bytes(bytes: [u8; 32]) -> SigningKey {
        SigningKey(KeyPair::from_seed(bytes))
    }

    /// Parses 64 lower-case hex digits.
    ///
    /// # Errors
    /// If the text is not exactly 64 lower-case hex digits.
    pub fn from_hex(text: &str) -> Result<SigningKey, ParseHexError> {
        hex::read(text).map(SigningKey::from_bytes)
    }

    /// The public key that verifies this key's signatures.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.public())
    }

    /// Signs a statement. Signing is deterministic.
    pub fn sign(&self, statement: &HeadStatement<'_>) -> Signature {
        Signature(self.0.sign(statement.text().as_bytes()))
    }

    /// Returns a keyed fingerprint of a secret, as 64 hex digits, for comparing secrets between
    /// holders of this key.
    ///
    /// It is the SHA-256 of a signature that is never published, so guesses cannot be tested
    /// without the key.
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
        let signature = self.0.sign(format!("chuhe fingerprint 1\n{secret}").as_bytes());
        format!("{:x}", base16ct::HexDisplay(&Sha256::digest(signature)))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(<secret>)")
    }
}

impl PublicKey {
    /// Whether the owner of this key signed exactly this statement.
    pub fn verifies(&self, statement: &HeadStatement<'_>, signature: &Signature) -> bool {
        ed25519::verifies(&self.0, statement.text().as_bytes(), &signature.0)
    }
}

hex_text!(PublicKey);
hex_text!(Signature);
