//! The logs of the games on this device, in the browser's storage: one entry an event, each written
//! before anything of it is shown. A reload is a replay. Several games lie side by side, each under
//! an id of its own.

use crate::browser;
use protocol::TableInfo;
use serde::Deserialize;
use table::{Event, StoredEvent, Table};

/// The ids, the last one first.
const INDEX: &str = "chuhe.games";

/// Where the one game of a device was kept when there was only one.
const SINGLE: &str = "chuhe.game";

/// The log of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Journal {
    id: String,
}

/// Where a log ends: how many events it has, and the last of them as it is written.
#[derive(PartialEq, Eq)]
pub(super) struct Tip {
    count: usize,
    last: Option<String>,
}

/// A game that was removed, to be brought back.
#[derive(Clone)]
pub(crate) struct RemovedGame {
    id: String,
    place: usize,
    entries: Vec<(String, String)>,
}

/// Every game that is kept, the last one first.
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

/// Takes the game from before there were several into the list.
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

/// What a first game needs to know of the one before: to read all that is noted takes 12 KB of what it
/// waits for.
#[derive(Deserialize)]
pub(super) struct NotedGame {
    pub(super) plan: NotedPlan,
    pub(super) plies: u32,
    pub(super) over: bool,
}

/// As [`protocol::TablePlan`].
#[derive(Deserialize)]
pub(super) struct NotedPlan {
    pub(super) variant: String,
    pub(super) options: String,
    pub(super) clock: String,
    pub(super) seats: Vec<NotedSeat>,
    /// As games from a position are.
    pub(super) training: bool,
}

/// As [`SeatPlan`](protocol::SeatPlan).
#[derive(Deserialize)]
pub(super) struct NotedSeat {
    pub(super) level: Option<String>,
}

impl NotedPlan {
    /// The computer's level, if one plays.
    pub(super) fn level(&self) -> Option<&str> {
        self.seats.iter().find_map(|seat| seat.level.as_deref())
    }
}

impl Journal {
    /// The log of a game by its id; the last one's where that is empty. `None` if it is not kept.
    pub(super) fn of(id: &str) -> Option<Journal> {
        list().into_iter().find(|journal| id.is_empty() || journal.id == id)
    }

    /// Keeps the log of a game that was saved to a file. `saved_ms` is the time of saving, Unix ms:
    /// time since then is not thinking time. `None` when the browser has no room.
    pub(super) fn resume(events: &[Event], saved_ms: u64) -> Option<Journal> {
        let journal = Journal::begin(events)?;
        browser::store(&journal.key("seen"), &saved_ms.to_string());
        Some(journal)
    }

    /// Begins the log of a new game. `None` when the browser has no room: then there is no game.
    pub(super) fn begin(events: &[Event]) -> Option<Journal> {
        let journal = Journal { id: new_id()? };
        if journal.append(events) && journal.put_first() {
            return Some(journal);
        }
        journal.erase();
        None
    }

    /// The game's id.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Adds events. `false` when the browser has no room: then none of them has happened.
    pub(super) fn append(&self, events: &[Event]) -> bool {
        let first = self.count();
        let written = events.iter().enumerate().all(|(offset, event)| {
            let stored = event.to_stored();
            let line = serde_json::to_string(&(stored.at_ms, &stored.public, &stored.secret));
            line.is_ok_and(|line| browser::store(&self.entry_key(first + offset), &line))
        });
        // The count is what makes them part of the game.
        written && self.keep_count(first + events.len())
    }

    /// Where the log ends now.
    pub(super) fn tip(&self) -> Tip {
        let count = self.count();
        let last = count.checked_sub(1).and_then(|last| browser::stored(&self.entry_key(last)));
        Tip { count, last }
    }

    /// The table that was kept, and how many of its events fit together.
    pub(super) fn load(&self) -> Option<(Table, usize)> {
        let events = self.events();
        if let Ok(table) = Table::replay(&events) {
            return Some((table, events.len()));
        }
        let lengths: Vec<usize> = (1..=events.len()).collect();
        let fits = lengths.partition_point(|&length| Table::replay(&events[..length]).is_ok());
        Some((Table::replay(&events[..fits]).ok()?, fits))
    }

    /// The events of the log that can be read.
    pub(super) fn events(&self) -> Vec<Event> {
        let read = |index| {
            let line = browser::stored(&self.entry_key(index))?;
            let (at_ms, public, secret) = serde_json::from_str(&line).ok()?;
            Event::from_stored(&StoredEvent { at_ms, public, secret }).ok()
        };
        (0..self.count()).map_while(read).collect()
    }

    /// Lets the log end after so many events, and says whether anything was left out.
    pub(super) fn cut(&self, count: usize) -> bool {
        self.count() > count && self.keep_count(count)
    }

    /// Notes how the game stands, so that a list need not replay it.
    pub(super) fn note(&self, info: &TableInfo) {
        if let Ok(text) = serde_json::to_string(info) {
            browser::store(&self.key("about"), &text);
        }
    }

    /// How the game stood when it was last looked at.
    pub(super) fn noted(&self) -> Option<TableInfo> {
        serde_json::from_str(&browser::stored(&self.key("about"))?).ok()
    }

    /// Which game it is, as it was noted; of what was noted no more is read for it.
    pub(super) fn noted_game(&self) -> Option<NotedGame> {
        serde_json::from_str(&browser::stored(&self.key("about"))?).ok()
    }

    /// Notes that the page is open now: time before the next such note is nobody's thinking time.
    pub(super) fn note_seen(&self) {
        browser::store(&self.key("seen"), &browser::epoch_ms().to_string());
    }

    /// For how long the page has been away.
    pub(super) fn away_ms(&self) -> u64 {
        let seen = browser::stored(&self.key("seen")).and_then(|text| text.parse().ok());
        seen.map_or(0, |seen: u64| browser::epoch_ms().saturating_sub(seen))
    }

    /// Makes it the last one, which comes first.
    pub(super) fn put_first(&self) -> bool {
        let mut ids = index();
        ids.retain(|id| *id != self.id);
        ids.insert(0, self.id.clone());
        keep_index(&ids)
    }

    /// Removes the game; what is returned brings it back.
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
    /// Puts the game back where it was. `false` when the browser has no room for it any more.
    pub(crate) fn bring_back(&self) -> bool {
        let written = self.entries.iter().all(|(key, text)| browser::store(key, text));
        let mut ids = index();
        ids.insert(self.place.min(ids.len()), self.id.clone());
        written && keep_index(&ids)
    }
}
