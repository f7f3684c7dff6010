mod choose_game;
mod usual_game;

pub(crate) use usual_game::PlayNow;

use crate::{
    app::{App, effect},
    backend,
    lazy::{Lazy, LazyChunk, NotFetched},
    parts::{self, Icon, RouteLink, SettingsButton},
};
use board_art::glyph;
use choose_game::ChooseGame;
use i18n::Message;
use leptos::{prelude::*, wasm_split::wasm_split};
use protocol::Seek;
use ui_model::{
    Route, Variant,
    players::{ArchiveFilter, DEFAULT_SPEED},
    puzzles::PuzzleMode,
};

/// The start page: the lobby of the server.
#[component]
pub(crate) fn Start() -> impl IntoView {
    let app = App::get();
    app.set_title(Signal::derive(String::new));
    let seeks = RwSignal::new(Vec::new());
    view! {
        <main class="start" data-screen="start">
            <header class="bar">
                <section class="masthead">
                    <Seal/>
                    <h1>{app.text(Message::AppName)}</h1>
                    <p>{app.text(Message::AppSubtitle)}</p>
                </section>
                <Places/>
                <span class="grow"></span>
                <AccountChip/>
                <SettingsButton/>
            </header>
            <div class="first">
                <MyPlace/>
                <ChooseGame>
                    <Lazy chunk=LazyChunk::new(fetch_lobby, move || quick_pairing(seeks)) is_optional=true/>
                </ChooseGame>
                <PicturesOffer/>
                <Lazy chunk=LazyChunk::new(fetch_lobby, opponent_levels) is_optional=true/>
            </div>
            <aside class="people" aria-label=app.text(Message::ChoosePlayer)>
                <Lazy chunk=LazyChunk::new(fetch_lobby, move || waiting_players(seeks)) is_optional=true/>
            </aside>
            <div class="lobby"><Lazy chunk=LazyChunk::new(fetch_lobby, live_games) is_optional=true/></div>
            <Tools/>
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
                    <Lazy chunk=LazyChunk::new(fetch_lobby, move || my_games(is_held)) is_optional=true/>
                </div>
            }
        })
    }
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_lobby))]
fn my_games(is_held: RwSignal<bool>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::MyGames is_held/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn live_games() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::LiveGames/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn opponent_levels() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::OpponentLevels/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn waiting_players(seeks: RwSignal<Vec<Seek>>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::WaitingPlayers seeks/> }.into_any())
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible)]
fn quick_pairing(seeks: RwSignal<Vec<Seek>>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::QuickPairing seeks/> }.into_any())
}

/// Whether this device knows of games of the player.
fn has_games() -> bool {
    backend::local_game_count() > 0 || backend::has_seats() || parts::has_place()
}

/// The signed-in player, or a link to sign in.
#[component]
fn AccountChip() -> impl IntoView {
    let app = App::get();
    view! {
        <RouteLink class="button chip" act="account" to=Route::Account>
            <Icon d="M12 12A4 4 0 1 1 12 4A4 4 0 1 1 12 12M4 20C5 14 19 14 20 20"/>
            <span data-chip=true>{move || app.account.get().unwrap_or_else(|| app.t(Message::SignIn).to_owned())}</span>
        </RouteLink>
    }
}

/// The seal with the two characters of the name.
#[component]
fn Seal() -> impl IntoView {
    let word = |c: char, y: u32| {
        view! { <path d=glyph::character_path(c) transform=format!("translate(22 {y}) scale(.56)")/> }
    };
    view! {
        <svg class="seal" viewBox="0 0 100 124" aria-hidden="true">
            <rect width="100" height="124" rx="14"/>
            {word('楚', 6)}
            {word('河', 62)}
        </svg>
    }
}

/// Links to the pages about people and games. On a phone they are tabs at the bottom.
#[component]
fn Places() -> impl IntoView {
    let app = App::get();
    let links = [
        ("play", Route::Start, Message::Play, "M8 5L18 12L8 19Z"),
        (
            "learn",
            Route::Lesson(Variant::Xiangqi, 0, 0),
            Message::Learn,
            "M3 8L12 4L21 8L12 12ZM7 10V15C10 18 14 18 17 15V10M21 8V14",
        ),
        (
            "archive",
            Route::Archive(ArchiveFilter::default()),
            Message::Archive,
            "M4 5H20V9H4ZM6 9V20H18V9M10 13H14",
        ),
        (
            "ranking",
            Route::Ranking(Variant::Xiangqi, DEFAULT_SPEED),
            Message::Ranking,
            "M4 20V12H9V20M9 20V5H15V20M15 20V9H20V20M3 20H21",
        ),
        (
            "hall",
            Route::SmartBoardHall,
            Message::SmartBoards,
            "M4 4H20V20H4ZM4 10H20M4 14H20M10 4V10M14 14V20",
        ),
    ];
    view! { <nav class="site-links" aria-label=app.text(Message::Pages)>{page_links(app, links)}</nav> }
}

/// Links to the tools at the foot of the page.
#[component]
fn Tools() -> impl IntoView {
    let links = [
        ("puzzles", Route::Puzzles(PuzzleMode::Daily), Message::Puzzles, ""),
        ("rules", Route::Rules(Variant::Xiangqi), Message::Rules, ""),
        ("editor", Route::Editor(Variant::Xiangqi, String::new()), Message::SetUpBoard, ""),
        ("load", Route::Open, Message::LoadFile, ""),
    ];
    view! { <footer class="tools">{page_links(App::get(), links)}</footer> }
}

/// A link for each name, page, text and icon. They are built in one place, because every use of a
/// component adds to the size of the first load.
fn page_links<const N: usize>(
    app: App,
    links: [(&'static str, Route, Message, &'static str); N],
) -> Vec<AnyView> {
    let link = |(act, to, text, d): (&'static str, Route, Message, &'static str)| {
        view! {
            <RouteLink act to>
                <Icon d/>
                <span>{app.text(text)}</span>
            </RouteLink>
        }
        .into_any()
    };
    links.into_iter().map(link).collect()
}
