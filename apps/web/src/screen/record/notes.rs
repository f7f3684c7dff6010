//! Annotations of the shown move.

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
        let lines = study.line.with(|line| line.occasion(app.language()));
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
        let notes = study.line.with(|line| line.printed_notes(app.language(), notation));
        let notes = notes.into_iter().map(|note| {
            view! { <li style=("--depth", note.depth.to_string())><b>{note.moves}</b>" "{note.comment}</li> }
        });
        view! { <ol class="printed-notes">{notes.collect_view()}</ol> }
    };
    move || is_printed.get().then(notes)
}

/// The comment on the shown move, and the variations that start there.
#[component]
pub(super) fn Notes() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let comment = Memo::new(move |_| {
        let plies = session.shown_plies();
        study.line.with(|line| (line.glyphs(plies), line.comment(plies).to_owned()))
    });
    let others = Memo::new(move |_| {
        let plies = session.shown_plies();
        let notation = app.notation();
        study.line.with(|line| (plies, line.other_lines(plies, app.language(), notation)))
    });
    let lines = move || {
        let (plies, lines) = others.get();
        (!lines.is_empty()).then(|| {
            let lines = lines.into_iter().map(|line| {
                let moves = line.moves.join(" ");
                let turn_off = move |_| study.turn_off(session, plies, line.number);
                view! { <button data-other-line=line.number on:click=turn_off>{moves}</button> }
            });
            view! {
                <div class="other-lines" role="group" aria-label=app.t(Message::RecordOtherLines)>
                    <span>{app.t(Message::RecordOtherLines)}</span>
                    {lines.collect_view()}
                </div>
            }
        })
    };
    let is_elsewhere = Memo::new(move |_| study.leaves.with(Option::is_some));
    let said = move || {
        let (glyphs, text) = comment.get();
        (!glyphs.is_empty() || !text.is_empty()).then(|| {
            let glyphs = (!glyphs.is_empty()).then(|| view! { <b>{glyphs}" "</b> });
            view! { <p class="comment" data-comment=true>{glyphs}{text}</p> }
        })
    };
    view! {
        <section class="notes" aria-live="polite">
            {move || is_elsewhere.get().then(|| view! {
                <p class="elsewhere" data-elsewhere=true>
                    <span>{app.text(Message::RecordOtherLine)}</span>
                    <button data-act="back-to-game" on:click=move |_| study.back_to_game(session)>
                        {app.text(Message::RecordBackToGame)}
                    </button>
                </p>
            })}
            {said}
            {lines}
        </section>
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
