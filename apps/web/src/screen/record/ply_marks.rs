//! The computer's marks and evaluations after moves in the list.

use super::{engine::Engine, study::Study};
use crate::app::{App, effect};
use i18n::{Message, fill};
use leptos::prelude::*;
use ui_model::{
    records::NodeId,
    review::{Mark, Review},
};
use wasm_bindgen::JsCast;
use web_sys::Element;

/// The computer's marks of a move.
#[derive(Default)]
struct PlyMarks {
    /// The sign of a mistake.
    sign: Option<&'static str>,
    /// The evaluation after the move.
    value: Option<String>,
}

/// Keeps the marks in the list: those of the review, and the evaluations that the engine has found.
pub(super) fn keep_marks(app: App, study: Study, engine: Engine) {
    effect(move || {
        app.settings.track();
        // Edited rows have new cells.
        study.game.track();
        let review = study.review.get().unwrap_or_default();
        let (variant, has_two_sides) =
            study.main.with(|main| (main.model.variant, main.model.has_two_sides()));
        let values = if has_two_sides && !review.plies.is_empty() {
            review.evaluations(variant, study.are_secrets())
        } else {
            Vec::new()
        };
        let found = engine.evaluations.get();
        let mark = move |node: NodeId, ply: Option<usize>| {
            let of_review = ply.and_then(|ply| values.get(ply).cloned().flatten());
            let of_engine = found.get(&node).map(|found| found.text.clone());
            PlyMarks {
                sign: ply.and_then(|ply| sign(&review, ply)),
                value: of_engine.or(of_review),
            }
        };
        mark_moves(mark, app.t(Message::MoveEvaluation));
    });
}

fn sign(review: &Review, ply: usize) -> Option<&'static str> {
    review.mark(ply).map(Mark::sign)
}

/// Sets attributes on the moves of the list in the document, which the style sheet shows after the
/// move. The list component itself knows nothing of marks. `label` names a move with its evaluation
/// for screen readers.
fn mark_moves(mark: impl Fn(NodeId, Option<usize>) -> PlyMarks + 'static, label: &'static str) {
    request_animation_frame(move || {
        let Ok(cells) = document().query_selector_all(".moves [data-node]") else { return };
        for at in 0..cells.length() {
            let Some(cell) = cells.item(at).and_then(|cell| cell.dyn_into::<Element>().ok()) else {
                continue;
            };
            let number = |name: &str| cell.get_attribute(name)?.parse::<usize>().ok();
            let Some(node) = number("data-node") else { continue };
            let PlyMarks { sign, value } = mark(NodeId::of_number(node), number("data-ply"));
            let name = value.as_deref().map(|value| {
                let played = cell.text_content().unwrap_or_default();
                let said = cell.get_attribute("data-said");
                let said = said.as_deref().or(sign).unwrap_or_default();
                fill(label, &[&format!("{played}{said}"), value])
            });
            set(&cell, "data-judged", sign);
            set(&cell, "data-won", value.as_deref());
            set(&cell, "aria-label", name.as_deref());
        }
    });
}

/// Sets or removes an attribute. An equal value changes nothing, so that the browser styles nothing
/// again.
fn set(cell: &Element, name: &str, value: Option<&str>) {
    if cell.get_attribute(name).as_deref() == value {
        return;
    }
    let _ = match value {
        Some(value) => cell.set_attribute(name, value),
        None => cell.remove_attribute(name),
    };
}
