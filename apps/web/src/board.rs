//! The board component of all games. Each game draws its own empty board.

mod advice;
mod banqi;
mod drawn;
mod grid;
mod marks;
mod pieces;
mod river;
mod sifang;
mod undercover;
mod xiangqi;

use crate::{
    app::{App, effect},
    browser,
    lazy::{Lazy, LazyChunk, NotFetched},
    session::Session,
    undercover_input::UndercoverInput,
};
use board_art::{Layout, Rounded};
use games::board::{BoardShape, BoardView, Face, Point, Side, Step};
use i18n::{Message, variant_name};
use leptos::{
    ev::{PointerEvent, keydown},
    prelude::*,
    svg::Svg,
    wasm_split::wasm_split,
};
use protocol::Command;
use ui_model::{
    GameModel, Team,
    board::{
        Drawing, Gesture, GestureTracker, Ink, PieceSelection, Pointer, PointerPosition, TapResult,
    },
    settings::Marker,
};

pub(crate) use grid::{PointLabel, PointRows};
pub(crate) use marks::{CORNERS, MOLE};
pub(crate) use pieces::PieceFace;
pub(crate) use xiangqi::draw_board;

/// Distance between neighbouring points, in the drawing's units.
pub(crate) const CELL: f64 = 100.0;

/// State shared by the parts of the board.
#[derive(Clone, Copy)]
pub(crate) struct BoardContext {
    pub(crate) app: App,
    pub(crate) session: Session,
    pub(crate) layout: Memo<Layout>,
    pub(crate) scene: Memo<BoardView>,
    pub(crate) legal: Memo<Vec<Step>>,
    /// Steps that the player may plan while another player thinks; empty at other times.
    pub(crate) plans: Memo<Vec<Step>>,
    pub(crate) selection: RwSignal<PieceSelection>,
    pub(crate) drag: RwSignal<Option<Drag>>,
    /// Origin of the dragged piece. It changes when a drag starts or ends, not with every movement.
    pub(crate) dragged_from: Memo<Option<Point>>,
    /// Target of the dragged piece, if the move is legal.
    pub(crate) dragged_to: Memo<Option<Point>>,
    /// Destinations of the selected piece.
    pub(crate) destinations: Memo<Vec<Point>>,
    /// The point of the player's mole, if it may be marked: only in the current position, and only
    /// for its owner.
    pub(crate) own_mole: Memo<Option<Point>>,
    /// The sides with a partner, and their teams.
    pub(crate) teams: Memo<Vec<(Side, Team)>>,
    /// Whether the magnifier is on.
    pub(crate) loupe: RwSignal<bool>,
    /// The point under the magnifier.
    pub(crate) loupe_point: RwSignal<Option<Point>>,
    /// The set-up and mole input of undercover, which handles some taps before the rules do.
    pub(crate) undercover_input: Option<UndercoverInput>,
    /// Moves that can be tried in a replay.
    trials: Option<Trials>,
    /// Marks drawn with the right mouse button or the pen.
    pub(crate) drawing: RwSignal<Drawing>,
    /// The ink with which touches and the main button draw, while a replay has the pen in use.
    pen: Option<RwSignal<Option<Ink>>>,
    /// Whether the replay stores the drawn marks and decides which are shown.
    keeps_marks: bool,
}

/// Moves that can be tried in a replay.
#[derive(Clone, Copy)]
pub(crate) struct Trials {
    /// The seat on move in the shown position.
    pub(crate) seat: Memo<Option<u8>>,
    pub(crate) steps: Memo<Vec<Step>>,
    pub(crate) play: Callback<String>,
}

/// A dragged piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Drag {
    pub(crate) from: Point,
    /// Position of the pointer, in the drawing's units.
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// The board of the session.
#[component]
pub(crate) fn Board(
    /// The session of the board, if the surrounding parts use a deferred one (see
    /// [`Session::deferred`]).
    #[prop(default = Session::get())]
    session: Session,
    /// Undercover's input; none in a replay.
    #[prop(optional)]
    undercover_input: Option<UndercoverInput>,
    /// Moves that can be tried, in a replay.
    #[prop(optional)]
    trials: Option<Trials>,
    /// The drawn marks of a replay that stores them.
    #[prop(optional)]
    marks: Option<RwSignal<Drawing>>,
    /// The ink with which touches draw, in a replay.
    #[prop(optional)]
    pen: Option<RwSignal<Option<Ink>>>,
) -> impl IntoView {
    let app = App::get();
    let ctx =
        BoardContext { pen, ..BoardContext::new(app, session, undercover_input, trials, marks) };
    let layout = ctx.layout;
    provide_context(ctx);
    let svg = NodeRef::<Svg>::new();
    let gestures = StoredValue::new(GestureTracker::default());
    let on_pointer = pointer_handler(ctx, svg, gestures);
    let escape = window_event_listener(keydown, move |event| {
        if event.key() == "Escape" {
            cancel(gestures);
            ctx.cancel_all();
        }
    });
    on_cleanup(move || escape.remove());
    let view_box = move || {
        let (x, y, width, height) = ctx.visible_area();
        format!("{x} {y} {width} {height}")
    };
    let ratio = move || {
        let (_, _, width, height) = frame(layout.get(), ctx.has_margin());
        Rounded(width / height, 4).to_string()
    };
    let label = move || {
        let variant = session.read(|model| Some(model.variant));
        let name = variant.map_or("", |variant| variant_name(app.language(), variant));
        app.t_with(Message::BoardOf, &[name])
    };
    // The marks of undercover are loaded only with undercover.
    let has_moles = Memo::new(move |_| session.read(|model| model.variant.has_setup()));
    let moles = move || {
        has_moles.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_undercover_marks, undercover_marks) is_optional=true/> })
    };
    // The mark of a suggestion is loaded with the first suggestion or threat.
    let is_advised = Memo::new(move |_| {
        session.advised.with(Option::is_some) || session.threatened.with(Option::is_some)
    });
    let advice = move || {
        is_advised.get().then(
            || view! { <Lazy chunk=LazyChunk::new(fetch_advice, advice_mark) is_optional=true/> },
        )
    };
    // The drawn marks are loaded with the first one.
    let is_drawn = Memo::new(move |_| !ctx.drawing.with(Drawing::is_empty));
    let drawn = move || {
        is_drawn.get().then(
            || view! { <Lazy chunk=LazyChunk::new(fetch_drawn, drawn_marks).with_styles(DRAWN) is_optional=true/> },
        )
    };
    view! {
        <div class=move || format!("slab {}", slab(layout.get().shape)) style=("--ratio", ratio) aria-hidden="true"></div>
        <svg
            node_ref=svg
            class="board"
            class:nearer=move || ctx.loupe.get() && ctx.loupe_point.get().is_some()
            // Whether the player has a seat, and not whether they are on move, which would update
            // all points with every move.
            class:played=move || trials.is_some() || session.seats.with(|seats| !seats.is_empty())
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
            // The right button cancels a drag or draws, and opens no menu.
            on:contextmenu=|event| event.prevent_default()
            // A touch has already been handled by its pointer events. The browser's click would
            // fall on a dialog or cover that appeared in between.
            on:touchend=|event| if event.cancelable() { event.prevent_default() }
        >
            <g class="ground" aria-hidden="true">
                {move || draw_ground(app, layout.get(), ctx.has_margin())}
            </g>
            <g class="marks" aria-hidden="true"><marks::MarksBelowPieces/></g>
            <g class="pieces" aria-hidden="true"><pieces::Pieces/><banqi::Revealed/><banqi::Peeked/></g>
            <g class="marks" aria-hidden="true"><marks::MarksAbovePieces/>{moles}{advice}{drawn}</g>
            <grid::PointGrid/>
        </svg>
    }
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_undercover_marks))]
fn undercover_marks() -> Result<AnyView, NotFetched> {
    Ok(view! { <undercover::UndercoverMarks/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_advice))]
fn advice_mark() -> Result<AnyView, NotFetched> {
    Ok(view! { <advice::AdviceMark/> }.into_any())
}

/// Style sheet of the drawn marks.
const DRAWN: &[&str] = &["/style/drawn.css"];

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_drawn))]
fn drawn_marks() -> Result<AnyView, NotFetched> {
    Ok(view! { <drawn::DrawnMarks/> }.into_any())
}

/// The outline of the board, for the style sheet.
pub(crate) const fn slab(shape: BoardShape) -> &'static str {
    match shape {
        BoardShape::River => "river",
        BoardShape::Half => "half",
        BoardShape::Cross => "cross",
    }
}

/// The empty board.
pub(crate) fn draw_ground(app: App, layout: Layout, margin: bool) -> AnyView {
    let language = app.language();
    match layout.shape {
        BoardShape::River => {
            let has_letters = app.notation().has_letters();
            xiangqi::draw_board(layout, margin, language, has_letters).into_any()
        }
        BoardShape::Half => banqi::draw_board(layout).into_any(),
        BoardShape::Cross => sifang::draw_board(layout, margin, language).into_any(),
    }
}

/// Passes pointer events to the board in the drawing's units.
fn pointer_handler(
    ctx: BoardContext,
    svg: NodeRef<Svg>,
    gestures: StoredValue<GestureTracker>,
) -> impl Fn(Pointer, PointerEvent) + Copy + 'static {
    move |pointer: Pointer, event: PointerEvent| {
        let Some(svg) = svg.get_untracked() else { return };
        let place = |x: f64, y: f64| {
            let bounds = svg.get_bounding_client_rect();
            let (left, top, width, _) = untrack(|| ctx.visible_area());
            let scale = width / bounds.width().max(1.0);
            (left + (x - bounds.left()) * scale, top + (y - bounds.top()) * scale)
        };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if pointer == Pointer::Down && [MAIN, RIGHT].contains(&event.button()) {
            // Without capture a release outside would be missed. The gesture then ends with the
            // next press.
            let _ = svg.set_pointer_capture(event.pointer_id());
        }
        // The place is not measured for every movement of the mouse.
        let at = || {
            let (x, y) = place(x, y);
            point_at(ctx.layout.get_untracked(), x, y)
        };
        if ctx.handle_pen(pointer, &event, at) {
            return;
        }
        if is_other_press(pointer, &event) {
            if cancel(gestures).is_some() {
                ctx.abort();
            }
            return;
        }
        if pointer == Pointer::Down && event.button() != MAIN {
            return;
        }
        let touch = PointerPosition { id: event.pointer_id(), x, y };
        let gesture =
            gestures.try_update_value(|gestures| gestures.handle(pointer, touch)).flatten();
        if let Some(gesture) = gesture {
            ctx.handle_gesture(gesture, place);
        }
    }
}

/// The main mouse button.
const MAIN: i16 = 0;

/// The right mouse button.
const RIGHT: i16 = 2;

/// Bit of the main button in the buttons of a mouse event.
const MAIN_BUTTON: u16 = 1;

/// Whether another mouse button is pressed while the main button is held. Browsers report this as a
/// move.
pub(crate) fn is_other_press(pointer: Pointer, event: &PointerEvent) -> bool {
    pointer == Pointer::Move && event.buttons() & !MAIN_BUTTON != 0
}

/// Whether an event belongs to a touch or the main button.
fn is_of_main(pointer: Pointer, event: &PointerEvent) -> bool {
    match pointer {
        Pointer::Down | Pointer::Up => event.button() == MAIN,
        Pointer::Move => event.buttons() & MAIN_BUTTON != 0,
        Pointer::Cancel => true,
    }
}

/// Cancels the gesture of one pointer.
pub(crate) fn cancel(gestures: StoredValue<GestureTracker>) -> Option<Gesture> {
    gestures.try_update_value(GestureTracker::cancel).flatten()
}

/// The sides with a partner, and their teams.
fn teams(model: &GameModel) -> Vec<(Side, Team)> {
    let seats = 0..model.variant.seats();
    seats.filter_map(|seat| Some((model.side(seat)?, model.team(seat)?))).collect()
}

/// The view box of the drawing: left, top, width, height.
pub(crate) fn frame(layout: Layout, margin: bool) -> (f64, f64, f64, f64) {
    // Margin of the outer pieces. File numbers are above and below.
    let (left, top, right) = match layout.shape {
        BoardShape::River if margin => (8.0, 30.0, 30.0),
        BoardShape::River => (8.0, 30.0, 8.0),
        BoardShape::Cross if margin => (38.0, 38.0, 38.0),
        BoardShape::Cross => (6.0, 6.0, 6.0),
        BoardShape::Half => (6.0, 6.0, 6.0),
    };
    let (width, height) = (f64::from(layout.width()) * CELL, f64::from(layout.height()) * CELL);
    (-left, -top, width + left + right, height + 2.0 * top)
}

/// The centre of a point, in the drawing's units.
pub(crate) fn middle(layout: Layout, point: Point) -> (f64, f64) {
    let (x, y) = layout.place(point);
    ((f64::from(x) + 0.5) * CELL, (f64::from(y) + 0.5) * CELL)
}

/// The point under a place of the drawing.
pub(crate) fn point_at(layout: Layout, x: f64, y: f64) -> Option<Point> {
    let (x, y) = ((x / CELL).floor(), (y / CELL).floor());
    let inside =
        x >= 0.0 && y >= 0.0 && x < f64::from(layout.width()) && y < f64::from(layout.height());
    if inside { layout.point(x as i8, y as i8) } else { None }
}

impl BoardContext {
    /// The context of the session's board.
    fn new(
        app: App,
        session: Session,
        undercover_input: Option<UndercoverInput>,
        trials: Option<Trials>,
        marks: Option<RwSignal<Drawing>>,
    ) -> BoardContext {
        let layout = Memo::new(move |_| {
            session.layout(app, app.portrait.get()).unwrap_or(Layout::new(BoardShape::River, 0))
        });
        let scene = Memo::new(move |_| {
            session.scene().unwrap_or_else(|| BoardView::empty(layout.get().shape))
        });
        let legal = match trials {
            Some(trials) => trials.steps,
            None => Memo::new(move |_| session.legal_steps()),
        };
        let selection = RwSignal::new(PieceSelection::default());
        let drag = RwSignal::new(None::<Drag>);
        let plans = Memo::new(move |_| {
            let waits = trials.is_none() && session.planning_seat().is_some();
            if waits { session.plans.get() } else { Vec::new() }
        });
        let destinations = Memo::new(move |_| {
            let steps = if plans.with(Vec::is_empty) { legal } else { plans };
            steps.with(|steps| selection.get().destinations(steps))
        });
        let ctx = BoardContext {
            app,
            session,
            layout,
            scene,
            legal,
            plans,
            selection,
            drag,
            dragged_from: Memo::new(move |_| drag.get().map(|drag| drag.from)),
            dragged_to: Memo::new(move |_| {
                let drag = drag.get()?;
                let to = point_at(layout.get(), drag.x, drag.y)?;
                destinations.with(|goes| goes.contains(&to)).then_some(to)
            }),
            destinations,
            own_mole: Memo::new(move |_| {
                let input = undercover_input?;
                let is_over = session.read(|model| model.is_over());
                let is_wanted = app.settings.with(|settings| settings.mole_marker != Marker::Off);
                let is_shown = is_wanted && !is_over && session.past_ply.get().is_none();
                input.seat().filter(|_| is_shown)?.mole()
            }),
            teams: Memo::new(move |_| session.read(teams)),
            loupe: session.loupe,
            loupe_point: RwSignal::new(None),
            undercover_input,
            trials,
            drawing: marks.unwrap_or_default(),
            pen: None,
            keeps_marks: marks.is_some(),
        };
        // A new position clears the selection, or selects the piece that a lesson points out. A
        // piece that the player has selected to plan its move stays selected.
        let was_planning = StoredValue::new(false);
        effect(move || {
            scene.track();
            legal.track();
            let pointed_out = session.pointed_out.get();
            let chosen = ctx.selection.with_untracked(|selection| selection.chosen);
            let stays = was_planning.get_value() && chosen.is_some_and(|at| ctx.is_mine(at));
            was_planning.set_value(!plans.with(Vec::is_empty));
            if !stays {
                ctx.selection.set(PieceSelection { chosen: pointed_out });
                ctx.drag.set(None);
            }
            ctx.loupe_point.set(None);
        });
        // Drawn marks belong to a position of a replay, which may store them, and stay on the board of a running game.
        // Memos, because each update of a table sets the same values again.
        let is_table = Memo::new(move |_| session.read_table(|_| true));
        let past_ply = Memo::new(move |_| session.past_ply.get());
        effect(move || {
            if !is_table.get() {
                scene.track();
            }
            past_ply.track();
            ctx.clear_drawing();
        });
        ctx
    }

    /// The context of this component's board.
    pub(crate) fn get() -> BoardContext {
        expect_context()
    }

    /// Whether there is room for coordinates around the board.
    pub(crate) fn has_margin(self) -> bool {
        self.app.settings.with(|settings| settings.coordinates)
    }

    /// The side that the player moves now, or whose next move the player may plan.
    pub(crate) fn acting_side(self) -> Option<Side> {
        let seat = match self.trials {
            Some(trials) => trials.seat.get(),
            None => self.session.acting_seat().or_else(|| self.session.planning_seat()),
        }?;
        self.session.read(|model| model.side(seat))
    }

    /// The visible part of the drawing: all of it, or the part under the magnifier.
    fn visible_area(self) -> (f64, f64, f64, f64) {
        /// Number of points across: a point is then 45 pixels wide on a small phone.
        const ACROSS: f64 = 8.0;
        let layout = self.layout.get();
        let (left, top, width, height) = frame(layout, self.has_margin());
        let Some(loupe_point) = self.loupe_point.get().filter(|_| self.loupe.get()) else {
            return (left, top, width, height);
        };
        let (x, y) = middle(layout, loupe_point);
        let (part_width, part_height) = (ACROSS * CELL, ACROSS * CELL * height / width);
        let part_left = (x - part_width / 2.0).clamp(left, left + width - part_width);
        let part_top = (y - part_height / 2.0).clamp(top, top + height - part_height);
        (part_left, part_top, part_width, part_height)
    }

    /// With the magnifier on, the first tap zooms in and the second one counts.
    fn zooms_in(self, point: Point) -> bool {
        let comes = self.loupe.get_untracked() && self.loupe_point.get_untracked().is_none();
        self.loupe_point.set(comes.then_some(point));
        comes
    }

    fn is_mine(self, point: Point) -> bool {
        let face = self.scene.with_untracked(|scene| scene.at(point));
        let side = untrack(|| self.acting_side());
        matches!(face, Some(Face::Open(piece)) if Some(piece.side) == side)
    }

    fn handle_gesture(self, gesture: Gesture, place: impl Fn(f64, f64) -> (f64, f64)) {
        let layout = self.layout.get_untracked();
        let at = |x, y| {
            let (x, y) = place(x, y);
            point_at(layout, x, y)
        };
        match gesture {
            Gesture::Tap(x, y) => match at(x, y) {
                Some(point) if self.zooms_in(point) => {}
                Some(point) => self.tap(point),
                None => {
                    self.session.cancel_premove();
                    self.selection.set(PieceSelection::default());
                }
            },
            Gesture::Lift(x, y) => {
                self.session.cancel_premove();
                let from = at(x, y).filter(|&point| self.is_mine(point));
                if from.is_some() {
                    self.tick();
                }
                self.selection.set(PieceSelection { chosen: from });
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
                let steps = self.steps();
                let tap =
                    self.selection.try_update(|selection| selection.drop(drag.from, to, &steps));
                self.play_tap_result(tap.unwrap_or(TapResult::Cleared));
            }
            Gesture::Abort => self.abort(),
        }
    }

    /// Puts a dragged piece back.
    fn abort(self) {
        self.drag.set(None);
        self.selection.set(PieceSelection::default());
    }

    /// Cancels what the player has begun on the board: a drag, a selection, a mark, a planned move.
    fn cancel_all(self) {
        self.session.cancel_premove();
        self.abort();
        if self.drawing.with_untracked(Drawing::is_drawing) {
            self.drawing.update(|drawing| _ = drawing.cancel());
        }
    }

    /// Removes the drawn marks, unless the replay stores them.
    fn clear_drawing(self) {
        if !self.keeps_marks && !self.drawing.with_untracked(Drawing::is_empty) {
            self.drawing.update(Drawing::clear);
        }
    }

    /// Draws with the right mouse button on a point. Returns whether the event was for the pen. The
    /// main button erases all marks, and the right button first cancels a planned move.
    fn handle_pen(
        self,
        pointer: Pointer,
        event: &PointerEvent,
        at: impl Fn() -> Option<Point>,
    ) -> bool {
        let is_drawing = self.drawing.with_untracked(Drawing::is_drawing);
        let change = |work: &dyn Fn(&mut Drawing)| self.drawing.update(work);
        if let Some(ink) = self.ink().filter(|_| is_of_main(pointer, event)) {
            self.draw(pointer, ink, at);
            return true;
        }
        match pointer {
            Pointer::Down if event.button() == MAIN => {
                self.clear_drawing();
                false
            }
            Pointer::Down if event.button() == RIGHT => {
                if let Some(at) = at().filter(|_| !self.session.cancel_premove()) {
                    let is_red = event.shift_key() || event.ctrl_key();
                    let ink = Ink::with_keys(is_red, event.alt_key() || event.meta_key());
                    self.selection.set(PieceSelection::default());
                    change(&|drawing| drawing.begin(at, ink));
                }
                true
            }
            Pointer::Move if is_drawing && event.buttons() & MAIN_BUTTON != 0 => {
                change(&|drawing| _ = drawing.cancel());
                true
            }
            Pointer::Move if is_drawing => {
                self.draw_to(at());
                true
            }
            Pointer::Up if is_drawing => {
                change(&Drawing::finish);
                true
            }
            Pointer::Cancel if is_drawing => {
                change(&|drawing| _ = drawing.cancel());
                true
            }
            _ => false,
        }
    }

    /// The ink of the pen, if it is in use.
    fn ink(self) -> Option<Ink> {
        self.pen?.get_untracked()
    }

    /// Draws with a finger or the main button. A second finger cancels the mark.
    fn draw(self, pointer: Pointer, ink: Ink, at: impl Fn() -> Option<Point>) {
        let is_drawing = self.drawing.with_untracked(Drawing::is_drawing);
        match pointer {
            Pointer::Down if !is_drawing => {
                if let Some(at) = at() {
                    self.selection.set(PieceSelection::default());
                    self.drawing.update(|drawing| drawing.begin(at, ink));
                }
            }
            _ if !is_drawing => {}
            Pointer::Down | Pointer::Cancel => {
                self.drawing.update(|drawing| _ = drawing.cancel());
            }
            Pointer::Move => self.draw_to(at()),
            Pointer::Up => self.drawing.update(Drawing::finish),
        }
    }

    /// Moves the end of the mark being drawn.
    fn draw_to(self, at: Option<Point>) {
        let is_new = self.drawing.try_update_untracked(|drawing| drawing.draw_to(at));
        if is_new == Some(true) {
            self.drawing.notify();
        }
    }

    /// The steps that the player may play now, or plan while another player thinks.
    fn steps(self) -> Vec<Step> {
        let plans = self.plans.get_untracked();
        if plans.is_empty() { self.legal.get_untracked() } else { plans }
    }

    /// Handles a tap or Enter on a point.
    pub(crate) fn tap(self, point: Point) {
        if let Some(ink) = self.ink() {
            return self.drawing.update(|drawing| {
                drawing.begin(point, ink);
                drawing.finish();
            });
        }
        let chosen = self.selection.with_untracked(|selection| selection.chosen);
        let steps = self.steps();
        let input = self.undercover_input;
        if input.is_some_and(|input| input.intercept_tap(self.app, point, chosen, &steps)) {
            return;
        }
        // A piece that a lesson points out stays selected.
        if chosen == Some(point) && self.session.pointed_out.get_untracked() == chosen {
            return;
        }
        let layout = self.layout.get_untracked();
        if self.session.peeking.get_untracked()
            && self.scene.with_untracked(|scene| scene.at(point)) == Some(Face::Down)
        {
            self.session.send(Command::Peek { square: layout.shape.name(point) });
            return;
        }
        let is_cancelled = self.session.cancel_premove();
        let mine = self.is_mine(point);
        if is_cancelled && !mine {
            return;
        }
        let tap = self.selection.try_update(|selection| selection.tap(point, &steps, mine));
        self.play_tap_result(tap.unwrap_or(TapResult::Cleared));
    }

    fn play_tap_result(self, tap: TapResult) {
        let shape = self.layout.get_untracked().shape;
        match tap {
            TapResult::Chosen(_) => self.tick(),
            TapResult::Cleared => {}
            TapResult::Play(step) if !self.plans.with_untracked(Vec::is_empty) => {
                self.tick();
                self.session.plan(step);
            }
            TapResult::Refused(_) if !self.plans.with_untracked(Vec::is_empty) => {}
            // The backend is asked in both cases: it plays the move or gives the reason against it.
            TapResult::Play(step) => {
                self.tick();
                self.play(step.text(shape));
            }
            TapResult::Refused(step) => self.play(step.text(shape)),
        }
    }

    fn play(self, action: String) {
        match self.trials {
            Some(trials) => trials.play.run(action),
            None => self.session.play(action),
        }
    }

    /// Vibrates when a piece is picked up or put down.
    fn tick(self) {
        if self.app.settings.with_untracked(|settings| settings.haptics) {
            browser::tick();
        }
    }
}
