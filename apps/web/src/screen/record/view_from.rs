use crate::{app::App, session::Session};
use games::board::Side;
use i18n::Message;
use leptos::prelude::*;

/// Undercover: the choice of the moles to show.
#[component]
pub(super) fn ViewFrom() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let choices = move || {
        [
            ("all", Message::AllKnown, vec![Side::Red, Side::Black]),
            ("red", Message::Red, vec![Side::Red]),
            ("black", Message::Black, vec![Side::Black]),
        ]
        .map(|(name, message, sides)| {
            let mine = sides.clone();
            view! {
                <button
                    data-view-from=name
                    aria-pressed=move || session.moles_of.with(|of| *of == mine).to_string()
                    on:click=move |_| session.moles_of.set(sides.clone())
                >
                    {app.t(message)}
                </button>
            }
        })
    };
    move || {
        session.read(|model| model.variant.has_secrets()).then(|| view! {
            <div class="view-from">
                <span class="label" aria-hidden="true">{app.t(Message::ViewFrom)}</span>
                <div class="choices small" role="group" aria-label=app.t(Message::ViewFrom)>{choices()}</div>
            </div>
        })
    }
}
