//! The log of the game on this device, in the browser's storage: one entry an event, each written
//! before anything of it is shown. A reload is a replay.

use crate::browser;
use table::{Event, StoredEvent, Table};

const COUNT: &str = "chuhe.game.count";
const SEEN: &str = "chuhe.game.seen";

fn entry_key(index: usize) -> String {
    format!("chuhe.game.{index}")
}

fn count() -> usize {
    browser::stored(COUNT).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Whether a game is kept.
pub(super) fn exists() -> bool {
    count() > 0
}

/// Forgets the game and begins another.
pub(super) fn replace(events: &[Event]) -> bool {
    let old = count();
    browser::remove_stored(COUNT);
    (0..old).for_each(|index| browser::remove_stored(&entry_key(index)));
    append(events)
}

/// Adds events. `false` when the browser has no room: then none of them has happened.
pub(super) fn append(events: &[Event]) -> bool {
    let first = count();
    let written = events.iter().enumerate().all(|(offset, event)| {
        let stored = event.to_stored();
        let line = serde_json::to_string(&(stored.at_ms, &stored.public, &stored.secret));
        line.is_ok_and(|line| browser::store(&entry_key(first + offset), &line))
    });
    // The count is what makes them part of the game.
    written && browser::store(COUNT, &(first + events.len()).to_string())
}

/// The table that was kept.
pub(super) fn load() -> Option<Table> {
    let events: Option<Vec<Event>> = (0..count())
        .map(|index| {
            let line = browser::stored(&entry_key(index))?;
            let (at_ms, public, secret) = serde_json::from_str(&line).ok()?;
            Event::from_stored(&StoredEvent { at_ms, public, secret }).ok()
        })
        .collect();
    Table::replay(&events?).ok()
}

/// Notes that the page is open now: time before the next such note is nobody's thinking time.
pub(super) fn note_seen() {
    browser::store(SEEN, &browser::epoch_ms().to_string());
}

/// For how long the page has been away.
pub(super) fn away_ms() -> u64 {
    let seen = browser::stored(SEEN).and_then(|text| text.parse().ok());
    seen.map_or(0, |seen: u64| browser::epoch_ms().saturating_sub(seen))
}
