//! Hash chains over a game's events and over its seat tokens.

use protocol::UnixMs;
use sha2::{Digest, Sha256};

/// How an event is hashed. The version is stored with each event, so that older events can still be
/// verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainVersion {
    /// Covers neither seat nor command.
    One,
    /// Covers every column. The secret text is hashed in its salted and padded form; from a hash of
    /// the plain text, a reader of the disk could guess the few possible values.
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

/// The hashed columns of an event.
pub(crate) struct Link<'a> {
    pub(crate) game: &'a str,
    pub(crate) seq: u64,
    pub(crate) at_ms: UnixMs,
    pub(crate) kind: &'a str,
    pub(crate) seat: Option<i64>,
    pub(crate) command: Option<&'a str>,
    pub(crate) public: &'a str,
    /// The plain secret text, hashed by version one.
    pub(crate) secret: &'a str,
    /// The salted and padded secret text; empty if there is none.
    pub(crate) blinded: &'a [u8],
}

impl Link<'_> {
    /// Returns the event's hash: SHA-256 over `before` and the columns. Each part is preceded by
    /// its length, so that no two different events have the same input.
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

/// Returns the hash of a game's tokens after adding one.
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
