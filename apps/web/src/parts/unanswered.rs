use crate::app::App;
use leptos::prelude::*;
use ui_model::catalogue::Message;

/// Why what was asked for is not here, and the way to ask again.
#[component]
pub(crate) fn Unanswered(
    /// In words.
    why: String,
    /// Asks again.
    ask: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    view! {
        <p class="trouble" role="alert" data-trouble=true>{why}</p>
        <button data-act="try-again" on:click=move |_| ask.run(())>{app.text(Message::TryAgain)}</button>
    }
}
