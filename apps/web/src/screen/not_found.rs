use crate::{
    app::App,
    parts::{PageHeader, RouteLink},
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::Route;

/// The page of an unknown address.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="new" data-screen="not-found">
            <PageHeader title=app.title(Message::NoPage)/>
            <div class="empty" data-empty="page">
                <p>{app.text(Message::NoPageAbout)}</p>
                <RouteLink class="button main" act="home" to=Route::Start>{app.text(Message::Home)}</RouteLink>
            </div>
        </main>
    }
}
