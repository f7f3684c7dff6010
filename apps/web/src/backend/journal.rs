//! Event logs of the games on this device, in the browser's storage. Each event is one entry,
//! written before its effect is shown. A reload replays the log. Several games are stored side by
//! side, each under its own id.

use crate::browser;
use protocol::TableInfo;
use serde::Deserialize;
use table::{Event, StoredEvent, Table};

/// Key of the list of ids, the latest first.
const INDEX: &str = "chuhe.games";

/// Key of the single game that earlier versions stored.
const SINGLE: &str = "chuhe.game";

/// The log of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Journal {
    id: String,
}

/// The end of a log: its number of events, and the text of the last one.
#[derive(PartialEq, Eq)]
pub(super) struct Tip {
    count: usize,
    last: Option<String>,
}

/// A removed game, which can be restored.
#[derive(Clone)]
pub(crate) struct RemovedGame {
    id: String,
    place: usize,
    entries: Vec<(String, String)>,
}

/// All stored games, the latest first.
pub(super) fn list() -> Vec<Journal> {
    adopt_single();
    index().into_iter().map(|id| Journal { id }).collect()
}

fn index() -> Vec<String> {
    let kept = browser::stored(INDEX).and_then(|text| serde_json::from_str(&text).ok());
    kept.unwrap_or_default()
}

fn keep_index(ids: &[String]) -> bool {
    serde_json::to_string(ids).is_ok_and(|text| browser::store(INDEX, &text))
}

/// Moves the single game of an earlier version into the list.
fn adopt_single() {
    let single = Journal { id: String::new() };
    let count = single.count();
    if count == 0 {
        return;
    }
    let events = (0..count).map(|index| browser::stored(&single.entry_key(index)));
    if let Some(lines) = events.collect::<Option<Vec<String>>>()
        && let Some(id) = new_id()
    {
        let journal = Journal { id };
        let written = lines
            .iter()
            .enumerate()
            .all(|(index, line)| browser::store(&journal.entry_key(index), line));
        if written && journal.keep_count(count) {
            journal.put_first();
        }
    }
    single.erase();
}

fn new_id() -> Option<String> {
    browser::random_hex::<5>().ok()
}

/// The part of a stored summary that a new game needs from the last one. Parsing the whole summary
/// would add 12 KB to the code before a first game.
#[derive(Deserialize)]
pub(super) struct NotedGame {
    pub(super) plan: NotedPlan,
    pub(super) plies: u32,
    pub(super) over: bool,
}

/// The part of [`protocol::TablePlan`] that is read.
#[derive(Deserialize)]
pub(super) struct NotedPlan {
    pub(super) variant: String,
    pub(super) options: String,
    pub(super) clock: String,
    pub(super) seats: Vec<NotedSeat>,
    /// Whether the game is training, as games from a custom position are.
    pub(super) training: bool,
}

/// The part of [`SeatPlan`](protocol::SeatPlan) that is read.
#[derive(Deserialize)]
pub(super) struct NotedSeat {
    pub(super) level: Option<String>,
}

impl NotedPlan {
    /// The computer's level, if a computer plays the seat.
    pub(super) fn level(&self) -> Option<&str> {
        self.seats.iter().find_map(|seat| seat.level.as_deref())
    }
}

impl Journal {
    /// The log of a game by its id; an empty id means the latest game. `None` if it is not stored.
    pub(super) fn of(id: &str) -> Option<Journal> {
        list().into_iter().find(|journal| id.is_empty() || journal.id == id)
    }

    /// Stores the log of a game opened from a file. `saved_ms` is the time of saving, Unix ms. Time
    /// after it is not thinking time. `None` if the storage is full.
    pub(super) fn resume(events: &[Event], saved_ms: u64) -> Option<Journal> {
        let journal = Journal::begin(events)?;
        browser::store(&journal.key("seen"), &saved_ms.to_string());
        Some(journal)
    }

    /// Starts the log of a new game. `None` if the storage is full; then there is no game.
    pub(super) fn begin(events: &[Event]) -> Option<Journal> {
        let journal = Journal { id: new_id()? };
        if journal.append(events) && journal.put_first() {
            return Some(journal);
        }
        journal.erase();
        None
    }

    /// Id of the game.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Appends events. Returns `false` if the storage is full; then no event is appended.
    pub(super) fn append(&self, events: &[Event]) -> bool {
        let first = self.count();
        let written = events.iter().enumerate().all(|(offset, event)| {
            let stored = event.to_stored();
            let line = serde_json::to_string(&(stored.at_ms, &stored.public, &stored.secret));
            line.is_ok_and(|line| browser::store(&self.entry_key(first + offset), &line))
        });
        // The stored count makes the new events part of the log.
        written && self.keep_count(first + events.len())
    }

    /// The current end of the log.
    pub(super) fn tip(&self) -> Tip {
        let count = self.count();
        let last = count.checked_sub(1).and_then(|last| browser::stored(&self.entry_key(last)));
        Tip { count, last }
    }

    /// The stored table, and the number of its events that could be replayed.
    pub(super) fn load(&self) -> Option<(Table, usize)> {
        let events = self.events();
        if let Ok(table) = Table::replay(&events) {
            return Some((table, events.len()));
        }
        let lengths: Vec<usize> = (1..=events.len()).collect();
        let fits = lengths.partition_point(|&length| Table::replay(&events[..length]).is_ok());
        Some((Table::replay(&events[..fits]).ok()?, fits))
    }

    /// The events of the log that can be parsed.
    pub(super) fn events(&self) -> Vec<Event> {
        let read = |index| {
            let line = browser::stored(&self.entry_key(index))?;
            let (at_ms, public, secret) = serde_json::from_str(&line).ok()?;
            Event::from_stored(&StoredEvent { at_ms, public, secret }).ok()
        };
        (0..self.count()).map_while(read).collect()
    }

    /// Truncates the log to `count` events, and returns whether events were removed.
    pub(super) fn cut(&self, count: usize) -> bool {
        self.count() > count && self.keep_count(count)
    }

    /// Stores a summary of the game, so that a list need not replay it.
    pub(super) fn note(&self, info: &TableInfo) {
        if let Ok(text) = serde_json::to_string(info) {
            browser::store(&self.key("about"), &text);
        }
    }

    /// The stored summary.
    pub(super) fn noted(&self) -> Option<TableInfo> {
        serde_json::from_str(&browser::stored(&self.key("about"))?).ok()
    }

    /// The part of the stored summary that identifies the game.
    pub(super) fn noted_game(&self) -> Option<NotedGame> {
        serde_json::from_str(&browser::stored(&self.key("about"))?).ok()
    }

    /// Stores the current time as the last time at which the page was open. Later time until the
    /// page opens again is not thinking time.
    pub(super) fn note_seen(&self) {
        browser::store(&self.key("seen"), &browser::epoch_ms().to_string());
    }

    /// Time since the page was last open.
    pub(super) fn away_ms(&self) -> u64 {
        let seen = browser::stored(&self.key("seen")).and_then(|text| text.parse().ok());
        seen.map_or(0, |seen: u64| browser::epoch_ms().saturating_sub(seen))
    }

    /// Moves the game to the front of the list.
    pub(super) fn put_first(&self) -> bool {
        let mut ids = index();
        ids.retain(|id| *id != self.id);
        ids.insert(0, self.id.clone());
        keep_index(&ids)
    }

    /// Removes the game. The returned value can restore it.
    pub(super) fn remove(&self) -> RemovedGame {
        let mut ids = index();
        let place = ids.iter().position(|id| *id == self.id).unwrap_or(0);
        ids.retain(|id| *id != self.id);
        keep_index(&ids);
        let entries = self.keys().filter_map(|key| browser::stored(&key).map(|text| (key, text)));
        let removed = RemovedGame { id: self.id.clone(), place, entries: entries.collect() };
        self.erase();
        removed
    }

    fn erase(&self) {
        self.keys().for_each(|key| browser::remove_stored(&key));
    }

    fn keys(&self) -> impl Iterator<Item = String> {
        let parts = ["count", "seen", "about"].map(|part| self.key(part));
        let entries: Vec<String> = (0..self.count()).map(|index| self.entry_key(index)).collect();
        parts.into_iter().chain(entries)
    }

    fn count(&self) -> usize {
        browser::stored(&self.key("count")).and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    fn keep_count(&self, count: usize) -> bool {
        browser::store(&self.key("count"), &count.to_string())
    }

    fn entry_key(&self, index: usize) -> String {
        self.key(&index.to_string())
    }

    fn key(&self, part: &str) -> String {
        if self.id.is_empty() {
            format!("{SINGLE}.{part}")
        } else {
            format!("{SINGLE}.{}.{part}", self.id)
        }
    }
}

impl RemovedGame {
    /// Restores the game at its place in the list. Returns `false` if the storage is full.
    pub(crate) fn bring_back(&self) -> bool {
        let written = self.entries.iter().all(|(key, text)| browser::store(key, text));
        let mut ids = index();
        ids.insert(self.place.min(ids.len()), self.id.clone());
        written && keep_index(&ids)
    }
}
