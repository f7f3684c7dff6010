use super::study::Study;
use crate::{
    app::{App, effect},
    session::Session,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{Knowledge, Variant};

/// Undercover: the choice of the moles that are shown, and that the engine and the review know.
#[component]
pub(super) fn ViewFrom() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let is_undercover = session.read(|model| model.variant == Variant::Undercover);
    effect(move || {
        let knowledge = study.knowledge.get();
        let plies = session.shown_plies();
        let mover = study.line.with(|line| Some(line.seen_after(plies)?.0));
        session.moles_of.set(knowledge.sides(mover));
    });
    let choices = move || {
        Knowledge::ALL.map(|knowledge| {
            view! {
                <button
                    data-view-from=knowledge.id()
                    aria-pressed=move || (study.knowledge.get() == knowledge).to_string()
                    on:click=move |_| study.knowledge.set(knowledge)
                >
                    {app.t(knowledge.label())}
                </button>
            }
        })
    };
    is_undercover.then(|| view! {
        <div class="view-from">
            <span class="label" aria-hidden="true">{app.text(Message::ViewFrom)}</span>
            <div class="choices small" role="group" aria-label=app.text(Message::ViewFrom)>{choices}</div>
        </div>
    })
}

/// Whose knowledge an analysis uses while a seat is on move.
pub(super) fn knowledge_words(
    app: App,
    session: Session,
    knowledge: Knowledge,
    mover: u8,
) -> String {
    let seat = match knowledge {
        Knowledge::All => return app.t(Message::EngineKnowsAll).to_owned(),
        Knowledge::Red => 0,
        Knowledge::Black => 1,
        Knowledge::Mover => mover,
    };
    app.t_with(Message::EngineKnows, &[&session.side_words(app, seat)])
}
