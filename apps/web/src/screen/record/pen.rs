//! The pen: on a touch screen it draws circles and arrows in place of moves.

use crate::{app::App, parts::Icon};
use i18n::Message;
use leptos::prelude::*;
use ui_model::board::Ink;

/// The button that takes the pen up or puts it away. The style sheet shows it on touch screens.
#[component]
pub(super) fn PenButton(pen: RwSignal<Option<Ink>>) -> impl IntoView {
    let app = App::get();
    let toggle = move |_| {
        pen.update(|pen| *pen = if pen.is_some() { None } else { Some(Ink::default()) });
    };
    view! {
        <button class="act pen" data-act="draw-marks" aria-pressed=move || pen.with(Option::is_some).to_string() on:click=toggle>
            <Icon d="M4 20L5 15L16 4L20 8L9 19ZM13 7L17 11"/>
            <span>{app.text(Message::DrawMarks)}</span>
        </button>
    }
}

/// The choice of the ink while the pen is in use.
#[component]
pub(super) fn Inks(pen: RwSignal<Option<Ink>>) -> impl IntoView {
    let app = App::get();
    let is_used = Memo::new(move |_| pen.with(Option::is_some));
    let buttons = move || {
        Ink::ALL.map(|ink| {
            view! {
                <button
                    data-pen=ink.id()
                    aria-label=app.text(name(ink))
                    title=app.text(name(ink))
                    aria-pressed=move || (pen.get() == Some(ink)).to_string()
                    on:click=move |_| pen.set(Some(ink))
                ></button>
            }
        })
    };
    move || {
        is_used.get().then(|| view! {
            <div class="inks" role="group" aria-label=app.text(Message::DrawMarks)>{buttons()}</div>
        })
    }
}

const fn name(ink: Ink) -> Message {
    match ink {
        Ink::Green => Message::Green,
        Ink::Red => Message::Red,
        Ink::Blue => Message::Blue,
        Ink::Yellow => Message::Yellow,
    }
}
