//! The board of sifang: thirteen lines each way, land and water, nine regions with their signs,
//! without the corners.

use super::{CELL, middle, xiangqi::inlaid};
use board_art::{Layout, REGION_LINES, Rounded, STAR_LINES, TRIGRAMS};
use games::board::{BoardShape, Point};
use i18n::{Language, edge_name};
use leptos::prelude::*;
use ui_model::Variant;

/// Positions of the edge letters by seat, each beside its marshal.
const EDGES: [(u8, i8, i8); 4] = [(0, 5, 0), (1, 12, 5), (2, 7, 12), (3, 0, 7)];

/// The empty board.
pub(super) fn draw_board(layout: Layout, margin: bool, language: Language) -> impl IntoView {
    let (mut land, mut thick) = (String::new(), String::new());
    let (mut water, mut waves) = (String::new(), String::new());
    for index in 0..13 {
        let row: Vec<Point> =
            BoardShape::Cross.points().filter(|point| point.row == index).collect();
        let col: Vec<Point> =
            BoardShape::Cross.points().filter(|point| point.col == index).collect();
        for line in [row, col] {
            let (Some(&first), Some(&last)) = (line.first(), line.last()) else { continue };
            let ((x1, y1), (x2, y2)) = (middle(layout, first), middle(layout, last));
            let d = format!("M{x1} {y1}L{x2} {y2}");
            // Odd lines, counted from 1, are land.
            match index {
                _ if REGION_LINES.contains(&index) => thick += &d,
                _ if index % 2 == 0 => land += &d,
                _ => {
                    water += &d;
                    waves += &ripple((x1, y1), (x2, y2));
                }
            }
        }
    }
    let stars = STAR_LINES.iter().flat_map(|&col| STAR_LINES.iter().map(move |&row| (col, row)));
    let stars = stars.map(move |(col, row)| {
        let (x, y) = middle(layout, Point::new(col, row));
        view! { <circle class="star" cx=x cy=y r="9"/> }
    });
    let (centre_x, centre_y) = (4.5 * CELL, 4.5 * CELL);
    view! {
        <rect class="centre" x=centre_x y=centre_y width=4.0 * CELL height=4.0 * CELL/>
        {TRIGRAMS.map(|(col, row, lines)| trigram(layout, col, row, lines)).collect_view()}
        <path class="water-bed" d=water/>
        <path class="line water" d=waves/>
        {inlaid(land, "line land")}
        {inlaid(thick, "line land thick")}
        {stars.collect_view()}
        {EDGES.map(|(seat, col, row)| {
            let name = edge_name(language, Variant::Sifang, seat).unwrap_or_default();
            edge(layout, name, col, row)
        }).collect_view()}
        {margin.then(|| coordinates(layout))}
    }
}

/// A water line ripples and a land line is straight, so that they differ without colour.
fn ripple((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    const HALF: f64 = 50.0;
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let mut d = format!("M{x1} {y1}");
    for step in 0..(length / HALF).round() as i32 {
        let side = if step % 2 == 0 { 8.0 } else { -8.0 };
        let (bx, by) = (ux * HALF / 2.0 - uy * side, uy * HALF / 2.0 + ux * side);
        d += &format!("q{bx} {by} {} {}", ux * HALF, uy * HALF);
    }
    d
}

/// A trigram with its top towards the centre.
fn trigram(layout: Layout, col: i8, row: i8, lines: [bool; 3]) -> impl IntoView {
    let (x, y) = half_way(layout, col, row);
    let (dx, dy) = (6.5 * CELL - x, 6.5 * CELL - y);
    let angle = dx.atan2(-dy).to_degrees();
    let d: String = lines
        .iter()
        .zip([24.0, 0.0, -24.0])
        .map(
            |(&whole, y)| {
                if whole { format!("M-36 {y}H36") } else { format!("M-36 {y}H-8M8 {y}H36") }
            },
        )
        .collect();
    view! { <path class="trigram" d=d transform=format!("translate({x} {y}) rotate({})", Rounded(angle, 0))/> }
}

/// The first letter of an edge's name, upright for the player there.
fn edge(layout: Layout, name: &'static str, col: i8, row: i8) -> impl IntoView {
    let letter: String = name.chars().take(1).collect();
    let (x, y) = middle(layout, Point::new(col, row));
    let (dx, dy) = (x - 6.5 * CELL, y - 6.5 * CELL);
    let (x, y) =
        if dx.abs() > dy.abs() { (x + dx.signum() * 34.0, y) } else { (x, y + dy.signum() * 34.0) };
    let angle = match (dx.abs() > dy.abs(), dx > 0.0, dy > 0.0) {
        (true, true, _) => -90,
        (true, false, _) => 90,
        (false, _, true) => 0,
        (false, _, false) => 180,
    };
    view! {
        <text class="coordinate" transform=format!("translate({x} {y}) rotate({angle})")>{letter}</text>
    }
}

/// A place between points, in half steps.
fn half_way(layout: Layout, col: i8, row: i8) -> (f64, f64) {
    let (ax, ay) = middle(layout, Point::new(col / 2, row / 2));
    let (bx, by) = middle(layout, Point::new((col + 1) / 2, (row + 1) / 2));
    ((ax + bx) / 2.0, (ay + by) / 2.0)
}

/// Numbers and letters along two sides, upright for the viewer.
fn coordinates(layout: Layout) -> impl IntoView {
    let far = 13.0 * CELL + 18.0;
    let marks = (0..13_i8).flat_map(move |index| {
        let number = (index + 1).to_string();
        let letter = char::from(b'a' + index.unsigned_abs()).to_string();
        let (nx, ny) = middle(layout, Point::new(index, 6));
        let (lx, ly) = middle(layout, Point::new(6, index));
        // After a quarter turn the numbers are at the side and the letters below.
        if layout.turns.is_multiple_of(2) {
            [(nx, far, number), (far, ly, letter)]
        } else {
            [(far, ny, number), (lx, far, letter)]
        }
    });
    marks
        .map(|(x, y, text)| view! { <text class="coordinate" x=x y=y>{text}</text> })
        .collect_view()
}
