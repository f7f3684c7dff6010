use super::load;
use crate::{
    app::{App, effect},
    browser,
    lazy::{Lazy, LazyChunk, NotFetched},
    parts::{Dialog, MiniBoard},
    session::Session,
};
use board_art::Layout;
use games::board::BoardShape;
use i18n::{Message, variant_name};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::{
    Variant,
    lessons::{GAMES_WITH_TOUR, TourPage, TourScene},
};

/// Storage key of the games whose tour this device has shown, by their ids.
const TOURED: &str = "chuhe.tours";

/// The tour of a game for new players. It is shown once per device, and never while a clock runs.
#[component]
pub(crate) fn Tour() -> impl IntoView {
    let session = Session::get();
    // The game of the tour. Once it is set, only the player ends the tour.
    let begun = RwSignal::new(None::<Variant>);
    let newcomer = Memo::new(move |_| {
        let is_seated = !session.seats.with(Vec::is_empty);
        session.read_table(|table| {
            let game = &table.game;
            let is_timed = table.clocks.as_ref().is_some_and(|it| it.setup_ms.is_some());
            let is_calm = table.clock == "none" && !is_timed && !game.is_over();
            let is_new = GAMES_WITH_TOUR.contains(&game.variant) && !is_toured(game.variant);
            (is_seated && is_calm && is_new).then_some(game.variant)
        })
    });
    effect(move || {
        if let Some(variant) = newcomer.get() {
            begun.set(Some(variant));
        }
    });
    let close = Callback::new(move |()| {
        if let Some(variant) = begun.get_untracked() {
            note_toured(variant);
        }
        begun.set(None);
    });
    // The cover between two players hides the tour.
    let shown = Memo::new(move |_| begun.get().filter(|_| session.handover.with(Option::is_none)));
    move || {
        let variant = shown.get()?;
        Some(
            view! { <Lazy chunk=LazyChunk::new(fetch_tour, move || tour(variant, close)).with_styles(&["/style/study.css"]) is_optional=true/> },
        )
    }
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_tour))]
fn tour(variant: Variant, close: Callback<()>) -> Result<AnyView, NotFetched> {
    Ok(view! { <TourIdeas variant close/> }.into_any())
}

/// The tour, when the game's lessons are loaded.
#[component]
fn TourIdeas(variant: Variant, close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let found = RwSignal::new(None::<Vec<TourPage>>);
    leptos::task::spawn_local(async move {
        // Without the lessons there is no tour, and the game does not wait for it.
        if let Ok(lessons) = load(app, variant, app.language_untracked()).await
            && !lessons.tour.is_empty()
        {
            let _ = found.try_set(Some(lessons.tour));
        }
    });
    move || found.get().map(|ideas| view! { <TourDialog variant ideas close/> })
}

#[component]
fn TourDialog(variant: Variant, ideas: Vec<TourPage>, close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let at = RwSignal::new(0_usize);
    let count = ideas.len();
    let ideas = StoredValue::new(ideas);
    let title = Signal::derive(move || {
        app.t_with(Message::TourTitle, &[variant_name(app.language(), variant)])
    });
    let idea = move || ideas.with_value(|ideas| ideas.get(at.get()).cloned());
    let is_last = move || at.get() + 1 >= count;
    let next = move |_| {
        if is_last() {
            close.run(());
        } else {
            at.update(|at| *at += 1);
        }
    };
    view! {
        <Dialog title name="tour" on_close=close>
            {move || idea().map(|idea| view! {
                <div class="tour-picture" data-idea=at.get()><TourBoard variant idea=idea.clone()/></div>
                <p class="tour-text">{idea.text}</p>
            })}
            <div class="answers">
                <button data-act="tour-skip" on:click=move |_| close.run(())>{app.text(Message::TourSkip)}</button>
                <button class="main" data-act="tour-next" on:click=next>
                    {move || app.t(if is_last() { Message::TourStart } else { Message::TourMore })}
                </button>
            </div>
        </Dialog>
    }
}

/// The position of a tour page in the reader's piece set, with the moves of the chosen piece.
#[component]
fn TourBoard(variant: Variant, idea: TourPage) -> impl IntoView {
    let app = App::get();
    let layout = Layout::for_seat(BoardShape::of(variant), 0, false);
    let label = Signal::derive(move || {
        app.t_with(Message::BoardOf, &[variant_name(app.language(), variant)])
    });
    idea.scene(variant).map(|TourScene { board, moles, destinations }| {
        view! {
            <MiniBoard layout scene=Signal::stored(board) last=Signal::stored(None) label moles destinations/>
        }
    })
}

fn is_toured(variant: Variant) -> bool {
    browser::stored(TOURED).is_some_and(|seen| seen.split(' ').any(|it| it == variant.as_str()))
}

fn note_toured(variant: Variant) {
    if is_toured(variant) {
        return;
    }
    let seen = browser::stored(TOURED).unwrap_or_default();
    // If the storage is full, the tour is shown again next time.
    let _ = browser::store(TOURED, format!("{seen} {}", variant.as_str()).trim());
}
