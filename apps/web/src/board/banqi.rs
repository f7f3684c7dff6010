//! The board of banqi: thirty-two squares.

use super::{BoardContext, CELL, PieceFace, middle, xiangqi::inlaid};
use crate::{app::effect, ticking::clear_after};
use board_art::Layout;
use games::board::{BoardShape, Face, Piece, Point};
use leptos::prelude::*;
use ui_model::TableModel;

/// After the game: the pieces that stayed face down, half transparent on their backs.
#[component]
pub(super) fn Revealed() -> impl IntoView {
    let ctx = BoardContext::get();
    move || {
        let layout = ctx.layout.get();
        let revealed = ctx.scene.with(|scene| scene.hidden());
        revealed
            .into_iter()
            .map(|(point, piece)| {
                let (x, y) = middle(layout, point);
                view! {
                    <g class="revealed" data-revealed=piece.text(BoardShape::Half) transform=format!("translate({x} {y})")>
                        <PieceFace face=Face::Open(piece) shape=BoardShape::Half/>
                    </g>
                }
            })
            .collect_view()
    }
}

/// Time for which a peeked piece is shown, in milliseconds.
const PEEK_MS: u32 = 2_500;

/// A peeked piece, shown on its square for a moment.
#[component]
pub(super) fn Peeked() -> impl IntoView {
    let ctx = BoardContext::get();
    let peeked = RwSignal::new(None::<(Point, Piece)>);
    clear_after(PEEK_MS, peeked, || false);
    effect(move || {
        ctx.session.update_count.track();
        peeked.set(untrack(|| ctx.session.read_table(TableModel::peeked)));
    });
    move || {
        peeked.get().map(|(point, piece)| {
            let (x, y) = middle(ctx.layout.get(), point);
            view! {
                <g class="peeked" data-peeked=piece.text(BoardShape::Half) transform=format!("translate({x} {y})")>
                    <PieceFace face=Face::Open(piece) shape=BoardShape::Half/>
                </g>
            }
        })
    }
}

/// The empty board.
pub(super) fn draw_board(layout: Layout) -> impl IntoView {
    let (width, height) = (f64::from(layout.width()) * CELL, f64::from(layout.height()) * CELL);
    let (mut d, mut dark) = (String::new(), String::new());
    for i in 1..layout.width() {
        d += &format!("M{} 0V{height}", f64::from(i) * CELL);
    }
    for i in 1..layout.height() {
        d += &format!("M0 {}H{width}", f64::from(i) * CELL);
    }
    for (x, y) in (0..layout.width()).flat_map(|x| (0..layout.height()).map(move |y| (x, y))) {
        if (x + y) % 2 == 0 {
            dark += &format!("M{} {}h100v100h-100Z", f64::from(x) * CELL, f64::from(y) * CELL);
        }
    }
    view! {
        <path class="dark-square" d=dark/>
        {inlaid(d, "line")}
        {inlaid(format!("M0 0H{width}V{height}H0Z"), "edge outer")}
        {coordinates(layout)}
    }
}

/// Coordinates in the corners of the squares at two edges, where no piece covers them. Banqi has no
/// other notation.
fn coordinates(layout: Layout) -> impl IntoView {
    let in_corner = move |x: i8, y: i8, text: String, right: bool| {
        let (dx, dy) = if right { (92.5, 93.0) } else { (8.0, 9.0) };
        let (x, y) = (f64::from(x) * CELL + dx, f64::from(y) * CELL + dy);
        view! { <text class="coordinate corner" x=x y=y>{text}</text> }
    };
    let (last, is_turned) = (layout.height() - 1, !layout.turns.is_multiple_of(2));
    let name = move |point: Point, of_file: bool| {
        if of_file {
            char::from(b'a' + point.col.unsigned_abs()).to_string()
        } else {
            (point.row + 1).to_string()
        }
    };
    let below = (0..layout.width()).filter_map(move |x| {
        Some(in_corner(x, last, name(layout.point(x, last)?, !is_turned), true))
    });
    let beside = (0..layout.height())
        .filter_map(move |y| Some(in_corner(0, y, name(layout.point(0, y)?, is_turned), false)));
    below.chain(beside).collect_view()
}
