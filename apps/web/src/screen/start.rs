mod choose_game;

use super::first_game::prepare_first_game;
use crate::{
    app::{App, effect},
    backend::{self, LobbySignals},
    browser,
    lazy::{Lazy, LazyChunk, NotFetched},
    parts, texts,
};
use choose_game::ChooseGame;
use i18n::Message;
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::Variant;

/// Delay before finished games are shown on an empty start page, in milliseconds. A visitor who plays
/// at once does not load them.
const LATEST_MS: u32 = 4_000;

/// Style sheets of finished games.
const LATEST: &[&str] = &["/style/players.css"];

/// The start page: the lobby of the server.
#[component]
pub(crate) fn Start() -> impl IntoView {
    let app = App::get();
    app.set_title(Signal::derive(String::new));
    let lobby = LobbySignals::new();
    // Read once for all buttons: the last game is in the browser's storage.
    let chosen = Memo::new(move |_| parts::chosen_game(app));
    // A separate part draws boards. Most visits to a small club need not load it.
    let has_live = Memo::new(move |_| lobby.live.with(|live| !live.is_empty()));
    let is_quiet = RwSignal::new(false);
    browser::run_after(LATEST_MS, move || {
        // The page may have been left in the meantime.
        let _ = is_quiet.try_set(true);
    });
    let shows_latest = Memo::new(move |_| is_quiet.get() && !has_live.get());
    leptos::task::spawn_local(async move {
        // The lists come first, and a game is ready before most visitors have looked at them.
        let _ = fetch_lobby().await;
        texts::load_others(app);
        leptos::task::spawn_local(prepare_first_game());
    });
    view! {
        <main class="start" data-screen="start">
            <h1 class="spoken">{app.text(Message::AppName)}</h1>
            <div class="first">
                <MyPlace/>
                <ChooseGame chosen is_offline=lobby.is_offline>
                    <Lazy chunk=LazyChunk::new(fetch_lobby, move || quick_pairing(lobby, chosen)) is_optional=true/>
                </ChooseGame>
                <PicturesOffer/>
                <Lazy chunk=LazyChunk::new(fetch_lobby, move || opponent_levels(chosen)) is_optional=true/>
            </div>
            <aside class="people" aria-label=app.text(Message::ChoosePlayer)>
                <Lazy chunk=LazyChunk::new(fetch_lobby, move || waiting_players(lobby)) is_optional=true/>
            </aside>
            <div class="lobby">
                {move || has_live.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_live_games, move || live_games(lobby)) is_optional=true/> })}
                {move || shows_latest.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_latest_games, latest_games).with_styles(LATEST) is_optional=true/> })}
            </div>
        </main>
    }
}

/// The one-time offer of picture pieces to English readers.
#[component]
fn PicturesOffer() -> impl IntoView {
    /// The horse of the picture set.
    const PICTURE: &str = "#p-horse";
    let app = App::get();
    let asks = Memo::new(move |_| {
        app.settings.with(|settings| settings.asks_for_pictures(app.language()))
    });
    let answer = move |wants: bool| app.settings.update(|settings| settings.answer_pictures(wants));
    move || {
        asks.get().then(|| view! {
            <section class="pictures-offer" data-panel="pictures">
                <svg viewBox="-50 -50 100 100" width="44" height="44" aria-hidden="true">
                    <circle r="46" class="ground"/>
                    <use_ href=PICTURE transform="scale(.62) translate(-50 -50)"/>
                </svg>
                <strong>{app.t(Message::PicturesAsk)}</strong>
                <button data-act="take-pictures" on:click=move |_| answer(true)>{app.t(Message::PicturesTake)}</button>
                <button class="plain" data-act="keep-characters" on:click=move |_| answer(false)>{app.t(Message::PicturesKeep)}</button>
            </section>
        })
    }
}

/// The player's games, loaded on demand. A placeholder with their last height keeps the content
/// below in place.
#[component]
fn MyPlace() -> impl IntoView {
    let app = App::get();
    let is_wanted = RwSignal::new(has_games());
    parts::hold_place();
    let is_held = RwSignal::new(true);
    effect(move || {
        // A signed-in player may have games on other devices.
        if app.account.with(Option::is_some) {
            is_wanted.set(true);
        }
    });
    let is_shown = Memo::new(move |_| is_wanted.get());
    move || {
        is_shown.get().then(|| {
            view! {
                <div class="my-place" class:held=move || is_held.get()>
                    <Lazy chunk=LazyChunk::new(fetch_my_games, move || my_games(is_held)) is_optional=true/>
                </div>
            }
        })
    }
}

#[wasm_split(my_games, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_my_games))]
fn my_games(is_held: RwSignal<bool>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::MyGames is_held/> }.into_any())
}

#[wasm_split(live_games, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_live_games))]
fn live_games(lobby: LobbySignals) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::LiveGames live=lobby.live/> }.into_any())
}

#[wasm_split(latest_games, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_latest_games))]
fn latest_games() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::LatestGames/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn opponent_levels(chosen: Memo<Variant>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::OpponentLevels chosen/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_lobby))]
fn waiting_players(lobby: LobbySignals) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::WaitingPlayers lobby/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn quick_pairing(lobby: LobbySignals, chosen: Memo<Variant>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::QuickPairing lobby chosen/> }.into_any())
}

/// Whether this device knows of games of the player.
fn has_games() -> bool {
    backend::local_game_count() > 0 || backend::has_seats() || parts::has_place()
}
