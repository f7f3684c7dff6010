use std::fmt::Write;

/// One brush stroke. Coordinates are points of the field, `y` downwards.
#[derive(Clone, Copy, Debug)]
pub enum Stroke {
    /// 横: level, thin, with a pause at its end.
    H(f32, f32, f32, f32),
    /// 竖: upright, thick.
    V(f32, f32, f32, f32),
    /// 悬针: upright, ending in a needle.
    Needle(f32, f32, f32, f32),
    /// 撇: falling left along a bend (the middle point), thinning out.
    P(f32, f32, f32, f32, f32, f32),
    /// 捺: falling right along a bend, swelling before its foot.
    N(f32, f32, f32, f32, f32, f32),
    /// 点: a drop.
    D(f32, f32, f32, f32),
    /// 提 and hooks: thick where it starts, thin where it is going.
    K(f32, f32, f32, f32),
    /// A bow of even strength along a bend.
    B(f32, f32, f32, f32, f32, f32),
    /// 弯: straight down to the first point, around a corner, straight on to the last.
    /// Start, corner, end.
    W(f32, f32, f32, f32, f32, f32),
    /// A filled disc: centre and radius.
    O(f32, f32, f32),
}

/// How a stroke's width runs along it: (how far along, width in points of the field).
type Widths = &'static [(f32, f32)];

const LEVEL: Widths = &[(0.0, 8.6), (0.14, 6.8), (0.72, 6.8), (0.94, 9.6), (1.0, 8.2)];
const UPRIGHT: Widths = &[(0.0, 10.8), (0.16, 8.8), (0.84, 8.6), (1.0, 9.8)];
const NEEDLE: Widths = &[(0.0, 10.8), (0.16, 9.0), (0.7, 8.4), (1.0, 1.0)];
const FALL_LEFT: Widths = &[(0.0, 11.0), (0.2, 9.0), (0.6, 7.0), (1.0, 1.4)];
const FALL_RIGHT: Widths = &[(0.0, 4.0), (0.35, 6.8), (0.76, 13.4), (0.86, 11.0), (1.0, 1.0)];
const DROP: Widths = &[(0.0, 3.0), (0.5, 10.4), (0.82, 12.0), (1.0, 9.0)];
const HOOK: Widths = &[(0.0, 9.6), (0.3, 7.4), (1.0, 1.0)];
const EVEN: Widths = &[(0.0, 9.0), (0.5, 8.2), (1.0, 9.0)];
const BEND: Widths = &[(0.0, 10.0), (0.2, 8.4), (0.6, 8.0), (0.9, 9.4), (1.0, 8.4)];

/// How many pieces a curve is cut into.
const STEPS: usize = 14;

impl Stroke {
    /// Appends its outline, a closed path that runs clockwise, so that outlines that overlap add up.
    pub(super) fn outline_into(self, d: &mut String) {
        match self {
            Stroke::H(x1, y1, x2, y2) => {
                brush(
                    d,
                    bezier((x1, y1), ((x1 + x2) / 2.0, (y1 + y2) / 2.0 - 1.2), (x2, y2)),
                    LEVEL,
                );
            }
            Stroke::V(x1, y1, x2, y2) => brush(d, line((x1, y1), (x2, y2)), UPRIGHT),
            Stroke::Needle(x1, y1, x2, y2) => brush(d, line((x1, y1), (x2, y2)), NEEDLE),
            Stroke::P(x1, y1, bx, by, x2, y2) => {
                brush(d, bezier((x1, y1), (bx, by), (x2, y2)), FALL_LEFT);
            }
            Stroke::N(x1, y1, bx, by, x2, y2) => {
                brush(d, bezier((x1, y1), (bx, by), (x2, y2)), FALL_RIGHT);
            }
            Stroke::D(x1, y1, x2, y2) => brush(d, line((x1, y1), (x2, y2)), DROP),
            Stroke::K(x1, y1, x2, y2) => brush(d, line((x1, y1), (x2, y2)), HOOK),
            Stroke::B(x1, y1, bx, by, x2, y2) => {
                brush(d, bezier((x1, y1), (bx, by), (x2, y2)), EVEN);
            }
            Stroke::W(x1, y1, cx, cy, x2, y2) => {
                brush(d, around((x1, y1), (cx, cy), (x2, y2)), BEND)
            }
            Stroke::O(x, y, r) => {
                let _ = write!(
                    d,
                    "M{:.1} {y:.1}A{r:.1} {r:.1} 0 1 1 {:.1} {y:.1}A{r:.1} {r:.1} 0 1 1 {:.1} {y:.1}Z",
                    x - r,
                    x + r,
                    x - r
                );
            }
        }
    }
}

type Dot = (f32, f32);

fn line(from: Dot, to: Dot) -> Vec<Dot> {
    bezier(from, ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), to)
}

fn bezier(from: Dot, bend: Dot, to: Dot) -> Vec<Dot> {
    (0..=STEPS)
        .map(|step| {
            let t = step as f32 / STEPS as f32;
            let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            (a * from.0 + b * bend.0 + c * to.0, a * from.1 + b * bend.1 + c * to.1)
        })
        .collect()
}

/// Two straight ways with a round corner of radius 10 between.
fn around(from: Dot, corner: Dot, to: Dot) -> Vec<Dot> {
    let towards = |end: Dot| {
        let (dx, dy) = (end.0 - corner.0, end.1 - corner.1);
        let length = dx.hypot(dy).max(1.0);
        let cut = (10.0 / length).min(0.5);
        (corner.0 + dx * cut, corner.1 + dy * cut)
    };
    let (before, after) = (towards(from), towards(to));
    let mut points = line(from, before);
    points.extend(bezier(before, corner, after));
    points.extend(line(after, to));
    points.dedup();
    points
}

/// The outline of a brush led along `points`.
fn brush(d: &mut String, points: Vec<Dot>, widths: Widths) {
    let lengths: Vec<f32> = points
        .windows(2)
        .scan(0.0, |sum, pair| {
            *sum += (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
            Some(*sum)
        })
        .collect();
    let total = lengths.last().copied().unwrap_or(1.0).max(0.1);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (i, &(x, y)) in points.iter().enumerate() {
        let along = if i == 0 { 0.0 } else { lengths[i - 1] / total };
        let half = width_at(widths, along) / 2.0;
        let (a, b) = (points[i.saturating_sub(1)], points[(i + 1).min(points.len() - 1)]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy).max(0.01);
        let (nx, ny) = (-dy / length * half, dx / length * half);
        left.push((x - nx, y - ny));
        right.push((x + nx, y + ny));
    }
    let (first, last) = (widths[0].1 / 2.0, widths[widths.len() - 1].1 / 2.0);
    let _ = write!(d, "M{:.1} {:.1}", left[0].0, left[0].1);
    for &(x, y) in &left[1..] {
        let _ = write!(d, "L{x:.1} {y:.1}");
    }
    let end = right[right.len() - 1];
    let _ = write!(d, "A{last:.1} {last:.1} 0 0 1 {:.1} {:.1}", end.0, end.1);
    for &(x, y) in right.iter().rev().skip(1) {
        let _ = write!(d, "L{x:.1} {y:.1}");
    }
    let _ = write!(d, "A{first:.1} {first:.1} 0 0 1 {:.1} {:.1}Z", left[0].0, left[0].1);
}

fn width_at(widths: Widths, along: f32) -> f32 {
    let after = widths.iter().position(|&(t, _)| t >= along).unwrap_or(widths.len() - 1);
    if after == 0 {
        return widths[0].1;
    }
    let ((t0, w0), (t1, w1)) = (widths[after - 1], widths[after]);
    // Eased, so that the edge has no kink where one piece of the table meets the next.
    let t = ((along - t0) / (t1 - t0)).clamp(0.0, 1.0);
    let eased = t * t * (3.0 - 2.0 * t);
    w0 + (w1 - w0) * eased
}
