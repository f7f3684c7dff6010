use crate::{
    app::App,
    board::{CORNERS, MOLE, PieceFace, draw_ground, frame, middle, slab},
};
use board_art::{Layout, Rounded};
use games::board::{BoardView, Point, Side, Step};
use leptos::prelude::*;

/// A small board of any game, without interaction.
#[component]
pub(crate) fn MiniBoard(
    layout: Layout,
    #[prop(into)] scene: Signal<BoardView>,
    #[prop(into)] last: Signal<Option<Step>>,
    /// Label for screen readers.
    #[prop(into)]
    label: Signal<String>,
    /// Moles to mark, each with its owner.
    #[prop(default = Vec::new())]
    moles: Vec<(Side, Point)>,
    /// Points that a piece reaches.
    #[prop(default = Vec::new())]
    destinations: Vec<Point>,
) -> impl IntoView {
    let app = App::get();
    let shape = layout.shape;
    let (left, top, width, height) = frame(layout, false);
    let place = move |point| {
        let (x, y) = middle(layout, point);
        format!("translate({x} {y})")
    };
    let corners = move || {
        let (from, to) = match last.get()? {
            Step::Move(from, to) => (Some(from), to),
            step => (None, step.to()),
        };
        let corners = |(point, class): (_, &'static str)| {
            view! { <path class=class data-mark=class data-at=shape.name(point) transform=place(point) d=CORNERS/> }
        };
        let marks = [from.map(|from| (from, "last-from")), Some((to, "last-to"))];
        Some(marks.into_iter().flatten().map(corners).collect_view())
    };
    let pieces = move || {
        let scene = scene.get();
        let lying = shape.points().filter_map(|point| Some((point, scene.at(point)?)));
        lying
            .map(|(point, face)| view! {
                <g class="piece" data-piece=face.text(shape) data-at=shape.name(point) transform=place(point)>
                    <PieceFace face shape/>
                </g>
            })
            .collect_view()
    };
    let moles = moles.into_iter().map(|(side, point)| {
        view! {
            <g class="mole" data-mole=shape.name(point) data-side=side.id() transform=place(point)>
                <path class="cursor" d=MOLE/>
            </g>
        }
    });
    let destinations = destinations.into_iter().map(|point| {
        view! { <circle class="goes" data-dest=shape.name(point) transform=place(point) r="13"/> }
    });
    view! {
        <div class="mini" style=("--ratio", Rounded(width / height, 4).to_string())>
            <div class=format!("slab {}", slab(shape)) aria-hidden="true"></div>
            <svg class="board still" viewBox=format!("{left} {top} {width} {height}") role="img" aria-label=label>
                <g class="ground">{move || draw_ground(app, layout, false)}</g>
                <g class="marks">{corners}</g>
                <g class="pieces">{pieces}</g>
                {destinations.collect_view()}
                {moles.collect_view()}
            </svg>
        </div>
    }
}
