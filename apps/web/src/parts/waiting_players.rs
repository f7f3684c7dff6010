use super::{RouteLink, SeekCard};
use crate::{app::App, backend, ticking::run_every_seen};
use i18n::Message;
use leptos::prelude::*;
use protocol::Seek;
use ui_model::{Route, Variant, puzzles::PuzzleMode};

/// Interval between two requests for waiting players, in milliseconds.
const REFRESH_MS: u64 = 3_000;

/// Players who wait for an opponent in any game.
#[component]
pub(crate) fn WaitingPlayers(
    /// The players, also for other parts of the page.
    seeks: RwSignal<Vec<Seek>>,
) -> impl IntoView {
    let app = App::get();
    let refresh = move || {
        leptos::task::spawn_local(async move {
            let found = backend::seekers(app, None).await;
            // The page may have been left in the meantime.
            let _ = seeks.try_update(|seeks| *seeks = found);
        });
    };
    refresh();
    run_every_seen(REFRESH_MS, refresh);
    let waiting = move || {
        let seeks = seeks.get();
        if seeks.is_empty() {
            return view! { <p class="label">{app.text(Message::NoPlayerWaits)}</p> }.into_any();
        }
        let cards = seeks.into_iter().map(|seek| view! { <SeekCard seek names_game=true/> });
        view! { <div class="waiting" data-panel="waiting">{cards.collect_view()}</div> }.into_any()
    };
    view! {
        <h2>{app.text(Message::ChoosePlayer)}</h2>
        <div class="people-list">
            {waiting}
            <RouteLink class="people-foot" to=Route::Lesson(Variant::Xiangqi, 0, 0)>
                <span>{app.text(Message::LearnQuickly)}</span>
                <strong>{app.text(Message::Learn)}</strong>
            </RouteLink>
            <RouteLink class="people-foot" act="daily-puzzle" to=Route::Puzzles(PuzzleMode::Daily)>
                <span>{app.text(Message::PuzzleDaily)}</span>
                <strong>{app.text(Message::Puzzles)}</strong>
            </RouteLink>
        </div>
    }
}
