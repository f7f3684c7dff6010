//! Event logs of the games on this device, in the browser's storage. Each event is one entry,
//! written before its effect is shown. A reload replays the log. Several games are stored side by
//! side, each under its own id.

#[cfg(test)]
mod tests;

use crate::stored::{Storage, is_id, is_listed, read, read_json, set_aside};
use protocol::{EVENTS, GameId, TableInfo};
use serde::Deserialize;
use table::{Event, Table};

/// Key of the list of ids, the latest first.
const INDEX: &str = "chuhe.games";

/// Key of the single game that earlier versions stored.
const SINGLE: &str = "chuhe.game";

/// Maximum number of games that are listed.
const MAX_GAMES: usize = 1_000;

/// Maximum number of entries of a log. A table of [`EVENTS`] events is over; some more may follow.
const MAX_ENTRIES: usize = 2 * EVENTS;

/// The log of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal<S> {
    storage: S,
    id: GameId,
}

/// The end of a log: its number of events, and the text of the last one.
#[derive(PartialEq, Eq)]
pub struct Tip {
    count: usize,
    last: Option<String>,
}

/// A removed game, which can be restored.
#[derive(Clone)]
pub struct RemovedGame<S> {
    storage: S,
    id: GameId,
    place: usize,
    entries: Vec<(String, String)>,
}

/// The part of a stored summary that a new game needs from the last one. Parsing the whole summary
/// would add 12 KB to the code before a first game.
#[derive(Deserialize)]
pub struct NotedGame {
    /// The plan.
    pub plan: NotedPlan,
    /// Number of plies.
    pub plies: u32,
    /// Whether the game is over.
    pub over: bool,
}

/// The part of [`protocol::TablePlan`] that is read.
#[derive(Deserialize)]
pub struct NotedPlan {
    /// Id of the variant.
    pub variant: String,
    /// Text of the options.
    pub options: String,
    /// Text of the time control.
    pub clock: String,
    /// The seats.
    pub seats: Vec<NotedSeat>,
    /// Whether the game is training, as games from a custom position are.
    pub training: bool,
}

/// The part of [`SeatPlan`](protocol::SeatPlan) that is read.
#[derive(Deserialize)]
pub struct NotedSeat {
    /// Level of the computer player.
    pub level: Option<String>,
}

impl NotedPlan {
    /// The computer's level, if a computer plays the seat.
    pub fn level(&self) -> Option<&str> {
        self.seats.iter().find_map(|seat| seat.level.as_deref())
    }
}

/// All stored games, the latest first. `new_id` draws an id for a game of an earlier version.
pub fn list<S: Storage>(storage: S, new_id: impl FnOnce() -> Option<GameId>) -> Vec<Journal<S>> {
    adopt_single(storage, new_id);
    index(storage).into_iter().map(|id| Journal { storage, id }).collect()
}

/// The ids. A list that cannot be read is made again from the games that are stored.
fn index(storage: impl Storage) -> Vec<GameId> {
    if storage.get(INDEX).is_none() {
        return Vec::new();
    }
    let are_ids = |ids: &Vec<GameId>| ids.len() <= MAX_GAMES && ids.iter().all(|id| is_id(id));
    read_json(storage, INDEX, are_ids).unwrap_or_else(|| {
        let id = |key: String| {
            let id = key.strip_prefix(SINGLE)?.strip_prefix('.')?.strip_suffix(".count")?;
            is_id(id).then(|| id.into())
        };
        let ids: Vec<GameId> =
            storage.keys(SINGLE).into_iter().filter_map(id).take(MAX_GAMES).collect();
        keep_index(storage, &ids);
        ids
    })
}

fn keep_index(storage: impl Storage, ids: &[GameId]) -> bool {
    serde_json::to_string(ids).is_ok_and(|text| storage.set(INDEX, &text))
}

/// Moves the single game of an earlier version into the list. It stays where it is until all of it
/// is written.
fn adopt_single(storage: impl Storage, new_id: impl FnOnce() -> Option<GameId>) {
    let single = Journal { storage, id: GameId::default() };
    if storage.get(&single.key("count")).is_none() {
        return;
    }
    let count = single.count();
    let lines = (0..count).map_while(|index| storage.get(&single.entry_key(index)));
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return single.erase();
    }
    let Some(id) = new_id() else { return };
    let journal = Journal { storage, id };
    if journal.append_lines(&lines) && journal.put_first() {
        single.erase();
    } else {
        journal.erase();
    }
}

impl<S: Storage> Journal<S> {
    /// The log of a game by its id; an empty id means the latest game. `None` if it is not stored.
    pub fn of(
        storage: S,
        id: &GameId,
        new_id: impl FnOnce() -> Option<GameId>,
    ) -> Option<Journal<S>> {
        list(storage, new_id).into_iter().find(|journal| id.is_empty() || journal.id == *id)
    }

    /// Starts the log of a new game. `None` if the storage is full; then there is no game.
    pub fn begin(storage: S, id: GameId, events: &[Event]) -> Option<Journal<S>> {
        let journal = Journal { storage, id };
        if journal.append(events) && journal.put_first() {
            return Some(journal);
        }
        journal.erase();
        None
    }

    /// The game's id.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// Adds events. Returns `false` if the storage is full; then none of them has happened.
    pub fn append(&self, events: &[Event]) -> bool {
        let line = |event: &Event| {
            let (public, secret) = event.to_columns();
            serde_json::to_string(&(event.at_ms, &public, &secret)).ok()
        };
        let lines: Option<Vec<String>> = events.iter().map(line).collect();
        lines.is_some_and(|lines| self.append_lines(&lines))
    }

    /// Adds entries, all or none.
    fn append_lines(&self, lines: &[String]) -> bool {
        let first = self.count();
        let mut keys = (first..).map(|index| self.entry_key(index)).zip(lines);
        // The count makes them part of the game.
        let is_written = keys.all(|(key, line)| self.storage.set(&key, line))
            && self.keep_count(first + lines.len());
        if !is_written {
            (first..first + lines.len()).for_each(|at| self.storage.remove(&self.entry_key(at)));
        }
        is_written
    }

    /// The current end of the log.
    pub fn tip(&self) -> Tip {
        let count = self.count();
        let last = count.checked_sub(1).and_then(|last| self.storage.get(&self.entry_key(last)));
        Tip { count, last }
    }

    /// The stored table, and the number of its events that fit together.
    pub fn load(&self) -> Option<(Table, usize)> {
        let events = self.events();
        if let Ok(table) = Table::replay(&events) {
            return Some((table, events.len()));
        }
        let lengths: Vec<usize> = (1..=events.len()).collect();
        let fits = lengths.partition_point(|&length| Table::replay(&events[..length]).is_ok());
        Some((Table::replay(&events[..fits]).ok()?, fits))
    }

    /// The readable events of the log.
    pub fn events(&self) -> Vec<Event> {
        let read = |index| {
            let line = self.storage.get(&self.entry_key(index))?;
            let (at_ms, public, secret): (u64, String, String) =
                serde_json::from_str(&line).ok()?;
            Event::from_columns(at_ms, &public, &secret).ok()
        };
        (0..self.count()).map_while(read).collect()
    }

    /// Shortens the log to at most `count` events. Returns whether events were cut off.
    pub fn cut(&self, count: usize) -> bool {
        self.count() > count && self.keep_count(count)
    }

    /// Stores a summary of the game, so that a list need not replay it.
    pub fn note(&self, info: &TableInfo) {
        if let Ok(text) = serde_json::to_string(info) {
            self.storage.set(&self.key("about"), &text);
        }
    }

    /// The last stored summary of the game.
    pub fn noted(&self) -> Option<TableInfo> {
        read_json(self.storage, &self.key("about"), is_listed)
    }

    /// The part of the summary that a new game needs.
    pub fn noted_game(&self) -> Option<NotedGame> {
        serde_json::from_str(&self.storage.get(&self.key("about"))?).ok()
    }

    /// Stores the time until which the page was open, Unix ms. Time until the next such time is not
    /// thinking time.
    pub fn note_seen(&self, at_ms: u64) {
        self.storage.set(&self.key("seen"), &at_ms.to_string());
    }

    /// Time since the page was last open, in milliseconds.
    pub fn away_ms(&self, now_ms: u64) -> u64 {
        let seen = read(self.storage, &self.key("seen"), |text| text.parse::<u64>().ok());
        seen.map_or(0, |seen| now_ms.saturating_sub(seen))
    }

    /// Moves the game to the front of the list.
    pub fn put_first(&self) -> bool {
        let mut ids = index(self.storage);
        ids.retain(|id| *id != self.id);
        ids.insert(0, self.id.clone());
        keep_index(self.storage, &ids)
    }

    /// Removes the game. The result restores it.
    pub fn remove(&self) -> RemovedGame<S> {
        let mut ids = index(self.storage);
        let place = ids.iter().position(|id| *id == self.id).unwrap_or(0);
        ids.retain(|id| *id != self.id);
        keep_index(self.storage, &ids);
        let entry = |key: String| self.storage.get(&key).map(|text| (key, text));
        let entries = self.keys().into_iter().filter_map(entry).collect();
        let removed = RemovedGame { storage: self.storage, id: self.id.clone(), place, entries };
        self.erase();
        removed
    }

    fn erase(&self) {
        self.keys().iter().for_each(|key| self.storage.remove(key));
    }

    /// All stored keys of the game. The count is not used: it may be wrong.
    fn keys(&self) -> Vec<String> {
        let start = self.key("");
        let mut keys = self.storage.keys(&start);
        // The keys of a game of an earlier version have no id: others continue with one.
        keys.retain(|key| !key[start.len()..].contains('.'));
        keys
    }

    /// Number of entries. A number that cannot be is set aside, and the entries are counted.
    fn count(&self) -> usize {
        let key = self.key("count");
        if self.storage.get(&key).is_none() {
            return 0;
        }
        let parse = |text: &str| text.parse().ok().filter(|count| *count <= MAX_ENTRIES);
        read(self.storage, &key, parse).unwrap_or_else(|| {
            let has = |index: &usize| self.storage.get(&self.entry_key(*index)).is_some();
            let count = (0..MAX_ENTRIES).take_while(has).count();
            if count == 0 || !self.keep_count(count) {
                set_aside(self.storage, &key);
            }
            count
        })
    }

    fn keep_count(&self, count: usize) -> bool {
        self.storage.set(&self.key("count"), &count.to_string())
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

impl<S: Storage> RemovedGame<S> {
    /// Puts the game back where it was. Returns `false` and changes nothing if the storage has no
    /// room.
    pub fn bring_back(&self) -> bool {
        let mut ids = index(self.storage);
        ids.insert(self.place.min(ids.len()), self.id.clone());
        let is_written = self.entries.iter().all(|(key, text)| self.storage.set(key, text))
            && keep_index(self.storage, &ids);
        if !is_written {
            self.entries.iter().for_each(|(key, _)| self.storage.remove(key));
        }
        is_written
    }
}
