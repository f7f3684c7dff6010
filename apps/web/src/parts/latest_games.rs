use super::{FinishedGames, RouteLink};
use crate::{app::App, backend::players};
use i18n::Message;
use leptos::prelude::*;
use protocol::ArchivedGame;
use ui_model::{Route, players::ArchiveFilter};

/// Maximum number of games.
const LATEST: usize = 4;

/// The latest finished games, for a start page without running ones. Nothing without an answer.
#[component]
pub(crate) fn LatestGames() -> impl IntoView {
    let app = App::get();
    let games = RwSignal::new(Vec::<ArchivedGame>::new());
    leptos::task::spawn_local(async move {
        if let Ok(found) = players::archive(app, &ArchiveFilter::default(), "").await {
            // The page may have been left in the meantime.
            let _ = games.try_set(found.games.into_iter().take(LATEST).collect());
        }
    });
    move || {
        let games = games.get();
        (!games.is_empty()).then(|| view! {
            <section class="sheet latest" data-panel="finished">
                <header>
                    <h2>{app.text(Message::LatestGames)}</h2>
                    <RouteLink act="all-games" to=Route::Archive(ArchiveFilter::default())>{app.text(Message::AllGames)}</RouteLink>
                </header>
                <FinishedGames games/>
            </section>
        })
    }
}
