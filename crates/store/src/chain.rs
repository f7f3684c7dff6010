//! The chains of hashes over a game's events and over its tokens.

use sha2::{Digest, Sha256};

/// How the hash of an event is made. It stands beside each, so that what was written before this
/// version still proves itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainVersion {
    /// Neither seat nor command.
    One,
    /// Every column. Of the secret text its blinded form: with the plain text in it, whoever reads
    /// the disk could try the few things it may be.
    Two,
}

impl ChainVersion {
    pub(crate) const LATEST: ChainVersion = ChainVersion::Two;

    pub(crate) const fn number(self) -> i64 {
        match self {
            ChainVersion::One => 1,
            ChainVersion::Two => 2,
        }
    }

    pub(crate) const fn from_number(number: i64) -> Option<ChainVersion> {
        match number {
            1 => Some(ChainVersion::One),
            2 => Some(ChainVersion::Two),
            _ => None,
        }
    }
}

/// What is hashed of an event.
pub(crate) struct Link<'a> {
    pub(crate) game: &'a str,
    pub(crate) seq: u64,
    pub(crate) at_ms: u64,
    pub(crate) kind: &'a str,
    pub(crate) seat: Option<i64>,
    pub(crate) command: Option<&'a str>,
    pub(crate) public: &'a str,
    /// The secret text, which version one takes.
    pub(crate) secret: &'a str,
    /// The secret text as it is sealed, with its random salt and padding; empty for none.
    pub(crate) blinded: &'a [u8],
}

impl Link<'_> {
    /// The hash of an event after the one `before`: SHA-256 over the columns, each with its length
    /// in front so that no two different events read the same.
    pub(crate) fn hash(&self, version: ChainVersion, before: &str) -> String {
        let (seq, at_ms) = (self.seq.to_string(), self.at_ms.to_string());
        let start = [before, self.game, &seq, &at_ms, self.kind].map(str::as_bytes);
        match version {
            ChainVersion::One => {
                hash(start.into_iter().chain([self.public.as_bytes(), self.secret.as_bytes()]))
            }
            ChainVersion::Two => {
                let seat = self.seat.map(|seat| seat.to_string()).unwrap_or_default();
                let command = self.command.map(|id| format!("={id}")).unwrap_or_default();
                let end = [seat.as_bytes(), command.as_bytes(), self.public.as_bytes()];
                hash([&b"chain 2"[..]].into_iter().chain(start).chain(end).chain([self.blinded]))
            }
        }
    }
}

/// The hash of a game's tokens with one more.
pub(crate) fn with_token(before: &str, game: &str, token: &str, seats: &str) -> String {
    hash(["token 2", before, game, token, seats].map(str::as_bytes).into_iter())
}

fn hash<'a>(parts: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    base16ct::lower::encode_string(&hash.finalize())
}
