//! The board on the screen: one component for all games, with a drawing of the ground for each.

mod banqi;
mod grid;
mod marks;
mod pieces;
mod sifang;
mod undercover;
mod xiangqi;

use crate::{app::App, session::Session, undercover::Chair};
use leptos::{ev::PointerEvent, prelude::*, svg::Svg};
use protocol::Command;
use ui_model::{
    board::{
        BoardShape, Face, Fingers, Gesture, Hand, Layout, Point, Pointer, Scene, Side, Step, Tap,
        Touch,
    },
    catalogue::{Message, variant_name},
};

pub(crate) use marks::CORNERS;
pub(crate) use pieces::PieceFace;
pub(crate) use xiangqi::ground;

/// One step from point to point, in the drawing's units.
pub(crate) const CELL: f64 = 100.0;

/// What the board's parts share.
#[derive(Clone, Copy)]
pub(crate) struct Ctx {
    pub(crate) app: App,
    pub(crate) session: Session,
    pub(crate) layout: Memo<Layout>,
    pub(crate) scene: Memo<Scene>,
    pub(crate) legal: Memo<Vec<Step>>,
    pub(crate) hand: RwSignal<Hand>,
    pub(crate) drag: RwSignal<Option<Drag>>,
    /// Whether the loupe is on.
    pub(crate) loupe: RwSignal<bool>,
    /// The point the loupe lies on.
    pub(crate) near: RwSignal<Option<Point>>,
    /// Undercover takes some taps before the rules do.
    pub(crate) chair: Option<Chair>,
}

/// A piece under the finger.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Drag {
    pub(crate) from: Point,
    /// Where the finger is, in the drawing's units.
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// The board of the session.
#[component]
pub(crate) fn Board(
    /// Undercover's own matters; a record has none.
    #[prop(optional)]
    chair: Option<Chair>,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let layout = Memo::new(move |_| {
        session.layout(app, app.portrait.get()).unwrap_or(Layout::new(BoardShape::River, 0))
    });
    let scene =
        Memo::new(move |_| session.scene().unwrap_or_else(|| Scene::empty(layout.get().ground)));
    let legal = Memo::new(move |_| session.legal_steps());
    let ctx = Ctx {
        app,
        session,
        layout,
        scene,
        legal,
        hand: RwSignal::new(Hand::default()),
        drag: RwSignal::new(None),
        loupe: session.loupe,
        near: RwSignal::new(None),
        chair,
    };
    provide_context(ctx);
    // What is chosen belongs to a position: a new one begins with an empty hand.
    Effect::new(move |_| {
        scene.track();
        legal.track();
        ctx.hand.set(Hand::default());
        ctx.drag.set(None);
        ctx.near.set(None);
    });

    let svg = NodeRef::<Svg>::new();
    let fingers = StoredValue::new(Fingers::default());
    let on_pointer = move |pointer: Pointer, event: PointerEvent| {
        if pointer == Pointer::Down {
            if event.button() != 0 {
                return;
            }
            if let Some(svg) = svg.get_untracked() {
                // Without capture a release outside would go unnoticed; the gesture then simply
                // ends with the next press.
                let _ = svg.set_pointer_capture(event.pointer_id());
            }
        }
        let touch = Touch {
            id: event.pointer_id(),
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
        };
        let gesture = fingers.try_update_value(|fingers| fingers.take(pointer, touch)).flatten();
        if let (Some(gesture), Some(svg)) = (gesture, svg.get_untracked()) {
            let bounds = svg.get_bounding_client_rect();
            ctx.act_on(gesture, |x, y| {
                let (left, top, width, _) = untrack(|| ctx.seen());
                let scale = width / bounds.width().max(1.0);
                (left + (x - bounds.left()) * scale, top + (y - bounds.top()) * scale)
            });
        }
    };
    let view_box = move || {
        let (x, y, width, height) = ctx.seen();
        format!("{x} {y} {width} {height}")
    };
    let ratio = move || {
        let (_, _, width, height) = frame(layout.get(), ctx.has_margin());
        format!("{:.4}", width / height)
    };
    let label = move || {
        let variant = session.read(|model| Some(model.variant));
        let name = variant.map_or("", |variant| variant_name(app.language(), variant));
        app.fill(Message::BoardOf, &[name])
    };
    view! {
        <svg
            node_ref=svg
            class="board"
            class:nearer=move || ctx.loupe.get() && ctx.near.get().is_some()
            class:yours=move || session.acting().is_some()
            data-board=move || session.read(|model| model.variant.as_str())
            data-turns=move || layout.get().turns
            viewBox=view_box
            style=("--ratio", ratio)
            style:aspect-ratio="var(--ratio)"
            role="grid"
            aria-label=label
            on:pointerdown=move |event| on_pointer(Pointer::Down, event)
            on:pointermove=move |event| on_pointer(Pointer::Move, event)
            on:pointerup=move |event| on_pointer(Pointer::Up, event)
            on:pointercancel=move |event| on_pointer(Pointer::Cancel, event)
        >
            <g class="ground" aria-hidden="true">
                {move || {
                    let layout = layout.get();
                    match layout.ground {
                        BoardShape::River => xiangqi::ground(layout, ctx.has_margin()).into_any(),
                        BoardShape::Half => banqi::ground(layout).into_any(),
                        BoardShape::Cross => sifang::ground(layout, ctx.has_margin()).into_any(),
                    }
                }}
            </g>
            <g class="marks" aria-hidden="true"><marks::Under/></g>
            <g class="pieces" aria-hidden="true"><pieces::Pieces/><banqi::Revealed/></g>
            <g class="marks" aria-hidden="true"><marks::Over/><undercover::Secrets/></g>
            <grid::Points/>
        </svg>
    }
}

/// The drawing's frame: left, top, width, height.
pub(crate) fn frame(layout: Layout, margin: bool) -> (f64, f64, f64, f64) {
    let pad = match layout.ground {
        BoardShape::River | BoardShape::Cross if margin => 36.0,
        BoardShape::River | BoardShape::Cross => 0.0,
        BoardShape::Half => 8.0,
    };
    let (width, height) = (f64::from(layout.width()) * CELL, f64::from(layout.height()) * CELL);
    (-pad, -pad, width + 2.0 * pad, height + 2.0 * pad)
}

/// The middle of a point, in the drawing's units.
pub(crate) fn middle(layout: Layout, point: Point) -> (f64, f64) {
    let (x, y) = layout.place(point);
    ((f64::from(x) + 0.5) * CELL, (f64::from(y) + 0.5) * CELL)
}

/// The point under a place of the drawing.
fn point_at(layout: Layout, x: f64, y: f64) -> Option<Point> {
    let (x, y) = ((x / CELL).floor(), (y / CELL).floor());
    let inside =
        x >= 0.0 && y >= 0.0 && x < f64::from(layout.width()) && y < f64::from(layout.height());
    if inside { layout.point(x as i8, y as i8) } else { None }
}

impl Ctx {
    /// The context of the board this component belongs to.
    pub(crate) fn get() -> Ctx {
        expect_context()
    }

    /// Whether there is room for coordinates around the board.
    pub(crate) fn has_margin(self) -> bool {
        self.app.settings.with(|settings| settings.coordinates)
    }

    /// The side the player moves now.
    pub(crate) fn acting_side(self) -> Option<Side> {
        let seat = self.session.acting()?;
        self.session.read(|model| model.side(seat))
    }

    /// The part of the drawing that is seen: all of it, or what lies under the loupe.
    fn seen(self) -> (f64, f64, f64, f64) {
        /// So many points across: a point is then 45 pixels wide on a small phone.
        const ACROSS: f64 = 8.0;
        let layout = self.layout.get();
        let (left, top, width, height) = frame(layout, self.has_margin());
        let Some(near) = self.near.get().filter(|_| self.loupe.get()) else {
            return (left, top, width, height);
        };
        let (x, y) = middle(layout, near);
        let (part_width, part_height) = (ACROSS * CELL, ACROSS * CELL * height / width);
        let part_left = (x - part_width / 2.0).clamp(left, left + width - part_width);
        let part_top = (y - part_height / 2.0).clamp(top, top + height - part_height);
        (part_left, part_top, part_width, part_height)
    }

    /// With the loupe on, the first tap comes nearer and the second counts.
    fn comes_nearer(self, point: Point) -> bool {
        let comes = self.loupe.get_untracked() && self.near.get_untracked().is_none();
        self.near.set(comes.then_some(point));
        comes
    }

    fn is_mine(self, point: Point) -> bool {
        let face = self.scene.with_untracked(|scene| scene.at(point));
        let side = untrack(|| self.acting_side());
        matches!(face, Some(Face::Open(piece)) if Some(piece.side) == side)
    }

    fn act_on(self, gesture: Gesture, place: impl Fn(f64, f64) -> (f64, f64)) {
        let layout = self.layout.get_untracked();
        let at = |x, y| {
            let (x, y) = place(x, y);
            point_at(layout, x, y)
        };
        match gesture {
            Gesture::Tap(x, y) => match at(x, y) {
                Some(point) if self.comes_nearer(point) => {}
                Some(point) => self.tap(point),
                None => self.hand.set(Hand::default()),
            },
            Gesture::Lift(x, y) => {
                let from = at(x, y).filter(|&point| self.is_mine(point));
                self.hand.set(Hand { chosen: from });
                let (x, y) = place(x, y);
                self.drag.set(from.map(|from| Drag { from, x, y }));
            }
            Gesture::Carry(x, y) => {
                let (x, y) = place(x, y);
                self.drag.update(|drag| {
                    if let Some(drag) = drag {
                        (drag.x, drag.y) = (x, y);
                    }
                });
            }
            Gesture::Drop(x, y) => {
                let Some(drag) = self.drag.get_untracked() else { return };
                self.drag.set(None);
                let to = at(x, y);
                let legal = self.legal.get_untracked();
                let tap = self.hand.try_update(|hand| hand.drop(drag.from, to, &legal));
                self.carry_out(tap.unwrap_or(Tap::Cleared));
            }
            Gesture::Abort => {
                self.drag.set(None);
                self.hand.set(Hand::default());
            }
        }
    }

    /// A tap (or Enter) on a point.
    pub(crate) fn tap(self, point: Point) {
        let chosen = self.hand.with_untracked(|hand| hand.chosen);
        if self.chair.is_some_and(|chair| chair.take_tap(self.app, point, chosen)) {
            return;
        }
        let layout = self.layout.get_untracked();
        if self.session.peeking.get_untracked()
            && self.scene.with_untracked(|scene| scene.at(point)) == Some(Face::Down)
        {
            self.session.send(Command::Peek { square: layout.ground.name(point) });
            return;
        }
        let legal = self.legal.get_untracked();
        let mine = self.is_mine(point);
        let tap = self.hand.try_update(|hand| hand.tap(point, &legal, mine));
        self.carry_out(tap.unwrap_or(Tap::Cleared));
    }

    fn carry_out(self, tap: Tap) {
        let ground = self.layout.get_untracked().ground;
        match tap {
            Tap::Chosen(_) | Tap::Cleared => {}
            // The referee is asked in both cases: it plays, or says why not.
            Tap::Play(step) | Tap::Refused(step) => self.session.play(step.text(ground)),
        }
    }

    /// The piece under the finger lies here instead of on its point.
    pub(crate) fn dragged_to(self, from: Point) -> Option<(f64, f64)> {
        self.drag.get().filter(|drag| drag.from == from).map(|drag| (drag.x, drag.y))
    }
}
