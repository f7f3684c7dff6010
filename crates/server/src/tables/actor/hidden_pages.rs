//! How often and for how long the players' pages are hidden during a rated game. Moderators see it;
//! it is in no log and no message to a viewer.

use super::Actor;
use crate::limits::{HIDDEN_AT_ONCE, HIDDEN_EVERY_MS, HIDDEN_MS, HIDDEN_TIMES};
use protocol::UnixMs;
use std::collections::HashMap;
use store::HiddenPage;

/// Rate limit of the messages of each seat.
#[derive(Default)]
pub(super) struct HiddenPages {
    /// Time at which all messages of a seat are paid for, in game time.
    paid_ms: HashMap<u8, u64>,
}

impl HiddenPages {
    /// Counts a message. Returns whether it is within the limit.
    fn count(&mut self, seat: u8, now_ms: UnixMs) -> bool {
        let paid_ms = self.paid_ms.entry(seat).or_default();
        let from_ms = (*paid_ms).max(now_ms.0);
        if from_ms - now_ms.0 > (HIDDEN_AT_ONCE - 1) * HIDDEN_EVERY_MS {
            return false;
        }
        *paid_ms = from_ms + HIDDEN_EVERY_MS;
        true
    }
}

impl Actor {
    /// Stores a message of a player of a running rated game. Others are ignored, and nothing
    /// answers: no viewer notices it.
    pub(super) fn note_hidden(&mut self, viewer: u64, times: u16, ms: u64) {
        let table = &self.state.table;
        if !table.plan().rated || !table.has_started() || table.is_over() {
            return;
        }
        let Some(seat) = self.viewers.get(viewer).and_then(|it| it.seats.first().copied()) else {
            return;
        };
        let player = table.players().get(usize::from(seat)).and_then(Option::as_ref);
        let Some(member) = player.and_then(|player| player.member.as_ref()) else { return };
        let account = member.id.clone();
        if !self.hidden_pages.count(seat, self.now()) {
            return;
        }
        let hidden = HiddenPage {
            game: self.id.clone(),
            account,
            times: times.min(HIDDEN_TIMES).into(),
            ms: ms.min(HIDDEN_MS),
        };
        let store = self.app.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.add_hidden_page(hidden).await {
                tracing::debug!(%error, "failed to store hidden page");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_sends_a_few_messages_a_minute() {
        let mut pages = HiddenPages::default();
        let mut counted = |seat, now_ms| pages.count(seat, UnixMs(now_ms));
        for (seat, now_ms, expected) in [
            (0, 1_000, true),
            (0, 1_000, true),
            (0, 1_000, true),
            (0, 1_000, false),
            (1, 1_000, true),
            (0, 1_000 + HIDDEN_EVERY_MS - 1, false),
            (0, 1_000 + HIDDEN_EVERY_MS, true),
            (0, 1_000 + HIDDEN_EVERY_MS, false),
        ] {
            assert_eq!(counted(seat, now_ms), expected, "{seat} {now_ms}");
        }
    }
}
