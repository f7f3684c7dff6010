use crate::{app::App, backend::players};
use leptos::prelude::*;
use protocol::ArchivedGame;
use ui_model::players::ArchiveFilter;

/// Games of the archive, page after page.
#[derive(Clone, Copy)]
pub(crate) struct ArchivePager {
    /// What is here so far; absent until the first page is.
    pub(crate) games: RwSignal<Option<Vec<ArchivedGame>>>,
    /// Where the next page begins; empty after the last.
    pub(crate) next: RwSignal<String>,
    pub(crate) trouble: RwSignal<Option<String>>,
    /// How often a page was asked for. Only the last answer counts.
    asked: StoredValue<u32>,
}

impl ArchivePager {
    pub(crate) fn new() -> ArchivePager {
        ArchivePager {
            games: RwSignal::new(None),
            next: RwSignal::new(String::new()),
            trouble: RwSignal::new(None),
            asked: StoredValue::new(0),
        }
    }

    /// The first page. What is here stays until it comes.
    pub(crate) fn begin(self, app: App, filter: ArchiveFilter) {
        self.next.set(String::new());
        self.fetch(app, filter, true);
    }

    /// The next page.
    pub(crate) fn more(self, app: App, filter: ArchiveFilter) {
        self.fetch(app, filter, false);
    }

    fn fetch(self, app: App, filter: ArchiveFilter, is_first: bool) {
        let before = self.next.get_untracked();
        self.trouble.set(None);
        self.asked.update_value(|asked| *asked += 1);
        let number = self.asked.get_value();
        leptos::task::spawn_local(async move {
            let answer = players::archive(app, &filter, &before).await;
            // Something else may have been asked for meanwhile, or the page left.
            if self.asked.try_get_value() != Some(number) {
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
                    // What was found for another question is no answer to this one.
                    if is_first {
                        self.games.set(None);
                    }
                    self.trouble.set(Some(why));
                }
            }
        });
    }
}
