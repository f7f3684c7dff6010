//! Hints: a player in training asks the computer in the page's own worker.

use super::{
    plays_contest,
    worker::{Thinker, lines_question},
};
use crate::{app::App, session::Session};
use games::board::Step;
use i18n::Message;
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError as NotFetched, wasm_split},
};
use protocol::{WorkerAdvice, WorkerQuestion};
use std::cell::{Cell, RefCell};
use ui_model::GameModel;

thread_local! {
    /// The worker, started with the first question.
    static THINKER: RefCell<Option<Thinker>> = const { RefCell::new(None) };
    /// Number of the last question. Answers to earlier ones are dropped.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Asks for the best action of the seat to act. The answer is shown as a notice and on the board,
/// unless the table has changed in the meantime.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn ask_hint(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if !session.update_count.is_disposed() {
        hint(app, session);
    }
    Ok(())
}

fn hint(app: App, session: Session) {
    let Some(seat) = untrack(|| session.acting_seat()).filter(|_| !session.is_covered()) else {
        return;
    };
    session.tell(Message::HintThinks);
    let heard = session.update_count.get_untracked();
    let variant = untrack(|| session.read(|game| Some(game.variant)));
    let Some(variant) = variant else { return };
    leptos::task::spawn_local(async move {
        let is_off = plays_contest(app, variant).await;
        // The table may have changed, or may have been left.
        if session.update_count.try_get_untracked() != Some(heard) {
            return;
        }
        if is_off {
            session.tell(Message::EngineOff);
        } else {
            ask_best(app, session, seat, heard);
        }
    });
}

/// Asks for the best action of a seat, for the table as it is after `heard` updates.
fn ask_best(app: App, session: Session, seat: u8, heard: u64) {
    let on_advice = move |advice: WorkerAdvice| {
        if session.update_count.try_get_untracked() == Some(heard) {
            show(app, session, &advice);
        }
    };
    let on_trouble = move || {
        if session.update_count.try_get_untracked() == Some(heard) {
            session.tell(Message::PartUnreachable);
        }
    };
    let is_asked =
        untrack(|| session.read(|game| ask_computer(game, seat, 1, on_advice, on_trouble)));
    if !is_asked {
        session.tell(Message::HintNone);
    }
}

/// Asks for the best `lines` lines of a seat with this view. A newer question replaces an older
/// one. `on_trouble` is called if no answer will come. Returns `false` in a browser without
/// workers.
pub(crate) fn ask_computer(
    model: &GameModel,
    seat: u8,
    lines: u8,
    on_advice: impl Fn(WorkerAdvice) + 'static,
    on_trouble: impl Fn() + 'static,
) -> bool {
    let Some(question) = lines_question(model, seat, lines) else { return false };
    let id = ASKED.get() + 1;
    let question = WorkerQuestion { id, ..question };
    ASKED.set(id);
    // Each question has its own worker.
    let thinker = Thinker::start(
        move |advice: WorkerAdvice| {
            if advice.id == ASKED.get() {
                on_advice(advice);
            }
        },
        on_trouble,
    );
    let is_asked = thinker.as_ref().is_some_and(|thinker| thinker.ask(&question));
    THINKER.set(thinker);
    is_asked
}

fn show(app: App, session: Session, advice: &WorkerAdvice) {
    let words = |game: &GameModel| {
        let analysis = advice.analysis.as_ref()?;
        let notation = app.notation_untracked();
        session.advised.set(Step::read(game.shape(), analysis.best()?));
        game.hint_words(app.language(), notation, analysis)
    };
    let words = untrack(|| session.read(words));
    let none = || app.t(Message::HintNone).to_owned();
    session.tell(words.unwrap_or_else(none));
}
