use super::{Awaited, PageHeader, RouteLink};
use crate::{app::App, browser};
use i18n::Message;
use leptos::prelude::*;
use ui_model::Route;

/// Shows why a request failed, with a button to try again. When the connection returns, the request
/// is repeated.
#[component]
pub(crate) fn Unanswered(
    /// The reason in words.
    why: String,
    /// Repeats the request.
    ask: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    let online = browser::listen(&browser::window(), "online", move |_| ask.run(()));
    // Listens while the message is shown.
    StoredValue::new_local(online);
    view! {
        <p class="trouble" role="alert" data-trouble=true>{why}</p>
        <button data-act="try-again" on:click=move |_| ask.run(())>{app.text(Message::TryAgain)}</button>
    }
}

/// A screen whose content has been asked for: a loading skeleton, or why it failed.
#[component]
pub(crate) fn AwaitedScreen(
    /// Name of the screen for tests.
    name: &'static str,
    /// Title of the screen.
    title: Message,
    /// Why the request failed, in words.
    trouble: RwSignal<Option<String>>,
    /// Repeats the request.
    ask: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    view! {
        <main class="new" data-screen=name>
            <PageHeader title=app.title(title)/>
            <div class="sheet" role="status">
                {move || match trouble.get() {
                    Some(why) => view! {
                        <Unanswered why ask/>
                        <RouteLink class="button main" act="home" to=Route::Start>{app.text(Message::Home)}</RouteLink>
                    }.into_any(),
                    None => view! { <Awaited/> }.into_any(),
                }}
            </div>
        </main>
    }
}
