use crate::{app::App, backend, parts, screen, sound};
use leptos::prelude::*;
use ui_model::Route;

/// The whole page.
#[component]
pub(crate) fn Page() -> impl IntoView {
    let app = App::new();
    provide_context(app);
    app.apply_settings();
    sound::follow_music_setting(app);
    leptos::task::spawn_local(backend::players::recall(app));
    app.follow_browser();
    view! {
        <parts::Sprite/>
        {move || match app.route.get() {
            Route::Start => view! { <screen::Start/> }.into_any(),
            Route::New(variant) => view! { <screen::NewGameForm variant/> }.into_any(),
            Route::Play(id) => view! { <screen::LocalTable id/> }.into_any(),
            Route::Rules(variant) => view! { <screen::Rules variant/> }.into_any(),
            Route::Lesson(variant, chapter, step) => view! { <screen::LessonScreen variant chapter step/> }.into_any(),
            Route::Editor(variant, text) => view! { <screen::EditorScreen variant text/> }.into_any(),
            Route::Table(id) => view! { <screen::RemoteTable id/> }.into_any(),
            Route::Record => view! { <screen::Record/> }.into_any(),
            Route::EboardHall => view! { <screen::EboardHall/> }.into_any(),
            Route::Eboard(id) => view! { <screen::EboardScreen id/> }.into_any(),
            Route::EboardGame(board, game) => view! { <screen::EboardGame board game/> }.into_any(),
            Route::Account => view! { <screen::Account/> }.into_any(),
            Route::Ranking(variant, speed) => view! { <screen::Ranking variant speed/> }.into_any(),
            Route::Player(name) => view! { <screen::Player name/> }.into_any(),
            Route::Archive(filter) => view! { <screen::Archive filter/> }.into_any(),
        }}
        <parts::SettingsDialog/>
        <parts::SignInDialog/>
        <parts::RemovedGameToast/>
    }
}
