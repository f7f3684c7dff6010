use super::{
    engine::Engine,
    pen::{Inks, PenButton},
    save_study::SaveStudy,
    study::Study,
};
use crate::{
    app::App,
    parts::{Beginning, Icon, PlayDialog, save_text},
    session::Session,
};
use i18n::{Message, shown_name, variant_name};
use leptos::prelude::*;
use ui_model::{Route, board::Ink, editor::EDITABLE};

/// Actions of the replay.
#[component]
pub(super) fn RecordActions(
    /// The ink with which touches draw.
    pen: RwSignal<Option<Ink>>,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let engine = Engine::get();
    // A game against the computer would show its moves in a position of the player's contest.
    let why_barred = move || engine.is_barred.get().then(|| app.t(Message::EngineOff));
    let played_on = RwSignal::new(None::<Beginning>);
    let play_on = move |_| match beginning(session, study) {
        Some(beginning) => played_on.set(Some(beginning)),
        None => session.tell(Message::GameOver),
    };
    let close = Callback::new(move |()| played_on.set(None));
    let saved_title = RwSignal::new(None::<String>);
    let close_saving = Callback::new(move |()| saved_title.set(None));
    let save_study = move |_| {
        let (variant, names) = untrack(|| {
            session.read(|model| {
                let names = model
                    .seats
                    .iter()
                    .map(|seat| shown_name(app.language(), &seat.name).to_owned());
                (Some(model.variant), names.filter(|name| !name.is_empty()).collect::<Vec<_>>())
            })
        });
        let game = variant.map_or("", |variant| variant_name(app.language_untracked(), variant));
        saved_title.set(Some(if names.is_empty() { game.to_owned() } else { names.join(" – ") }));
    };
    let is_editable = Memo::new(move |_| session.read(|model| EDITABLE.contains(&model.variant)));
    view! {
        {move || saved_title.get().map(|title| view! { <SaveStudy title on_close=close_saving/> })}
        {move || played_on.get().map(|beginning| view! { <PlayDialog beginning on_close=close/> })}
        <div class="actions">
            <Inks pen/>
            <button class="act" data-act="flip" on:click=move |_| session.flipped.update(|on| *on = !*on)>
                <Icon d="M8 4V20M8 4L4 8M8 4L12 8M16 20V4M16 20L12 16M16 20L20 16"/>
                <span>{app.text(Message::Flip)}</span>
            </button>
            {crate::browser::matches_media("(any-pointer: coarse)").then(|| view! { <PenButton pen/> })}
            <button class="act" data-act="save" on:click=move |_| save_text(app, session, study.text())>
                <Icon d="M12 4V14M8 10L12 14L16 10M5 18H19"/>
                <span>{app.text(Message::Save)}</span>
            </button>
            <button class="act" data-act="save-study" on:click=save_study>
                <Icon d="M5 4H17A2 2 0 0 1 19 6V20H7A2 2 0 0 1 5 18ZM5 18A2 2 0 0 1 7 16H19M9 8H15"/>
                <span>{app.text(Message::StudySaveAs)}</span>
            </button>
            <button class="act" data-act="continue-here" disabled=move || engine.is_barred.get() title=why_barred on:click=play_on>
                <Icon d="M5 4V20M9 6L18 12L9 18Z"/>
                <span>{app.text(Message::ContinueHere)}</span>
            </button>
            {move || is_editable.get().then(|| view! {
                <button class="act" data-act="edit" on:click=move |_| edit_here(app, session, study)>
                    <Icon d="M4 4H20V20H4ZM4 12H20M12 4V20"/>
                    <span>{app.text(Message::SetUpBoard)}</span>
                </button>
            })}
            <button class="act" data-act="load" on:click=move |_| app.go(Route::Open)>
                <Icon d="M4 6H10L12 8H20V19H4Z"/>
                <span>{app.text(Message::LoadFile)}</span>
            </button>
        </div>
    }
}

/// The game that continues from the shown position. `None` if it is over.
fn beginning(session: Session, study: Study) -> Option<Beginning> {
    let plies = untrack(|| session.shown_plies());
    study.line.with_untracked(|line| {
        let (seat, seen) = line.seen_after(plies)?;
        let turn = seen.side(seat).filter(|_| seen.variant.seats() == 2);
        let text = line.position_after(plies);
        Some(Beginning { variant: seen.variant, options: seen.options, turn, text })
    })
}

/// Opens the shown position in the board editor.
fn edit_here(app: App, session: Session, study: Study) {
    let plies = untrack(|| session.shown_plies());
    let (variant, text) =
        study.line.with_untracked(|line| (line.model.variant, line.position_after(plies)));
    app.go(Route::Editor(variant, text));
}
