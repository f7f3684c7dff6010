//! Invariants that hold for all inputs.

use proptest::prelude::*;
use sensing::{Button, Event, Input, Occupancy, Output, Referee, Settings};
use xiangqi::{Position, Square};

/// An action at the board.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// One sensor changes.
    Toggle(usize),
    /// A legal move is made on the board; the landing follows the lift after some milliseconds.
    Play(usize, u64),
    /// The settled position is restored.
    Restore,
    /// The last ply is taken back: the button, then the pieces.
    TakeBack,
    /// A button is pressed.
    Press(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..Square::COUNT).prop_map(Step::Toggle),
        20 => (0..1_000_usize, 20..600_u64).prop_map(|(which, pace)| Step::Play(which, pace)),
        6 => Just(Step::Restore),
        3 => Just(Step::TakeBack),
        1 => (0..Button::ALL.len()).prop_map(Step::Press),
    ]
}

/// Plays the steps, with a tick every `tick_ms` milliseconds in between unless that is 0.
fn play(steps: &[(u64, Step)], settings: Settings, tick_ms: u64) -> Vec<Output> {
    let mut referee = Referee::new(settings);
    let mut outputs = Vec::new();
    let mut at = 0;
    let mut board = Occupancy(Position::start().occupied());
    let mut input = |referee: &mut Referee, from: u64, to: u64, input: Input| {
        let mut tick = from;
        while tick_ms > 0 && tick + tick_ms < to {
            tick += tick_ms;
            referee.input(tick, Input::Tick, &mut |output| outputs.push(output));
        }
        referee.input(to, input, &mut |output| outputs.push(output));
    };
    input(&mut referee, at, at, Input::Frame(board));
    for &(wait, step) in steps {
        let next = at + wait;
        // Time passes first, so that the step is chosen on the same board with and without ticks.
        input(&mut referee, at, next, Input::Tick);
        at = next;
        let what = match step {
            Step::Toggle(index) => {
                let square = Square::from_index(index).expect("an index below 90");
                board = board.with(square, !board.contains(square));
                Input::Frame(board)
            }
            Step::Restore => {
                board = Occupancy(referee.position().occupied());
                Input::Frame(board)
            }
            Step::TakeBack => {
                let plies = usize::from(referee.plies());
                let mut before = Position::start();
                for played in referee.moves().take(plies.saturating_sub(1)) {
                    before.make(played);
                }
                input(&mut referee, at, at, Input::Button(Button::Takeback));
                board = Occupancy(before.occupied());
                Input::Frame(board)
            }
            Step::Press(which) => Input::Button(Button::ALL[which]),
            Step::Play(which, pace) => {
                let moves = referee.position().legal_moves();
                let Some(played) = moves.get(which % moves.len().max(1)) else { continue };
                board = board.with(played.to, false).with(played.from, false);
                input(&mut referee, at, at, Input::Frame(board));
                board = board.with(played.to, true);
                input(&mut referee, at, at + pace, Input::Frame(board));
                at += pace;
                continue;
            }
        };
        input(&mut referee, at, at, what);
    }
    input(&mut referee, at, at + 20_000, Input::Tick);
    outputs
}

fn settings() -> impl Strategy<Value = Settings> {
    (any::<bool>(), any::<bool>()).prop_map(|(touch_move, is_timed)| Settings {
        touch_move,
        controls: if is_timed { "1+2".parse().expect("a control") } else { clock::Controls::NONE },
        ..Settings::DEFAULT
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Ticks change nothing: everything happens at its own moment.
    #[test]
    fn ticks_change_nothing(
        steps in proptest::collection::vec((1..1_500_u64, step()), 1..60),
        settings in settings(),
        tick_ms in 1..200_u64,
    ) {
        prop_assert_eq!(play(&steps, settings, 0), play(&steps, settings, tick_ms));
    }

    /// Outputs are numbered without gaps and in order of time. Every move is legal, a takeback
    /// takes back the last move, and every game ends once.
    #[test]
    fn the_outputs_are_a_game(
        steps in proptest::collection::vec((1..1_500_u64, step()), 1..120),
        settings in settings(),
    ) {
        let outputs = play(&steps, settings, 0);
        prop_assert!(outputs.iter().map(|output| output.at_ms).is_sorted());
        let mut game = vec![Position::start()];
        let mut is_over = false;
        for (index, output) in outputs.iter().enumerate() {
            prop_assert_eq!(output.seq as usize, index + 1);
            match output.event {
                Event::Setup => {
                    game.truncate(1);
                    is_over = false;
                }
                Event::Move(played) => {
                    prop_assert!(!is_over);
                    let mut position = game[game.len() - 1].clone();
                    prop_assert!(position.is_legal(played.action), "{:?}", played.action);
                    prop_assert_eq!(position.piece_at(played.action.from), played.piece.piece());
                    prop_assert_eq!(position.piece_at(played.action.to), played.captured.piece());
                    prop_assert!(played.landed_ms <= output.at_ms);
                    position.make(played.action);
                    game.push(position);
                    prop_assert_eq!(usize::from(played.ply), game.len() - 1);
                }
                Event::Takeback { plies, .. } => {
                    game.pop();
                    prop_assert_eq!(usize::from(plies), game.len() - 1);
                }
                Event::End(_) => {
                    prop_assert!(!is_over);
                    is_over = true;
                }
                _ => {}
            }
        }
    }
}

/// A referee whose time has reached its end still answers, and its time goes no further. The end
/// may be reached by one jump or by several.
#[test]
fn time_has_an_end() {
    let start = Occupancy(Position::start().occupied());
    let horse = start.with("b0".parse().expect("a point"), false);
    for controls in ["none", "1+2x30s", "30-move"] {
        for times in [&[u64::MAX][..], &[0, u64::MAX, 0], &[u64::MAX, 0, u64::MAX - 1, 7]] {
            let settings =
                Settings { controls: controls.parse().expect("a control"), ..Settings::DEFAULT };
            let mut referee = Referee::new(settings);
            let mut at = 0;
            let mut emit = |output: Output| {
                assert!(output.at_ms >= at, "{output:?}");
                at = output.at_ms;
            };
            referee.input(0, Input::Frame(start), &mut emit);
            referee.input(1_000, Input::Button(Button::Start), &mut emit);
            for &time in times.iter().cycle().take(12) {
                for frame in [horse, start, horse] {
                    referee.input(time, Input::Frame(frame), &mut emit);
                    referee.input(time, Input::Button(Button::Takeback), &mut emit);
                }
            }
            assert!(referee.now_ms() <= sensing::LATEST_MS);
        }
    }
}
