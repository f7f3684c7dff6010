//! The board of xiangqi and undercover: nine files, ten ranks and the river.

use super::{CELL, frame, middle, river::river};
use crate::app::App;
use board_art::{Layout, RIVER_MARKS, glyph};
use games::board::{BoardShape, Point};
use i18n::Language;
use leptos::prelude::*;
use ui_model::settings::Notation;

/// The empty board. Without a margin, `has_letters` names the files by letters.
pub(crate) fn draw_board(
    layout: Layout,
    margin: bool,
    language: Language,
    has_letters: bool,
) -> impl IntoView {
    let line = |from: Point, to: Point| {
        let ((x1, y1), (x2, y2)) = (middle(layout, from), middle(layout, to));
        format!("M{x1} {y1}L{x2} {y2}")
    };
    let mut thin = String::new();
    for row in 0..10 {
        thin += &line(Point::new(0, row), Point::new(8, row));
    }
    for col in 1..8 {
        thin += &line(Point::new(col, 0), Point::new(col, 4));
        thin += &line(Point::new(col, 5), Point::new(col, 9));
    }
    for row in [0, 7] {
        thin += &line(Point::new(3, row), Point::new(5, row + 2));
        thin += &line(Point::new(5, row), Point::new(3, row + 2));
    }
    let stars: String = RIVER_MARKS.iter().map(|&(col, row)| star(layout, col, row)).collect();
    let (left, _, width, _) = frame(layout, margin);
    let river = river(left, left + width, 450.0, 550.0);
    view! {
        // The brush strokes extend over the edge of the board; the river does not.
        <clipPath id="shore"><rect x=left y="420" width=width height="160"/></clipPath>
        <g class="water-ways">
            <g class="wet">{river.wet.into_iter().map(|d| view! { <path d=d/> }).collect_view()}</g>
            <path class="hair" d=river.lines[0].clone()/>
            <path class="hair dark" d=river.lines[1].clone()/>
        </g>
        {inlaid(thin, "line")}
        {inlaid(stars, "line fine")}
        {inlaid("M50 50H850V950H50Z".to_owned(), "edge")}
        {inlaid("M37 37H863V963H37Z".to_owned(), "edge outer")}
        {river_words(language)}
        {match (margin, has_letters) {
            (true, _) => coordinates(layout).into_any(),
            (false, true) => file_letters(layout).into_any(),
            (false, false) => file_numbers(layout).into_any(),
        }}
    }
}

/// Inlaid lines: the line, and slightly below it the lit edge.
pub(super) fn inlaid(d: String, class: &'static str) -> impl IntoView {
    view! {
        <path class=format!("{class} lit") transform="translate(1 1.2)" d=d.clone()/>
        <path class=class d=d/>
    }
}

/// Four small corners around a point; only the inner ones at the edge.
fn star(layout: Layout, col: i8, row: i8) -> String {
    let (x, y) = middle(layout, Point::new(col, row));
    let mut d = String::new();
    for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        if (60.0..840.0).contains(&(x + dx * 20.0)) {
            let (cx, cy) = (x + dx * 9.0, y + dy * 9.0);
            d += &format!("M{} {cy}H{cx}V{}", cx + dx * 15.0, cy + dy * 15.0);
        }
    }
    d
}

fn river_words(language: Language) -> impl IntoView {
    let han = if language.has_traditional_pieces() { '漢' } else { '汉' };
    [('楚', 190.0), ('河', 300.0), (han, 600.0), ('界', 710.0)].map(|(c, x)| {
        view! {
            <path
                class="river-word"
                data-river=c.to_string()
                d=glyph::character_path(c)
                transform=format!("translate({} {}) scale(.66)", x - 33.0, 500.0 - 33.0)
            />
        }
    })
}

/// File numbers as each side counts from its own right: 一…九 for Red in the Chinese notation, and
/// 1…9 otherwise.
fn file_numbers(layout: Layout) -> impl IntoView {
    const HAN: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    const AWAY: f64 = 63.0;
    let is_chinese = App::get().notation() == Notation::Chinese;
    let row = |row: i8| {
        let (_, y) = middle(layout, Point::new(0, row));
        if y > 500.0 { y + AWAY } else { y - AWAY }
    };
    let (red_y, black_y) = (row(0), row(9));
    (0..9_i8)
        .map(|col| {
            let (x, _) = middle(layout, Point::new(col, 0));
            let red = if is_chinese {
                let numeral = HAN[usize::from(8 - col.unsigned_abs())];
                let d = glyph::character_path(numeral);
                let place = format!("translate({x} {red_y}) scale(.3) translate(-50 -50)");
                view! { <path class="file-number" d=d transform=place/> }.into_any()
            } else {
                view! { <text class="coordinate" x=x y=red_y>{(9 - col).to_string()}</text> }
                    .into_any()
            };
            view! {
                {red}
                <text class="coordinate" x=x y=black_y>{(col + 1).to_string()}</text>
            }
        })
        .collect_view()
}

/// The letters of the files, at the viewer's side.
fn file_letters(layout: Layout) -> impl IntoView {
    const AWAY: f64 = 63.0;
    (0..9_u8)
        .map(|col| {
            let points = [0, 9].map(|row| middle(layout, Point::new(col as i8, row)));
            let (x, y) = if points[0].1 > points[1].1 { points[0] } else { points[1] };
            let letter = char::from(b'a' + col).to_string();
            view! { <text class="coordinate" x=x y=y + AWAY>{letter}</text> }
        })
        .collect_view()
}

/// Names of files and ranks beside the board, upright for the viewer. Ranks are counted as in the
/// reader's notation: from 1 as in chess, or from 0.
fn coordinates(layout: Layout) -> impl IntoView {
    let first = i8::from(App::get().notation() == Notation::San);
    let (right, bottom) = (9.0 * CELL, 10.0 * CELL);
    let files = (0..9).map(move |col| {
        let (x, _) = middle(layout, Point::new(col, 0));
        (x, bottom + 13.0, char::from(b'a' + col.unsigned_abs()).to_string())
    });
    let ranks = (0..10).map(move |row| {
        let (_, y) = middle(layout, Point::new(0, row));
        // In the middle of the margin, so that a number of two digits touches no piece.
        (right + 15.0, y, (row + first).to_string())
    });
    debug_assert_eq!(layout.shape, BoardShape::River);
    files
        .chain(ranks)
        .map(|(x, y, text)| view! { <text class="coordinate" x=x y=y>{text}</text> })
        .collect_view()
}
