//! A suggested action on the board: an arrow, or a ring if no piece moves.

use super::{BoardContext, middle};
use board_art::picture::arrow_outline;
use leptos::prelude::*;

/// The mark of the suggestion, above the pieces.
#[component]
pub(super) fn AdviceMark() -> impl IntoView {
    let ctx = BoardContext::get();
    move || {
        let step = ctx.session.advised.get()?;
        let layout = ctx.layout.get();
        let (from, to) = (step.from(), step.to());
        let ((x, y), place) = (middle(layout, from), middle(layout, to));
        let name = layout.shape.name(to);
        Some(if from == to {
            view! { <circle class="advice-ring" data-mark="advice" data-at=name cx=x cy=y r="52"/> }
                .into_any()
        } else {
            let stands = [from, to].map(|point| ctx.scene.with(|scene| scene.at(point).is_some()));
            let d = arrow_outline([(x, y), place], stands, false);
            view! { <path class="advice" data-mark="advice" data-at=name d=d/> }.into_any()
        })
    }
}
