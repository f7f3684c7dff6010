//! Outlines of strokes as a flat chisel cuts them. Lengths in widths scale with the width of the
//! stroke.

use std::fmt::Write;

/// One stroke: its letter and its points.
pub(super) struct Stroke {
    letter: char,
    points: Vec<Dot>,
}

type Dot = (f32, f32);

/// A point of an outline. The outline passes through corners; other points are control points of a
/// curve.
#[derive(Clone, Copy)]
struct Knot {
    at: Dot,
    is_corner: bool,
}

/// A point of a straight stroke's outline: distances along and across in widths. The first flag
/// says whether `along` counts from the end.
type Along = (f32, f32, bool, bool);

const START: bool = false;
const END: bool = true;
const CURVE: bool = false;
const CORNER: bool = true;

const LEVEL: &[Along] = &[
    (-0.08, -0.5, START, CORNER),
    (0.34, 0.58, START, CORNER),
    (1.0, 0.34, START, CURVE),
    (1.7, 0.33, START, CURVE),
    (-1.5, 0.34, END, CURVE),
    (-0.8, 0.42, END, CURVE),
    (-0.24, 0.66, END, CURVE),
    (0.22, 0.36, END, CORNER),
    (0.2, -0.02, END, CURVE),
    (-0.36, -0.8, END, CORNER),
    (-0.8, -0.46, END, CURVE),
    (-1.5, -0.33, END, CURVE),
    (1.7, -0.32, START, CURVE),
    (0.9, -0.34, START, CURVE),
];
const UPRIGHT: &[Along] = &[
    (-0.34, -0.58, START, CORNER),
    (0.3, 0.66, START, CORNER),
    (0.9, 0.46, START, CURVE),
    (1.6, 0.42, START, CURVE),
    (-1.2, 0.42, END, CURVE),
    (-0.4, 0.46, END, CURVE),
    (0.16, 0.5, END, CORNER),
    (0.42, -0.1, END, CURVE),
    (-0.06, -0.54, END, CORNER),
    (-0.6, -0.42, END, CURVE),
    (-1.4, -0.4, END, CURVE),
    (1.4, -0.42, START, CURVE),
    (0.6, -0.44, START, CURVE),
];
const NEEDLE: &[Along] = &[
    (-0.34, -0.58, START, CORNER),
    (0.3, 0.66, START, CORNER),
    (0.9, 0.46, START, CURVE),
    (1.7, 0.44, START, CURVE),
    (-3.2, 0.44, END, CURVE),
    (-1.4, 0.34, END, CURVE),
    (0.5, 0.04, END, CORNER),
    (0.3, -0.1, END, CORNER),
    (-1.6, -0.4, END, CURVE),
    (-3.2, -0.42, END, CURVE),
    (1.6, -0.44, START, CURVE),
    (0.6, -0.46, START, CURVE),
];
const DROP: &[Along] = &[
    (-0.18, -0.2, START, CORNER),
    (-0.05, 0.22, START, CURVE),
    (-0.75, 0.62, END, CURVE),
    (0.1, 0.66, END, CORNER),
    (0.34, 0.1, END, CURVE),
    (0.05, -0.52, END, CORNER),
    (-0.55, -0.46, END, CURVE),
];
const RISING: &[Along] = &[
    (-0.42, -0.34, START, CORNER),
    (-0.1, 0.62, START, CORNER),
    (0.9, 0.2, START, CURVE),
    (-0.8, 0.1, END, CURVE),
    (0.2, 0.03, END, CORNER),
    (0.15, -0.1, END, CORNER),
    (-0.9, -0.2, END, CURVE),
    (0.9, -0.4, START, CURVE),
];
const HOOKED: &[Along] = &[
    (-0.34, -0.58, START, CORNER),
    (0.3, 0.66, START, CORNER),
    (0.9, 0.46, START, CURVE),
    (1.6, 0.42, START, CURVE),
    (-1.2, 0.42, END, CURVE),
    (-0.4, 0.44, END, CURVE),
    (0.44, 0.32, END, CORNER),
    (-0.6, -2.0, END, CORNER),
    (-0.76, -1.86, END, CORNER),
    (-0.4, -0.8, END, CURVE),
    (-1.0, -0.42, END, CURVE),
    (1.4, -0.42, START, CURVE),
    (0.6, -0.44, START, CURVE),
];

/// Distance of an outline from its path: position along the path, and widths.
type Widths = &'static [(f32, f32)];

const FALL_LEFT: [Widths; 2] = [
    &[(0.0, 0.66), (0.18, 0.52), (0.55, 0.4), (1.0, 0.05)],
    &[(0.0, 0.56), (0.18, 0.5), (0.55, 0.36), (1.0, 0.05)],
];
const FALL_RIGHT: [Widths; 2] = [
    &[(0.0, 0.12), (0.3, 0.26), (0.7, 0.5), (0.86, 0.5), (1.0, 0.05)],
    &[(0.0, 0.16), (0.3, 0.3), (0.7, 0.66), (0.83, 0.86), (1.0, 0.1)],
];
const BEND: [Widths; 2] = [
    &[(0.0, 0.6), (0.15, 0.46), (0.6, 0.36), (0.85, 0.42), (1.0, 0.42)],
    &[(0.0, 0.56), (0.15, 0.44), (0.6, 0.38), (0.85, 0.44), (1.0, 0.5)],
];
const TAIL: [Widths; 2] = [&[(0.0, 0.44), (1.0, 0.44)], &[(0.0, 0.44), (1.0, 0.5)]];
const BOW: [Widths; 2] =
    [&[(0.0, 0.2), (0.3, 0.4), (1.0, 0.44)], &[(0.0, 0.2), (0.3, 0.4), (1.0, 0.44)]];
const BOW_UP: [Widths; 2] =
    [&[(0.0, 0.5), (0.3, 0.4), (1.0, 0.44)], &[(0.0, 0.5), (0.3, 0.4), (1.0, 0.44)]];

/// A hook up and a hook to the left, from the end of the stroke, in widths.
const HOOK_UP: &[(f32, f32, bool)] =
    &[(0.5, -2.1, CORNER), (0.62, -2.0, CORNER), (0.62, -0.2, CURVE), (0.3, 0.5, CORNER)];
const BOW_HOOK_UP: &[(f32, f32, bool)] =
    &[(0.3, -2.1, CORNER), (0.46, -2.0, CORNER), (0.55, 0.3, CORNER)];
const BOW_HOOK_LEFT: &[(f32, f32, bool)] =
    &[(0.1, 0.6, CORNER), (-1.9, -0.6, CORNER), (-1.75, -0.75, CORNER), (-0.8, -0.3, CURVE)];

/// Parses the strokes of a character.
pub(super) fn read(text: &str) -> Vec<Stroke> {
    let mut strokes: Vec<(char, Vec<f32>)> = Vec::new();
    for word in text.split_whitespace() {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
        if let Some(letter) = word.chars().next().filter(char::is_ascii_uppercase) {
            strokes.push((letter, Vec::new()));
        }
        // Only whole numbers: parsing others needs tables of 10 KB.
        if let (Some((_, numbers)), Ok(number)) = (strokes.last_mut(), digits.parse::<i16>()) {
            numbers.push(f32::from(number));
        }
    }
    let points =
        |numbers: Vec<f32>| numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    strokes
        .into_iter()
        .map(|(letter, numbers)| Stroke { letter, points: points(numbers) })
        .collect()
}

impl Stroke {
    /// Appends the stroke's outline, a closed path with a fixed direction, so that overlapping
    /// outlines add up.
    pub(super) fn outline_into(&self, d: &mut String, w: f32) {
        match (self.letter, &self.points[..]) {
            ('H', &[from, to]) => straight(d, from, to, w * 0.98, 1.0, LEVEL),
            ('V', &[from, to]) => straight(d, from, to, w * 1.08, -1.0, UPRIGHT),
            ('X', &[from, to]) => straight(d, from, to, w * 1.1, -1.0, NEEDLE),
            ('J', &[from, to]) => straight(d, from, to, w * 1.06, -1.0, HOOKED),
            ('K', &[from, to]) => straight(d, from, to, w, -1.0, RISING),
            ('D', &[from, to]) => {
                let length = (to.0 - from.0).hypot(to.1 - from.1);
                straight(d, from, to, (w * 1.02).min(length * 0.62), -1.0, DROP);
            }
            ('I', &[from, to]) => bar(d, from, to, w * 0.34),
            ('P', &[from, bend, to]) => {
                let ends = [(0.3, -0.3), (0.1, 0.1)];
                bent(d, &bezier(from, bend, to, 9), FALL_LEFT, ends, &[], w);
            }
            ('N', &[from, bend, to]) => {
                let ends = [(0.0, 0.0), (0.35, 0.2)];
                bent(d, &bezier(from, bend, to, 11), FALL_RIGHT, ends, &[], w);
            }
            ('C', &[from, shoulder, to]) => turn(d, from, shoulder, to, w * 1.02, false),
            ('Z', &[from, shoulder, to]) => turn(d, from, shoulder, to, w * 1.02, true),
            (letter @ ('W' | 'U'), &[from, corner, to]) => {
                let hook = if letter == 'U' { HOOK_UP } else { &[] };
                bent(d, &around(from, corner, to), BEND, [(0.28, -0.3), (-0.3, 0.0)], hook, w);
            }
            ('T', &[from, shoulder, corner, to]) => {
                let down = |part: f32| between(shoulder, corner, part);
                turn(d, from, shoulder, down(0.3), w * 1.02, false);
                let way = around(down(0.12), corner, to);
                bent(d, &way, TAIL, [(0.0, 0.0), (-0.3, 0.0)], HOOK_UP, w);
            }
            ('G', &[from, bend, to]) => {
                let way = bezier(from, bend, to, 9);
                if to.0 > from.0 + 20.0 {
                    bent(d, &way, BOW_UP, [(0.2, -0.2), (-0.4, 0.0)], BOW_HOOK_UP, w);
                } else {
                    bent(d, &way, BOW, [(0.0, 0.0), (0.0, -0.5)], BOW_HOOK_LEFT, w);
                }
            }
            _ => {
                debug_assert!(false, "no stroke `{}` of {} points", self.letter, self.points.len())
            }
        }
    }
}

/// Writes a closed outline through knots.
fn trace(d: &mut String, mut knots: Vec<Knot>) {
    let count = knots.len();
    let next = |i: usize| (i + 1) % count;
    let area: f32 = (0..count)
        .map(|i| (knots[i].at, knots[next(i)].at))
        .map(|((ax, ay), (bx, by))| ax * by - bx * ay)
        .sum();
    if area < 0.0 {
        knots.reverse();
    }
    let first = knots.iter().position(|knot| knot.is_corner).unwrap_or(0);
    knots.rotate_left(first);
    let _ = write!(d, "M{}", Number2(knots[0].at));
    let mut i = 1;
    while i <= count {
        let knot = knots[i % count];
        if knot.is_corner {
            if i < count {
                let _ = write!(d, "L{}", Number2(knot.at));
            }
        } else {
            let after = knots[(i + 1) % count];
            let end = if after.is_corner { after.at } else { between(knot.at, after.at, 0.5) };
            let _ = write!(d, "Q{} {}", Number2(knot.at), Number2(end));
            i += usize::from(after.is_corner);
        }
        i += 1;
    }
    d.push('Z');
}

/// A pair of numbers with at most one decimal digit.
struct Number2(Dot);

impl std::fmt::Display for Number2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let short = |number: f32| f64::from((number * 10.0).round()) / 10.0;
        write!(f, "{} {}", short(self.0.0) + 0.0, short(self.0.1) + 0.0)
    }
}

fn between((ax, ay): Dot, (bx, by): Dot, part: f32) -> Dot {
    (ax + (bx - ax) * part, ay + (by - ay) * part)
}

fn direction((ax, ay): Dot, (bx, by): Dot) -> Dot {
    let length = (bx - ax).hypot(by - ay).max(1e-3);
    ((bx - ax) / length, (by - ay) / length)
}

/// The point reached from `at` by moves in widths.
fn from(at: Dot, w: f32, moves: &[(Dot, f32)]) -> Dot {
    moves.iter().fold(at, |(x, y), ((dx, dy), by)| (x + dx * by * w, y + dy * by * w))
}

fn straight(d: &mut String, start: Dot, end: Dot, w: f32, side: f32, table: &[Along]) {
    let (ux, uy) = direction(start, end);
    let across = (-uy * side, ux * side);
    let length = (end.0 - start.0).hypot(end.1 - start.1);
    // A short stroke has less room between its head and its foot.
    let room = (length / (3.6 * w)).min(1.0);
    let knot = |&(along, out, from_end, is_corner): &Along| {
        let along = if along.abs() > 0.7 { along * room } else { along };
        let base = if from_end { end } else { start };
        Knot { at: from(base, w, &[((ux, uy), along), (across, out)]), is_corner }
    };
    trace(d, table.iter().map(knot).collect());
}

fn bar(d: &mut String, (x1, y1): Dot, (x2, y2): Dot, half: f32) {
    let corners = [(x1, y1 - half), (x2, y2 - half), (x2, y2 + half), (x1, y1 + half)];
    trace(d, corners.map(|at| Knot { at, is_corner: true }).to_vec());
}

/// Horizontal, a shoulder, down, with an optional hook to the left.
fn turn(d: &mut String, start: Dot, shoulder: Dot, end: Dot, w: f32, has_hook: bool) {
    let (u, v) = (direction(start, shoulder), direction(shoulder, end));
    let (r, e) = ((-u.1, u.0), (v.1, -v.0));
    let at = |base: Dot, a: (Dot, f32), b: (Dot, f32), is_corner: bool| Knot {
        at: from(base, w, &[a, b]),
        is_corner,
    };
    let mut knots = vec![
        at(start, (u, -0.54), (r, -0.4), CORNER),
        at(start, (u, 1.1), (r, -0.33), CURVE),
        at(shoulder, (u, -1.3), (r, -0.33), CURVE),
        at(shoulder, (u, -0.42), (r, -0.74), CORNER),
        at(shoulder, (e, 0.74), (v, 0.16), CORNER),
        at(shoulder, (v, 1.0), (e, 0.44), CURVE),
        at(end, (v, -1.2), (e, 0.42), CURVE),
    ];
    if has_hook {
        knots.extend([
            at(end, (v, -0.5), (e, 0.44), CURVE),
            at(end, (v, 0.46), (e, 0.34), CORNER),
            at(end, (v, -0.62), (e, -2.0), CORNER),
            at(end, (v, -0.78), (e, -1.86), CORNER),
            at(end, (v, -0.42), (e, -0.8), CURVE),
            at(end, (v, -0.9), (e, -0.42), CURVE),
        ]);
    } else {
        knots.extend([
            at(end, (v, 0.16), (e, 0.5), CORNER),
            at(end, (v, 0.42), (e, -0.1), CURVE),
            at(end, (v, -0.06), (e, -0.54), CORNER),
        ]);
    }
    knots.extend([
        at(end, (v, -1.5), (e, -0.42), CURVE),
        at(shoulder, (v, 0.38), (e, -0.44), CORNER),
        at(shoulder, (u, -1.4), (r, 0.32), CURVE),
        at(start, (u, 0.9), (r, 0.33), CURVE),
        at(start, (u, 0.1), (r, 0.56), CORNER),
    ]);
    trace(d, knots);
}

fn bezier(from: Dot, bend: Dot, to: Dot, steps: usize) -> Vec<Dot> {
    (0..=steps)
        .map(|step| {
            let t = step as f32 / steps as f32;
            between(between(from, bend, t), between(bend, to, t), t)
        })
        .collect()
}

/// A path of two straight parts with a round corner of radius 15.
fn around(from: Dot, corner: Dot, to: Dot) -> Vec<Dot> {
    let towards = |end: Dot| {
        let length = (end.0 - corner.0).hypot(end.1 - corner.1).max(1.0);
        between(corner, end, (15.0 / length).min(0.5))
    };
    let (before, after) = (towards(from), towards(to));
    let mut way = vec![from, between(from, before, 1.0 / 3.0), between(from, before, 2.0 / 3.0)];
    way.extend(bezier(before, corner, after, 5));
    way.extend([between(after, to, 0.5), to]);
    way
}

/// A bent stroke. The arguments are its widths to the right and left of the path, how far both
/// edges extend beyond each end, and the hook at the end.
fn bent(
    d: &mut String,
    way: &[Dot],
    [right, left]: [Widths; 2],
    ends: [(f32, f32); 2],
    hook: &[(f32, f32, bool)],
    w: f32,
) {
    let mut sums = vec![0.0];
    for pair in way.windows(2) {
        let last = sums[sums.len() - 1];
        sums.push(last + (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1));
    }
    let total = sums[sums.len() - 1].max(0.1);
    let (mut edge, mut other) = (Vec::new(), Vec::new());
    for (i, &at) in way.iter().enumerate() {
        let (before, after) = (way[i.saturating_sub(1)], way[(i + 1).min(way.len() - 1)]);
        let u = direction(before, after);
        let r = (u.1, -u.0);
        let is_corner = i == 0 || i == way.len() - 1;
        let (reach_right, reach_left) = match i {
            0 => ends[0],
            _ if is_corner => ends[1],
            _ => (0.0, 0.0),
        };
        let part = sums[i] / total;
        let knot =
            |out: f32, reach: f32| Knot { at: from(at, w, &[(r, out), (u, reach)]), is_corner };
        edge.push(knot(width_at(right, part), reach_right));
        other.push(knot(-width_at(left, part), reach_left));
    }
    let end = way[way.len() - 1];
    edge.extend(
        hook.iter()
            .map(|&(x, y, is_corner)| Knot { at: (end.0 + x * w, end.1 + y * w), is_corner }),
    );
    edge.extend(other.into_iter().rev());
    trace(d, edge);
}

fn width_at(widths: Widths, along: f32) -> f32 {
    let after = widths.iter().position(|&(t, _)| t >= along).unwrap_or(widths.len() - 1);
    if after == 0 {
        return widths[0].1;
    }
    let ((t0, w0), (t1, w1)) = (widths[after - 1], widths[after]);
    // Eased, so that the edge has no kink between two entries of the table.
    let t = ((along - t0) / (t1 - t0)).clamp(0.0, 1.0);
    w0 + (w1 - w0) * t * t * (3.0 - 2.0 * t)
}
