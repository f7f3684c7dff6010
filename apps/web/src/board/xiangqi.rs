//! The ground of xiangqi and undercover: nine files, ten ranks, the river between.

use super::{CELL, middle};
use leptos::prelude::*;
use ui_model::{
    board::{BoardShape, Layout, Point, RIVER_MARKS},
    glyph,
};

/// The board without anything on it.
pub(crate) fn draw_board(layout: Layout, margin: bool) -> impl IntoView {
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
    let pad = if margin { 36.0 } else { 0.0 };
    view! {
        <rect class="table-top" x=-pad y=-pad width=9.0 * CELL + 2.0 * pad height=10.0 * CELL + 2.0 * pad rx="14"/>
        <rect class="river" x="50" y="450" width="800" height="100"/>
        <path class="waves" d=waves()/>
        <path class="line" d=thin/>
        <path class="line" d=stars/>
        <rect class="edge" x="50" y="50" width="800" height="900"/>
        <rect class="edge outer" x="38" y="38" width="824" height="924" rx="3"/>
        {river_words()}
        {margin.then(|| coordinates(layout))}
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

/// Two lines of quiet water.
fn waves() -> String {
    let wave = |y: f64| {
        let mut d = format!("M60 {y}");
        for _ in 0..13 {
            d += "q15 -9 30 0t30 0";
        }
        d
    };
    wave(478.0) + &wave(522.0)
}

fn river_words() -> impl IntoView {
    [('楚', 190.0), ('河', 300.0), ('汉', 600.0), ('界', 710.0)].map(|(c, x)| {
        view! {
            <path
                class="river-word"
                d=glyph::character_path(c)
                transform=format!("translate({} {}) scale(.66)", x - 33.0, 500.0 - 33.0)
            />
        }
    })
}

/// Files and ranks beside the board, upright for the viewer.
fn coordinates(layout: Layout) -> impl IntoView {
    let (right, bottom) = (9.0 * CELL, 10.0 * CELL);
    let files = (0..9).map(move |col| {
        let (x, _) = middle(layout, Point::new(col, 0));
        (x, bottom + 18.0, char::from(b'a' + col.unsigned_abs()).to_string())
    });
    let ranks = (0..10).map(move |row| {
        let (_, y) = middle(layout, Point::new(0, row));
        (right + 18.0, y, row.to_string())
    });
    debug_assert_eq!(layout.shape, BoardShape::River);
    files
        .chain(ranks)
        .map(|(x, y, text)| view! { <text class="coordinate" x=x y=y>{text}</text> })
        .collect_view()
}
