use crate::{
    app::App,
    backend,
    board::Board,
    browser,
    parts::{
        Awaited, HistoryButtons, Icon, MoveList, PageHeader, ReadBox, ResultLine, RouteLink,
        SaveDialog, SettingsButton, StartBoard, open_local_game, save,
    },
    screen::table::{GameResult, SeatPlates, Toast, bind_arrow_keys},
    session::{ConnectionState, Session},
};
use leptos::prelude::*;
use protocol::{Place, TablePlan};
use ui_model::{
    NewGame, Opponent, Route, Variant,
    board::Side,
    catalogue::{Message, problem_words, variant_name},
    editor::{EDITABLE, Editor},
    players::file_path,
    records::{self, Problem},
};

/// Where the record that is open is kept for as long as the page's tab is.
const OPEN_RECORD: &str = "chuhe.record";

/// Closes the record that is open.
pub(super) fn forget_record(app: App) {
    app.record.set(None);
    browser::session_store(OPEN_RECORD, "");
}

/// A record, opened from a file or of the game just played.
#[component]
pub(crate) fn Record() -> impl IntoView {
    let app = App::get();
    // A page that is loaded again shows what it showed.
    if app.record.with_untracked(Option::is_none)
        && let Some(text) = browser::session_stored(OPEN_RECORD)
    {
        let read = records::read(text.as_bytes(), None, &browser::decode_gbk);
        app.record.set(read.ok().and_then(|mut games| games.pop()));
    }
    Effect::new(move |_| {
        let text = app.record.with(|record| record.as_ref().and_then(records::write));
        if let Some(text) = text {
            browser::session_store(OPEN_RECORD, &text);
        }
    });
    let has = Memo::new(move |_| app.record.with(Option::is_some));
    move || {
        if has.get() {
            view! { <RecordPlayer/> }.into_any()
        } else {
            view! { <RecordOpener/> }.into_any()
        }
    }
}

/// A smart board's game as a record.
#[component]
pub(crate) fn EboardGame(board: String, game: u32) -> impl IntoView {
    let app = App::get();
    let path = file_path(&Place::Board { board, name: String::new(), game });
    let trouble = RwSignal::new(None::<String>);
    app.record.set(None);
    leptos::task::spawn_local(async move {
        let found = backend::players::file(app, &path).await.and_then(|text| {
            // The server wrote it: what cannot be read is a file of a newer house.
            let problems = |list: Vec<Problem>| {
                list.iter().map(|it| problem_words(app.language(), it)).collect::<String>()
            };
            records::read(text.as_bytes(), None, &browser::decode_gbk).map_err(problems)
        });
        match found {
            // The page may have been left meanwhile.
            _ if trouble.is_disposed() => {}
            Ok(mut games) => app.record.set(games.pop()),
            Err(why) => trouble.set(Some(why)),
        }
    });
    let has = Memo::new(move |_| app.record.with(Option::is_some));
    move || {
        if has.get() {
            return view! { <RecordPlayer/> }.into_any();
        }
        view! {
            <main class="new" data-screen="board-game">
                <PageHeader title=app.title(Message::Archive)/>
                <div class="sheet" role="status">
                    {move || match trouble.get() {
                        Some(why) => view! { <p class="trouble" data-trouble=true>{why}</p> }.into_any(),
                        None => view! { <Awaited/> }.into_any(),
                    }}
                </div>
            </main>
        }
        .into_any()
    }
}

/// Opens a game or a position, or says everything that is wrong with it.
#[component]
fn RecordOpener() -> impl IntoView {
    let app = App::get();
    let on_position = Callback::new(move |editor: Editor| {
        app.go(Route::Editor(editor.variant(), editor.text()));
    });
    view! {
        <main class="new pair" data-screen="record">
            <header class="bar">
                <button class="plain" data-act="back" aria-label=app.text(Message::Back) on:click=move |_| app.go(Route::Start)>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{app.text(Message::LoadFile)}</h1>
                <SettingsButton/>
            </header>
            <div class="sheet">
                <ReadBox on_position on_game=Callback::new(move |game| app.record.set(Some(game)))/>
                <RouteLink class="button" act="editor" to=Route::Editor(Variant::Xiangqi, String::new())>
                    {app.text(Message::SetUpBoard)}
                </RouteLink>
            </div>
            <StartBoard variant=Variant::Xiangqi/>
        </main>
    }
}

/// Plays a record.
#[component]
fn RecordPlayer() -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    session.connection.set(ConnectionState::Live);
    Effect::new(move |_| {
        if let Some(model) = app.record.get() {
            session.show(model);
            session.show_ply(0);
        }
    });
    bind_arrow_keys(session);
    let known = Memo::new(move |_| session.model.with(Option::is_some));
    let close = move |_| {
        forget_record(app);
        app.back();
    };
    view! {
        <main
            class="table"
            data-screen="record"
            data-game=move || session.read(|model| model.variant.as_str())
            data-plies=move || session.read(|model| model.history.len())
        >
            <header class="bar">
                <button class="plain" data-act="home" aria-label=app.text(Message::Home) on:click=close>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{move || session.model.with(|model| model.as_ref().map_or("", |model| variant_name(app.language(), model.variant)))}</h1>
                <SettingsButton/>
            </header>
            {move || known.get().then(|| view! {
                <div class="board-place"><Board/></div>
                <SeatPlates/>
                // A phone has no room for more of the result above what plays the game again.
                <div class="slot"><div class="news"><ResultLine/></div></div>
                <aside class="side">
                    <GameResult docks=false/>
                    <MoveList/>
                    <Playback/>
                    <HistoryButtons/>
                    <ViewFrom/>
                </aside>
                <RecordActions/>
                <SaveDialog/>
                <Toast/>
            })}
        </main>
    }
}

/// What may be done with a record.
#[component]
fn RecordActions() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let is_editable = Memo::new(move |_| session.read(|model| EDITABLE.contains(&model.variant)));
    view! {
        <div class="actions">
            <button class="act" data-act="flip" on:click=move |_| session.flipped.update(|on| *on = !*on)>
                <Icon d="M8 4V20M8 4L4 8M8 4L12 8M16 20V4M16 20L12 16M16 20L20 16"/>
                <span>{app.text(Message::Flip)}</span>
            </button>
            <button class="act" data-act="save" on:click=move |_| save(app, session)>
                <Icon d="M12 4V14M8 10L12 14L16 10M5 18H19"/>
                <span>{app.text(Message::Save)}</span>
            </button>
            <button class="act" data-act="continue-here" on:click=move |_| continue_here(app, session)>
                <Icon d="M5 4V20M9 6L18 12L9 18Z"/>
                <span>{app.text(Message::ContinueHere)}</span>
            </button>
            {move || is_editable.get().then(|| view! {
                <button class="act" data-act="edit" on:click=move |_| edit_here(app, session)>
                    <Icon d="M4 4H20V20H4ZM4 12H20M12 4V20"/>
                    <span>{app.text(Message::SetUpBoard)}</span>
                </button>
            })}
            <button class="act" data-act="load" on:click=move |_| { forget_record(app); app.go(Route::Record); }>
                <Icon d="M4 6H10L12 8H20V19H4Z"/>
                <span>{app.text(Message::LoadFile)}</span>
            </button>
        </div>
    }
}

/// Undercover: whose mole the reader wants to know.
#[component]
fn ViewFrom() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let choices = move || {
        [
            ("all", Message::AllKnown, vec![Side::Red, Side::Black]),
            ("red", Message::Red, vec![Side::Red]),
            ("black", Message::Black, vec![Side::Black]),
        ]
        .map(|(name, message, sides)| {
            let mine = sides.clone();
            view! {
                <button
                    data-view-from=name
                    aria-pressed=move || session.moles_of.with(|of| *of == mine).to_string()
                    on:click=move |_| session.moles_of.set(sides.clone())
                >
                    {app.say(message)}
                </button>
            }
        })
    };
    move || {
        session.read(|model| model.variant.has_secrets()).then(|| view! {
            <div class="choices small" role="group" aria-label=app.say(Message::ViewFrom)>{choices()}</div>
        })
    }
}

/// Plays by itself, at a chosen speed.
#[component]
fn Playback() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let playing = RwSignal::new(false);
    let speed = RwSignal::new(1.0_f64);
    let run = StoredValue::new(0_u32);
    let toggle = move |_| {
        playing.update(|on| *on = !*on);
        // Every press begins a run of its own; the timer of an older one stops by itself.
        run.update_value(|run| *run += 1);
        if playing.get_untracked() {
            if session.past_ply.get_untracked().is_none() {
                session.show_ply(0);
            }
            schedule_next_ply(session, playing, speed, run, run.get_value());
        }
    };
    on_cleanup(move || {
        run.try_update_value(|run| *run += 1);
    });
    let speeds = [("0.5", 0.5), ("1", 1.0), ("2", 2.0), ("4", 4.0)].map(|(text, value)| {
        view! {
            <button data-speed=text aria-pressed=move || (speed.get() == value).to_string() on:click=move |_| speed.set(value)>
                {text} "×"
            </button>
        }
    });
    view! {
        <div class="playback">
            <button class="main" data-act="play" data-playing=move || playing.get().to_string() on:click=toggle>
                {move || {
                    let (d, message) = if playing.get() { ("M8 5V19M16 5V19", Message::Pause) } else { ("M8 5L18 12L8 19Z", Message::PlayAll) };
                    view! { <Icon d/><span>{app.say(message)}</span> }
                }}
            </button>
            <div class="choices small" role="group" aria-label=app.text(Message::Speed)>{speeds}</div>
        </div>
    }
}

fn schedule_next_ply(
    session: Session,
    playing: RwSignal<bool>,
    speed: RwSignal<f64>,
    run: StoredValue<u32>,
    mine: u32,
) {
    let Some(speed_now) = speed.try_get_untracked() else { return };
    browser::run_after((1000.0 / speed_now) as u32, move || {
        if run.try_get_value() != Some(mine) || playing.try_get_untracked() != Some(true) {
            return;
        }
        match session.past_ply.get_untracked() {
            Some(past) => {
                session.show_ply(past + 1);
                schedule_next_ply(session, playing, speed, run, mine);
            }
            None => playing.set(false),
        }
    });
}

/// Opens a training table at the position that is shown: whoever looks plays both sides.
fn continue_here(app: App, session: Session) {
    let plies = untrack(|| session.shown_plies());
    let plan = session.model.with_untracked(|model| {
        let model = model.as_ref()?;
        let mut game = NewGame::new(model.variant);
        game.set_opponent(Opponent::SameDevice);
        game.training = true;
        let start = records::position_after(model, plies)?;
        Some(TablePlan { start: Some(start), options: model.options.clone(), ..game.plan(false) })
    });
    let opened = plan.ok_or_else(|| app.say(Message::NotYetSaved).to_owned());
    if let Err(why) = opened.and_then(|plan| open_local_game(app, plan)) {
        session.notice.set(Some(why));
    }
}

/// Brings the position that is shown onto the board that can be set up.
fn edit_here(app: App, session: Session) {
    let plies = untrack(|| session.shown_plies());
    let found = session.model.with_untracked(|model| {
        let model = model.as_ref()?;
        Some((model.variant, records::position_after(model, plies)?))
    });
    match found {
        Some((variant, text)) => app.go(Route::Editor(variant, text)),
        None => session.notice.set(Some(app.say(Message::NotYetSaved).to_owned())),
    }
}

/// Shows the game as a record.
pub(crate) fn replay(app: App, session: Session) {
    app.record.set(session.model.get_untracked());
    app.go(Route::Record);
}
