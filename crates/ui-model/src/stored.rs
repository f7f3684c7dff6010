//! Values in the browser's storage.
//!
//! A player, an extension or an earlier version may have left anything there. A value that cannot be
//! used is set aside: it is moved to another key and does not stop the page.

use protocol::TableInfo;
use serde::de::DeserializeOwned;
use std::{cell::RefCell, collections::BTreeMap};

/// The browser's storage, or a double of it.
pub trait Storage: Copy {
    /// Returns the text of a key.
    fn get(self, key: &str) -> Option<String>;
    /// Stores a text. Returns `false` if the storage is full or closed.
    fn set(self, key: &str, text: &str) -> bool;
    /// Removes a key.
    fn remove(self, key: &str);
    /// Returns the keys that begin with `prefix`, in no order.
    fn keys(self, prefix: &str) -> Vec<String>;
}

/// Values that the storage had no room for. A page keeps them until it is closed.
#[derive(Default, Debug)]
pub struct PageValues(RefCell<BTreeMap<String, String>>);

impl PageValues {
    /// A storage whose values stay readable in this page when `storage` has no room for them.
    pub const fn over<S: Storage>(&self, storage: S) -> PageStorage<'_, S> {
        PageStorage { values: self, storage }
    }
}

/// A storage together with the values that it had no room for. [`Storage::set`] still returns
/// `false` for such a value.
#[derive(Clone, Copy, Debug)]
pub struct PageStorage<'a, S> {
    values: &'a PageValues,
    storage: S,
}

impl<S: Storage> Storage for PageStorage<'_, S> {
    fn get(self, key: &str) -> Option<String> {
        let unstored = self.values.0.borrow().get(key).cloned();
        unstored.or_else(|| self.storage.get(key))
    }

    fn set(self, key: &str, text: &str) -> bool {
        let is_stored = self.storage.set(key, text);
        let mut unstored = self.values.0.borrow_mut();
        if is_stored {
            unstored.remove(key);
        } else {
            unstored.insert(key.to_owned(), text.to_owned());
        }
        is_stored
    }

    fn remove(self, key: &str) {
        self.values.0.borrow_mut().remove(key);
        self.storage.remove(key);
    }

    fn keys(self, prefix: &str) -> Vec<String> {
        let mut keys = self.storage.keys(prefix);
        let unstored = self.values.0.borrow();
        keys.retain(|key| !unstored.contains_key(key));
        keys.extend(unstored.keys().filter(|key| key.starts_with(prefix)).cloned());
        keys
    }
}

/// Warning about a seat or a command that the storage had no room for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum StorageWarning {
    /// All of them are stored.
    #[default]
    Unneeded,
    /// The page shows the warning.
    Shown,
    /// The player has closed the warning. It is not shown again.
    Closed,
}

impl StorageWarning {
    /// The warning after a value was stored, or not.
    #[must_use]
    pub const fn after(self, is_stored: bool) -> StorageWarning {
        match self {
            StorageWarning::Unneeded if !is_stored => StorageWarning::Shown,
            other => other,
        }
    }
}

/// Prefix of the keys of values that were set aside.
pub const ASIDE: &str = "chuhe.aside.";

/// Maximum length of a value that is read, in bytes. A storage holds about five million.
pub const MAX_BYTES: usize = 200_000;

/// Moves a value out of the way. If the storage has no room for the copy, the value stays.
pub fn set_aside(storage: impl Storage, key: &str) {
    if let Some(text) = storage.get(key)
        && storage.set(&format!("{ASIDE}{key}"), &text)
    {
        storage.remove(key);
    }
}

/// Reads a value, and sets it aside if it is too long or `parse` rejects it.
pub fn read<T>(
    storage: impl Storage,
    key: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Option<T> {
    let text = storage.get(key)?;
    let value = if text.len() <= MAX_BYTES { parse(&text) } else { None };
    if value.is_none() {
        set_aside(storage, key);
    }
    value
}

/// Reads a JSON value, and sets it aside if it cannot be parsed or `is_valid` rejects it.
pub fn read_json<T: DeserializeOwned>(
    storage: impl Storage,
    key: &str,
    is_valid: impl FnOnce(&T) -> bool,
) -> Option<T> {
    read(storage, key, |text| serde_json::from_str(text).ok().filter(is_valid))
}

/// Whether a text can be the id of a game on this device or of a table.
pub fn is_id(text: &str) -> bool {
    const MAX: usize = 64;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !text.is_empty() && text.len() <= MAX && text.bytes().all(is_plain)
}

/// Whether these can be the seats of one player: known, and none twice.
pub fn are_seats(seats: &[u8]) -> bool {
    let is_new = |(at, seat): (usize, &u8)| !seats[..at].contains(seat);
    seats.iter().all(|seat| *seat < game::Seat::MAX) && seats.iter().enumerate().all(is_new)
}

/// Whether a stored summary describes a game that this page can list.
pub fn is_listed(info: &TableInfo) -> bool {
    let Ok(variant) = info.plan.variant.parse::<crate::Variant>() else { return false };
    let seats = usize::from(variant.seats());
    let clocks = info.clocks.as_ref();
    info.plan.seats.len() == seats
        && info.seats.len() == seats
        && info.plies <= protocol::ACTIONS
        && clocks.is_none_or(|clocks| clocks.left_ms.len() == seats)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A storage in memory with limited room.
    pub(crate) struct Memory {
        entries: RefCell<BTreeMap<String, String>>,
        /// Room in bytes, keys included.
        room: usize,
    }

    impl Memory {
        pub(crate) fn new(room: usize) -> Memory {
            Memory { entries: RefCell::default(), room }
        }

        pub(crate) fn entries(&self) -> BTreeMap<String, String> {
            self.entries.borrow().clone()
        }

        /// Number of bytes in use.
        pub(crate) fn used(&self) -> usize {
            self.entries.borrow().iter().map(|(key, text)| key.len() + text.len()).sum()
        }
    }

    impl Storage for &Memory {
        fn get(self, key: &str) -> Option<String> {
            self.entries.borrow().get(key).cloned()
        }

        fn set(self, key: &str, text: &str) -> bool {
            let before = self.entries.borrow().get(key).map_or(0, |old| key.len() + old.len());
            let has_room = self.used() - before + key.len() + text.len() <= self.room;
            if has_room {
                self.entries.borrow_mut().insert(key.to_owned(), text.to_owned());
            }
            has_room
        }

        fn remove(self, key: &str) {
            self.entries.borrow_mut().remove(key);
        }

        fn keys(self, prefix: &str) -> Vec<String> {
            let entries = self.entries.borrow();
            entries.keys().filter(|key| key.starts_with(prefix)).cloned().collect()
        }
    }

    #[test]
    fn a_page_reads_what_the_storage_has_no_room_for() {
        let memory = Memory::new(8);
        let values = PageValues::default();
        let storage = values.over(&memory);
        assert!(storage.set("a", "old"));
        assert!(!storage.set("a", "longer than 8"));
        assert!(!storage.set("ab", "longer than 8"));
        assert_eq!(memory.get("a").as_deref(), Some("old"));
        assert_eq!(storage.get("a").as_deref(), Some("longer than 8"));
        let mut keys = storage.keys("a");
        keys.sort();
        assert_eq!(keys, ["a", "ab"]);
        // With room again, the stored value is the only one.
        assert!(storage.set("a", "new"));
        assert_eq!(values.over(&memory).get("a").as_deref(), Some("new"));
        storage.remove("ab");
        assert_eq!(storage.get("ab"), None);
    }

    #[test]
    fn a_full_storage_is_reported_once() {
        let mut warning = StorageWarning::default();
        for (is_stored, expected) in [
            (true, StorageWarning::Unneeded),
            (false, StorageWarning::Shown),
            (true, StorageWarning::Shown),
        ] {
            warning = warning.after(is_stored);
            assert_eq!(warning, expected);
        }
        assert_eq!(StorageWarning::Closed.after(false), StorageWarning::Closed);
    }

    #[test]
    fn a_value_that_cannot_be_used_is_set_aside() {
        let is_small = |number: &u32| *number < 10;
        let long = " ".repeat(MAX_BYTES) + "5";
        for (text, expected) in [
            ("5", Some(5)),
            ("50", None),
            ("", None),
            ("[5", None),
            ("\"\u{0}\"", None),
            (long.as_str(), None),
        ] {
            let memory = Memory::new(1_000_000);
            assert!(memory.set("a", text));
            assert_eq!(read_json(&memory, "a", is_small), expected);
            let is_aside = memory.get("a").is_none();
            assert_eq!(is_aside, expected.is_none());
            assert_eq!(memory.get("chuhe.aside.a").as_deref(), is_aside.then_some(text));
        }
        // Without room for the copy nothing is lost.
        let full = Memory::new(3);
        assert!(full.set("a", "50"));
        assert_eq!(read_json(&full, "a", is_small), None);
        assert_eq!(full.get("a").as_deref(), Some("50"));
        assert_eq!(read_json(&full, "b", is_small), None);
    }

    #[test]
    fn ids_and_seats_are_checked() {
        let long = "a".repeat(65);
        for (id, is_valid) in [
            ("0a1b2c3d4e", true),
            ("A-1", true),
            ("", false),
            ("a.b", false),
            ("é", false),
            (&long, false),
        ] {
            assert_eq!(is_id(id), is_valid, "{id}");
        }
        for (seats, is_valid) in [
            (&[][..], true),
            (&[0], true),
            (&[3, 0], true),
            (&[4], false),
            (&[1, 1], false),
            (&[255; 300], false),
        ] {
            assert_eq!(are_seats(seats), is_valid, "{seats:?}");
        }
    }
}
