use super::{backend::LessonBackend, task_of};
use crate::{
    app::App,
    board::Board,
    parts::{Icon, Questions},
    session::Session,
    undercover::TurnKeyBar,
    undercover_input::UndercoverInput,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{
    Variant,
    lessons::{LessonStep, Verdict},
};

/// A lesson step: board, text, and the result of the learner's action.
#[component]
pub(super) fn LessonBoard(
    variant: Variant,
    step: LessonStep,
    /// Content above the text.
    #[prop(into)]
    head: ViewFn,
    /// Content below the text.
    #[prop(into)]
    foot: ViewFn,
) -> impl IntoView {
    let session = Session::new();
    provide_context(session);
    let verdict = RwSignal::new(None::<Verdict>);
    let undercover_input = UndercoverInput::new(session);
    let app = App::get();
    let begin = StoredValue::new(step.clone());
    let start = move || {
        verdict.set(None);
        begin.with_value(|step| LessonBackend::begin(session, variant, step, verdict));
    };
    start();
    view! {
        <div class="board-place"><Board undercover_input/></div>
        <aside class="side">
            {head.run()}
            <p class="lesson-text" data-lesson-text=true>{move || {
                begin.with_value(|step| step.shown_text(variant, app.language(), app.notation()))
            }}</p>
            <TurnKeyBar undercover_input/>
            <div class="foot">
                <Answer variant step verdict on_again=Callback::new(move |()| start())/>
                {foot.run()}
            </div>
        </aside>
        <Questions/>
    }
}

/// The exercise and the result of the last attempt.
#[component]
fn Answer(
    variant: Variant,
    step: LessonStep,
    verdict: RwSignal<Option<Verdict>>,
    /// Restarts the step.
    on_again: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let again = move || {
        (verdict.get() == Some(Verdict::Done)).then(|| view! {
            <button class="plain" data-act="lesson-again" aria-label=app.text(Message::LearnAgain) on:click=move |_| on_again.run(())>
                <Icon d="M5 12A7 7 0 1 0 8 6.5M8 3V7H12"/>
            </button>
        })
    };
    let asks = task_of(&step);
    let step = StoredValue::new(step);
    let words = move || match verdict.get()? {
        Verdict::Done => Some((
            "done",
            step.with_value(|step| {
                let done = step.shown_done(variant, app.language(), app.notation());
                done.unwrap_or_else(|| app.t(Message::LearnDone).to_owned())
            }),
        )),
        Verdict::Other if asks => Some(("other", app.t(Message::LearnOther).to_owned())),
        Verdict::Other => Some(("allowed", app.t(Message::LearnAllowed).to_owned())),
        Verdict::Refused(no) => {
            let (language, notation) = (app.language(), app.notation());
            let why = session.read(|game| Some(game.refusal_words(language, notation, &no)))?;
            Some(("refused", app.t_with(Message::LearnRefused, &[&why])))
        }
    };
    let code = move || match verdict.get() {
        Some(Verdict::Refused(no)) => no.code,
        _ => "",
    };
    view! {
        <div class="answer" role="status" aria-live="polite">
            {move || match words() {
                Some((kind, text)) => view! {
                    <p class=format!("said {kind}") data-said=kind data-code=code><span>{text}</span>{again}</p>
                }.into_any(),
                None if asks => view! { <p class="said ask"><Icon d="M8 5L18 12L8 19Z"/>{app.t(Message::LearnTry)}</p> }.into_any(),
                None => ().into_any(),
            }}
        </div>
    }
}
