use crate::{
    app::App,
    backend,
    parts::{EmptyPlace, Icon, SettingsButton},
    smart_board::{SmartBoardDiagram, subscribe_to_smart_boards},
    ticking::time_signal,
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{BoardId, RegisterSmartBoard, SmartBoardView};
use ui_model::{Route, Variant, smart_boards};

/// The list of all smart boards.
#[component]
pub(crate) fn SmartBoardHall() -> impl IntoView {
    let app = App::get();
    app.set_title(app.title(Message::Hall));
    let (smart_boards, is_live) = subscribe_to_smart_boards();
    let now = time_signal(100);
    let ids = Memo::new(move |_| smart_boards.with(smart_boards::SmartBoardList::ids));
    view! {
        <main class="hall" data-screen="hall">
            <header class="bar">
                <button class="plain" data-act="back" aria-label=move || app.t(Message::Back) on:click=move |_| app.go(Route::Start)>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{move || app.t(Message::Hall)}</h1>
                {move || (!is_live.get()).then(|| view! { <span class="tag" role="status" data-link=true>{app.t(Message::Offline)}</span> })}
                <SettingsButton/>
            </header>
            // An empty list means that there are no boards only while the stream is connected.
            {move || (is_live.get() && ids.with(Vec::is_empty)).then(|| view! {
                <EmptyPlace name="hall" why=Message::HallEmpty variant=Variant::Xiangqi is_here=false/>
            })}
            <SmartBoardCounts smart_boards/>
            <div class="tables">
                <For each=move || ids.get() key=Clone::clone let(id)>
                    <SmartBoardCard id smart_boards now/>
                </For>
            </div>
            <SmartBoardRegistration/>
        </main>
    }
}

/// A board's card: position, clocks and state.
#[component]
pub(super) fn SmartBoardCard(
    id: BoardId,
    smart_boards: RwSignal<smart_boards::SmartBoardList>,
    now: RwSignal<f64>,
) -> impl IntoView {
    let app = App::get();
    let id = StoredValue::new(id);
    let heard = Memo::new(move |_| {
        smart_boards.with(|smart_boards| id.with_value(|id| smart_boards.board(id).cloned()))
    });
    let view_of = move || heard.get().map(|(view, _)| view);
    let state = move || view_of().map_or("", |view| smart_boards::state_id(view.state));
    // This runs ten times per second for each of up to sixty-four boards, so nothing is copied, and
    // only a changed text is drawn.
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        app.go(Route::SmartBoard(id.get_value()));
    };
    view! {
        <a class="board-card" data-smart=id.get_value().into_string() data-state=state href=Route::SmartBoard(id.get_value()).href() on:click=go>
            <header>
                <strong>{move || heard.with(|heard| heard.as_ref().map(|(view, _)| view.name.clone()))}</strong>
                <span class="tag" class:urgent=move || view_of().is_some_and(|view| smart_boards::needs_arbiter(&view))>
                    {move || view_of().map(|view| smart_boards::ending_words(&view, app.language()).unwrap_or_else(|| app.t(smart_boards::state_message(view.state)).to_owned()))}
                </span>
            </header>
            <SmartBoardPlayerLine heard now place=1/>
            <div class="mini">
                <SmartBoardDiagram
                    scene=Signal::derive(move || view_of().map_or_else(|| games::board::BoardView::empty(games::board::BoardShape::River), |view| smart_boards::scene(&view)))
                    last=Signal::derive(move || view_of().as_ref().and_then(smart_boards::last_step))
                    points=Signal::derive(move || view_of().filter(smart_boards::needs_arbiter).as_ref().map(smart_boards::prompt_points).unwrap_or_default())
                    label=Signal::derive(move || view_of().map(|view| view.name).unwrap_or_default())
                />
            </div>
            <SmartBoardPlayerLine heard now place=0/>
        </a>
    }
}

/// A player on a card: name, alarms and clock.
#[component]
fn SmartBoardPlayerLine(
    heard: Memo<Option<(SmartBoardView, f64)>>,
    now: RwSignal<f64>,
    /// 0 for Red.
    place: usize,
) -> impl IntoView {
    let app = App::get();
    // This runs ten times per second for each of up to sixty-four boards, so nothing is copied, and
    // only a changed text is drawn.
    let clock = Memo::new(move |_| {
        let now = now.get();
        heard.with(|heard| {
            let (view, at) = heard.as_ref()?;
            let [red, black] = smart_boards::clocks(view, now - at)?;
            Some(if place == 0 { red } else { black })
        })
    });
    let side = Memo::new(move |_| {
        heard.with(|heard| {
            let (view, _) = heard.as_ref()?;
            let on_move = view.turn.as_deref() == Some(smart_boards::SIDE_LETTERS[place]);
            Some((view.names[place].clone(), view.alarms[place], on_move))
        })
    });
    let sides = [Message::Red, Message::Black];
    let name = move || {
        let written = side.with(|side| side.as_ref().map(|side| side.0.clone()));
        written.filter(|name| !name.is_empty()).unwrap_or_else(|| app.t(sides[place]).to_owned())
    };
    let alarms = move || {
        let count = side.with(|side| side.as_ref().map_or(0, |side| side.1));
        (count > 0).then(|| {
            let words = format!("{} {count}", app.t(Message::Alarms));
            view! {
                <span class="alarms" role="img" title=words.clone() aria-label=words.clone()>
                    <Icon d="M12 4L22 20L2 20ZM12 10L12 14M12 17L12 17.2"/>
                    {count}
                </span>
            }
        })
    };
    let on_move = move || side.with(|side| side.as_ref().is_some_and(|side| side.2));
    view! {
        <span class="line" class:on-move=on_move data-side=smart_boards::SIDE_IDS[place]>
            <span class="emblem" aria-hidden="true"></span>
            <span class="name">{name}</span>
            <span class="note">{alarms}</span>
            {move || clock.get().map(|(left, is_low)| view! { <span class="clock" class:low=is_low>{left}</span> })}
        </span>
    }
}

/// The numbers of running games and of boards that need the arbiter.
#[component]
fn SmartBoardCounts(smart_boards: RwSignal<smart_boards::SmartBoardList>) -> impl IntoView {
    let app = App::get();
    let counts = Memo::new(move |_| smart_boards.with(smart_boards::SmartBoardList::counts));
    move || {
        let (playing, waiting) = counts.get();
        (playing + waiting > 0).then(|| {
            view! {
                <p class="counts" role="status">
                    <span>{app.t_with(Message::BoardsPlaying, &[&playing.to_string()])}</span>
                    {(waiting > 0).then(|| view! { <strong>{app.t_with(Message::BoardsWaiting, &[&waiting.to_string()])}</strong> })}
                </p>
            }
        })
    }
}

/// The form with which an arbiter registers a board.
#[component]
fn SmartBoardRegistration() -> impl IntoView {
    let app = App::get();
    let id = RwSignal::new(String::new());
    let name = RwSignal::new(String::new());
    let said = RwSignal::new(None::<Result<String, String>>);
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let request =
            RegisterSmartBoard { id: id.get_untracked().into(), name: name.get_untracked() };
        let key = backend::smart_boards::arbiter_key();
        leptos::task::spawn_local(async move {
            said.set(Some(
                backend::smart_boards::register(app, &key, &request)
                    .await
                    .map(|registered| registered.key),
            ));
        });
    };
    view! {
        <details class="sheet arbiter">
            <summary>{move || app.t(Message::Arbiter)}</summary>
            <p>{move || app.t(Message::ArbiterAbout)}</p>
            <form on:submit=send>
                <ArbiterKey/>
                <TextField name="board-id" label=Message::BoardNumber value=id/>
                <TextField name="board-name" label=Message::BoardName value=name/>
                <button class="main" data-act="let-in">{move || app.t(Message::LetIn)}</button>
            </form>
            {move || said.get().map(|said| match said {
                Ok(key) => view! { <p>{app.t(Message::BoardKeyOnce)}<br/><code data-board-key=true>{key}</code></p> }.into_any(),
                Err(why) => view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> }.into_any(),
            })}
        </details>
    }
}

/// The field for the arbiter's key, stored for this visit.
#[component]
pub(super) fn ArbiterKey() -> impl IntoView {
    let app = App::get();
    view! {
        <label class="field">
            <span class="label">{move || app.t(Message::ArbiterKey)}</span>
            <input
                type="password"
                autocomplete="off"
                data-input="arbiter-key"
                prop:value=backend::smart_boards::arbiter_key
                on:input=move |event| backend::smart_boards::keep_arbiter_key(&event_target_value(&event))
            />
        </label>
    }
}

/// A text field.
#[component]
pub(super) fn TextField(
    name: &'static str,
    label: Message,
    value: RwSignal<String>,
) -> impl IntoView {
    let app = App::get();
    view! {
        <label class="field">
            <span class="label">{move || app.t(label)}</span>
            <input
                type="text"
                autocomplete="off"
                data-input=name
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
        </label>
    }
}
