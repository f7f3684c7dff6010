//! Games with frequent power cuts.
#![allow(missing_docs)]

use boardlink::{Body, Button, Clock, Event, Settings};
use emulated::{Bench, image};
use sensing::Occupancy;
use std::path::Path;
use xiangqi::{Move, Position};

/// Number of plies of each game.
const PLIES: usize = 60;
/// Average number of power cuts per game.
const CUTS: usize = 10;

/// Seeded pseudo-random numbers (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 16) as usize % end
    }
}

/// A player who knows the position.
struct Player {
    bench: Bench,
    at_ms: u64,
    position: Position,
    on_board: Occupancy,
}

impl Player {
    fn wait(&mut self, ms: u64) {
        self.at_ms += ms;
        self.bench.tick(self.at_ms).expect("the board answers");
    }

    fn show(&mut self, after_ms: u64, seen: Occupancy) {
        self.at_ms += after_ms;
        self.on_board = seen;
        self.bench.sense(self.at_ms, seen).expect("the board answers");
    }

    /// Lifts, captures and lands; the power fails before step `cut`.
    fn play(&mut self, played: Move, cut: Option<usize>) {
        let lifted = self.on_board.with(played.from, false);
        let mut steps = vec![lifted];
        if self.position.piece_at(played.to).is_some() {
            steps.push(lifted.with(played.to, false));
        }
        steps.push(lifted.with(played.to, true));
        for (number, step) in steps.into_iter().enumerate() {
            if cut == Some(number) {
                self.bench.cut_power().expect("the board comes back");
                // The player restores the settled position and then starts the move again.
                let settled = Occupancy(self.position.occupied());
                self.show(900, settled);
                self.wait(2_000);
                return self.play(played, None);
            }
            self.show(500, step);
        }
        self.wait(450);
        self.position.make(played);
    }
}

fn moves(events: &[Event], game: u32) -> Vec<(u8, u8)> {
    events
        .iter()
        .filter(|event| event.game == game)
        .filter_map(|event| match event.body {
            Body::Move { from, to, .. } => Some((from.get(), to.get())),
            _ => None,
        })
        .collect()
}

fn game(seed: u64) {
    let image = image().expect("the image builds");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("power-{seed}"));
    let bench = Bench::new(&image, &folder).expect("the board starts");
    let position = Position::start();
    let on_board = Occupancy(position.occupied());
    let mut player = Player { bench, at_ms: 0, position, on_board };
    let mut numbers = Numbers(seed);
    let clock = Clock { main_ms: 3_600_000, increment_ms: 1_000, ..Clock::default() };
    player.bench.set(Settings { clocks: [clock; 2], ..Settings::default() }).expect("settings");
    player.show(100, on_board);
    player.wait(1_000);
    player.bench.press(player.at_ms, Button::Start).expect("the board answers");
    player.wait(100);

    let mut played = Vec::new();
    let mut is_away = false;
    for ply in 0..PLIES {
        let legal = player.position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[numbers.below(legal.len())];
        let cut = (numbers.below(PLIES) < CUTS).then(|| numbers.below(3));
        if numbers.below(8) == 0 {
            is_away = !is_away;
            player.bench.set_host_away(is_away).expect("the board answers");
        }
        player.play(chosen, cut);
        let point = |square| sensing::point_index(square) as u8;
        played.push((point(chosen.from), point(chosen.to)));
        assert_eq!(player.bench.hello().map(|hello| hello.game), Some(1), "seed {seed}, ply {ply}");
    }
    player.bench.set_host_away(false).expect("the board answers");
    // Events sent while the host was away are resent after a timeout.
    for _ in 0..6 {
        player.wait(20_000);
    }
    let stored: Vec<Event> = player.bench.stored().collect();
    assert_eq!(moves(&stored, 1), played, "seed {seed}: the record is the game");
    for (number, event) in stored.iter().enumerate() {
        assert_eq!((event.game, event.seq), (1, number as u32), "seed {seed}: no gap");
    }
    let resumed = stored.iter().filter(|event| event.body == Body::Resumed).count();
    assert!(resumed > 2, "seed {seed}: the power failed {resumed} times");
    let alarms = stored.iter().filter(|event| matches!(event.body, Body::Alarm { .. })).count();
    assert_eq!(alarms, 0, "seed {seed}: nothing illegal was done");
}

#[test]
fn a_game_outlives_many_power_cuts() {
    for seed in 1..=4 {
        game(seed);
    }
}
