//! Time controls built from parts. Each survives a round trip through text, and a clock never shows
//! more time than remains until its flag falls.
#![no_main]

use clock::{Bonus, Byoyomi, Clock, Control, Controls};
use game::Seat;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let list: Vec<Control> = data.chunks_exact(6).take(4).map(control).collect();
    let Some(controls) = Controls::each(&list) else { return };
    let written = controls.to_string();
    assert_eq!(written.parse::<Controls>().as_ref(), Ok(&controls), "{written}");
    let mut clock = Clock::new(controls);
    clock.start(Seat::new(0), 0);
    let mut now = 0;
    for &byte in data {
        now += u64::from(byte) * 100;
        let Some(seat) = clock.on_move() else { break };
        let Some(deadline) = clock.deadline() else { break };
        assert_eq!(clock.flag_fell(now), now >= deadline, "{written} at {now} ms");
        let left = clock.left_ms(seat, now);
        assert!(clock.flag_fell(now) || left <= deadline - now, "{written} at {now} ms: {left} ms");
        if clock.flag_fell(now) {
            break;
        }
        clock.press(Some(Seat::new(byte % 2)), now, 0);
    }
});

/// Converts six bytes to a control that has a text form, so without a bonus unless there is main
/// time.
fn control(bytes: &[u8]) -> Control {
    let seconds = |byte: u8| u64::from(byte) * 1000;
    let main_ms = seconds(bytes[0]) * 15;
    let bonus = match bytes[1] {
        _ if main_ms == 0 => Bonus::None,
        0 | 128 => Bonus::None,
        byte @ ..128 => Bonus::Increment(seconds(byte)),
        byte => Bonus::Delay(seconds(byte - 128)),
    };
    let periods = u32::from(bytes[2] % 100);
    let period_ms = seconds(bytes[3].max(1));
    Control {
        main_ms,
        bonus,
        byoyomi: (periods > 0).then_some(Byoyomi { periods, period_ms }),
        cap_ms: (bytes[4] > 0).then_some(seconds(bytes[4]) + u64::from(bytes[5]) * 256_000),
    }
}
