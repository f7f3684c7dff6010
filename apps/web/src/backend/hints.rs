//! Hints: what a player in training asks the computer in the page's own worker.

use super::worker::Thinker;
use crate::{app::App, browser, session::Session};
use leptos::prelude::*;
use protocol::Ask;
use std::cell::{Cell, RefCell};
use ui_model::{
    Level,
    catalogue::Message,
    thinking::{Advice, Question},
};

thread_local! {
    /// The worker, once somebody has asked; it does nothing while nobody does.
    static THINKER: RefCell<Option<Thinker>> = const { RefCell::new(None) };
    /// The last question's number: answers to others come too late.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Asks what the seat that may act had best do; the answer appears as a notice, unless something else
/// has happened by then.
pub(crate) fn ask_hint(app: App, session: Session) {
    let Some(seat) = untrack(|| session.acting_seat()).filter(|_| !session.is_covered()) else {
        return;
    };
    let Ok(seed) = browser::random_hex::<32>() else { return };
    let id = ASKED.get() + 1;
    let question = session.model.with_untracked(|model| {
        let model = model.as_ref()?;
        Some(Question {
            id,
            ask: Ask::Act,
            hint: true,
            resigns: false,
            variant: model.variant.to_string(),
            options: model.options.clone(),
            seat,
            // The strongest one says what is best.
            level: Level::Top.to_string(),
            position: model.state.position.clone(),
            history: model.history.clone(),
            seed,
        })
    });
    let Some(question) = question else { return };
    ASKED.set(id);
    session.notice.set(Some(app.say(Message::HintThinks).to_owned()));
    let heard = session.update_count.get_untracked();
    // One worker for one question: whoever asks again gets the newer answer sooner.
    let thinker = Thinker::start(move |advice: Advice| {
        if advice.id == ASKED.get() && session.update_count.try_get_untracked() == Some(heard) {
            show(app, session, &advice);
        }
    });
    match &thinker {
        Some(thinker) => thinker.ask(&question),
        // A browser without workers.
        None => session.notice.set(Some(app.say(Message::HintNone).to_owned())),
    }
    THINKER.set(thinker);
}

fn show(app: App, session: Session, advice: &Advice) {
    let words = session.model.with_untracked(|model| {
        let hint = advice.hint.as_ref()?;
        let notation = app.settings.with_untracked(|settings| settings.notation);
        Some(model.as_ref()?.hint_words(app.language(), notation, hint))
    });
    let none = || app.say(Message::HintNone).to_owned();
    session.notice.set(Some(words.unwrap_or_else(none)));
}
