use crate::{app::App, lazy::NotFetched, session::Session};
use i18n::Message;
use leptos::{ev::SubmitEvent, prelude::*, wasm_split::wasm_split};
use ui_model::Variant;

/// A field for typed moves.
#[component]
pub(crate) fn TypeMove() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let text = RwSignal::new(String::new());
    let hint = move || match session.read(|model| Some(model.variant)) {
        Some(Variant::Sifang) => app.t_with(Message::TypeAction, &["7d7e"]),
        Some(Variant::Banqi) => app.t_with(Message::TypeAction, &["c2, c2c3"]),
        Some(Variant::Xiangqi | Variant::Undercover) | None => app.t(Message::TypeMove).to_owned(),
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = text.get_untracked().trim().to_owned();
        if typed.is_empty() {
            return;
        }
        leptos::task::spawn_local(async move {
            // The player may have left the table in the meantime.
            match play_typed(app, session, typed).await {
                Ok(true) => _ = text.try_set(String::new()),
                Ok(false) => {}
                Err(_) => session.tell(Message::PartUnreachable),
            }
        });
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

/// Plays a typed move in any notation. If the text is no move, notifies the player and returns
/// `false`.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn play_typed(app: App, session: Session, typed: String) -> Result<bool, NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(false);
    }
    match untrack(|| session.read(|game| Some(game.read_typed(app.notation_untracked(), &typed)))) {
        Some(Ok(action)) => {
            session.play(action);
            Ok(true)
        }
        Some(Err(_)) | None => {
            session.tell(app.t_with(Message::NotReadable, &[&typed]));
            Ok(false)
        }
    }
}
