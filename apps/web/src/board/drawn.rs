//! Marks that the player has drawn on the board: circles and arrows.

use super::{BoardContext, middle};
use board_art::picture::arrow_outline;
use leptos::prelude::*;

/// The drawn marks, above the pieces.
#[component]
pub(super) fn DrawnMarks() -> impl IntoView {
    let ctx = BoardContext::get();
    move || {
        let layout = ctx.layout.get();
        let marks: Vec<_> = ctx.drawing.with(|drawing| drawing.marks().collect());
        let mark = |mark: ui_model::board::DrawnMark| {
            let (from, to) = (layout.shape.name(mark.from), layout.shape.name(mark.to));
            let ink = mark.ink.id();
            let ((x, y), end) = (middle(layout, mark.from), middle(layout, mark.to));
            if mark.from == mark.to {
                view! { <circle class="drawn ring" data-ink=ink data-drawn=from cx=x cy=y r="50"/> }
                    .into_any()
            } else {
                let d = arrow_outline([(x, y), end], [false, false], false);
                view! { <path class="drawn" data-ink=ink data-drawn=from + &to d=d/> }.into_any()
            }
        };
        marks.into_iter().map(mark).collect_view()
    }
}
