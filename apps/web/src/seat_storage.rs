//! Storage of the seats and commands of this device.

use crate::browser::BrowserStorage;
use ui_model::stored::{PageValues, Storage};

thread_local! {
    /// The values that the browser had no room for.
    static UNSTORED: PageValues = PageValues::default();
}

/// The browser's storage. Values that it has no room for are kept until the page is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeatStorage;

impl Storage for SeatStorage {
    fn get(self, key: &str) -> Option<String> {
        UNSTORED.with(|values| values.over(BrowserStorage).get(key))
    }

    fn set(self, key: &str, text: &str) -> bool {
        UNSTORED.with(|values| values.over(BrowserStorage).set(key, text))
    }

    fn remove(self, key: &str) {
        UNSTORED.with(|values| values.over(BrowserStorage).remove(key));
    }

    fn keys(self, prefix: &str) -> Vec<String> {
        UNSTORED.with(|values| values.over(BrowserStorage).keys(prefix))
    }
}
