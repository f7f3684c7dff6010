use crate::{
    app::{App, effect},
    backend,
    board::PieceFace,
    lazy::{Lazy, LazyChunk, NotFetched},
    parts::{self, Icon, RouteLink, SettingsButton},
    ticking::run_every,
};
use board_art::glyph;
use games::board::{BoardShape, Face, Piece};
use i18n::{Language, Message, level_name, variant_name};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::{
    NewGame, Route, Variant,
    first_page::variant_about,
    players::{ArchiveFilter, DEFAULT_SPEED},
};

/// Interval between two checks for players or live games, in milliseconds.
const LOOK_MS: u64 = 5_000;

/// The start page.
#[component]
pub(crate) fn Start() -> impl IntoView {
    let app = App::get();
    let cards = Variant::ALL.map(|variant| view! { <VariantCard variant/> });
    app.set_title(Signal::derive(String::new));
    view! {
        <main class="start" data-screen="start">
            <header class="bar">
                <span class="grow"></span>
                <AccountChip/>
                <SettingsButton/>
            </header>
            <div class="first">
                <section class="masthead">
                    <Masthead/>
                    <h1>{app.text(Message::AppName)}</h1>
                    <p>{app.text(Message::AppSubtitle)}</p>
                </section>
                <PlayNowButton/>
                <PicturesOffer/>
                <MyPlace/>
                <FirstBoard/>
            </div>
            <nav class="cards">{cards}</nav>
            <Places/>
            <Lobby/>
        </main>
    }
}

/// The default game of a player: the last one with its level.
fn usual_game() -> NewGame {
    let (variant, level) = backend::last_game().unwrap_or((Variant::Xiangqi, None));
    let mut game = NewGame::new(variant);
    game.level = level.unwrap_or(game.level);
    game
}

/// The button that starts a game at once.
#[component]
fn PlayNowButton() -> impl IntoView {
    let app = App::get();
    let game = usual_game();
    let about = move || {
        let level = level_name(app.language(), game.level);
        let rating = game.level.rating(game.variant);
        format!("{}\u{a0}· {level} {rating}", variant_name(app.language(), game.variant))
    };
    view! {
        <RouteLink class="button main big play-now" act="play-now" to=Route::Now>
            <Icon d="M8 5L18 12L8 19Z"/>
            <span>{app.text(Message::PlayNow)}</span>
            <small>{about}</small>
        </RouteLink>
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

/// Opens the default game against the computer and replaces the current address.
#[component]
pub(crate) fn PlayNow() -> impl IntoView {
    let app = App::get();
    let game = usual_game();
    let plan = game.plan(false);
    // If the last such game has no move yet, it is opened again instead of a second one.
    let to = match backend::untouched_game(&plan) {
        Some(id) => Route::Play(id),
        None => match backend::open_local(app, plan) {
            Ok(id) => Route::Play(id),
            // The form shows why the game cannot be created.
            Err(_) => Route::New(game.variant),
        },
    };
    app.replace_address(&to);
    app.route.set(to);
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

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_my_games))]
fn my_games(is_held: RwSignal<bool>) -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::MyGames is_held/> }.into_any())
}

/// A board for players without games, on wide screens. A tap starts a game.
#[component]
fn FirstBoard() -> impl IntoView {
    let app = App::get();
    let is_shown = Memo::new(move |_| app.wide.get() && !has_games());
    move || {
        is_shown
            .get()
            .then(|| view! { <div class="first-board"><Lazy chunk=LazyChunk::new(fetch_first_board, first_board) is_optional=true/></div> })
    }
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_first_board))]
fn first_board() -> Result<AnyView, NotFetched> {
    Ok(view! {
        <RouteLink act="first-board" to=Route::Now><parts::StartBoard variant=Variant::Xiangqi/></RouteLink>
    }
    .into_any())
}

/// Whether this device knows of games of the player.
fn has_games() -> bool {
    backend::local_game_count() > 0 || backend::has_seats() || parts::has_place()
}

/// Live games and waiting players, once there are any. They change often, so they are below
/// everything else.
#[component]
fn Lobby() -> impl IntoView {
    let app = App::get();
    let is_wanted = RwSignal::new(false);
    let look = move || {
        if is_wanted.get_untracked() {
            return;
        }
        leptos::task::spawn_local(async move {
            if backend::is_anybody_there(app).await {
                // The page may have been left in the meantime.
                let _ = is_wanted.try_set(true);
            }
        });
    };
    look();
    run_every(LOOK_MS, look);
    let is_shown = Memo::new(move |_| is_wanted.get());
    move || {
        is_shown.get().then(|| view! { <div class="lobby"><Lazy chunk=LazyChunk::new(fetch_lobby, lobby) is_optional=true/></div> })
    }
}

#[wasm_split(lobby, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_lobby))]
fn lobby() -> Result<AnyView, NotFetched> {
    Ok(view! { <parts::LiveGames/> <parts::WaitingPlayers/> }.into_any())
}

/// Links to all other pages.
#[component]
fn Places() -> impl IntoView {
    let app = App::get();
    let go = move |route: Route| move |_| app.go(route.clone());
    let rules = go(Route::Rules(Variant::Xiangqi));
    view! {
            <div class="row">
                <button data-act="rules" on:click=rules>
                    <Icon d="M5 4H19V20H5ZM8 8H16M8 12H16M8 16H13"/>
                    <span>{app.text(Message::Rules)}</span>
                </button>
                <button data-act="learn" on:click=go(Route::Lesson(Variant::Xiangqi, 0, 0))>
                    <Icon d="M3 8L12 4L21 8L12 12ZM7 10V15C10 18 14 18 17 15V10M21 8V14"/>
                    <span>{app.text(Message::Learn)}</span>
                </button>
                <button data-act="editor" on:click=go(Route::Editor(Variant::Xiangqi, String::new()))>
                    <Icon d="M4 4H20V20H4ZM4 12H20M12 4V20"/>
                    <span>{app.text(Message::SetUpBoard)}</span>
                </button>
                <button data-act="load" on:click=go(Route::Open)>
                    <Icon d="M4 6H10L12 8H20V19H4Z"/>
                    <span>{app.text(Message::LoadFile)}</span>
                </button>
                <button data-act="ranking" on:click=go(Route::Ranking(Variant::Xiangqi, DEFAULT_SPEED))>
                    <Icon d="M4 20V12H9V20M9 20V5H15V20M15 20V9H20V20M3 20H21"/>
                    <span>{app.text(Message::Ranking)}</span>
                </button>
                <button data-act="archive" on:click=go(Route::Archive(ArchiveFilter::default()))>
                    <Icon d="M4 5H20V9H4ZM6 9V20H18V9M10 13H14"/>
                    <span>{app.text(Message::Archive)}</span>
                </button>
                <button data-act="hall" on:click=go(Route::SmartBoardHall)>
                    <Icon d="M4 4H20V20H4ZM4 10H20M4 14H20M10 4V10M14 14V20"/>
                    <span>{app.text(Message::Hall)}</span>
                </button>
            </div>
    }
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

/// The river between two banks, with its four characters.
#[component]
fn Masthead() -> impl IntoView {
    let app = App::get();
    let word = |c: char, x: f64| {
        view! { <path class="river-word" data-river=c.to_string() d=glyph::character_path(c) transform=format!("translate({x} 22) scale(.76)")/> }
    };
    let wave = |y: f64| {
        let mut d = format!("M-20 {y}");
        for _ in 0..15 {
            d += "q15 -9 30 0t30 0";
        }
        view! { <path class="waves" d=d/> }
    };
    view! {
        <svg class="river-sign" viewBox="0 0 640 120" aria-hidden="true">
            <path class="bank" d="M0 6H640M0 114H640"/>
            {[20.0, 100.0].map(wave)}
            {move || {
                let han = if app.language() == Language::TraditionalChinese { '漢' } else { '汉' };
                [word('楚', 60.0), word('河', 170.0), word(han, 394.0), word('界', 504.0)]
            }}
        </svg>
    }
}

#[component]
fn VariantCard(variant: Variant) -> impl IntoView {
    let app = App::get();
    let about = variant_about(variant);
    view! {
        <button class="card" data-game=variant.as_str() on:click=move |_| app.go(Route::New(variant))>
            <svg class="card-picture" viewBox="0 0 200 110" aria-hidden="true">{emblem(variant)}</svg>
            <strong>{move || variant_name(app.language(), variant)}</strong>
            <small>{app.text(about)}</small>
        </button>
    }
}

/// A few pieces that identify the game.
fn emblem(variant: Variant) -> impl IntoView {
    let shape = BoardShape::of(variant);
    let two = |letter: char| Piece::from_letter(letter).map(Face::Open);
    let four = |side: char, kind: char| Piece::from_letters(side, kind).map(Face::Open);
    let (scale, pieces): (f64, Vec<(Option<Face>, f64, f64)>) = match variant {
        Variant::Xiangqi => (0.98, vec![(two('k'), 140.0, 55.0), (two('K'), 60.0, 55.0)]),
        Variant::Undercover => (0.98, vec![(two('p'), 140.0, 55.0), (two('P'), 60.0, 55.0)]),
        Variant::Sifang => (
            0.52,
            vec![
                (four('y', 'F'), 100.0, 27.0),
                (four('b', 'C'), 58.0, 54.0),
                (four('g', 'B'), 142.0, 54.0),
                (four('r', 'M'), 100.0, 80.0),
            ],
        ),
        Variant::Banqi => (
            0.98,
            vec![
                (Some(Face::Down), 152.0, 55.0),
                (Some(Face::Down), 48.0, 55.0),
                (two('C'), 100.0, 55.0),
            ],
        ),
    };
    pieces
        .into_iter()
        .filter_map(|(face, x, y)| {
            let face = face?;
            Some(view! {
                <g transform=format!("translate({x} {y}) scale({scale})")><PieceFace face shape/></g>
            })
        })
        .collect_view()
}
