//! The server's signature of a transcript: its length and its head.

use crate::tables::app_state::AppState;
use commit_reveal::HeadStatement;
use protocol::{GameId, SignedHead, UnixMs};
use table::Table;

impl AppState {
    /// Signed head of a table's transcript; `last_ms` is the time of the last event.
    pub(crate) fn signed_head(&self, id: &GameId, table: &Table, last_ms: UnixMs) -> SignedHead {
        let (lines, head) = table.transcript_head();
        // A later statement has a later time. Another server's clock may be a moment behind.
        let at_ms = if self.is_shared() { last_ms } else { self.now_ms() };
        let statement = HeadStatement { table: id, lines, head, at_ms: at_ms.0 };
        let signature = self.config.signing_key.sign(&statement).to_string();
        SignedHead { lines, hash: head.to_string(), at_ms, signature }
    }
}
