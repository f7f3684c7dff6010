//! The ground of banqi: thirty-two squares.

use super::{BoardContext, CELL, PieceFace, middle};
use leptos::prelude::*;
use ui_model::board::{BoardShape, Face, Layout};

/// Once the game is over: what lay face down to the end, see-through on the backs.
#[component]
pub(super) fn Revealed() -> impl IntoView {
    let ctx = BoardContext::get();
    move || {
        let layout = ctx.layout.get();
        let revealed = ctx.scene.with(|scene| scene.revealed());
        revealed
            .into_iter()
            .map(|(point, piece)| {
                let (x, y) = middle(layout, point);
                view! {
                    <g class="revealed" data-revealed=piece.text(BoardShape::Half) transform=format!("translate({x} {y})")>
                        <PieceFace face=Face::Open(piece) shape=BoardShape::Half/>
                    </g>
                }
            })
            .collect_view()
    }
}

/// The board without anything on it.
pub(super) fn draw_board(layout: Layout) -> impl IntoView {
    let (width, height) = (f64::from(layout.width()) * CELL, f64::from(layout.height()) * CELL);
    let mut d = String::new();
    for i in 0..=layout.width() {
        let x = f64::from(i) * CELL;
        d += &format!("M{x} 0V{height}");
    }
    for i in 0..=layout.height() {
        let y = f64::from(i) * CELL;
        d += &format!("M0 {y}H{width}");
    }
    view! {
        <rect class="table-top" x="-8" y="-8" width=width + 16.0 height=height + 16.0 rx="8"/>
        <path class="line" d=d/>
        <rect class="edge outer" x="0" y="0" width=width height=height rx="2"/>
    }
}
