use super::{
    board::{carry, follow, follow_everywhere, place},
    hand::{Carried, Hand, Workbench},
};
use crate::{app::App, board::PieceFace, parts::Icon};
use games::board::{BoardShape, Face};
use i18n::{Message, piece_name};
use leptos::{ev::PointerEvent, prelude::*};
use ui_model::{
    board::{Gesture, GestureTracker, Pointer},
    editor::Editor,
};

/// The pieces on offer, and the tools to move and remove pieces.
#[component]
pub(super) fn Palette() -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let faces = Memo::new(move |_| bench.editor.with(|editor| (editor.shape(), editor.palette())));
    let hand = |name: &'static str, hand: Hand, message: Message, d: &'static str| {
        view! {
            <button
                class="act"
                data-hand=name
                aria-pressed=move || (bench.hand.get() == hand).to_string()
                on:click=move |_| { bench.chosen.set(None); bench.hand.set(hand); }
            >
                <Icon d/>
                <span>{app.text(message)}</span>
            </button>
        }
    };
    view! {
        <div class="palette" role="group" aria-label=app.text(Message::EditorPieces)>
            {move || {
                let (shape, faces) = faces.get();
                faces.into_iter().map(|face| view! { <PaletteKey face shape/> }).collect_view()
            }}
            {hand("move", Hand::Empty, Message::EditorMove, "M12 3V21M3 12H21M12 3L9 6M12 3L15 6M12 21L9 18M12 21L15 18M3 12L6 9M3 12L6 15M21 12L18 9M21 12L18 15")}
            {hand("take", Hand::Take, Message::EditorTake, "M6 6L18 18M18 6L6 18")}
        </div>
        <p class="label hint">{app.text(Message::EditorHint)}</p>
    }
}

/// A piece of the palette. A tap selects it as the tool; a drag places it.
#[component]
fn PaletteKey(face: Face, shape: BoardShape) -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let gestures = StoredValue::new(GestureTracker::default());
    // A click after a drag is part of the drag.
    let was_dragged = StoredValue::new(false);
    let on_down = move |event: PointerEvent| {
        was_dragged.set_value(false);
        // A press alone starts no drag.
        let _ = follow(gestures, Pointer::Down, &event);
    };
    // The drag continues outside the palette.
    let on_pointer = move |pointer: Pointer, event: PointerEvent| {
        let margin = app.settings.with_untracked(|settings| settings.coordinates);
        match follow(gestures, pointer, &event) {
            Some(Gesture::Lift(x, y)) => {
                was_dragged.set_value(true);
                bench.carried.set(Some(Carried { face, from: None, x, y }));
            }
            Some(Gesture::Carry(x, y)) => carry(bench, x, y),
            Some(Gesture::Drop(x, y)) => bench.let_go(place(bench, margin, x, y)),
            Some(Gesture::Abort) => bench.carried.set(None),
            Some(Gesture::Tap(..)) | None => {}
        }
    };
    follow_everywhere(on_pointer, gestures);
    let on_click = move |_| {
        if was_dragged.get_value() {
            was_dragged.set_value(false);
            return;
        }
        bench.chosen.set(None);
        let held = bench.hand.get_untracked() == Hand::Piece(face);
        bench.hand.set(if held { Hand::Empty } else { Hand::Piece(face) });
    };
    let left = Memo::new(move |_| bench.editor.with(|editor: &Editor| editor.left(face)));
    let label = move || {
        let name = piece_name(app.language(), shape, face);
        app.t_with(Message::EditorLeft, &[&name, &left.get().to_string()])
    };
    view! {
        <button
            class="palette-key"
            class:none-left=move || left.get() <= 0
            class:too-many=move || left.get() < 0
            data-palette=face.text(shape)
            data-left=move || left.get()
            aria-label=label
            aria-pressed=move || (bench.hand.get() == Hand::Piece(face)).to_string()
            on:pointerdown=on_down
            on:click=on_click
        >
            <svg viewBox="-54 -54 108 112" aria-hidden="true"><PieceFace face shape/></svg>
            <small aria-hidden="true">{move || left.get()}</small>
        </button>
    }
}
