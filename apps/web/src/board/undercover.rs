//! Undercover's marks on the board: numbers and locks in the set-up, the pawns that a puzzle asks
//! about, and the player's mole.

use super::{BoardContext, MOLE, middle};
use crate::undercover_input::UndercoverInput;
use games::board::Point;
use leptos::prelude::*;
use ui_model::{
    puzzles::{Suspect, SuspectState},
    settings::Marker,
    undercover::SetupStep,
};

/// The marks above the pieces; empty in other games.
#[component]
pub(super) fn UndercoverMarks() -> impl IntoView {
    let ctx = BoardContext::get();
    let Some(undercover_input) = ctx.undercover_input else {
        return view! { {move || revealed_moles(ctx)} }.into_any();
    };
    let is_over = move || ctx.session.read(|model| model.is_over());
    view! {
        // After the game nothing is secret.
        {move || is_over().then(|| revealed_moles(ctx))}
        {move || setup_marks(ctx, undercover_input)}
        {move || suspect_marks(ctx, undercover_input)}
        {move || mole_mark(ctx, undercover_input)}
    }
    .into_any()
}

fn setup_marks(ctx: BoardContext, undercover_input: UndercoverInput) -> Option<AnyView> {
    let seat = undercover_input.seat().filter(|seat| seat.is_setting_up())?;
    let layout = ctx.layout.get();
    let place = move |point: Point| {
        let (x, y) = middle(layout, point);
        format!("translate({x} {y})")
    };
    let locks = seat.locked().into_iter().map(|point| {
        view! {
            <g class="lock" data-lock=layout.shape.name(point) transform=place(point)>
                <circle cx="30" cy="-30" r="19"/>
                <path d="M22 -31H38V-20H22ZM25 -31V-35A5 5 0 0 1 35 -35V-31"/>
            </g>
        }
    });
    let pawns = match seat.step() {
        Some(_) => ctx.session.read(|game| seat.pawns(game)),
        None => Vec::new(),
    };
    let order = matches!(seat.step(), Some(SetupStep::Place)).then(|| undercover_input.order.get());
    let picked = undercover_input.picked.get();
    let numbers = pawns.into_iter().map(|(number, point)| {
        // While pawns are rearranged, the number shows which pawn will stand here.
        let start = ui_model::undercover::starting_point(point);
        let shown = order
            .and_then(|order| order.get(start?).copied())
            .map_or(number, |pawn| seat.pawn_number(pawn));
        view! {
            <g class="pawn-number" class:picked=picked.contains(&point) data-pawn=number transform=place(point)>
                <circle class="ring" r="49"/>
                <circle cx="-30" cy="-30" r="19"/>
                <text x="-30" y="-29">{shown}</text>
            </g>
        }
    });
    Some(view! { {locks.collect_view()} {numbers.collect_view()} }.into_any())
}

/// The pawns among which a puzzle asks for the mole: a ring around each, a cross beside those that
/// are excluded.
fn suspect_marks(ctx: BoardContext, undercover_input: UndercoverInput) -> AnyView {
    let layout = ctx.layout.get();
    let mark = |suspect: Suspect| {
        let (x, y) = middle(layout, suspect.point);
        let state = match suspect.state {
            SuspectState::Open => "open",
            SuspectState::Excluded => "excluded",
            SuspectState::Mole => "mole",
        };
        view! {
            <g class="suspect" data-suspect=layout.shape.name(suspect.point) data-state=state transform=format!("translate({x} {y})")>
                <circle class="ring" r="49"/>
                <g class="cross"><circle cx="30" cy="-30" r="19"/><path d="M22 -38L38 -22M38 -38L22 -22"/></g>
                <path class="cursor" d=MOLE/>
            </g>
        }
    };
    undercover_input.suspects.get().into_iter().map(mark).collect_view().into_any()
}

/// In a replay: the moles of the sides that the reader has selected.
fn revealed_moles(ctx: BoardContext) -> AnyView {
    let seen = ctx.session.moles_of.get();
    let moles = ctx.session.read(|model| model.moles_after(ctx.session.shown_plies()));
    moles
        .into_iter()
        .filter(|(side, _)| seen.contains(side))
        .map(|(side, point)| {
            let (x, y) = middle(ctx.layout.get(), point);
            view! {
                <g class="mole" data-mole=ctx.layout.get().shape.name(point) data-side=side.id() transform=format!("translate({x} {y})")>
                    <path class="cursor" d=MOLE/>
                </g>
            }
        })
        .collect_view()
        .into_any()
}

/// The player's mole with the chosen marker, shown only to its owner.
fn mole_mark(ctx: BoardContext, undercover_input: UndercoverInput) -> Option<AnyView> {
    let marker = ctx.app.settings.with(|settings| settings.mole_marker);
    let mole = ctx.own_mole.get()?;
    let seat = undercover_input.seat()?;
    let (x, y) = middle(ctx.layout.get(), mole);
    let mark = match marker {
        Marker::Off => return None,
        Marker::Cursor => view! { <path class="cursor" d=MOLE/> }.into_any(),
        Marker::Number => {
            let (column, _) = seat.coordinates(mole);
            badge(column.to_string())
        }
        Marker::Letter => badge("M".to_owned()),
        Marker::Pattern => view! {
            <path class="pattern" d="M-42 0L0 -42M-42 26L26 -42M-26 42L42 -26M0 42L42 0"/>
        }
        .into_any(),
    };
    Some(
        view! {
            <g class="mole" data-mole=ctx.layout.get().shape.name(mole) data-marker=marker.id() transform=format!("translate({x} {y})")>
                {mark}
            </g>
        }
        .into_any(),
    )
}

fn badge(text: String) -> AnyView {
    view! { <g class="badge"><circle cx="30" cy="-30" r="20"/><text x="30" y="-29">{text}</text></g> }.into_any()
}
