//! Keys and the mouse wheel of the analysis board.

use super::{
    engine::{Engine, has_threat},
    study::Study,
};
use crate::{app::App, parts::Dialog, session::Session};
use i18n::Message;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Keys and the mouse wheel go through the game and control the engine, unless the focused element
/// uses them.
pub(super) fn bind_keys(
    app: App,
    session: Session,
    study: Study,
    engine: Engine,
    is_help_open: RwSignal<bool>,
) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_one = |selector: &str| {
            target.as_ref().is_some_and(|it| it.closest(selector).ok().flatten().is_some())
        };
        let is_used = is_one("input, select, textarea, [contenteditable], dialog");
        if is_used || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        // Arrow keys move within the board when one of its points has the focus.
        let is_on_board = is_one("[data-square]");
        let now = untrack(|| session.shown_plies());
        match event.key().as_str() {
            "ArrowLeft" if !is_on_board => session.show_ply(now.saturating_sub(1)),
            "ArrowRight" if !is_on_board => session.show_ply(now + 1),
            "ArrowUp" | "Home" if !is_on_board => session.show_ply(0),
            "ArrowDown" | "End" if !is_on_board => session.show_ply(usize::MAX),
            // A move that was tapped keeps the focus, but Enter presses it as well.
            " " if !is_on_board
                && (!is_one("button, a, summary") || is_one("[data-node], [data-line]")) =>
            {
                engine.play_best(app, session, study);
            }
            "f" | "F" => session.flipped.update(|on| *on = !*on),
            "l" | "L" => engine.toggle(app, session),
            "x" | "X" => engine.toggle_threat(app, session),
            "?" => is_help_open.set(true),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}

/// Goes through the moves with the mouse wheel over the board. A page that scrolls keeps its wheel.
pub(super) fn wheel(session: Session, event: &web_sys::WheelEvent) {
    let page = document().document_element();
    let scrolls = page.is_some_and(|page| page.scroll_height() > page.client_height() + 1);
    if scrolls || event.ctrl_key() || event.delta_y() == 0.0 {
        return;
    }
    event.prevent_default();
    let now = untrack(|| session.shown_plies());
    session.show_ply(if event.delta_y() > 0.0 { now + 1 } else { now.saturating_sub(1) });
}

/// The list of keys.
#[component]
pub(super) fn KeysDialog(is_open: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let close = Callback::new(move |()| is_open.set(false));
    let rows = move || {
        let space = app.t(Message::KeySpace);
        let has_threat = untrack(|| has_threat(session));
        let keys = [
            (vec!["←", "→"], Message::KeyMoves),
            (vec!["↑", "↓"], Message::KeyEnds),
            (vec![space], Message::KeyBest),
            (vec!["l"], Message::KeyEngine),
            (vec!["x"], Message::EngineThreat),
            (vec!["f"], Message::Flip),
            (vec!["?"], Message::KeyHelp),
        ];
        let keys = keys.into_iter();
        let keys = keys.filter(|(_, message)| has_threat || *message != Message::EngineThreat);
        let rows = keys.map(|(keys, message)| {
            let keys = keys.into_iter().map(|key| view! { <kbd>{key}</kbd>" " });
            view! { <dt>{keys.collect_view()}</dt><dd>{app.t(message)}</dd> }
        });
        view! {
            {rows.collect_view()}
            <dt>{app.t(Message::KeyWheel)}</dt>
            <dd>{app.t(Message::KeyMoves)}</dd>
        }
    };
    move || {
        is_open.get().then(|| {
            view! {
                <Dialog title=app.title(Message::Keys) name="keys" on_close=close>
                    <dl class="keys">{rows()}</dl>
                </Dialog>
            }
        })
    }
}
