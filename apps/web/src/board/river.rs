//! The river: broad brush strokes and hairlines, the same on every board.

// The browser has these functions already.
use board_art::tenth;
use js_sys::Math;
use std::f64::consts::PI;

/// A small deterministic generator, so that every drawing has the same strokes.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0 * 16_807 % 2_147_483_647;
        self.0 as f64 / 2_147_483_647.0
    }
}

/// Broad strokes: start, length and height as parts of the width and height, and thickness.
const BROAD: [[f64; 4]; 7] = [
    [-0.1, 0.8, -0.2, 0.2],
    [0.25, 0.9, 0.18, 0.21],
    [-0.12, 1.24, 0.0, 0.34],
    [0.02, 0.55, 0.24, 0.13],
    [0.5, 0.6, -0.24, 0.13],
    [-0.08, 0.42, 0.02, 0.2],
    [0.62, 0.5, 0.06, 0.2],
];

/// Number of hairlines.
const LINES: u32 = 20;

/// The strokes of a river.
pub(crate) struct River {
    /// Broad strokes, one path each, so that overlaps become darker.
    pub(crate) wet: Vec<String>,
    /// Hairlines, pale and dark.
    pub(crate) lines: [String; 2],
}

/// A river between two banks.
pub(crate) fn river(x0: f64, x1: f64, y0: f64, y1: f64) -> River {
    let mut dice = Dice(5);
    let (width, height, middle) = (x1 - x0, y1 - y0, (y0 + y1) / 2.0);
    let wet = BROAD
        .iter()
        .map(|&[at, long, high, thick]| {
            let wave = 300.0 + dice.roll() * 160.0;
            let place = Way { x: x0 + at * width, long: long * width, y: middle + high * height };
            place.stroke(&mut dice, thick * height, 3.5, wave, 0.22)
        })
        .collect();
    let mut lines = [String::new(), String::new()];
    for i in 0..LINES {
        let long = width * (0.12 + dice.roll() * 0.34);
        let x = x0 - 30.0 + dice.roll() * (width + 30.0 - long * 0.6);
        let part = (f64::from(i) + dice.roll() * 0.7) / f64::from(LINES);
        let thick = 0.5 + dice.roll() * 1.5;
        let swing = 1.5 + dice.roll() * 4.0;
        let wave = 120.0 + dice.roll() * 90.0;
        let place = Way { x, long, y: y0 + height * (0.13 + 0.74 * part) };
        let stroke = place.stroke(&mut dice, thick, swing, wave, 0.0);
        lines[usize::from(i % 4 == 0)] += &stroke;
    }
    River { wet, lines }
}

struct Way {
    x: f64,
    long: f64,
    y: f64,
}

impl Way {
    /// A stroke that swells and thins out, with ragged edges.
    fn stroke(&self, dice: &mut Dice, thick: f64, swing: f64, wave: f64, ragged: f64) -> String {
        let steps = (self.long / 34.0).round().max(10.0) as u32;
        let phase = dice.roll() * 6.3;
        let (mut upper, mut lower) = (String::new(), String::new());
        for step in 0..=steps {
            let part = f64::from(step) / f64::from(steps);
            let x = self.x + part * self.long;
            let y = self.y + swing * Math::sin(x / wave * std::f64::consts::TAU + phase);
            let swell = Math::pow(Math::sin(PI * (0.02 + part * 0.98).min(0.995)), 0.55) * 1.08;
            let half = thick * swell.min(1.0);
            let begin = if step == 0 { 'M' } else { 'L' };
            let mut edge = |half: f64| tenth(y + half * (1.0 + ragged * (dice.roll() - 0.5)));
            let (above, below) = (edge(-half), edge(half));
            let x = tenth(x);
            upper += &format!("{begin}{x} {above}");
            lower = format!("L{x} {below}{lower}");
        }
        format!("{upper}{lower}Z")
    }
}
