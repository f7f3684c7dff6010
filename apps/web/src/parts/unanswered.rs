use crate::app::App;
use i18n::Message;
use leptos::prelude::*;

/// Shows why a request failed, with a button to try again.
#[component]
pub(crate) fn Unanswered(
    /// The reason in words.
    why: String,
    /// Repeats the request.
    ask: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    view! {
        <p class="trouble" role="alert" data-trouble=true>{why}</p>
        <button data-act="try-again" on:click=move |_| ask.run(())>{app.text(Message::TryAgain)}</button>
    }
}
