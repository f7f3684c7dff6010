use crate::hex::{self, ParseHexError, hex_text};
use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;
use game::Secret;
use sha2::{Digest, Sha256};

/// The host's secret of one game: 32 bytes. Its `Debug` hides it, and it has no `Display`.
///
/// ```
/// use commit_reveal::Seed;
///
/// let seed = Seed::new([0xab; 32]);
/// assert_eq!(format!("{seed:?}"), "Seed(<secret>)");
/// assert!(seed.reveal().starts_with("abab"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed(Secret<[u8; 32]>);

impl Seed {
    /// Wraps 32 bytes that the caller drew from a cryptographic source.
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(Secret::new(bytes))
    }

    /// Parses 64 lower-case hex digits.
    ///
    /// # Errors
    /// If the text is not exactly 64 lower-case hex digits.
    pub fn from_hex(text: &str) -> Result<Seed, ParseHexError> {
        hex::read(text).map(Seed::new)
    }

    /// The seed as 64 hex digits. Store it in the log's secret column; send it to clients only once
    /// the game is over.
    pub fn reveal(&self) -> String {
        Hex(self.0.expose()).to_string()
    }

    /// The hash published before the game: SHA-256 of `chuhe seed 1\n` and the 64 hex digits.
    ///
    /// ```
    /// use commit_reveal::Seed;
    ///
    /// // printf 'chuhe seed 1\n000102…1f' | sha256sum
    /// let seed =
    ///     Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")?;
    /// assert_eq!(
    ///     seed.commitment().to_string(),
    ///     "996a45cb8e0565eade0753183fea5ee28469374c42b406e4c4201075ff14e3b1",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commitment(&self) -> Commitment {
        let digest = Sha256::new()
            .chain_update(b"chuhe seed 1\n")
            .chain_update(self.reveal().as_bytes())
            .finalize();
        Commitment(digest.into())
    }

    /// The hash published for a secret choice of `seat`: the `nth` choice of that seat, counted
    /// from 0.
    ///
    /// Guesses cannot be tested without the seed; once the seed is revealed, anyone can verify the
    /// choice.
    ///
    /// - The key of the choice is the SHA-256 of `chuhe choice key 1\n`, the seed's 64 hex digits,
    ///   `\n`, the seat, a space, `nth` and `\n`.
    /// - The commitment is the SHA-256 of `chuhe choice 1\n`, the key's 64 hex digits, `\n`, the
    ///   text of the choice and `\n`.
    ///
    /// ```
    /// use commit_reveal::Seed;
    ///
    /// let seed =
    ///     Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")?;
    /// assert_eq!(
    ///     seed.choice_commitment(1, 0, "mole:e6").to_string(),
    ///     "0363cd20d718bd9c4c9c6005c38f0d6c2f0ec63b278e339a6f7eedb3b15ffa3a",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choice_commitment(&self, seat: u8, nth: u32, choice: &str) -> Commitment {
        let key: [u8; 32] = Sha256::new()
            .chain_update(b"chuhe choice key 1\n")
            .chain_update(self.reveal().as_bytes())
            .chain_update(format!("\n{seat} {nth}\n").as_bytes())
            .finalize()
            .into();
        let digest = Sha256::new()
            .chain_update(b"chuhe choice 1\n")
            .chain_update(Hex(&key).to_string().as_bytes())
            .chain_update(format!("\n{choice}\n").as_bytes())
            .finalize();
        Commitment(digest.into())
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        self.0.expose()
    }
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(f, self.0)
    }
}

/// Published hash of a secret value.
///
/// A seed's hash is public from the beginning, a salt's until all salts are fixed, and a secret
/// choice's until the game is over. The text is 64 lower-case hex digits.
///
/// ```
/// use commit_reveal::{Commitment, Seed};
///
/// let seed = Seed::new([1; 32]);
/// let shown: Commitment = seed.commitment().to_string().parse()?;
/// assert_eq!(shown, seed.commitment());
/// assert_ne!(shown, Seed::new([2; 32]).commitment());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment([u8; 32]);

/// A player's public contribution to the dice.
///
/// The text is 32 lower-case hex digits. The default, all zeros, is used for a seat that gave no
/// salt.
///
/// ```
/// use commit_reveal::Salt;
///
/// let salt: Salt = "00112233445566778899aabbccddeeff".parse()?;
/// assert_eq!(salt.to_string(), "00112233445566778899aabbccddeeff");
/// assert_eq!(Salt::default(), Salt::new([0; 16]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Salt([u8; 16]);

impl Salt {
    /// Wraps 16 bytes drawn by the player's own device.
    pub const fn new(bytes: [u8; 16]) -> Salt {
        Salt(bytes)
    }

    /// The hash published before all salts are fixed: SHA-256 of `chuhe salt 1\n` and the 32 hex
    /// digits.
    ///
    /// ```
    /// use commit_reveal::Salt;
    ///
    /// // printf 'chuhe salt 1\n0011…ff' | sha256sum
    /// let salt: Salt = "00112233445566778899aabbccddeeff".parse()?;
    /// assert_eq!(
    ///     salt.commitment().to_string(),
    ///     "0c20bf4d7962cf51a432f702f496dd5b77d78d595a0934ea35d2658d937f647d",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commitment(&self) -> Commitment {
        let digest = Sha256::new()
            .chain_update(b"chuhe salt 1\n")
            .chain_update(self.to_string().as_bytes())
            .finalize();
        Commitment(digest.into())
    }

    pub(crate) const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

hex_text!(Commitment);
hex_text!(Salt);
