//! Puzzles of every game: the puzzle of the day, training, themes, rush and repetition.

mod backend;
mod desk;
mod endings;
mod finder;
mod panel;
mod rush;
mod themes;
mod ways;

use crate::{
    app::{App, effect},
    backend::players,
    board::Board,
    parts::{PageHeader, Questions, Unanswered},
    session::Session,
    undercover::TurnKeyBar,
    undercover_input::UndercoverInput,
};
use desk::Desk;
use i18n::Message;
use leptos::prelude::*;
use panel::{Panel, Task};
use rush::{RushPanel, RushTask};
use std::cell::RefCell;
use std::rc::Rc;
use themes::ThemeList;
use ui_model::{
    Variant,
    puzzles::{Corpus, PuzzleMode, theme_name},
    undercover::choose_action,
};
use ways::Ways;

pub(crate) use endings::EndingScreen;

thread_local! {
    /// The corpora, each fetched once.
    static CORPORA: RefCell<Vec<Rc<Corpus>>> = const { RefCell::new(Vec::new()) };
}

/// The corpus of a game. The error is a text for the player.
async fn load(app: App, variant: Variant) -> Result<Rc<Corpus>, String> {
    let is_it = |corpus: &&Rc<Corpus>| corpus.variant() == variant;
    if let Some(corpus) = CORPORA.with_borrow(|all| all.iter().find(is_it).cloned()) {
        return Ok(corpus);
    }
    let text = players::file(app, Corpus::path(variant)).await?;
    let read =
        Corpus::read(variant, &text).ok_or_else(|| app.t(Message::ServerNeeded).to_owned())?;
    let corpus = Rc::new(read);
    CORPORA.with_borrow_mut(|all| all.push(corpus.clone()));
    Ok(corpus)
}

/// Puzzles of a game and a mode.
#[component]
pub(crate) fn PuzzleScreen(variant: Variant, mode: PuzzleMode) -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    let desk = Desk::new(app, session, variant, mode);
    provide_context(desk);
    let trouble = RwSignal::new(None::<String>);
    let ask = Callback::new(move |()| {
        trouble.set(None);
        leptos::task::spawn_local(async move {
            let found = load(app, variant).await;
            // The page may have been left in the meantime.
            match found {
                _ if trouble.is_disposed() => {}
                Ok(corpus) => desk.begin(corpus),
                Err(why) => trouble.set(Some(why)),
            }
        });
    });
    ask.run(());
    desk.follow_account();
    let title = Signal::derive(move || app.t(mode_title(mode)).to_owned());
    let undercover_input = UndercoverInput::new(session);
    effect(move || undercover_input.suspects.set(desk.suspects()));
    undercover_input.on_named.set_value(Some(Callback::new(move |pawn| {
        desk.play(&choose_action(pawn));
    })));
    let board = move || {
        (mode != PuzzleMode::Themes)
            .then(|| view! { <div class="board-place"><Board undercover_input/></div> })
    };
    // Most puzzles are not about the solver's mole.
    let has_mole =
        Memo::new(move |_| undercover_input.seat().is_some_and(|it| it.mole().is_some()));
    let turn_key = move || {
        let is_shown = variant == Variant::Undercover && mode != PuzzleMode::Themes;
        (is_shown && has_mole.get()).then(|| view! { <TurnKeyBar undercover_input/> })
    };
    view! {
        <main class="study puzzles" class:list=mode == PuzzleMode::Themes data-screen="puzzles" data-mode=mode.path() data-variant=variant.as_str()
            data-puzzle=move || desk.id.get().map(|id| id.text())
            data-said=move || desk.said.with(desk::Said::code)>
            <PageHeader title/>
            <Ways mode/>
            {board()}
            <aside class="side">
                {move || trouble.get().map(|why| view! { <Unanswered why ask/> })}
                {turn_key}
                {match mode {
                    PuzzleMode::Themes => view! { <ThemeList/> }.into_any(),
                    PuzzleMode::Rush => view! { <RushPanel/><RushTask/> }.into_any(),
                    _ => view! { <Task/><Panel/> }.into_any(),
                }}
            </aside>
            <Questions/>
        </main>
    }
}

/// The heading of a mode.
const fn mode_title(mode: PuzzleMode) -> Message {
    match mode {
        PuzzleMode::Daily => Message::PuzzleDaily,
        PuzzleMode::Train => Message::PuzzleTrain,
        PuzzleMode::Themes => Message::PuzzleThemes,
        PuzzleMode::Theme(theme) => theme_name(theme),
        PuzzleMode::Rush => Message::PuzzleRush,
        PuzzleMode::Missed => Message::PuzzleMissed,
        PuzzleMode::Endings => Message::PuzzleEndings,
        PuzzleMode::Ending(id) => id.ending().name,
        PuzzleMode::Classics | PuzzleMode::Classic(_) => Message::PuzzleClassics,
        PuzzleMode::One(_) => Message::Puzzles,
    }
}
