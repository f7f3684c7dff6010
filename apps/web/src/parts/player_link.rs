use crate::app::App;
use leptos::{ev::MouseEvent, prelude::*};
use ui_model::Route;

/// The name of an account. A tap opens the player's card. As a link it leads to the player's page, in
/// another tab for example.
#[component]
pub(crate) fn PlayerLink(
    name: String,
    /// What is shown in place of the name.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let app = App::get();
    let href = Route::Player(name.clone()).href();
    let (words, label) = (name.clone(), name.clone());
    let tag = name.clone();
    let open = move |event: MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() || event.button() != 0 {
            return;
        }
        event.prevent_default();
        app.player_card.set(Some(name.clone()));
    };
    let shown = match children {
        Some(children) => children(),
        None => words.into_any(),
    };
    view! {
        <a class="player-link" data-player-link=tag aria-haspopup="dialog" aria-label=label href=href on:click=open>{shown}</a>
    }
}
