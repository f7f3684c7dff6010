//! Texts of whole games: records, `.chuhe` files and transcripts.
//!
//! A long game takes milliseconds to write. Each text is built outside the table's actor, from a
//! shared copy of the table, and kept until the log grows.

use crate::{
    limits::{READINGS_BYTES, RESTING_TABLES},
    tables::{
        actor::TableView,
        delayed::{Delayed, SeenTable},
    },
};
use axum::body::Bytes;
use game::Observer;
use protocol::{GameId, UnixMs};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use table::Table;

/// Kind of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// Plain JSON texts.
    Record,
    /// A `.chuhe` file.
    File,
    /// The public transcript with its signed head.
    Transcript,
}

/// A text, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Text {
    Written(Bytes),
    /// The game has not begun.
    NotBegun,
    /// A part of the game is hidden from the reader.
    Hidden,
}

/// What a text depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReadingKey {
    pub(crate) game: GameId,
    /// Number of events in the log.
    pub(crate) len: u64,
    pub(crate) reading: Reading,
    pub(crate) observer: Observer,
    /// As [`Standings::closings`](crate::accounts::Standings::closings), before the table was read.
    pub(crate) closings: u64,
}

/// A table without an actor, as its log says.
#[derive(Clone)]
pub(crate) struct RestingTable {
    pub(crate) table: Arc<Table>,
    /// The table as its spectators see it; `None` if they see it as it is.
    pub(crate) delayed: Option<Delayed>,
    pub(crate) len: u64,
    /// Time of the last event.
    pub(crate) last_ms: UnixMs,
    /// As [`Standings::closings`](crate::accounts::Standings::closings), before the table was read.
    pub(crate) closings: u64,
}

impl RestingTable {
    /// The table as its spectators see it.
    pub(crate) fn spectated(&self, now_ms: UnixMs) -> SeenTable {
        match &self.delayed {
            Some(delayed) => delayed.seen(now_ms),
            None => SeenTable::present(self.table.clone(), now_ms),
        }
    }
}

/// The latest texts, and the latest tables that were read from their logs.
#[derive(Default)]
pub(crate) struct Readings {
    texts: Mutex<Texts>,
    resting: Mutex<VecDeque<(GameId, RestingTable)>>,
}

/// The texts, the latest first.
#[derive(Default)]
struct Texts {
    list: VecDeque<(ReadingKey, Text)>,
    bytes: usize,
}

impl Readings {
    /// A text that is kept.
    pub(crate) fn text(&self, key: &ReadingKey) -> Option<Text> {
        let mut texts = self.texts();
        let place = texts.list.iter().position(|(kept, _)| kept == key)?;
        let found = texts.list.remove(place)?;
        texts.list.push_front(found);
        texts.list.front().map(|(_, text)| text.clone())
    }

    /// Keeps a text in place of earlier ones of the same kind. The least recently used texts are
    /// dropped when all together are too long.
    pub(crate) fn keep(&self, key: ReadingKey, text: Text) {
        let mut texts = self.texts();
        let is_same = |kept: &ReadingKey| {
            (&kept.game, kept.reading, kept.observer) == (&key.game, key.reading, key.observer)
        };
        let mut dropped = 0;
        texts.list.retain(|(kept, text)| {
            let stays = !is_same(kept);
            dropped += if stays { 0 } else { size(kept, text) };
            stays
        });
        texts.bytes = texts.bytes - dropped + size(&key, &text);
        texts.list.push_front((key, text));
        while texts.bytes > READINGS_BYTES
            && let Some((key, text)) = texts.list.pop_back()
        {
            texts.bytes -= size(&key, &text);
        }
    }

    /// A table that was read from its log.
    pub(crate) fn resting(&self, id: &GameId) -> Option<RestingTable> {
        let resting = self.resting_tables();
        resting.iter().find(|(kept, _)| kept == id).map(|(_, table)| table.clone())
    }

    pub(crate) fn keep_resting(&self, id: &GameId, table: RestingTable) {
        let mut resting = self.resting_tables();
        resting.retain(|(kept, _)| kept != id);
        resting.push_front((id.to_owned(), table));
        resting.truncate(RESTING_TABLES);
    }

    /// Forgets a table that gets an actor, or is deleted.
    pub(crate) fn forget_resting(&self, id: &GameId) {
        self.resting_tables().retain(|(kept, _)| kept != id);
    }

    fn resting_tables(&self) -> MutexGuard<'_, VecDeque<(GameId, RestingTable)>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReadingKey {
    /// The key of a text about a table as it is now.
    pub(crate) fn of(
        game: &GameId,
        reading: Reading,
        view: &TableView,
        closings: u64,
    ) -> ReadingKey {
        let observer = match reading {
            Reading::Record | Reading::File => view.observer,
            Reading::Transcript => Observer::Spectator,
        };
        ReadingKey { game: game.to_owned(), len: view.len, reading, observer, closings }
    }
}

fn size(key: &ReadingKey, text: &Text) -> usize {
    let text = match text {
        Text::Written(text) => text.len(),
        Text::NotBegun | Text::Hidden => 0,
    };
    size_of::<(ReadingKey, Text)>() + key.game.len() + text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(game: &str, len: u64, reading: Reading) -> ReadingKey {
        ReadingKey { game: game.into(), len, reading, observer: Observer::Spectator, closings: 0 }
    }

    fn text(bytes: usize) -> Text {
        Text::Written(vec![b'x'; bytes].into())
    }

    #[test]
    fn the_latest_texts_are_kept() {
        let readings = Readings::default();
        readings.keep(key("a", 5, Reading::Record), text(10));
        readings.keep(key("a", 5, Reading::File), Text::Hidden);
        assert_eq!(readings.text(&key("a", 5, Reading::Record)), Some(text(10)));
        assert_eq!(readings.text(&key("a", 5, Reading::File)), Some(Text::Hidden));
        assert_eq!(readings.text(&key("a", 6, Reading::Record)), None, "the log has grown");
        readings.keep(key("a", 6, Reading::Record), text(20));
        assert_eq!(readings.text(&key("a", 5, Reading::Record)), None);
        // The size is limited, and the text that was read last stays.
        let each = READINGS_BYTES / 4;
        for game in ["b", "c", "d", "e", "f"] {
            readings.keep(key(game, 1, Reading::Record), text(each));
            assert_eq!(readings.text(&key("b", 1, Reading::Record)), Some(text(each)), "{game}");
        }
        assert_eq!(readings.text(&key("c", 1, Reading::Record)), None);
        let kept = readings.texts();
        let sum: usize = kept.list.iter().map(|(key, text)| size(key, text)).sum();
        assert_eq!(sum, kept.bytes);
        assert!(sum <= READINGS_BYTES);
    }
}
