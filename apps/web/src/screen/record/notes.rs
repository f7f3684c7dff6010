//! The tags of the file, the note about a variation, and the printed annotations.

use super::study::Study;
use crate::{app::App, session::Session};
use i18n::Message;
use leptos::prelude::*;
use web_sys::Event;

/// Event, date and other tags of the file.
#[component]
pub(super) fn Occasion() -> impl IntoView {
    let app = App::get();
    let study = Study::get();
    move || {
        let lines = study.main.with(|main| main.occasion(app.language()));
        (!lines.is_empty()).then(|| {
            let lines = lines.into_iter().map(|line| view! { <p>{line}</p> });
            view! { <section class="occasion" data-occasion=true>{lines.collect_view()}</section> }
        })
    }
}

/// Every comment and variation, for a sheet of paper. They are written when the page is printed.
#[component]
pub(super) fn PrintedNotes() -> impl IntoView {
    let app = App::get();
    let study = Study::get();
    let is_printed = RwSignal::new(false);
    let handle = window_event_listener(leptos::ev::Custom::new("beforeprint"), move |_: Event| {
        is_printed.set(true);
    });
    on_cleanup(move || handle.remove());
    let notes = move || {
        let notation = app.notation();
        let game = study.game.with(|game| game.annotated());
        let notes = game.printed_notes(app.language(), notation);
        let notes = notes.into_iter().map(|note| {
            view! { <li style=("--depth", note.depth.to_string())><b>{note.moves}</b>" "{note.comment}</li> }
        });
        view! { <ol class="printed-notes">{notes.collect_view()}</ol> }
    };
    move || is_printed.get().then(notes)
}

/// A note that the shown line is a variation, with a way back.
#[component]
pub(super) fn Elsewhere() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let is_elsewhere = Memo::new(move |_| study.leaves().is_some());
    move || {
        is_elsewhere.get().then(|| {
            view! {
                <p class="elsewhere" data-elsewhere=true>
                    <span>{app.text(Message::RecordOtherLine)}</span>
                    <button data-act="back-to-game" on:click=move |_| study.back_to_game(session)>
                        {app.text(Message::RecordBackToGame)}
                    </button>
                </p>
            }
        })
    }
}

/// The shown move, for screen readers.
#[component]
pub(super) fn ShownMove() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let text = Memo::new(move |_| {
        let plies = session.shown_plies();
        let notation = app.notation();
        let (seat, text) = session.read(|model| {
            let seat = model.history.get(plies.checked_sub(1)?)?.seat;
            Some((seat, model.move_texts(app.language(), notation).get(plies - 1)?.clone()))
        })?;
        Some(app.t_with(Message::Played, &[&session.side_words(app, seat), &text]))
    });
    view! { <p class="spoken" aria-live="polite">{move || text.get()}</p> }
}
