mod actions;
mod computer;
mod notes;
mod opener;
mod playback;
mod ply_marks;
mod study;
mod view_from;

use crate::{
    app::{App, FIRST_RECORD, OPEN_RECORD, SHOWN_PLY, effect},
    backend,
    board::Board,
    browser,
    parts::{
        Awaited, HistoryButtons, Icon, MoveList, PageHeader, ResultLine, SaveDialog,
        SettingsButton, Unanswered,
    },
    screen::table::{GameResult, SeatPlates, Toast, bind_arrow_keys},
    session::{ConnectionState, Session},
};
use actions::RecordActions;
use computer::Computer;
use i18n::{Message, problem_words, variant_name};
use leptos::prelude::*;
use notes::{Notes, Occasion, PrintedNotes, ShownMove};
pub(crate) use opener::RecordOpener;
use playback::Playback;
use ply_marks::{Author, mark_plies};
use protocol::Place;
use std::{collections::BTreeMap, sync::Arc};
use study::Study;
use ui_model::{
    Route,
    players::{file_path, replay_route},
    records::{self, Problem, Replay},
};
use view_from::ViewFrom;

/// The replay of a record: opened from a file, or of the game just played.
#[component]
pub(crate) fn Record() -> impl IntoView {
    let app = App::get();
    // A reload shows the same position as before; a newly opened game starts at its beginning.
    let shown = StoredValue::new(0);
    if app.record.with_untracked(Option::is_none) {
        app.record.set(browser::session_stored(OPEN_RECORD).and_then(|text| read(&text)));
        let ply = browser::session_stored(SHOWN_PLY).and_then(|ply| ply.parse().ok());
        shown.set_value(ply.unwrap_or(0));
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
        view! {
            <main class="new" data-screen="stored-game">
                <PageHeader title=app.title(Message::Archive)/>
                <div class="sheet" role="status">
                    {move || match trouble.get() {
                        Some(why) => view! { <Unanswered why ask/> }.into_any(),
                        None => view! { <Awaited/> }.into_any(),
                    }}
                </div>
            </main>
        }
        .into_any()
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
) -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    session.connection.set(ConnectionState::Live);
    let study = Study::begin(session, game, plies);
    provide_context(study);
    bind_arrow_keys(session);
    let title = Signal::derive(move || {
        let variant = session.read(|game| Some(game.variant));
        variant.map_or("", |variant| variant_name(app.language(), variant)).to_owned()
    });
    // The players' names in the title tell windows apart.
    app.set_title(Signal::derive(move || {
        let seats = session.read(|model| model.variant.seats());
        let names: Vec<String> = (0..seats).map(|seat| session.seat_name(app, seat)).collect();
        format!("{} · {}", names.join(" – "), title.get())
    }));
    effect(move || {
        app.settings.track();
        let spoken_of = study.line.with(|line| {
            let spoken_of = line.spoken_of().into_iter();
            spoken_of.map(|plies| (plies, line.glyphs(plies))).collect::<BTreeMap<_, _>>()
        });
        // A dot marks a comment without a glyph.
        let mark =
            |glyphs: &String| if glyphs.is_empty() { "·".to_owned() } else { glyphs.clone() };
        mark_plies(Author::File, move |ply| spoken_of.get(&ply).map(mark));
    });
    effect(move || {
        let shown = session.shown_plies();
        if study.leaves.with(Option::is_none) {
            browser::session_store(SHOWN_PLY, &shown.to_string());
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
        >
            <header class="bar">
                <button class="plain" data-act="home" aria-label=app.text(Message::Back) on:click=move |_| app.back()>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{move || title.get()}</h1>
                <SettingsButton/>
            </header>
            <div class="board-place"><Board trials=study.trials(app, session)/></div>
            <SeatPlates/>
            // A phone shows only this line of the result above the controls.
            <div class="slot"><div class="news"><ResultLine/></div></div>
            <aside class="side">
                <GameResult docks=false/>
                <Occasion/>
                <MoveList/>
                <Playback/>
                <HistoryButtons/>
                <Notes/>
                <Computer/>
                <ViewFrom/>
                <PrintedNotes/>
            </aside>
            <ShownMove/>
            <RecordActions/>
            <SaveDialog/>
            <Toast/>
        </main>
    }
}
