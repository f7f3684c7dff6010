//! The board for those who hear it or have no mouse: rows of points with names, walked by arrows.

use super::{BoardContext, CELL, middle};
use crate::browser;
use leptos::{ev::KeyboardEvent, prelude::*};
use ui_model::{
    board::Point,
    catalogue::{Message, piece_name},
};
use wasm_bindgen::JsCast;

/// Every point, row by row as they are seen.
#[component]
pub(super) fn PointGrid() -> impl IntoView {
    let ctx = BoardContext::get();
    let walked = RwSignal::new(None::<Point>);
    move || {
        let layout = ctx.layout.get();
        let rows = layout.rows();
        let first = rows.first().and_then(|row| row.first()).copied();
        rows.into_iter()
            .map(|row| {
                let cells = row
                    .into_iter()
                    .map(|point| {
                        let (x, y) = middle(layout, point);
                        let name = layout.shape.name(point);
                        let tab = move || {
                            if walked.get().or(first) == Some(point) { "0" } else { "-1" }
                        };
                        view! {
                            <rect
                                class="point"
                                role="gridcell"
                                data-square=name
                                x=x - CELL / 2.0
                                y=y - CELL / 2.0
                                width=CELL
                                height=CELL
                                tabindex=tab
                                aria-label=move || describe(ctx, point)
                                aria-selected=move || (ctx.selection.get().chosen == Some(point)).to_string()
                                on:focus=move |_| walked.set(Some(point))
                                on:keydown=move |event| on_key(ctx, point, &event)
                            />
                        }
                    })
                    .collect_view();
                view! { <g role="row">{cells}</g> }
            })
            .collect_view()
    }
}

/// "e3, red pawn, can be reached".
fn describe(ctx: BoardContext, point: Point) -> String {
    let layout = ctx.layout.get();
    let language = ctx.app.language();
    let face = ctx.scene.with(|scene| scene.at(point));
    let what = match face {
        Some(face) => piece_name(language, layout.shape, face),
        None => ctx.app.say(Message::EmptyPoint).to_owned(),
    };
    let mut text = format!("{}, {what}", layout.shape.name(point));
    let selection = ctx.selection.get();
    let reached = ctx.legal.with(|legal| selection.destinations(legal).contains(&point));
    if reached {
        text = format!("{text}, {}", ctx.app.say(Message::CanGoHere));
    }
    text
}

fn on_key(ctx: BoardContext, point: Point, event: &KeyboardEvent) {
    let (dx, dy) = match event.key().as_str() {
        "ArrowLeft" => (-1, 0),
        "ArrowRight" => (1, 0),
        "ArrowUp" => (0, -1),
        "ArrowDown" => (0, 1),
        "Enter" | " " => {
            event.prevent_default();
            event.stop_propagation();
            ctx.tap(point);
            return;
        }
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    let layout = ctx.layout.get_untracked();
    if let Some(next) = layout.step(point, dx, dy) {
        let selector = format!("[data-square=\"{}\"]", layout.shape.name(next));
        if let Ok(Some(cell)) = browser::document().query_selector(&selector) {
            let _ = cell.unchecked_into::<web_sys::SvgElement>().focus();
        }
    }
}
