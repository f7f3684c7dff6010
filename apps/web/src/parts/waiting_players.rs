use super::{RouteLink, SeekCard};
use crate::{
    app::App,
    backend::{LobbySignals, watch_lobby},
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{Route, Variant, puzzles::PuzzleMode};

/// Players who wait for an opponent in any game. Follows the lobby for all parts of the page.
#[component]
pub(crate) fn WaitingPlayers(
    /// The lobby.
    lobby: LobbySignals,
) -> impl IntoView {
    let app = App::get();
    watch_lobby(app, lobby);
    let LobbySignals { seeks, counts, .. } = lobby;
    let people = move || {
        let counts = counts.get();
        (counts.online > 1).then(|| {
            let values = [counts.online.to_string(), counts.playing.to_string()];
            view! {
                <p class="label" data-people=counts.online>
                    {app.t_with(Message::PeopleOnline, &[&values[0], &values[1]])}
                </p>
            }
        })
    };
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
        {people}
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
