use crate::{
    app::App,
    backend,
    lazy::{Lazy, LazyChunk, NotFetched},
    on_demand::LazyScreen,
    parts, screen, sound,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::Route;

/// Style sheets of the bar with the player's running game.
const AWAY: &[&str] = &["/style/away.css"];

/// The root component, which chooses the screen.
#[component]
pub(crate) fn Page() -> impl IntoView {
    let app = App::new();
    provide_context(app);
    app.apply_settings();
    sound::follow_music_setting(app);
    leptos::task::spawn_local(backend::players::recall(app));
    app.follow_browser();
    parts::watch_waiting_games(app);
    let is_removed = Memo::new(move |_| app.removed_game.with(Option::is_some));
    let is_signed_in = Memo::new(move |_| app.account.with(Option::is_some));
    let may_play = Memo::new(move |_| {
        app.route.track();
        is_signed_in.get() || backend::has_seats()
    });
    view! {
        <parts::Sprite/>
        <parts::SiteTools/>
        <Lazy chunk=LazyChunk::new(fetch_announcement, announcement) is_optional=true/>
        {move || may_play.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_away, away_bar).with_styles(AWAY) is_optional=true/> })}
        {move || match app.route.get() {
            Route::Start => view! { <screen::Start/> }.into_any(),
            other => view! { <LazyScreen route=other/> }.into_any(),
        }}
        <parts::SettingsDialog/>
        <parts::SignInDialog/>
        <parts::MailNotice/>
        <parts::PlayerCardDialog/>
        {move || is_signed_in.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_challenges, incoming_challenges) is_optional=true/> })}
        {move || is_removed.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_removed_game, removed_game) is_optional=true/> })}
    }
}

#[wasm_split(announcement, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_announcement))]
fn announcement() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::AnnouncementLine/> }.into_any())
}

#[wasm_split(my_games, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_away))]
fn away_bar() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::AwayBar/> }.into_any())
}

#[wasm_split(challenges, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_challenges))]
fn incoming_challenges() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::IncomingChallenges/> }.into_any())
}

#[wasm_split(my_games, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_removed_game))]
fn removed_game() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::RemovedGameToast/> }.into_any())
}
