//! A suggested action and a threat on the board: an arrow, or a ring if no piece moves.

use super::{BoardContext, middle};
use board_art::picture::arrow_outline;
use games::board::Step;
use leptos::prelude::*;

/// The marks of the suggestion and of the threat, above the pieces.
#[component]
pub(super) fn AdviceMark() -> impl IntoView {
    let ctx = BoardContext::get();
    move || {
        let threat = ctx.session.threatened.get().map(|step| mark(ctx, step, "threat"));
        let advice = ctx.session.advised.get().map(|step| mark(ctx, step, "advice"));
        view! { {threat}{advice} }
    }
}

/// The mark of a step. `name` is its class and its name in the page.
fn mark(ctx: BoardContext, step: Step, name: &'static str) -> AnyView {
    let layout = ctx.layout.get();
    let (from, to) = (step.from(), step.to());
    let ((x, y), place) = (middle(layout, from), middle(layout, to));
    let at = layout.shape.name(to);
    if from == to {
        let class = format!("{name}-ring");
        return view! { <circle class=class data-mark=name data-at=at cx=x cy=y r="52"/> }
            .into_any();
    }
    let stands = [from, to].map(|point| ctx.scene.with(|scene| scene.at(point).is_some()));
    let d = arrow_outline([(x, y), place], stands, false);
    view! { <path class=name data-mark=name data-at=at d=d/> }.into_any()
}
