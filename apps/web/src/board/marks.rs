//! Marks on the board, told apart by shape: what moved last, what is chosen, where it may go, check.

use super::{BoardContext, middle};
use leptos::prelude::*;
use ui_model::board::{BoardShape, Face, Kind, Point, Scene, Step, burst};

/// Four corners around a point.
pub(crate) const CORNERS: &str = "M-47 -30V-47H-30M30 -47H47V-30M47 30V47H30M-30 47H-47V30";

/// Below the pieces: the last move and the chosen piece.
#[component]
pub(super) fn MarksBelowPieces() -> impl IntoView {
    let ctx = BoardContext::get();
    let last = move || ctx.session.read(|model| model.step_before(ctx.session.shown_plies()));
    let corners = move |point: Point, class: &'static str| {
        let (x, y) = middle(ctx.layout.get(), point);
        view! {
            <path
                class=class
                data-mark=class
                data-at=ctx.layout.get().shape.name(point)
                transform=format!("translate({x} {y})")
                d=CORNERS
            />
        }
    };
    // With four sides, the last move of each in its own colour.
    let last_of_each = move || {
        let plies = ctx.session.shown_plies();
        ctx.session.read(|model| match model.shape() {
            BoardShape::Cross => model.last_steps(plies),
            BoardShape::River | BoardShape::Half => Vec::new(),
        })
    };
    view! {
        {move || last_of_each().into_iter().map(|(side, step)| view! {
            <g data-side=side.id() class="of-side">{corners(step.to(), "last-to")}</g>
        }).collect_view()}
        {move || last().filter(|_| ctx.layout.get().shape != BoardShape::Cross).map(|step| match step {
            Step::Move(from, to) => {
                vec![corners(from, "last-from").into_any(), corners(to, "last-to").into_any()]
            }
            Step::Flip(at) | Step::TurnMole(at) => vec![corners(at, "last-to").into_any()],
        })}
        {move || sending(ctx).map(|step| {
            let ((x1, y1), (x2, y2)) = (middle(ctx.layout.get(), step.from()), middle(ctx.layout.get(), step.to()));
            view! {
                <g class="being-sent" data-mark="sending" data-at=ctx.layout.get().shape.name(step.to())>
                    <path d=format!("M{x1} {y1}L{x2} {y2}")/>
                    <circle cx=x2 cy=y2 r="47"/>
                </g>
            }
        })}
        {move || ctx.selection.get().chosen.map(|point| {
            let (x, y) = middle(ctx.layout.get(), point);
            view! { <circle class="chosen" data-mark="chosen" cx=x cy=y r="49"/> }
        })}
        {move || ctx.scene.with(Scene::checked_general).map(|point| {
            let (x, y) = middle(ctx.layout.get(), point);
            view! {
                <path class="check" data-mark="check" data-at=ctx.layout.get().shape.name(point) transform=format!("translate({x} {y})") d=burst(46.0, 58.0)/>
            }
        })}
    }
}

/// Above the pieces: where the chosen piece may go.
#[component]
pub(super) fn MarksAbovePieces() -> impl IntoView {
    let ctx = BoardContext::get();
    let reach = move || {
        let layout = ctx.layout.get();
        let from = ctx.selection.get().chosen.filter(|_| layout.shape == BoardShape::Cross)?;
        let Some(Face::Open(piece)) = ctx.scene.with(|scene| scene.at(from)) else { return None };
        let far = matches!(piece.kind, Kind::Chariot | Kind::Battleship | Kind::Fighter);
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
                    // A ring with four gaps around what would be captured.
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
    // Where the piece under the finger will stand.
    let target = move || {
        let (x, y) = middle(ctx.layout.get(), ctx.dragged_to.get()?);
        Some(view! { <circle class="target" data-mark="target" cx=x cy=y r="54"/> })
    };
    view! { {reach} {marks} {target} }
}

/// The move that is on its way to the server: it stands as what was asked for, not as played.
fn sending(ctx: BoardContext) -> Option<Step> {
    let action = ctx.session.sending_action()?;
    Step::read(ctx.layout.get().shape, &action)
}
