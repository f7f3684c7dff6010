//! Smart boards: the stream of their changes, and the drawing of a board without input.

use crate::{
    app::App,
    board::{CORNERS, PieceFace, draw_board, middle},
    browser,
};
use board_art::Layout;
use games::board::{BoardShape, BoardView, Point, Step};
use leptos::prelude::*;
use ui_model::smart_boards::SmartBoardList;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{EventSource, MessageEvent};

/// Subscribes to all boards while the component exists. The browser reconnects on its own, and the
/// stream then starts with the full state.
pub(crate) fn subscribe_to_smart_boards() -> (RwSignal<SmartBoardList>, RwSignal<bool>) {
    let smart_boards = RwSignal::new(SmartBoardList::default());
    let is_live = RwSignal::new(true);
    if let Ok(source) = EventSource::new("/api/boards/stream") {
        let take = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            is_live.set(true);
            if let Some(text) = event.data().as_string() {
                smart_boards
                    .update(|smart_boards| _ = smart_boards.apply_json(&text, browser::now_ms()));
            }
        });
        let fail = Closure::<dyn Fn()>::new(move || is_live.set(false));
        let open = Closure::<dyn Fn()>::new(move || is_live.set(true));
        source.set_onmessage(Some(take.as_ref().unchecked_ref()));
        source.set_onerror(Some(fail.as_ref().unchecked_ref()));
        source.set_onopen(Some(open.as_ref().unchecked_ref()));
        let kept = StoredValue::new_local((source, take, fail, open));
        on_cleanup(move || _ = kept.try_with_value(|(source, ..)| source.close()));
    }
    (smart_boards, is_live)
}

/// A xiangqi board without input, on the same ground as at a table. Both share one grid cell.
#[component]
pub(crate) fn SmartBoardDiagram(
    #[prop(into)] scene: Signal<BoardView>,
    #[prop(into)] last: Signal<Option<Step>>,
    /// The highlighted points.
    #[prop(into)]
    points: Signal<Vec<Point>>,
    /// Label for screen readers.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let layout = Layout::new(BoardShape::River, 0);
    let app = App::get();
    let margin = app.settings.with_untracked(|settings| settings.coordinates);
    let (left, top, width, height) = crate::board::frame(layout, margin);
    let ratio = format!("{:.4}", width / height);
    let corners = move |point: Point, class: &'static str| {
        let (x, y) = middle(layout, point);
        view! {
            <path class=class data-mark=class data-at=BoardShape::River.name(point) transform=format!("translate({x} {y})")
                d=CORNERS/>
        }
    };
    let pieces = move || {
        let scene = scene.get();
        BoardShape::River
            .points()
            .filter_map(|point| Some((point, scene.at(point)?)))
            .map(|(point, face)| {
                let (x, y) = middle(layout, point);
                view! {
                    <g class="piece" data-piece=face.text(BoardShape::River) data-at=BoardShape::River.name(point) transform=format!("translate({x} {y})")>
                        <PieceFace face shape=BoardShape::River/>
                    </g>
                }
            })
            .collect_view()
    };
    view! {
        <div class="slab river" style=("--ratio", ratio.clone()) aria-hidden="true"></div>
        <svg class="board still" style=("--ratio", ratio) data-board="xiangqi" viewBox=format!("{left} {top} {width} {height}") role="img" aria-label=label>
            <g class="ground">{move || draw_board(layout, margin, app.language(), app.notation().has_letters())}</g>
            <g class="marks">
                {move || match last.get() {
                    Some(Step::Move(from, to)) => vec![corners(from, "last-from"), corners(to, "last-to")],
                    _ => Vec::new(),
                }}
            </g>
            <g class="pieces">{pieces}</g>
            <g class="marks">
                {move || points.get().into_iter().map(|point| {
                    let (x, y) = middle(layout, point);
                    view! { <circle class="wanted" data-mark="wanted" data-at=BoardShape::River.name(point) cx=x cy=y r="48"/> }
                }).collect_view()}
            </g>
        </svg>
    }
}
