use super::random::Random;
use sensing::{Button, Input, Occupancy};
use std::collections::BTreeMap;
use xiangqi::Square;

/// Simulated hands: they lift, put down, drag and press, and the sensors bounce.
pub(crate) struct Hand {
    pub(crate) random: Random,
    /// Noise of sensors and hands, 0 to 100.
    noise: u32,
    now: u64,
    /// Time of the last landing.
    put_ms: u64,
    /// The occupied points after all bouncing.
    occupancy: Occupancy,
    /// The occupied points before the first edge.
    before: Occupancy,
    /// Edges of sensors and buttons by time; edges at one time are in order.
    edges: BTreeMap<u64, Vec<Edge>>,
}

#[derive(Clone, Copy)]
enum Edge {
    Sensor(Square, bool),
    Button(Button),
}

impl Hand {
    /// Creates hands over a board with these occupied points.
    pub(crate) fn new(random: Random, noise: u32, now: u64, occupancy: Occupancy) -> Hand {
        Hand {
            random,
            noise,
            now,
            put_ms: now,
            occupancy,
            before: occupancy,
            edges: BTreeMap::new(),
        }
    }

    /// All pieces are in place when the board is switched on.
    pub(crate) fn land_piece(&mut self, wanted: Occupancy) {
        for square in wanted.0 {
            self.set(square, true);
        }
    }

    /// Moves pieces one by one until exactly these points are occupied.
    pub(crate) fn set_up(&mut self, wanted: Occupancy) {
        for square in self.occupancy.0 ^ wanted.0 {
            self.set(square, wanted.contains(square));
            self.rest(60, 200);
        }
    }

    /// Lets between `low` and `high` milliseconds pass.
    pub(crate) fn rest(&mut self, low: u64, high: u64) {
        self.now += self.random.between(low, high);
    }

    /// Draws an event that has a probability of `percent` at full noise, and less at less noise.
    pub(crate) fn noisy(&mut self, percent: u32) -> bool {
        let noise = self.noise;
        self.random.chance(percent * noise / 100)
    }

    pub(crate) fn lift(&mut self, square: Square) {
        self.set(square, false);
    }

    pub(crate) fn put(&mut self, square: Square) {
        self.put_ms = self.now;
        self.set(square, true);
    }

    pub(crate) fn press(&mut self, button: Button) {
        self.edges.entry(self.now).or_default().push(Edge::Button(button));
    }

    /// Carries a piece from one point to another, sometimes along the board, and puts it down.
    pub(crate) fn carry(&mut self, from: Square, to: Square) {
        if self.noisy(40) {
            self.drag(from, to);
        } else {
            self.rest(150, 500);
        }
        self.put(to);
    }

    /// Slides a piece over the empty points in between; none is covered for long.
    fn drag(&mut self, from: Square, to: Square) {
        self.rest(60, 140);
        for square in way(from, to) {
            if self.occupancy.contains(square) {
                continue;
            }
            let dwell = self.random.between(15, 100);
            self.set(square, true);
            self.now += dwell;
            self.set(square, false);
            self.rest(20, 90);
        }
        self.rest(20, 90);
    }

    /// Makes a sensor flicker for a while; it ends in its original state.
    pub(crate) fn flicker(&mut self, square: Square, half_period: u64, for_ms: u64) {
        let rest = self.occupancy.contains(square);
        for turn in 0..for_ms / half_period {
            self.edge(self.now, square, (turn % 2 == 0) != rest);
            self.now += half_period;
        }
        self.edge(self.now, square, rest);
    }

    /// Time of the last landing.
    pub(crate) const fn put_ms(&self) -> u64 {
        self.put_ms
    }

    pub(crate) const fn occupancy(&self) -> Occupancy {
        self.occupancy
    }

    pub(crate) const fn now(&self) -> u64 {
        self.now
    }

    /// Waits until the last landing has certainly settled.
    pub(crate) fn wait_long(&mut self) {
        self.now += 20_000;
    }

    /// Converts the edges to inputs in order: a frame for every change.
    pub(crate) fn into_inputs(self) -> Vec<(u64, Input)> {
        let mut inputs = Vec::new();
        let mut occupancy = self.before;
        for (at, edges) in self.edges {
            let before = occupancy;
            let mut buttons = Vec::new();
            for edge in edges {
                match edge {
                    Edge::Sensor(square, occupied) => {
                        occupancy = occupancy.with(square, occupied);
                    }
                    Edge::Button(button) => buttons.push((at, Input::Button(button))),
                }
            }
            if occupancy != before {
                inputs.push((at, Input::Frame(occupancy)));
            }
            inputs.append(&mut buttons);
        }
        inputs.push((self.now, Input::Tick));
        inputs
    }

    /// Changes a sensor, which may bounce for some milliseconds.
    fn set(&mut self, square: Square, occupied: bool) {
        self.occupancy = self.occupancy.with(square, occupied);
        let mut at = self.now;
        self.edge(at, square, occupied);
        if self.noisy(60) {
            for _ in 0..self.random.between(1, 3) {
                at += self.random.between(1, 4);
                self.edge(at, square, !occupied);
                at += self.random.between(1, 3);
                self.edge(at, square, occupied);
            }
        }
        self.now = self.now.max(at);
    }

    fn edge(&mut self, at: u64, square: Square, occupied: bool) {
        self.edges.entry(at).or_default().push(Edge::Sensor(square, occupied));
    }
}

/// The points that a hand passes between two points, without these.
fn way(from: Square, to: Square) -> Vec<Square> {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let steps = files.abs().max(ranks.abs());
    (1..steps)
        .filter_map(|step| {
            let part =
                |whole: i8| (f32::from(whole) * f32::from(step) / f32::from(steps)).round() as i8;
            from.offset(part(files), part(ranks))
        })
        .filter(|&square| square != from && square != to)
        .collect()
}
