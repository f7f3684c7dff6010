//! Marks on the board, told apart by shape: last move, selected piece, destinations, check.

use super::{BoardContext, middle};
use board_art::burst;
use games::board::{BoardShape, BoardView, Face, PieceKind, Point, Side, Step};
use leptos::prelude::*;
use ui_model::GameModel;

/// Four corners around a point.
pub(crate) const CORNERS: &str = "M-47 -30V-47H-30M30 -47H47V-30M47 30V47H30M-30 47H-47V30";

/// The pointer above a mole.
pub(crate) const MOLE: &str = "M0 -50L-13 -72H13Z";

/// Marks below the pieces: the last move and the selected piece.
#[component]
pub(super) fn MarksBelowPieces() -> impl IntoView {
    let ctx = BoardContext::get();
    let last = |(kind, side)| view! { <LastMark kind side/> };
    let is_mate = Memo::new(move |_| {
        let plies = ctx.session.shown_plies();
        ctx.session.read(|model| model.is_mate_after(plies))
    });
    view! {
        {LAST_MARKS.map(last)}
        {move || sending(ctx).map(|step| {
            let ((x1, y1), (x2, y2)) = (middle(ctx.layout.get(), step.from()), middle(ctx.layout.get(), step.to()));
            view! {
                <g class="being-sent" data-mark="sending" data-at=ctx.layout.get().shape.name(step.to())>
                    <path d=format!("M{x1} {y1}L{x2} {y2}")/>
                    <circle cx=x2 cy=y2 r="47"/>
                </g>
            }
        })}
        {move || planned(ctx).map(|(step, mark)| {
            let layout = ctx.layout.get();
            let from = (step.from() != step.to()).then_some(step.from());
            let corners = |point: Point| {
                let (x, y) = middle(layout, point);
                view! {
                    <rect class=mark data-mark=mark data-at=layout.shape.name(point) x=x - 48.0 y=y - 48.0 width="96" height="96" rx="22"/>
                }
            };
            [from, Some(step.to())].into_iter().flatten().map(corners).collect_view()
        })}
        {move || ctx.selection.get().chosen.map(|point| {
            let (x, y) = middle(ctx.layout.get(), point);
            view! { <circle class="chosen" data-mark="chosen" cx=x cy=y r="49"/> }
        })}
        {move || ctx.scene.with(BoardView::checked_general).map(|point| {
            let (x, y) = middle(ctx.layout.get(), point);
            view! {
                // The place is that of the group, so that the mark can grow around its middle.
                <g transform=format!("translate({x} {y})")>
                    <path class="check" class:mate=move || is_mate.get() data-mark="check" data-at=ctx.layout.get().shape.name(point) d=burst(46.0, 58.0)/>
                </g>
            }
        })}
    }
}

/// The planned move, or the one that was just dropped, with the name of its marks.
fn planned(ctx: BoardContext) -> Option<(Step, &'static str)> {
    let planned = ctx.session.premove.get().map(|step| (step, "premove"));
    planned.or_else(|| Some((ctx.session.dropped_premove.get()?, "dropped-premove")))
}

/// The marks of last moves. In games for four each side has its own.
const LAST_MARKS: [(&str, Option<Side>); 6] = [
    (FROM, None),
    (TO, None),
    (TO, Some(Side::Red)),
    (TO, Some(Side::Green)),
    (TO, Some(Side::Yellow)),
    (TO, Some(Side::Blue)),
];
const FROM: &str = "last-from";
const TO: &str = "last-to";

/// The point of such a mark.
fn last_mark(model: &GameModel, plies: usize, kind: &str, side: Option<Side>) -> Option<Point> {
    let has_own = model.shape() == BoardShape::Cross;
    if has_own != side.is_some() {
        return None;
    }
    if let Some(side) = side {
        return Some(model.last_step(side, plies)?.to());
    }
    match model.step_before(plies)? {
        Step::Move(from, _) if kind == FROM => Some(from),
        Step::Move(_, to) => Some(to),
        Step::Flip(at) | Step::TurnMole(at) => (kind == TO).then_some(at),
    }
}

/// The mark is moved with each last move, because creating a new element would cost the browser
/// more time than the move itself.
#[component]
fn LastMark(kind: &'static str, side: Option<Side>) -> impl IntoView {
    let ctx = BoardContext::get();
    let point = Memo::new(move |_| {
        let plies = ctx.session.shown_plies();
        ctx.session.read(|model| last_mark(model, plies, kind, side))
    });
    let is_shown = Memo::new(move |_| point.with(Option::is_some));
    let name = move || Some(ctx.layout.get().shape.name(point.get()?));
    let place = move || {
        let (x, y) = middle(ctx.layout.get(), point.get()?);
        Some(format!("translate({x} {y})"))
    };
    move || {
        is_shown.get().then(|| {
            view! {
                <g class=side.map(|_| "of-side") data-side=side.map(Side::id)>
                    <path class=kind data-mark=kind data-at=name transform=place d=CORNERS/>
                </g>
            }
        })
    }
}

/// Marks above the pieces: the destinations of the selected piece.
#[component]
pub(super) fn MarksAbovePieces() -> impl IntoView {
    let ctx = BoardContext::get();
    let reach = move || {
        let layout = ctx.layout.get();
        let from = ctx.selection.get().chosen.filter(|_| layout.shape == BoardShape::Cross)?;
        let Some(Face::Open(piece)) = ctx.scene.with(|scene| scene.at(from)) else { return None };
        let far =
            matches!(piece.kind, PieceKind::Chariot | PieceKind::Battleship | PieceKind::Fighter);
        let (x, y) = middle(layout, from);
        let lines = ctx.destinations.with(|goes| {
            let line = |&to: &Point| {
                let (to_x, to_y) = middle(layout, to);
                format!("M{x} {y}L{to_x} {to_y}")
            };
            goes.iter().map(line).collect::<String>()
        });
        far.then(|| view! { <path class="reach" data-reach=piece.kind.id() d=lines/> })
    };
    let are_shown = Memo::new(move |_| ctx.app.settings.with(|settings| settings.destinations));
    let destinations = move || if are_shown.get() { ctx.destinations.get() } else { Vec::new() };
    let marks = move || {
        let layout = ctx.layout.get();
        destinations()
            .into_iter()
            .map(|point| {
                let (x, y) = middle(layout, point);
                let name = layout.shape.name(point);
                let takes = ctx.scene.with(|scene| scene.at(point).is_some());
                let place = format!("translate({x} {y})");
                if takes {
                    // A ring with four gaps around a piece that may be captured.
                    view! {
                        <path
                            class="takes"
                            data-dest=name
                            transform=place
                            d="M-20 -44A48 48 0 0 1 20 -44M44 -20A48 48 0 0 1 44 20M20 44A48 48 0 0 1 -20 44M-44 20A48 48 0 0 1 -44 -20"
                        />
                    }
                    .into_any()
                } else {
                    view! { <circle class="goes" data-dest=name transform=place r="13"/> }.into_any()
                }
            })
            .collect_view()
    };
    // The point on which the dragged piece would be placed.
    let target = move || {
        let (x, y) = middle(ctx.layout.get(), ctx.dragged_to.get()?);
        Some(view! { <circle class="target" data-mark="target" cx=x cy=y r="54"/> })
    };
    view! { {reach} {marks} {target} }
}

/// The move on its way to the server. It is marked as requested and not as played.
fn sending(ctx: BoardContext) -> Option<Step> {
    let action = ctx.session.sending_action()?;
    Step::read(ctx.layout.get().shape, &action)
}
