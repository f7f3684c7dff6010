//! Signed heads of transcripts.

use commit_reveal::{ChainHead, HeadStatement, PublicKey};
use protocol::{GameId, SignedHead};

/// Whether a server's key has signed this head of a table.
pub fn is_signed(table: &GameId, key: &str, head: &SignedHead) -> bool {
    let (Ok(key), Ok(hash), Ok(signature)) =
        (key.parse::<PublicKey>(), head.hash.parse(), head.signature.parse())
    else {
        return false;
    };
    let SignedHead { lines, at_ms, .. } = *head;
    key.verifies(&HeadStatement { table, lines, head: hash, at_ms: at_ms.0 }, &signature)
}

/// Whether a head is that of the first lines of a transcript.
pub(super) fn continues(transcript: &[String], head: &SignedHead) -> bool {
    let lines = usize::try_from(head.lines).ok().and_then(|lines| transcript.get(..lines));
    lines.is_some_and(|lines| ChainHead::of(lines).to_string() == head.hash)
}

/// The numbers of lines of the later and the earlier of two heads, if the later one has fewer.
pub(super) fn rolled_back(one: &SignedHead, other: &SignedHead) -> Option<(u64, u64)> {
    let (before, after) = if one.at_ms <= other.at_ms { (one, other) } else { (other, one) };
    let is_back = before.at_ms < after.at_ms && after.lines < before.lines;
    is_back.then_some((after.lines, before.lines))
}
