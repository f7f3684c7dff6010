//! The empty boards.

use super::{
    canvas::{CELL, Canvas},
    paint::{CENTRE, FRAME, LAND, LINE, LIT, RIVER, RIVER_INK, TEXT, WATER},
};
use crate::{REGION_LINES, RIVER_MARKS, STAR_LINES, TRIGRAMS, glyph};
use games::board::{BoardShape, Point};
use std::fmt::Write;

/// Draws the board; `edges` are the letters of its four seats.
pub(super) fn draw(canvas: &mut Canvas, edges: [char; 4]) {
    match canvas.layout.shape {
        BoardShape::River => river(canvas),
        BoardShape::Half => half(canvas),
        BoardShape::Cross => cross(canvas, edges),
    }
}

fn path(d: &str, colour: &str, width: f64, more: &str) -> String {
    format!("<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{more}/>")
}

/// An inlaid line with its lit edge slightly below it.
fn inlaid(canvas: &mut Canvas, id: &str, d: &str, width: f64) {
    canvas.define(&format!("<path id=\"{id}\" d=\"{d}\" fill=\"none\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>"));
    canvas.put(&format!(
        "<use href=\"#{id}\" stroke=\"{LIT}\" stroke-opacity=\".5\" x=\"1\" y=\"1.2\"/><use href=\"#{id}\" stroke=\"{LINE}\"/>"
    ));
}

fn line(canvas: &Canvas, from: Point, to: Point) -> String {
    let ((x1, y1), (x2, y2)) = (canvas.middle(from), canvas.middle(to));
    format!("M{x1} {y1}L{x2} {y2}")
}

/// The characters of the river: their positions, and the columns between which they lie.
const RIVER_WORDS: [(char, f64, (i8, i8)); 4] =
    [('楚', 157.0, (1, 3)), ('河', 267.0, (1, 3)), ('汉', 567.0, (5, 7)), ('界', 677.0, (5, 7))];

fn river(canvas: &mut Canvas) {
    let mut thin = String::new();
    for row in 0..10 {
        thin += &line(canvas, Point::new(0, row), Point::new(8, row));
    }
    for col in 1..8 {
        thin += &line(canvas, Point::new(col, 0), Point::new(col, 4));
        thin += &line(canvas, Point::new(col, 5), Point::new(col, 9));
    }
    for row in [0, 7] {
        thin += &line(canvas, Point::new(3, row), Point::new(5, row + 2));
        thin += &line(canvas, Point::new(5, row), Point::new(3, row + 2));
    }
    for (col, row) in RIVER_MARKS {
        thin += &corners(canvas, col, row);
    }
    canvas.put(&format!(
        "<rect x=\"50\" y=\"450\" width=\"800\" height=\"100\" fill=\"{RIVER}\" fill-opacity=\".28\"/>"
    ));
    for (c, x, cols) in RIVER_WORDS {
        // Half a name is not drawn.
        let is_seen = |&(col, row): &(i8, i8)| {
            let seen = canvas.layout.point(col, row);
            seen.is_some_and(|point| canvas.shows(point))
        };
        if ![(cols.0, 4), (cols.1, 5)].iter().all(is_seen) {
            continue;
        }
        canvas.put(&format!(
            "<path d=\"{}\" fill=\"{RIVER_INK}\" transform=\"translate({x} 467) scale(.66)\"/>",
            glyph::character_path(c)
        ));
    }
    inlaid(canvas, "lines", &thin, 2.2);
    inlaid(canvas, "edge", "M50 50H850V950H50Z", 3.0);
    inlaid(canvas, "outer", "M37 37H863V963H37Z", 5.0);
}

/// Four small corners around a point; only the inner ones at the edge.
fn corners(canvas: &Canvas, col: i8, row: i8) -> String {
    let (x, y) = canvas.middle(Point::new(col, row));
    let mut d = String::new();
    for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        if (60.0..840.0).contains(&(x + dx * 20.0)) {
            let (cx, cy) = (x + dx * 9.0, y + dy * 9.0);
            // Writing to a string cannot fail.
            let _ = write!(d, "M{} {cy}H{cx}V{}", cx + dx * 15.0, cy + dy * 15.0);
        }
    }
    d
}

fn half(canvas: &mut Canvas) {
    let width = f64::from(canvas.layout.width()) * CELL;
    let height = f64::from(canvas.layout.height()) * CELL;
    let mut d = String::new();
    for i in 1..canvas.layout.width() {
        let _ = write!(d, "M{} 0V{height}", f64::from(i) * CELL);
    }
    for i in 1..canvas.layout.height() {
        let _ = write!(d, "M0 {}H{width}", f64::from(i) * CELL);
    }
    inlaid(canvas, "lines", &d, 2.2);
    inlaid(canvas, "edge", &format!("M0 0H{width}V{height}H0Z"), 5.0);
}

/// Positions of the edge letters, each beside its marshal.
const EDGES: [(i8, i8); 4] = [(5, 0), (12, 5), (7, 12), (0, 7)];

fn cross(canvas: &mut Canvas, edges: [char; 4]) {
    let (mut land, mut water, mut thick) = (String::new(), String::new(), String::new());
    for index in 0..13 {
        let row: Vec<Point> =
            BoardShape::Cross.points().filter(|point| point.row == index).collect();
        let col: Vec<Point> =
            BoardShape::Cross.points().filter(|point| point.col == index).collect();
        for points in [row, col] {
            let (Some(&first), Some(&last)) = (points.first(), points.last()) else { continue };
            let d = line(canvas, first, last);
            // Odd lines, counted from 1, are land.
            *(if index % 2 == 0 { &mut land } else { &mut water }) += &d;
            if REGION_LINES.contains(&index) {
                thick += &d;
            }
        }
    }
    // A part of the board has a plain background.
    if canvas.is_whole() {
        canvas.put(&format!(
            "<path d=\"{}\" fill=\"url(#wood)\" stroke=\"{FRAME}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>",
            outline()
        ));
    }
    canvas.put(&format!(
        "<rect x=\"450\" y=\"450\" width=\"400\" height=\"400\" fill=\"{CENTRE}\" fill-opacity=\".5\"/>"
    ));
    for (col, row, lines) in TRIGRAMS {
        let sign = trigram(canvas, col, row, lines);
        canvas.put(&sign);
    }
    canvas.put(&path(&thick, LINE, 9.0, " stroke-opacity=\".4\""));
    canvas.put(&path(&water, WATER, 2.6, " stroke-dasharray=\"11 8\""));
    canvas.put(&path(&land, LAND, 2.6, ""));
    for (col, row) in
        STAR_LINES.iter().flat_map(|&col| STAR_LINES.iter().map(move |&row| (col, row)))
    {
        let (x, y) = canvas.middle(Point::new(col, row));
        canvas.put(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{LINE}\"/>"));
    }
    for (letter, (col, row)) in edges.into_iter().zip(EDGES) {
        let text = edge(canvas, letter, col, row);
        canvas.put(&text);
    }
}

/// The outline of the board without its corners, with a margin for the names of the lines.
fn outline() -> String {
    const OUT: f64 = 40.0;
    let (near, far) = (-OUT, 13.0 * CELL + OUT);
    let (cut, rest) = (near + 352.0, far - 352.0);
    format!("M{cut} {near}H{rest}L{far} {cut}V{rest}L{rest} {far}H{cut}L{near} {rest}V{cut}Z")
}

/// A trigram with its top towards the centre.
fn trigram(canvas: &Canvas, col: i8, row: i8, lines: [bool; 3]) -> String {
    let (ax, ay) = canvas.middle(Point::new(col / 2, row / 2));
    let (bx, by) = canvas.middle(Point::new((col + 1) / 2, (row + 1) / 2));
    let (x, y) = ((ax + bx) / 2.0, (ay + by) / 2.0);
    let angle = (6.5 * CELL - x).atan2(y - 6.5 * CELL).to_degrees();
    let d: String = lines
        .iter()
        .zip([24, 0, -24])
        .map(
            |(&whole, y)| {
                if whole { format!("M-36 {y}H36") } else { format!("M-36 {y}H-8M8 {y}H36") }
            },
        )
        .collect();
    let place =
        format!(" stroke-opacity=\".28\" transform=\"translate({x} {y}) rotate({angle:.0})\"");
    path(&d, LINE, 14.0, &place)
}

/// A letter at the edge, upright for the player there.
fn edge(canvas: &Canvas, letter: char, col: i8, row: i8) -> String {
    let (x, y) = canvas.middle(Point::new(col, row));
    let (dx, dy) = (x - 6.5 * CELL, y - 6.5 * CELL);
    let is_beside = dx.abs() > dy.abs();
    let (x, y) = if is_beside { (x + dx.signum() * 30.0, y) } else { (x, y + dy.signum() * 30.0) };
    let angle = match (is_beside, dx > 0.0, dy > 0.0) {
        (true, true, _) => -90,
        (true, false, _) => 90,
        (false, _, true) => 0,
        (false, _, false) => 180,
    };
    format!(
        "<text transform=\"translate({x} {y}) rotate({angle})\" y=\"11\" fill=\"{TEXT}\" font-family=\"Georgia, serif\" font-weight=\"bold\" font-size=\"31\" text-anchor=\"middle\">{letter}</text>"
    )
}
