//! The referee's memory: its size is fixed and small, and it allocates nothing.

use sensing::{Button, Input, Occupancy, Referee, Settings};
#[test]
fn it_fits_a_small_controller() {
    let size = size_of::<Referee>();
    assert!(size <= 6 * 1024, "{size} bytes");
}

/// Sweeps pieces on and off the board and presses every button; none of it may allocate.
#[test]
fn no_input_allocates() {
    let start: Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse().unwrap();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut outputs = 0;
    let counted = allocation_counter::measure(|| {
        let mut referee = Referee::new(Settings { touch_move: true, ..Settings::DEFAULT });
        let mut at = 0;
        let mut board = start;
        for step in 0..20_000_u32 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            at += random % 700;
            let input = match step % 1_000 {
                0 => Input::Button(Button::Start),
                999 => Input::Button(Button::ALL[(random >> 8) as usize % Button::ALL.len()]),
                500 => Input::Tick,
                _ => {
                    let square = xiangqi::Square::from_index((random >> 16) as usize % 90).unwrap();
                    board = match random >> 60 {
                        0..8 => start,
                        8..12 => Occupancy(referee.position().occupied()),
                        _ => board.with(square, !board.contains(square)),
                    };
                    Input::Frame(board)
                }
            };
            referee.input(at, input, &mut |_| outputs += 1);
        }
    });
    assert_eq!(counted.count_total, 0, "the referee allocated");
    assert!(outputs > 1_000, "only {outputs} outputs: the sweep did not reach the referee");
}
