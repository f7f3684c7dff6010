use crate::{app::App, backend::players};
use leptos::prelude::*;
use protocol::ArchivedGame;
use ui_model::players::ArchiveFilter;

/// Archived games, loaded page by page.
#[derive(Clone, Copy)]
pub(crate) struct ArchivePager {
    /// The games loaded so far; `None` before the first page.
    pub(crate) games: RwSignal<Option<Vec<ArchivedGame>>>,
    /// Start of the next page; empty after the last one.
    pub(crate) next: RwSignal<String>,
    pub(crate) trouble: RwSignal<Option<String>>,
    /// Number of requests so far. Only the answer to the latest one is used.
    requests: StoredValue<u32>,
}

impl ArchivePager {
    pub(crate) fn new() -> ArchivePager {
        ArchivePager {
            games: RwSignal::new(None),
            next: RwSignal::new(String::new()),
            trouble: RwSignal::new(None),
            requests: StoredValue::new(0),
        }
    }

    /// Loads the first page. The current games stay until it arrives.
    pub(crate) fn load_first(self, app: App, filter: ArchiveFilter) {
        self.next.set(String::new());
        self.fetch(app, filter, true);
    }

    /// Loads the next page.
    pub(crate) fn load_next(self, app: App, filter: ArchiveFilter) {
        self.fetch(app, filter, false);
    }

    fn fetch(self, app: App, filter: ArchiveFilter, is_first: bool) {
        let before = self.next.get_untracked();
        self.trouble.set(None);
        self.requests.update_value(|requests| *requests += 1);
        let number = self.requests.get_value();
        leptos::task::spawn_local(async move {
            let answer = players::archive(app, &filter, &before).await;
            // A newer request may have been sent in the meantime, or the page left.
            if self.requests.try_get_value() != Some(number) {
                return;
            }
            match answer {
                Ok(page) => {
                    let before = self.games.get_untracked().filter(|_| !is_first);
                    let mut games = before.unwrap_or_default();
                    games.extend(page.games);
                    self.games.set(Some(games));
                    self.next.set(page.next.unwrap_or_default());
                }
                Err(why) => {
                    // The games of an earlier filter are replaced.
                    if is_first {
                        self.games.set(None);
                    }
                    self.trouble.set(Some(why));
                }
            }
        });
    }
}
