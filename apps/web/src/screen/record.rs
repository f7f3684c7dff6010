//! The analysis board: a finished game, a file, or a position, with its variations and the engine.

mod actions;
mod chapter;
mod chapter_panel;
mod edit;
mod engine;
mod explorer;
mod guess;
mod keys;
mod linked;
mod list;
mod marks;
mod notes;
mod opener;
mod pen;
mod playback;
mod ply_marks;
mod review;
mod save_study;
mod share;
mod study;
mod view_from;

use crate::{
    app::{App, FIRST_RECORD, OPEN_RECORD, SHOWN_PLY, effect},
    backend,
    board::Board,
    browser,
    parts::{AwaitedScreen, HistoryButtons, Icon, ResultLine, SaveDialog, SettingsButton},
    screen::table::{GameResult, SeatPlates, Toast},
    session::{ConnectionState, Session},
};
use actions::RecordActions;
use chapter::StudyLink;
pub(crate) use chapter::StudyScreen;
use chapter_panel::ChapterPanel;
pub(crate) use chapter_panel::visibility_name;
use edit::MoveEditor;
use engine::{ChanceBar, Engine, EnginePanel};
use explorer::ExplorerPanel;
use i18n::{Message, problem_words, variant_name};
use keys::{KeysDialog, bind_keys, wheel};
use leptos::prelude::*;
pub(crate) use linked::LinkedGame;
use list::MoveTreeList;
use marks::{erase, kept_marks};
use notes::{Elsewhere, Occasion, PrintedNotes, ShownMove};
pub(crate) use opener::RecordOpener;
use playback::Playback;
use protocol::Place;
use review::{Practice, ReviewPanel};
use share::ShareDialog;
use std::sync::Arc;
use study::{StorageKeys, Study};
use ui_model::{
    Route, Variant,
    players::{file_path, replay_route},
    records::{self, Problem, Replay},
};
use view_from::ViewFrom;

/// The replay of a record: opened from a file, or of the game just played.
#[component]
pub(crate) fn Record() -> impl IntoView {
    let app = App::get();
    // A reload shows the same position as before. A newly opened game starts at its beginning, and a
    // game that is not over at its current position.
    let stored = browser::session_stored(SHOWN_PLY).and_then(|ply| ply.parse().ok());
    let shown = StoredValue::new(stored.unwrap_or(0));
    if app.record.with_untracked(Option::is_none) {
        app.record.set(browser::session_stored(OPEN_RECORD).and_then(|text| read(&text)));
    }
    // Coming back later shows the stored game, with the variations tried meanwhile.
    on_cleanup(move || app.record.update_untracked(|game| *game = None));
    effect(move || {
        if let Some(game) = app.record.get() {
            // Written for a reload, after the game was painted.
            browser::run_after(0, move || {
                let is_it = |now: &Option<Arc<Replay>>| {
                    now.as_ref().is_some_and(|now| Arc::ptr_eq(now, &game))
                };
                if app.record.with_untracked(is_it) {
                    browser::session_store(OPEN_RECORD, &game.text());
                }
            });
        }
    });
    move || match app.record.get() {
        Some(game) => {
            let plies = shown.get_value();
            shown.set_value(0);
            view! { <RecordPlayer game plies/> }.into_any()
        }
        None => {
            // No record is open. Opening one adds a step to the history, so that Back leads here.
            app.replace_address(&Route::Open);
            view! { <RecordOpener/> }.into_any()
        }
    }
}

/// Reads the game of a `.chuhe` file.
fn read(text: &str) -> Option<Arc<Replay>> {
    records::read(text.as_bytes(), None, &browser::decode).ok()?.pop().map(Arc::new)
}

/// The replay of a game stored on the server. Its address names the shown ply.
#[component]
pub(crate) fn StoredGame(
    place: Place,
    /// Number of plies shown first.
    plies: usize,
) -> impl IntoView {
    let app = App::get();
    let path = file_path(&place);
    let address = Callback::new(move |plies| {
        let route = match replay_route(&place) {
            Route::SmartBoardGame(board, game, _) => Route::SmartBoardGame(board, game, plies),
            Route::TableGame(table, _) => Route::TableGame(table, plies),
            other => other,
        };
        app.replace_address(&route);
    });
    let trouble = RwSignal::new(None::<String>);
    app.record.set(None);
    // Its variations replace those of the record opened last in this tab.
    browser::session_store(FIRST_RECORD, "");
    on_cleanup(move || app.record.update_untracked(|game| *game = None));
    let ask = Callback::new(move |()| {
        trouble.set(None);
        let path = path.clone();
        leptos::task::spawn_local(async move {
            let found = backend::players::file(app, &path).await.and_then(|text| {
                // The server wrote the file, so an unreadable one comes from a newer version.
                let problems = |list: Vec<Problem>| {
                    list.iter().map(|it| problem_words(app.language(), it)).collect::<String>()
                };
                let read = records::read(text.as_bytes(), None, &browser::decode);
                read.map_err(problems)
            });
            match found {
                // The page may have been left in the meantime.
                _ if trouble.is_disposed() => {}
                Ok(mut games) => app.record.set(games.pop().map(Arc::new)),
                Err(why) => trouble.set(Some(why)),
            }
        });
    });
    ask.run(());
    move || {
        if let Some(game) = app.record.get() {
            return view! { <RecordPlayer game plies address/> }.into_any();
        }
        view! { <AwaitedScreen name="stored-game" title=Message::Archive trouble ask/> }.into_any()
    }
}

/// The replay of a record.
#[component]
fn RecordPlayer(
    game: Arc<Replay>,
    /// Number of plies shown first.
    plies: usize,
    /// Receives the number of shown plies, for the address of the page.
    #[prop(optional)]
    address: Option<Callback<usize>>,
    /// What is wrong with the address of the page.
    #[prop(optional)]
    trouble: Option<String>,
    /// Session storage keys of the game, for a reload.
    #[prop(default = StorageKeys::RECORD)]
    keys: StorageKeys,
    /// The study that the game is a chapter of.
    #[prop(optional)]
    linked: Option<StudyLink>,
) -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    session.connection.set(ConnectionState::Live);
    let study = Study::begin(session, game, plies, keys);
    provide_context(study);
    if let Some(link) = linked {
        provide_context(link);
        link.attach(app, session, study);
    }
    let engine = Engine::begin(app, session, study);
    provide_context(engine);
    let marks = kept_marks(session, study);
    let pen = RwSignal::new(None);
    let is_help_open = RwSignal::new(false);
    let is_share_open = RwSignal::new(false);
    bind_keys(app, session, study, engine, is_help_open);
    let tab = RwSignal::new("moves");
    let title = Signal::derive(move || {
        let variant = session.read(|game| Some(game.variant));
        variant.map_or("", |variant| variant_name(app.language(), variant)).to_owned()
    });
    // The players' names in the title tell windows apart.
    let names = Signal::derive(move || {
        let seats = session.read(|model| model.variant.seats());
        let names: Vec<String> = (0..seats).map(|seat| session.seat_name(app, seat)).collect();
        names.join(" – ")
    });
    let chapter = move || Some(linked?.view.with(|view| view.title.clone()));
    app.set_title(Signal::derive(move || match chapter() {
        Some(study) => study,
        None => format!("{} · {}", names.get(), title.get()),
    }));
    let heading = move || {
        if let Some(head) = linked.and_then(StudyLink::head) {
            return head.title;
        }
        let is_named = session.read(|model| model.seats.iter().any(|seat| !seat.name.is_empty()));
        if is_named { names.get() } else { title.get() }
    };
    effect(move || {
        let shown = session.shown_plies();
        if study.leaves().is_none() {
            browser::session_store(keys.ply, &shown.to_string());
            if let Some(address) = address {
                address.run(shown);
            }
        }
    });
    view! {
        <main
            class="table"
            data-screen="record"
            data-game=move || session.read(|model| model.variant.as_str())
            data-plies=move || session.read(|model| model.history.len())
            data-threat=move || engine.shows_threat.get().then_some("true")
            data-tab=move || tab.get()
            data-linked=linked.is_some().then_some("true")
            data-guesses=move || study.is_guessing().then_some("true")
            data-practises=move || study.lesson.with(Option::is_some).then_some("true")
        >
            <header class="bar">
                <button class="plain" data-act="home" aria-label=app.text(Message::Back) on:click=move |_| app.back()>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{heading}</h1>
                <button class="plain" data-act="share" aria-label=app.text(Message::ShareGame) title=app.text(Message::ShareGame) on:click=move |_| is_share_open.set(true)>
                    <Icon d="M12 15V4M8 8L12 4L16 8M5 13V20H19V13"/>
                </button>
                <button class="plain keys-button" data-act="keys" aria-label=app.text(Message::Keys) title=app.text(Message::Keys) on:click=move |_| is_help_open.set(true)>
                    <Icon d="M9 9A3 3 0 1 1 12 12.5V14.5M12 18V18.2"/>
                </button>
                <SettingsButton/>
            </header>
            <div class="board-place" on:wheel=move |event| wheel(session, &event) on:pointerdown=move |event| erase(marks, pen, &event)>
                <ChanceBar/>
                <Board trials=study.trials(app, session) marks pen/>
            </div>
            <SeatPlates/>
            // A phone shows only this line of the result above the controls.
            <div class="slot"><div class="news"><ResultLine/></div></div>
            <aside class="side">
                {trouble.filter(|it| !it.is_empty()).map(|trouble| view! { <p class="bad-link" role="alert" data-bad-link=true>{trouble}</p> })}
                {linked.is_some().then(|| view! { <ChapterPanel/> })}
                <GameResult docks=false/>
                <Occasion/>
                <Tabs tab/>
                <Practice/>
                <EnginePanel/>
                <ExplorerPanel/>
                <MoveTreeList/>
                <HistoryButtons/>
                <Elsewhere/>
                <ReviewPanel/>
                <MoveEditor/>
                <Playback/>
                <ViewFrom/>
                <PrintedNotes/>
            </aside>
            <ShownMove/>
            <RecordActions pen/>
            <SaveDialog/>
            <KeysDialog is_open=is_help_open/>
            <ShareDialog is_open=is_share_open/>
            <Toast/>
        </main>
    }
}

/// The parts of the board that a phone shows one at a time.
#[component]
fn Tabs(tab: RwSignal<&'static str>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let has_explorer = Memo::new(move |_| session.read(|model| model.variant == Variant::Xiangqi));
    let tabs = [
        ("moves", Message::Moves),
        ("engine", Message::Engine),
        ("explorer", Message::ExplorerTab),
        ("review", Message::ReviewTab),
    ];
    let buttons = tabs.map(|(name, message)| {
        let is_hidden = move || name == "explorer" && !has_explorer.get();
        view! {
            <button data-show-tab=name hidden=is_hidden aria-pressed=move || (tab.get() == name).to_string() on:click=move |_| tab.set(name)>
                {app.text(message)}
            </button>
        }
    });
    view! { <div class="choices small tabs" role="group" aria-label=app.text(Message::AnalysisBoard)>{buttons}</div> }
}
