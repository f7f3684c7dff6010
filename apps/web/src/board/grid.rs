//! The board for those who hear it or have no mouse: rows of points with names, walked by arrows.

use super::{BoardContext, CELL, middle};
use crate::browser;
use leptos::{ev::KeyboardEvent, prelude::*};
use std::collections::BTreeMap;
use ui_model::{
    board::{Layout, Point},
    catalogue::{Message, piece_name},
};
use wasm_bindgen::JsCast;

/// Every point of the session's board.
#[component]
pub(super) fn PointGrid() -> impl IntoView {
    let ctx = BoardContext::get();
    view! {
        <PointRows
            layout=ctx.layout
            describe=Callback::new(move |point| describe(ctx, point))
            is_chosen=Callback::new(move |point| ctx.selection.get().chosen == Some(point))
            on_key=Callback::new(move |(point, key): (Point, String)| {
                let is_enter = key == "Enter" || key == " ";
                if is_enter {
                    ctx.tap(point);
                }
                is_enter
            })
        />
    }
}

/// Every point, row by row as they are seen.
#[component]
pub(crate) fn PointRows(
    #[prop(into)] layout: Signal<Layout>,
    /// What is said of a point.
    describe: Callback<Point, String>,
    is_chosen: Callback<Point, bool>,
    /// A key other than the arrows; says whether it meant something.
    on_key: Callback<(Point, String), bool>,
) -> impl IntoView {
    let walked = RwSignal::new(None::<Point>);
    let about = move |point| (describe.run(point), is_chosen.run(point));
    move || {
        let layout = layout.get();
        let rows = layout.rows();
        let first = rows.first().and_then(|row| row.first()).copied();
        // All points are looked at together, and only those told of which there is news: were each
        // to follow the game by itself, every move would be told a hundred times.
        let told: Vec<_> = rows
            .iter()
            .flatten()
            .map(|&point| (point, RwSignal::new(untrack(|| about(point)))))
            .collect();
        let known: BTreeMap<_, _> = told.iter().copied().collect();
        Effect::new(move |_| {
            for &(point, told) in &told {
                let now = about(point);
                if told.with_untracked(|before| *before != now) {
                    told.set(now);
                }
            }
        });
        let cell = move |point: Point| {
            let (x, y) = middle(layout, point);
            let name = layout.shape.name(point);
            let told = known.get(&point).copied();
            let label = move || told.map(|told| told.with(|(label, _)| label.clone()));
            let selected =
                move || told.is_some_and(|told| told.with(|&(_, chosen)| chosen)).to_string();
            let tab = move || if walked.get().or(first) == Some(point) { "0" } else { "-1" };
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
                    aria-label=label
                    aria-selected=selected
                    on:focus=move |_| walked.set(Some(point))
                    on:keydown=move |event| press_key(layout, point, &event, on_key)
                />
            }
        };
        rows.into_iter()
            .map(|row| view! { <g role="row">{row.into_iter().map(&cell).collect_view()}</g> })
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
    if ctx.own_mole.get() == Some(point) {
        text = format!("{text}, {}", ctx.app.say(Message::YourMole));
    }
    if ctx.destinations.with(|reached| reached.contains(&point)) {
        text = format!("{text}, {}", ctx.app.say(Message::CanGoHere));
    }
    text
}

fn press_key(
    layout: Layout,
    point: Point,
    event: &KeyboardEvent,
    on_key: Callback<(Point, String), bool>,
) {
    let (dx, dy) = match event.key().as_str() {
        "ArrowLeft" => (-1, 0),
        "ArrowRight" => (1, 0),
        "ArrowUp" => (0, -1),
        "ArrowDown" => (0, 1),
        _ if event.ctrl_key() || event.alt_key() || event.meta_key() => return,
        key => {
            if on_key.run((point, key.to_owned())) {
                event.prevent_default();
                event.stop_propagation();
            }
            return;
        }
    };
    event.prevent_default();
    event.stop_propagation();
    if let Some(next) = layout.step(point, dx, dy) {
        let selector = format!("[data-square=\"{}\"]", layout.shape.name(next));
        if let Ok(Some(cell)) = browser::document().query_selector(&selector) {
            let _ = cell.unchecked_into::<web_sys::SvgElement>().focus();
        }
    }
}
