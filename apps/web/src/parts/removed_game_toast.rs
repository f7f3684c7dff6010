use crate::{app::App, ticking::clear_after};
use i18n::Message;
use leptos::prelude::*;
use ui_model::Route;

/// Time for which a removed game can be restored, in milliseconds.
const BRING_BACK_MS: u32 = 10_000;

/// A message about a removed game, which can be restored for some seconds.
#[component]
pub(crate) fn RemovedGameToast() -> impl IntoView {
    let app = App::get();
    clear_after(BRING_BACK_MS, app.removed_game, || false);
    let is_full = RwSignal::new(false);
    let bring_back = move |_| {
        if let Some(removed) = app.removed_game.get_untracked() {
            if removed.bring_back() {
                app.removed_game.set(None);
            } else {
                is_full.set(true);
            }
        }
    };
    // On another page the message would cover its buttons.
    let is_shown = move || {
        app.removed_game.with(Option::is_some) && app.route.with(|route| *route == Route::Start)
    };
    move || {
        is_shown().then(|| view! {
            <div class="undo-toast" role="status" data-notice=true>
                <span>{move || app.t(if is_full.get() { Message::StorageFull } else { Message::GameRemoved })}</span>
                <button data-act="bring-back" on:click=bring_back>{app.t(Message::BringBack)}</button>
            </div>
        })
    }
}
