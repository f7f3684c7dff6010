//! Circles and arrows that are stored with the shown position.

use super::study::Study;
use crate::{app::effect, session::Session};
use leptos::{ev::PointerEvent, prelude::*};
use ui_model::board::{Drawing, Ink};
use wasm_bindgen::JsCast;

/// The main mouse button.
const MAIN: i16 = 0;

/// The drawing of the board: it shows the marks of the shown position, and stores what is drawn.
pub(super) fn kept_marks(session: Session, study: Study) -> RwSignal<Drawing> {
    let drawing = RwSignal::new(Drawing::default());
    let shown = Memo::new(move |_| {
        let node = study.node(session);
        (node, study.game.with(|game| game.tree().marks(node).to_vec()))
    });
    effect(move || {
        let (_, marks) = shown.get();
        let differs = |drawing: &Drawing| drawing.is_drawing() || drawing.finished() != marks;
        if drawing.with_untracked(differs) {
            drawing.update(|drawing| drawing.show(&marks));
        }
    });
    effect(move || {
        let drawn = drawing.with(|it| (!it.is_drawing()).then(|| it.finished().to_vec()));
        let (node, stored) = shown.get_untracked();
        if let Some(drawn) = drawn.filter(|drawn| *drawn != stored) {
            untrack(|| study.change(session, |game| game.set_marks(node, &drawn)));
        }
    });
    drawing
}

/// Erases the marks with a press of the main button beside the pieces, unless the pen is in use. A
/// move erases nothing.
pub(super) fn erase(drawing: RwSignal<Drawing>, pen: RwSignal<Option<Ink>>, event: &PointerEvent) {
    let is_used = pen.with_untracked(Option::is_some);
    if is_used || event.button() != MAIN || drawing.with_untracked(Drawing::is_empty) {
        return;
    }
    let target = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
    let target = target.and_then(|it| it.closest("[data-square]").ok().flatten());
    let square = target.and_then(|it| it.get_attribute("data-square")).unwrap_or_default();
    let is_used = format!("[data-at='{square}'], [data-dest='{square}']");
    let is_used = crate::browser::document().query_selector(&is_used).ok().flatten().is_some();
    if !square.is_empty() && !is_used {
        drawing.update(Drawing::clear);
    }
}
