use crate::app::App;
use i18n::Message;
use leptos::prelude::*;
use protocol::NAME_CHARS;

/// The name under which the player sits down: the account's, or a name that a guest types.
#[component]
pub(crate) fn NameField() -> impl IntoView {
    let app = App::get();
    let is_too_long = RwSignal::new(false);
    // A name that no table accepts is not kept. Nothing is cut off a name.
    let keep = move |event: leptos::ev::Event| {
        let name = event_target_value(&event);
        is_too_long.set(name.trim().chars().count() > NAME_CHARS);
        if !is_too_long.get_untracked() {
            app.settings.update(|settings| settings.name = name);
        }
    };
    move || {
        match app.account.get() {
        Some(name) => view! {
            <p class="label" data-plays-as=name.clone()>{app.t_with(Message::PlayedAs, &[&name])}</p>
        }
        .into_any(),
        None => view! {
            <label class="field">
                <span class="label">{app.t(Message::YourName)}</span>
                <input
                    type="text"
                    data-input="name"
                    placeholder=app.t(Message::Guest)
                    prop:value=move || app.settings.with(|settings| settings.name.clone())
                    on:change=keep
                />
                {move || is_too_long.get().then(|| view! {
                    <small class="trouble" role="alert" data-trouble=true>{app.t(Message::NameLength)}</small>
                })}
            </label>
        }
        .into_any(),
    }
    }
}
