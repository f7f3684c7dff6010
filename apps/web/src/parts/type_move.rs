use crate::{app::App, session::Session};
use leptos::{ev::SubmitEvent, prelude::*};
use ui_model::{Variant, catalogue::Message};

/// A line to type a move into.
#[component]
pub(crate) fn TypeMove() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let text = RwSignal::new(String::new());
    let hint = move || match session.read(|model| Some(model.variant)) {
        Some(Variant::Sifang) => app.fill(Message::TypeAction, &["4d10d"]),
        Some(Variant::Banqi) => app.fill(Message::TypeAction, &["c2, c2c3"]),
        Some(Variant::Xiangqi | Variant::Undercover) | None => {
            app.say(Message::TypeMove).to_owned()
        }
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = text.get_untracked();
        let typed = typed.trim();
        if typed.is_empty() {
            return;
        }
        let read = session
            .model
            .with_untracked(|model| model.as_ref().map(|model| model.read_typed(typed)));
        match read {
            Some(Ok(action)) => {
                session.play(action);
                text.set(String::new());
            }
            Some(Err(_)) | None => {
                session.notice.set(Some(app.fill(Message::NotReadable, &[typed])));
            }
        }
    };
    view! {
        <form class="type-move" on:submit=on_submit>
            <input
                type="text"
                data-input="move"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder=hint
                aria-label=hint
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            />
        </form>
    }
}
