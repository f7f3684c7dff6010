//! The pieces: discs that slide, with a face from the chosen set.

use super::{BoardContext, middle};
use crate::app::App;
use leptos::prelude::*;
use ui_model::{
    board::{BoardShape, Face, Piece, Token, Tokens},
    settings::PieceSet,
};

/// All pieces of the board.
#[component]
pub(super) fn Pieces() -> impl IntoView {
    let ctx = BoardContext::get();
    let shown = RwSignal::new(Tokens::default());
    Effect::new(move |_| ctx.scene.with(|scene| shown.update(|tokens| tokens.show(scene))));
    let list = move || shown.with(|tokens| tokens.list().to_vec());
    view! {
        <For each=list key=|token| token.id let(token)>
            <PieceToken first=token shown/>
        </For>
    }
}

/// One piece, for as long as it lies on the board.
#[component]
fn PieceToken(first: Token, shown: RwSignal<Tokens>) -> impl IntoView {
    let ctx = BoardContext::get();
    let token = Memo::new(move |last: Option<&Token>| {
        let now =
            shown.with(|tokens| tokens.list().iter().find(|token| token.id == first.id).copied());
        now.or(last.copied()).unwrap_or(first)
    });
    let seen = Memo::new(move |_| token.with(|token| (token.face, token.turns > 0)));
    let shape = move || ctx.layout.get().shape;
    let place = move || {
        let point = token.get().point;
        let (x, y) = ctx.dragged_to(point).unwrap_or_else(|| middle(ctx.layout.get(), point));
        format!("translate({x}px, {y}px)")
    };
    view! {
        <g
            class="piece"
            class:dragged=move || ctx.dragged_to(token.get().point).is_some()
            data-piece=move || token.get().face.text(shape())
            data-at=move || shape().name(token.get().point)
            style:transform=place
        >
            {move || {
                let (face, turned) = seen.get();
                view! { <PieceFace face shape=shape() turned/> }
            }}
        </g>
    }
}

/// What is seen of a piece, around the origin, with a radius of 45.
#[component]
pub(crate) fn PieceFace(
    /// What is seen.
    face: Face,
    /// The board it belongs to.
    shape: BoardShape,
    /// It has just been turned over.
    #[prop(optional)]
    turned: bool,
) -> impl IntoView {
    let app = App::get();
    let Face::Open(piece) = face else {
        return view! {
            <g class="face down" class:turned=turned>
                <circle class="shade" cx="1.5" cy="4" r="45"/>
                <circle class="disc" r="45"/>
                <circle class="rim" r="38"/>
                <path class="back" d="M0 -27L23 0L0 27L-23 0ZM0 -14L12 0L0 14L-12 0Z"/>
            </g>
        }
        .into_any();
    };
    let set = move || app.settings.with(|settings| settings.pieces);
    view! {
        <g class=format!("face {}", piece.side.id()) class:turned=turned>
            <circle class="shade" cx="1.5" cy="4" r="45"/>
            {move || match set() {
                PieceSet::Contrast if piece.side != ui_model::board::Side::Red => {
                    // Cut corners instead of a round: shape tells the sides apart.
                    view! { <path class="disc" d="M-19 -45H19L45 -19V19L19 45H-19L-45 19V-19Z"/> }.into_any()
                }
                _ => view! { <circle class="disc" r="45"/> }.into_any(),
            }}
            {move || (set() != PieceSet::Contrast).then(|| view! { <circle class="rim" r="38.5"/> })}
            {move || match set() {
                PieceSet::Letters => {
                    let letter = piece.kind.letter(shape).to_string();
                    view! { <text class="ink letter" y="19">{letter}</text> }.into_any()
                }
                PieceSet::Pictures => {
                    view! {
                        <use_ class="ink" href=format!("#{}", picture_id(piece, shape)) transform="scale(.58) translate(-50 -50)"/>
                    }
                    .into_any()
                }
                PieceSet::Brush | PieceSet::Contrast => {
                    view! {
                        <use_ class="ink" href=format!("#c-{}", piece.character()) transform="scale(.62) translate(-50 -50)"/>
                    }
                    .into_any()
                }
            }}
        </g>
    }
    .into_any()
}

/// The symbol of a piece's picture.
pub(crate) fn picture_id(piece: Piece, shape: BoardShape) -> String {
    let land = if shape == BoardShape::Cross { "-x" } else { "" };
    format!("p-{}{land}", piece.kind.id())
}
