//! The board for screen readers and the keyboard: rows of labelled points, with arrow-key
//! navigation.

use super::{BoardContext, CELL, middle};
use crate::{app::effect, browser};
use board_art::Layout;
use games::board::Point;
use i18n::{Message, piece_name};
use leptos::{ev::KeyboardEvent, prelude::*};
use ui_model::board::PieceSelection;
use wasm_bindgen::JsCast;

/// Every point of the session's board.
#[component]
pub(super) fn PointGrid() -> impl IntoView {
    let ctx = BoardContext::get();
    view! {
        <PointRows
            layout=ctx.layout
            look=Callback::new(move |()| look(ctx))
            on_key=Callback::new(move |(point, key): (Point, String)| {
                let is_enter = key == "Enter" || key == " ";
                if is_enter {
                    ctx.tap(point);
                } else if key == "Escape" {
                    ctx.selection.set(PieceSelection::default());
                }
                is_enter
            })
        />
    }
}

/// The label of a point, and whether it is selected.
pub(crate) type PointLabel = (String, bool);

/// Every point, row by row from the top.
#[component]
pub(crate) fn PointRows(
    #[prop(into)] layout: Signal<Layout>,
    /// Reads the current board once and returns the labels of all points.
    look: Callback<(), Box<dyn Fn(Point) -> PointLabel>>,
    /// Handles a key other than an arrow. Returns whether it had an effect.
    on_key: Callback<(Point, String), bool>,
) -> impl IntoView {
    let walked = RwSignal::new(None::<Point>);
    move || {
        let layout = layout.get();
        let rows = layout.rows();
        // Keyboard focus starts at the viewer's own edge.
        let first = rows.last().and_then(|row| row.first()).copied();
        // All labels are computed together, and only changed points are updated. Separate effects
        // would run a hundred times per move.
        let label_of = untrack(|| look.run(()));
        let cell = |point: Point| (point, RwSignal::new(label_of(point)));
        let rows: Vec<Vec<_>> =
            rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
        let cells: Vec<_> = rows.iter().flatten().copied().collect();
        effect(move || {
            let label_of = look.run(());
            for &(point, label) in &cells {
                let now = label_of(point);
                if label.with_untracked(|before| *before != now) {
                    label.set(now);
                }
            }
        });
        let cell = move |(point, label): (Point, RwSignal<PointLabel>)| {
            let (x, y) = middle(layout, point);
            let name = layout.shape.name(point);
            let text = move || label.with(|(text, _)| text.clone());
            let selected = move || label.with(|&(_, chosen)| chosen).to_string();
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
                    aria-label=text
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

/// "e3, red pawn, legal move".
fn look(ctx: BoardContext) -> Box<dyn Fn(Point) -> PointLabel> {
    let (shape, language) = (ctx.layout.get().shape, ctx.app.language());
    let (scene, chosen) = (ctx.scene.get(), ctx.selection.get().chosen);
    let (own_mole, destinations) = (ctx.own_mole.get(), ctx.destinations.get());
    let planned = ctx.session.premove.get();
    let notation = ctx.app.notation();
    Box::new(move |point| {
        let mut text = notation.point_name(shape, point) + ", ";
        text += &match scene.at(point) {
            Some(face) => piece_name(language, shape, face),
            None => Message::EmptyPoint.in_language(language).to_owned(),
        };
        let more = [
            (own_mole == Some(point), Message::YourMole),
            (destinations.contains(&point), Message::CanGoHere),
            (planned.is_some_and(|step| step.to() == point), Message::PlannedMove),
        ];
        for (_, message) in more.into_iter().filter(|(is_so, _)| *is_so) {
            text = text + ", " + message.in_language(language);
        }
        (text, chosen == Some(point))
    })
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
