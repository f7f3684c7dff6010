use super::hand::{Carried, Workbench};
use crate::{
    app::App,
    board::{
        PieceFace, PointLabel, PointRows, cancel, draw_ground, frame, is_other_press, middle,
        point_at, slab,
    },
};
use board_art::Layout;
use games::board::{Face, Point};
use i18n::{Message, piece_name};
use leptos::{
    ev::{PointerEvent, keydown, pointercancel, pointermove, pointerup},
    prelude::*,
};
use ui_model::{
    board::{Gesture, GestureTracker, Pointer, PointerPosition},
    editor::Editor,
};

/// The board being edited.
#[component]
pub(super) fn EditorBoard() -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let layout = bench.layout;
    let margin = move || app.settings.with(|settings| settings.coordinates);
    let area = move || frame(layout.get(), margin());
    let view_box = move || {
        let (x, y, width, height) = area();
        format!("{x} {y} {width} {height}")
    };
    let ratio = move || {
        let (_, _, width, height) = area();
        format!("{:.4}", width / height)
    };
    let gestures = StoredValue::new(GestureTracker::default());
    let on_pointer = move |pointer: Pointer, event: PointerEvent| {
        if let Some(gesture) = follow(gestures, pointer, &event) {
            act(bench, gesture, |x, y| place(bench, margin(), x, y));
        }
    };
    follow_everywhere(on_pointer, gestures);
    view! {
        <div class=move || format!("slab {}", slab(layout.get().shape)) style=("--ratio", ratio) aria-hidden="true"></div>
        <svg
            class="board"
            data-board=move || bench.editor.with(|editor| editor.variant().as_str())
            viewBox=view_box
            style=("--ratio", ratio)
            style:aspect-ratio="var(--ratio)"
            role="grid"
            aria-label=app.text(Message::SetUpBoard)
            on:pointerdown=move |event| on_pointer(Pointer::Down, event)
            on:touchend=|event| if event.cancelable() { event.prevent_default() }
        >
            <g class="ground" aria-hidden="true">{move || draw_ground(app, layout.get(), margin())}</g>
            <g class="marks" aria-hidden="true">{move || bench.chosen.get().map(|point| {
                let (cx, cy) = middle(layout.get(), point);
                view! { <circle class="chosen" data-mark="chosen" cx=cx cy=cy r="49"/> }
            })}</g>
            <g class="pieces" aria-hidden="true"><Laid/></g>
            <PointRows
                layout
                look=Callback::new(move |()| look(app, bench))
                on_key=Callback::new(move |(point, key): (Point, String)| bench.press(point, &key))
            />
        </svg>
    }
}

/// The pieces on the board.
#[component]
fn Laid() -> impl IntoView {
    let bench = Workbench::get();
    let laid = Memo::new(move |_| {
        let layout = bench.layout.get();
        bench.editor.with(|editor| {
            editor.board().faces().map(|(point, face)| (point, face, layout)).collect::<Vec<_>>()
        })
    });
    view! {
        <For each=move || laid.get() key=Clone::clone let((point, face, layout))>
            <LaidPiece point face layout/>
        </For>
    }
}

#[component]
fn LaidPiece(point: Point, face: Face, layout: Layout) -> impl IntoView {
    let bench = Workbench::get();
    let (x, y) = middle(layout, point);
    let is_away = move || {
        bench.carried.with(|carried| carried.is_some_and(|carried| carried.from == Some(point)))
    };
    view! {
        <g
            class="piece"
            class:lifted=is_away
            data-piece=face.text(layout.shape)
            data-at=layout.shape.name(point)
            style:transform=format!("translate({x}px, {y}px)")
        >
            <PieceFace face shape=layout.shape/>
        </g>
    }
}

/// The dragged piece, above everything else.
#[component]
pub(super) fn Ghost() -> impl IntoView {
    let bench = Workbench::get();
    let face = Memo::new(move |_| bench.carried.with(|carried| carried.map(|it| it.face)));
    let place = move || {
        bench.carried.with(|carried| {
            carried.map(|it| format!("translate({}px, {}px)", it.x, it.y)).unwrap_or_default()
        })
    };
    move || {
        face.get().map(|face| view! {
            <svg class="ghost" viewBox="-56 -56 112 112" aria-hidden="true" data-ghost=true style:transform=place>
                <PieceFace face shape=bench.editor.with_untracked(Editor::shape)/>
            </svg>
        })
    }
}

/// Follows the pointer everywhere in the window, because a piece may be dropped beside the board.
/// Escape cancels a drag.
pub(super) fn follow_everywhere(
    on_pointer: impl Fn(Pointer, PointerEvent) + Copy + 'static,
    gestures: StoredValue<GestureTracker>,
) {
    let bench = Workbench::get();
    let escape = window_event_listener(keydown, move |event| {
        if event.key() == "Escape" && cancel(gestures).is_some() {
            bench.carried.set(None);
        }
    });
    on_cleanup(move || escape.remove());
    let listeners = [
        window_event_listener(pointermove, move |event| on_pointer(Pointer::Move, event)),
        window_event_listener(pointerup, move |event| on_pointer(Pointer::Up, event)),
        window_event_listener(pointercancel, move |event| on_pointer(Pointer::Cancel, event)),
    ];
    on_cleanup(move || listeners.into_iter().for_each(|listener| listener.remove()));
}

/// Passes a pointer event to the gesture recogniser.
pub(super) fn follow(
    gestures: StoredValue<GestureTracker>,
    pointer: Pointer,
    event: &PointerEvent,
) -> Option<Gesture> {
    if pointer == Pointer::Down && event.button() != 0 {
        return None;
    }
    if is_other_press(pointer, event) {
        return cancel(gestures);
    }
    let touch = PointerPosition {
        id: event.pointer_id(),
        x: f64::from(event.client_x()),
        y: f64::from(event.client_y()),
    };
    gestures.try_update_value(|gestures| gestures.handle(pointer, touch)).flatten()
}

/// Handles a gesture on the board. `at` finds the point under a place of the window.
fn act(bench: Workbench, gesture: Gesture, at: impl Fn(f64, f64) -> Option<Point>) {
    match gesture {
        Gesture::Tap(x, y) => {
            if let Some(point) = at(x, y) {
                bench.tap(point);
            }
        }
        Gesture::Lift(x, y) => {
            let lifted = at(x, y).and_then(|point| Some((point, bench.at(point)?)));
            bench.carried.set(lifted.map(|(point, face)| Carried {
                face,
                from: Some(point),
                x,
                y,
            }));
        }
        Gesture::Carry(x, y) => carry(bench, x, y),
        Gesture::Drop(x, y) => bench.let_go(at(x, y)),
        Gesture::Abort => bench.carried.set(None),
    }
}

/// Moves the dragged piece to a place of the window.
pub(super) fn carry(bench: Workbench, x: f64, y: f64) {
    if bench.carried.with_untracked(Option::is_some) {
        bench.carried.update(|carried| {
            if let Some(carried) = carried {
                (carried.x, carried.y) = (x, y);
            }
        });
    }
}

/// The point under a place of the window.
pub(super) fn place(bench: Workbench, margin: bool, x: f64, y: f64) -> Option<Point> {
    let board = crate::browser::document().query_selector(".editor svg.board").ok()??;
    let bounds = board.get_bounding_client_rect();
    let layout = bench.layout.get_untracked();
    let (left, top, width, _) = frame(layout, margin);
    let scale = width / bounds.width().max(1.0);
    point_at(layout, left + (x - bounds.left()) * scale, top + (y - bounds.top()) * scale)
}

/// Text of a point for screen readers: "e3, red pawn".
fn look(app: App, bench: Workbench) -> Box<dyn Fn(Point) -> PointLabel> {
    let (shape, language) = (bench.layout.get().shape, app.language());
    let notation = app.notation();
    let (scene, chosen) = (bench.editor.with(|editor| editor.board().clone()), bench.chosen.get());
    Box::new(move |point| {
        let what = match scene.at(point) {
            Some(face) => piece_name(language, shape, face),
            None => Message::EmptyPoint.in_language(language).to_owned(),
        };
        (format!("{}, {what}", notation.point_name(shape, point)), chosen == Some(point))
    })
}
