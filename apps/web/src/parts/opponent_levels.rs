use crate::app::App;
use i18n::{Message, level_name};
use leptos::prelude::*;
use ui_model::{Level, NewGame, Route, Variant};

/// The computer's levels in the chosen game. A tap starts a game.
#[component]
pub(crate) fn OpponentLevels(
    /// The chosen game.
    chosen: Memo<Variant>,
) -> impl IntoView {
    let app = App::get();
    let levels = Level::ALL.map(|level| {
        let play = move |_| {
            let variant = chosen.get_untracked();
            let game = NewGame { level, ..NewGame::new(variant) };
            app.wanted_game.set_value(Some(game));
            app.go(Route::Now);
        };
        view! {
            <button data-level=level.to_string() on:click=play>
                <span>{move || level_name(app.language(), level)}</span>
                <small>{move || level.rating(chosen.get())}</small>
            </button>
        }
    });
    view! {
        <section class="opponent-levels" aria-label=app.text(Message::VsComputer)>
            <h2>{app.text(Message::VsComputer)}</h2>
            <div class="level-strip">{levels}</div>
        </section>
    }
}
