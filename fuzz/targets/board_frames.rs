//! Readings of sensors and buttons as input to a board's referee, two bytes per step. Every output
//! is checked against the rules.
#![no_main]

use fuzz::referee::Witness;
use sensing::{Button, CaptureOrder, Input, Occupancy, Referee, Settings};
use std::sync::LazyLock;
use xiangqi::{Position, Square};

/// Durations of a step: shorter and longer than the debounce time, the settle time and the others.
const WAITS_MS: [u64; 8] = [0, 7, 31, 70, 135, 435, 1_700, 40_000];

/// One board for each combination of settings, with the pieces set up.
static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    (0..32)
        .map(|setting| {
            let mut board = Board::switched_on(setting);
            board.show(Position::start().occupied());
            board.wait(500);
            board
        })
        .collect()
});

#[derive(Clone)]
struct Board {
    referee: Referee,
    witness: Witness,
    at_ms: u64,
    seen: Occupancy,
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&setting, steps)) = bytes.split_first() else { return };
    let mut board = match setting & 32 {
        0 => BOARDS[usize::from(setting & 31)].clone(),
        _ => Board::switched_on(setting & 31),
    };
    for step in steps.chunks_exact(2) {
        board.step(step[0], usize::from(step[1]));
    }
    board.settle();
    board.witness.compare(&board.referee);
});

impl Board {
    fn switched_on(setting: u8) -> Board {
        let settings = Settings {
            capture_order: match setting & 1 {
                0 => CaptureOrder::Lenient,
                _ => CaptureOrder::Strict,
            },
            touch_move: setting & 2 != 0,
            capture_general: setting & 4 != 0,
            alarm_limit: (setting & 8 != 0).then_some(3),
            controls: match setting & 16 {
                0 => clock::Controls::NONE,
                _ => "1+2".parse().expect("a control"),
            },
            ..Settings::DEFAULT
        };
        Board {
            referee: Referee::new(settings),
            witness: Witness::new(settings),
            at_ms: 0,
            seen: Occupancy::EMPTY,
        }
    }

    fn step(&mut self, what: u8, which: usize) {
        let square = Square::from_index(which % Square::COUNT).expect("below ninety");
        match what & 7 {
            0 | 1 => self.toggle(square),
            2 => self.play(which),
            3 => self.show(self.referee.position().occupied()),
            4 => self.input(Input::Button(Button::ALL[which % Button::ALL.len()])),
            5 => self.step_back(which),
            // Changes another point in the same frame.
            6 => self.seen = self.seen.with(square, !self.seen.contains(square)),
            _ => self.show(self.before_last()),
        }
        self.wait(WAITS_MS[usize::from(what >> 3 & 7)]);
    }

    fn toggle(&mut self, square: Square) {
        self.show(self.seen.with(square, !self.seen.contains(square)).0);
    }

    /// Makes a legal move quickly.
    fn play(&mut self, which: usize) {
        let position = self.referee.position();
        let mut number = which % 64;
        let mut chosen = None;
        position.for_each_legal_move(|played| {
            if number == 0 || chosen.is_none() {
                chosen = Some(played);
            }
            number = number.wrapping_sub(1);
        });
        let Some(played) = chosen else { return };
        let mut points = [played.from, played.to];
        if which & 64 != 0 {
            points.reverse();
        }
        for point in points {
            if self.seen.contains(point) {
                self.toggle(point);
                self.wait(60);
            }
        }
        self.show(self.seen.with(played.to, true).0);
    }

    /// The occupied points before the last ply.
    fn before_last(&self) -> xiangqi::Bitboard {
        let mut position = Position::start();
        let plies = usize::from(self.referee.plies());
        for played in self.referee.moves().take(plies.saturating_sub(1)) {
            position.make(played);
        }
        position.occupied()
    }

    fn show(&mut self, occupied: xiangqi::Bitboard) {
        self.seen = Occupancy(occupied);
        self.input(Input::Frame(self.seen));
    }

    fn step_back(&mut self, by: usize) {
        self.at_ms = self.at_ms.saturating_sub(by as u64);
        self.input(Input::Tick);
    }

    fn wait(&mut self, ms: u64) {
        self.at_ms += ms;
        self.input(Input::Tick);
    }

    /// Waits until everything has settled, which must happen.
    fn settle(&mut self) {
        for _ in 0..1_000 {
            let Some(look) = self.referee.next_look() else { return };
            self.wait(look - self.referee.now_ms());
        }
        panic!("it never settles");
    }

    fn input(&mut self, input: Input) {
        let Board { referee, witness, .. } = self;
        referee.input(self.at_ms, input, &mut |output| witness.hear(&output));
    }
}
