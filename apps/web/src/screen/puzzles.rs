//! Puzzles: the puzzle of the day, training, themes, rush and repetition.

mod backend;
mod desk;
mod panel;
mod rush;
mod themes;
mod ways;

use crate::{
    app::App,
    backend::players,
    board::Board,
    parts::{PageHeader, Questions, Unanswered},
    session::Session,
};
use desk::Desk;
use i18n::Message;
use leptos::prelude::*;
use panel::{Panel, Task};
use rush::{RushPanel, RushTask};
use std::cell::RefCell;
use std::rc::Rc;
use themes::ThemeList;
use ui_model::puzzles::{Corpus, PuzzleMode, theme_name};
use ways::Ways;

thread_local! {
    /// The corpus, fetched once.
    static CORPUS: RefCell<Option<Rc<Corpus>>> = const { RefCell::new(None) };
}

/// The corpus. The error is a text for the player.
async fn load(app: App) -> Result<Rc<Corpus>, String> {
    if let Some(corpus) = CORPUS.with_borrow(Clone::clone) {
        return Ok(corpus);
    }
    let text = players::file(app, Corpus::PATH).await?;
    let read = Corpus::read(&text).ok_or_else(|| app.t(Message::ServerNeeded).to_owned())?;
    let corpus = Rc::new(read);
    CORPUS.set(Some(corpus.clone()));
    Ok(corpus)
}

/// Puzzles of a mode.
#[component]
pub(crate) fn PuzzleScreen(mode: PuzzleMode) -> impl IntoView {
    let app = App::get();
    let session = Session::new();
    provide_context(session);
    let desk = Desk::new(app, session, mode);
    provide_context(desk);
    let trouble = RwSignal::new(None::<String>);
    let ask = Callback::new(move |()| {
        trouble.set(None);
        leptos::task::spawn_local(async move {
            let found = load(app).await;
            // The page may have been left in the meantime.
            match found {
                _ if trouble.is_disposed() => {}
                Ok(corpus) => desk.begin(corpus),
                Err(why) => trouble.set(Some(why)),
            }
        });
    });
    ask.run(());
    let title = Signal::derive(move || app.t(mode_title(mode)).to_owned());
    let board = move || {
        (mode != PuzzleMode::Themes).then(|| view! { <div class="board-place"><Board/></div> })
    };
    view! {
        <main class="study puzzles" class:list=mode == PuzzleMode::Themes data-screen="puzzles" data-mode=mode.path()
            data-puzzle=move || desk.id.get().map(|id| id.text())
            data-said=move || desk.said.with(desk::Said::code)>
            <PageHeader title/>
            <Ways mode/>
            {board()}
            <aside class="side">
                {move || trouble.get().map(|why| view! { <Unanswered why ask/> })}
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
        PuzzleMode::One(_) => Message::Puzzles,
    }
}
