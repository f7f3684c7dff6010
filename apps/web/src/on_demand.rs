//! The screens that are loaded on demand, with their chunks and style sheets.

use crate::{
    app::App,
    lazy::{Lazy, LazyChunk, NotFetched},
    parts::{PageHeader, chosen_game},
    screen, texts,
};
use i18n::{Message, variant_name};
use leptos::{prelude::*, wasm_split::wasm_split};
use protocol::Place;
use ui_model::{Opponent, Route, Variant};

const STUDY: &[&str] = &["/style/study.css"];
/// A lesson shows undercover's key.
const LESSON: &[&str] = &["/style/study.css", "/style/undercover.css"];
/// Puzzles of undercover show its key.
const PUZZLES: &[&str] = &["/style/study.css", "/style/puzzles.css", "/style/undercover.css"];
const STUDIES: &[&str] = &["/style/chapters.css"];
/// A game can be saved as a chapter of a study.
const RECORD: &[&str] = &["/style/record.css", "/style/chapters.css", "/style/print.css"];
const PLAYERS: &[&str] = &["/style/players.css"];
const SMART_BOARD: &[&str] = &["/style/eboards.css"];
/// The list of boards may be empty.
const SMART_BOARD_HALL: &[&str] = &["/style/players.css", "/style/eboards.css"];

const WATCH: &[&str] = &["/style/players.css", "/style/eboards.css", "/style/watch.css"];

/// The part of the program that shows a page.
fn chunk_of(app: App, route: Route) -> LazyChunk {
    match route {
        Route::Now => screen::first_game(route),
        Route::Play(ref id) if app.has_fresh(id) => screen::first_game(route),
        // The form of a new game is a separate chunk, so that a first visitor waits for nothing
        // else.
        Route::New(_) | Route::NewRated(_) | Route::NewInvitation(_) => {
            LazyChunk::new(fetch_form, move || form_screen(route.clone()))
        }
        Route::Play(_) | Route::Table(_) => {
            LazyChunk::new(fetch_game, move || table_screen(route.clone()))
        }
        Route::SmartBoard(_) => smart_boards(route).with_styles(SMART_BOARD),
        Route::SmartBoardHall => smart_boards(route).with_styles(SMART_BOARD_HALL),
        Route::Watch(_) => smart_boards(route).with_styles(WATCH),
        Route::Open
        | Route::Record
        | Route::Analysis(..)
        | Route::Study(..)
        | Route::SmartBoardGame(..)
        | Route::TableGame(..) => other(route).with_styles(RECORD),
        Route::Studies => other(route).with_styles(STUDIES),
        Route::Account
        | Route::Moderation(_)
        | Route::ResetPassword(_)
        | Route::ForgotPassword
        | Route::ConfirmMail
        | Route::Ranking(..)
        | Route::Player(_)
        | Route::Archive(_) => other(route).with_styles(PLAYERS),
        Route::Editor(..) | Route::Rules(_) => other(route).with_styles(STUDY),
        Route::Lesson(..) => other(route).with_styles(LESSON),
        Route::Puzzles(..) => {
            LazyChunk::new(fetch_puzzles, move || puzzle_screen(route.clone())).with_styles(PUZZLES)
        }
        Route::NotFound => other(route).with_styles(PLAYERS),
        // The first files contain the start page.
        Route::Start => other(route),
    }
}

fn smart_boards(route: Route) -> LazyChunk {
    LazyChunk::new(fetch_smart_boards, move || smart_board_screen(route.clone()))
}

fn other(route: Route) -> LazyChunk {
    LazyChunk::new(fetch_screens, move || other_screen(route.clone()))
}

#[wasm_split(form, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_form))]
fn form_screen(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::New(variant) => new_game(variant, Opponent::Computer, false),
        Route::NewInvitation(variant) => new_game(variant, Opponent::Invited, false),
        Route::NewRated(variant) => new_game(variant, Opponent::Random, true),
        _ => ().into_any(),
    })
}

fn new_game(variant: Variant, opponent: Opponent, rated: bool) -> AnyView {
    view! { <screen::NewGameForm variant opponent rated/> }.into_any()
}

/// A table on the server, or a stored table of this device.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_game))]
fn table_screen(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::Table(id) => view! { <screen::RemoteTable id/> }.into_any(),
        Route::Play(id) => view! { <screen::LocalTable id/> }.into_any(),
        _ => ().into_any(),
    })
}

#[wasm_split(smart_boards, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_smart_boards))]
fn smart_board_screen(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::SmartBoard(id) => view! { <screen::SmartBoardScreen id/> }.into_any(),
        Route::Watch(variant) => view! { <screen::Watch variant/> }.into_any(),
        _ => view! { <screen::SmartBoardHall/> }.into_any(),
    })
}

#[wasm_split(puzzles, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_puzzles))]
fn puzzle_screen(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::Puzzles(_, mode) if mode.is_exercise() => {
            view! { <screen::EndingScreen mode/> }.into_any()
        }
        Route::Puzzles(variant, mode) => view! { <screen::PuzzleScreen variant mode/> }.into_any(),
        _ => ().into_any(),
    })
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_screens))]
fn other_screen(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::Open => view! { <screen::RecordOpener/> }.into_any(),
        Route::Record => view! { <screen::Record/> }.into_any(),
        Route::Analysis(variant, link) => view! { <screen::LinkedGame variant link/> }.into_any(),
        Route::SmartBoardGame(board, game, plies) => {
            let place = Place::Board { board, name: String::new(), game };
            view! { <screen::StoredGame place plies/> }.into_any()
        }
        Route::TableGame(table, plies) => {
            view! { <screen::StoredGame place=Place::Table { table } plies/> }.into_any()
        }
        Route::Studies => view! { <screen::StudiesScreen/> }.into_any(),
        Route::Study(place) => view! { <screen::StudyScreen place/> }.into_any(),
        Route::NotFound => view! { <screen::NotFound/> }.into_any(),
        Route::Account => view! { <screen::Account/> }.into_any(),
        Route::Moderation(account) => view! { <screen::Moderation account/> }.into_any(),
        Route::ResetPassword(name) => view! { <screen::PasswordReset name/> }.into_any(),
        Route::ForgotPassword => view! { <screen::ForgotPassword/> }.into_any(),
        Route::ConfirmMail => view! { <screen::ConfirmMail/> }.into_any(),
        Route::Ranking(variant, speed) => view! { <screen::Ranking variant speed/> }.into_any(),
        Route::Player(name) => view! { <screen::Player name/> }.into_any(),
        Route::Archive(filter) => view! { <screen::Archive filter/> }.into_any(),
        Route::Editor(variant, text) => view! { <screen::EditorScreen variant text/> }.into_any(),
        Route::Rules(variant) => view! { <screen::Rules variant/> }.into_any(),
        Route::Lesson(variant, chapter, step) => {
            view! { <screen::LessonScreen variant chapter step/> }.into_any()
        }
        _ => ().into_any(),
    })
}

/// What is known of a page before its chunk has been loaded.
#[derive(Clone, Copy)]
enum Coming {
    /// The options of a game.
    Form(Variant),
    /// A board.
    Board,
    /// Another page.
    Other,
}

/// A loading skeleton, with the name of the game if a game was tapped.
#[component]
fn LoadingSkeleton(coming: Coming) -> impl IntoView {
    let app = App::get();
    let name = |variant| Signal::derive(move || variant_name(app.language(), variant).to_owned());
    let bars = || view! { <span></span><span></span><span></span> };
    match coming {
        Coming::Form(variant) => view! {
            <main class="new pair" aria-busy="true">
                <PageHeader title=name(variant)/>
                <div class="sheet coming" data-coming=variant.as_str()>{bars()}</div>
            </main>
        }
        .into_any(),
        Coming::Board => view! {
            <main class="new" aria-busy="true">
                <PageHeader title=name(chosen_game(app))/>
                <div class="coming"><div class="slab river"></div></div>
            </main>
        }
        .into_any(),
        Coming::Other => {
            view! { <main class="new" aria-busy="true"><div class="sheet coming">{bars()}</div></main> }
                .into_any()
        }
    }
}

/// The page of a screen that could not be loaded.
fn unreachable_screen(trouble: AnyView) -> AnyView {
    let app = App::get();
    view! {
        <main class="new" data-screen="unreachable">
            <PageHeader title=app.title(Message::AppName)/>
            <div class="sheet">{trouble}</div>
        </main>
    }
    .into_any()
}

/// A screen, shown after its chunk has been loaded.
#[component]
pub(crate) fn LazyScreen(route: Route) -> impl IntoView {
    let coming = match &route {
        Route::New(variant) | Route::NewRated(variant) | Route::NewInvitation(variant) => {
            Coming::Form(*variant)
        }
        Route::Now => Coming::Board,
        _ => Coming::Other,
    };
    let loading = move || view! { <LoadingSkeleton coming/> };
    let app = App::get();
    texts::load_others(app);
    view! { <Lazy chunk=chunk_of(app, route) loading frame=unreachable_screen/> }
}
