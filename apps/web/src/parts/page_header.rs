use super::{Icon, SettingsButton};
use crate::app::App;
use i18n::Message;
use leptos::prelude::*;

/// Header of a page: back button, heading and settings.
#[component]
pub(crate) fn PageHeader(
    /// Its text.
    #[prop(into)]
    title: Signal<String>,
) -> impl IntoView {
    let app = App::get();
    app.set_title(title);
    view! {
        <header class="bar">
            <button class="plain" data-act="back" aria-label=app.text(Message::Back) on:click=move |_| app.back()>
                <Icon d="M15 5L8 12L15 19"/>
            </button>
            <h1>{move || title.get()}</h1>
            <SettingsButton/>
        </header>
    }
}
