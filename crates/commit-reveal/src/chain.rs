use crate::hex::hex_text;
use sha2::{Digest, Sha256};

/// Hash over all lines of a table's transcript so far.
///
/// A client that stored a head and receives the lines again detects any changed, removed or
/// inserted line. The text is 64 lower-case hex digits.
///
/// ```
/// use commit_reveal::ChainHead;
///
/// let head = ChainHead::START.after("joined 0 - Ada").after("acted 0 h2e2");
/// assert_eq!(head, ChainHead::of(["joined 0 - Ada", "acted 0 h2e2"]));
/// assert_ne!(head, ChainHead::of(["joined 0 - Ada", "acted 0 h2d2"]));
/// assert_eq!(head.to_string().parse(), Ok(head));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainHead([u8; 32]);

impl ChainHead {
    /// The head of an empty transcript.
    pub const START: ChainHead = ChainHead([0; 32]);

    /// Returns the head with one more line.
    ///
    /// It is the SHA-256 of `chuhe line 1\n`, the 64 hex digits of this head, `\n` and the line.
    /// The line must not contain a line break.
    ///
    /// ```
    /// use commit_reveal::ChainHead;
    ///
    /// // printf 'chuhe line 1\n%064d\nopened' 0 | sha256sum
    /// assert_eq!(
    ///     ChainHead::START.after("opened").to_string(),
    ///     "244b21b3e6a2f6e7e0b1d8488c8108127ee3187114cdeabc0413c547007cc861",
    /// );
    /// ```
    #[must_use]
    pub fn after(&self, line: &str) -> ChainHead {
        let mut digits = [0; 64];
        let mut hash = Sha256::new().chain_update(b"chuhe line 1\n");
        // The buffer has two digits for each byte, so encoding cannot fail.
        if let Ok(digits) = base16ct::lower::encode(&self.0, &mut digits) {
            hash.update(digits);
        }
        ChainHead(hash.chain_update(b"\n").chain_update(line.as_bytes()).finalize().into())
    }

    /// Returns the head of a transcript with these lines.
    pub fn of<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> ChainHead {
        lines.into_iter().fold(ChainHead::START, |head, line| head.after(line.as_ref()))
    }
}

hex_text!(ChainHead);
