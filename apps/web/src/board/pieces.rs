//! The pieces, with the look of the chosen set.

use super::{BoardContext, middle};
use crate::app::{App, effect};
// The browser has these functions already.
use board_art::tenth;
use games::board::{BoardShape, Face, Piece, Side};
use js_sys::Math;
use leptos::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, TAU};
use ui_model::{
    Team,
    board::{Token, Tokens},
    settings::PieceSet,
};

/// All pieces of the board.
#[component]
pub(super) fn Pieces() -> impl IntoView {
    let ctx = BoardContext::get();
    let shown = RwSignal::new(Tokens::default());
    effect(move || ctx.scene.with(|scene| shown.update(|tokens| tokens.show(scene))));
    let list = move || shown.with(|tokens| tokens.list().to_vec());
    let taken = move || shown.with(|tokens| tokens.taken().to_vec());
    view! {
        <For each=taken key=|token| token.id let(token)>
            <TakenPiece token/>
        </For>
        <For each=list key=|token| token.id let(token)>
            <PieceToken first=token shown/>
        </For>
    }
}

/// A captured piece, which fades below the piece that captured it.
#[component]
fn TakenPiece(token: Token) -> impl IntoView {
    let ctx = BoardContext::get();
    let shape = move || ctx.layout.get().shape;
    let place = move || {
        let (x, y) = middle(ctx.layout.get(), token.point);
        format!("translate({x}px, {y}px)")
    };
    view! {
        <g class="taken-piece" data-taken-piece=move || token.face.text(shape()) style:transform=place>
            {match team_of(ctx, token.face) {
                Some(team) => view! { <PieceFace face=token.face shape=shape() team/> }.into_any(),
                None => view! { <PieceFace face=token.face shape=shape()/> }.into_any(),
            }}
        </g>
    }
}

/// One piece, while it is on the board.
#[component]
fn PieceToken(first: Token, shown: RwSignal<Tokens>) -> impl IntoView {
    let ctx = BoardContext::get();
    let token = Memo::new(move |last: Option<&Token>| {
        let now =
            shown.with(|tokens| tokens.list().iter().find(|token| token.id == first.id).copied());
        now.or(last.copied()).unwrap_or(first)
    });
    // A face is redrawn only when it changes, not with every move.
    let seen = Memo::new(move |_| {
        let (face, turned) = token.with(|token| (token.face, token.turns > 0));
        (face, turned, team_of(ctx, face))
    });
    let shape = move || ctx.layout.get().shape;
    let is_dragged = Memo::new(move |_| ctx.dragged_from.get() == Some(token.get().point));
    let place = move || {
        let at_rest = || middle(ctx.layout.get(), token.get().point);
        let under_finger = || ctx.drag.get().map(|drag| (drag.x, drag.y));
        let (x, y) = is_dragged.get().then(under_finger).flatten().unwrap_or_else(at_rest);
        format!("translate({x}px, {y}px)")
    };
    view! {
        <g
            class="piece"
            class:dragged=move || is_dragged.get()
            data-piece=move || token.get().face.text(shape())
            data-at=move || shape().name(token.get().point)
            style:transform=place
        >
            {move || {
                let (face, turned, team) = seen.get();
                match team {
                    Some(team) => view! { <PieceFace face shape=shape() turned team/> }.into_any(),
                    None => view! { <PieceFace face shape=shape() turned/> }.into_any(),
                }
            }}
        </g>
    }
}

/// The team of a piece, shown by the metal of its rim. None in solo games.
fn team_of(ctx: BoardContext, face: Face) -> Option<Team> {
    let Face::Open(piece) = face else { return None };
    ctx.teams
        .with(|teams| teams.iter().find(|(side, _)| *side == piece.side).map(|&(_, team)| team))
}

/// A piece around the origin, with a radius of 45: shadow, side wall, rim, face and carving.
#[component]
pub(crate) fn PieceFace(
    /// The face.
    face: Face,
    /// The shape of the board.
    shape: BoardShape,
    /// Whether it has just been flipped.
    #[prop(optional)]
    turned: bool,
    /// The team, shown by a gold or silver rim.
    #[prop(optional)]
    team: Option<Team>,
) -> impl IntoView {
    let app = App::get();
    let Face::Open(piece) = face else {
        return view! {
            <g class="face down" class:turned=turned>
                <circle class="shade" cx="2.5" cy="9" r="51"/>
                {disc("back")}
                <use_ class="thunder low" href="#back"/>
                <use_ class="thunder" href="#back"/>
                <path class="gloss" d=GLOSS/>
            </g>
        }
        .into_any();
    };
    let set = move || app.settings.with(|settings| settings.pieces);
    view! {
        <g class=format!("face {}{}", piece.side.id(), if shape == BoardShape::Cross { " army" } else { "" }) class:turned=turned>
            <circle class="shade" cx="2.5" cy="9" r="51"/>
            {move || match (set(), shape) {
                (PieceSet::Contrast, _) => flat_body(piece, shape),
                (_, BoardShape::Cross) => army_body(piece.side, team),
                (set, BoardShape::River | BoardShape::Half) => carved_body(piece, set),
            }}
            {move || figure(app, piece, shape, set())}
            {(shape != BoardShape::Cross).then(|| view! { <path class="gloss" d=GLOSS/> })}
        </g>
    }
    .into_any()
}

/// The highlight on the upper left of a face.
const GLOSS: &str = "M-33 -21A39 39 0 0 1 14 -36.5A46 46 0 0 0 -33 -21Z";

/// A round body of one material: side wall, rim, face.
fn disc(material: &'static str) -> impl IntoView {
    view! {
        <circle cy="5" r="45" fill=format!("url(#{material}-wall)")/>
        <circle r="45" fill=format!("url(#{material}-rim)")/>
        <circle r="41" fill=format!("url(#{material}-top)")/>
        <circle class="bevel" r="41"/>
    }
}

/// Pale wood with grain and the ring of its side. Other sets show the side by the material.
fn carved_body(piece: Piece, set: PieceSet) -> AnyView {
    let is_red = piece.side == Side::Red;
    // Each kind has a different part of the grain.
    let grain = format!("rotate({})", 23 * (piece.kind as i32) + if is_red { 0 } else { 90 });
    match (set, is_red) {
        (PieceSet::Letters, true) => view! { {disc("red")} <circle class="ring" r="35.5"/> }.into_any(),
        (PieceSet::Letters | PieceSet::Pictures, false) => {
            view! { {disc("dark")} <circle class="ring" r="36.5"/> <circle class="ring thin" r="32.5"/> }
                .into_any()
        }
        (_, true) => view! {
            {disc("pale")}
            <use_ class="grain" href="#grain" transform=grain/>
            <circle class="lip ring" cx="0.8" cy="1" r="37.2"/>
            <circle class="ring" r="37.2"/>
        }
        .into_any(),
        (_, false) => view! {
            {disc("pale")}
            <use_ class="grain" href="#grain" transform=grain/>
            <circle class="lip ring" cx="0.8" cy="1" r="37"/>
            <circle class="ring thin" r="38.4"/>
            <circle class="ring thin" r="35.2"/>
        }
        .into_any(),
    }
}

/// Lacquer in the colour and outline of an army.
fn army_body(side: Side, team: Option<Team>) -> AnyView {
    let army = side.id();
    let rim = team.map_or(army, Team::id);
    view! {
        <path d=outline(side, 45.0) transform="translate(0 5)" fill=format!("url(#{army}-wall)")/>
        <path d=outline(side, 45.0) fill=format!("url(#{rim}-rim)")/>
        <path d=outline(side, 40.5) fill=format!("url(#{army}-top)")/>
        <path class="bevel" d=outline(side, 40.0)/>
    }
    .into_any()
}

/// Two flat tones. Sides differ by shape and lightness, not by colour.
fn flat_body(piece: Piece, shape: BoardShape) -> AnyView {
    if shape == BoardShape::Cross {
        return view! {
            <path class="flat-edge" d=outline(piece.side, 47.0)/>
            <path class="flat-line" d=outline(piece.side, 44.5)/>
            <path class="flat" d=outline(piece.side, 40.0)/>
        }
        .into_any();
    }
    if piece.side == Side::Red {
        view! {
            <circle class="flat-edge" r="46.5"/>
            <circle class="flat-line" r="45"/>
            <circle class="flat" r="39.5"/>
        }
        .into_any()
    } else {
        // An octagon instead of a circle.
        view! {
            <path class="flat-edge" d="M-20.7 -50H20.7L50 -20.7V20.7L20.7 50H-20.7L-50 20.7V-20.7Z"/>
            <path class="flat" d="M-19.6 -47.5H19.6L47.5 -19.6V19.6L19.6 47.5H-19.6L-47.5 19.6V-19.6Z"/>
        }
        .into_any()
    }
}

/// A carved character: lit lower edge, shaded wall, and paint.
fn figure(app: App, piece: Piece, shape: BoardShape, set: PieceSet) -> AnyView {
    let is_cross = shape == BoardShape::Cross;
    let (href, scale) = match set {
        PieceSet::Letters => {
            let letter = piece.kind.letter(shape).to_string();
            return view! { <text class="ink letter" y="19">{letter}</text> }.into_any();
        }
        PieceSet::Pictures => (format!("#{}", picture_id(piece, shape)), 0.52),
        PieceSet::Brush | PieceSet::Contrast => {
            (format!("#c-{}", character(app, piece, shape)), if is_cross { 0.6 } else { 0.615 })
        }
    };
    let at =
        move |dx: f64, dy: f64| format!("translate({dx} {dy}) scale({scale}) translate(-50 -50)");
    let (lip, wall, paint) = (at(0.9, 1.2), at(-0.5, -0.6), at(0.0, 0.0));
    let is_flat = set == PieceSet::Contrast;
    view! {
        {(!is_flat).then(|| view! {
            <use_ class="lip" href=href.clone() transform=lip/>
            <use_ class="cut" href=href.clone() transform=wall/>
        })}
        <use_ class="ink" href=href.clone() transform=paint/>
    }
    .into_any()
}

/// The armies' outlines: circle, square, scalloped coin, hexagon.
fn outline(side: Side, r: f64) -> String {
    match side {
        Side::Green => {
            let (far, near) = (r * 0.9, r * 0.56);
            let [a, b, c, d] = [far, near, -far, -near].map(tenth);
            format!(
                "M{d} {c}H{b}Q{a} {c} {a} {d}V{b}Q{a} {a} {b} {a}H{d}Q{c} {a} {c} {b}V{d}Q{c} {c} {d} {c}Z"
            )
        }
        Side::Blue => polygon(6, r * 1.05, 0.24),
        Side::Yellow => {
            const SCALLOPS: i32 = 10;
            let far = r * 0.97;
            (0..=SCALLOPS).fold(String::new(), |d, i| {
                let angle = f64::from(i) / f64::from(SCALLOPS) * TAU - FRAC_PI_2;
                let (x, y) = (tenth(far * Math::cos(angle)), tenth(far * Math::sin(angle)));
                let bow = tenth(far * 0.44);
                match i {
                    0 => format!("M{x} {y}"),
                    _ => format!("{d}A{bow} {bow} 0 0 1 {x} {y}"),
                }
            }) + "Z"
        }
        Side::Red | Side::Black => format!("M{} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1 {} 0Z", -r, -r),
    }
}

/// A polygon with a flat top and rounded corners.
fn polygon(corners: i32, r: f64, round: f64) -> String {
    let corner = |i: i32| {
        let angle = FRAC_PI_6 + f64::from(i) / f64::from(corners) * TAU - FRAC_PI_2;
        (r * Math::cos(angle), r * Math::sin(angle))
    };
    let towards =
        |(x, y): (f64, f64), (u, v): (f64, f64)| (x + (u - x) * round, y + (v - y) * round);
    (0..corners).fold(String::new(), |d, i| {
        let at = corner(i);
        let (before, after) = (towards(at, corner(i - 1)), towards(at, corner(i + 1)));
        let begin = if i == 0 { 'M' } else { 'L' };
        let [a, b, c] = [before, at, after].map(|(x, y)| format!("{} {}", tenth(x), tenth(y)));
        format!("{d}{begin}{a}Q{b} {c}")
    }) + "Z"
}

/// The symbol of a piece's picture.
pub(crate) fn picture_id(piece: Piece, shape: BoardShape) -> String {
    let land = if shape == BoardShape::Cross { "-x" } else { "" };
    format!("p-{}{land}", piece.kind.id())
}

/// The character of a piece in the reader's script.
fn character(app: App, piece: Piece, shape: BoardShape) -> char {
    if app.language().has_traditional_pieces() {
        piece.traditional_character(shape)
    } else {
        piece.character()
    }
}
