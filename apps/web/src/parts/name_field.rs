use crate::app::App;
use leptos::prelude::*;
use protocol::NAME_CHARS;
use ui_model::catalogue::Message;

/// Under which name the player sits down: the account's, or whatever a guest likes.
#[component]
pub(crate) fn NameField() -> impl IntoView {
    let app = App::get();
    move || {
        match app.account.get() {
        Some(name) => view! {
            <p class="label" data-plays-as=name.clone()>{app.fill(Message::PlayedAs, &[&name])}</p>
        }
        .into_any(),
        None => view! {
            <label class="field">
                <span class="label">{app.say(Message::YourName)}</span>
                <input
                    type="text"
                    data-input="name"
                    maxlength=NAME_CHARS
                    placeholder=app.say(Message::Guest)
                    prop:value=move || app.settings.with(|settings| settings.name.clone())
                    on:change=move |event| app.settings.update(|settings| settings.name = event_target_value(&event))
                />
            </label>
        }
        .into_any(),
    }
    }
}
