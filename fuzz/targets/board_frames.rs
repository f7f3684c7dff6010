//! Lines to a board's referee: any bytes, line by line. Whatever comes, every answer is one line,
//! numbers have no gaps, and time never runs backwards.
#![no_main]

use board_host::Lines;
use sensing::{CaptureOrder, Settings};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&setting, rest)) = data.split_first() else { return };
    let mut lines = Lines::new(Settings {
        capture_order: if setting & 1 == 0 { CaptureOrder::Lenient } else { CaptureOrder::Strict },
        touch_move: setting & 2 != 0,
        capture_general: setting & 4 != 0,
        alarm_limit: (setting & 8 != 0).then_some(3),
        controls: if setting & 16 == 0 {
            clock::Controls::NONE
        } else {
            "1+2".parse().expect("a control")
        },
        ..Settings::DEFAULT
    });
    let mut answer = String::new();
    for line in rest.split(|&byte| byte == b'\n') {
        lines.answer(line, &mut answer);
    }
    lines.finish(&mut answer);
    let (mut seq, mut at) = (0, 0);
    for line in answer.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("an answer is JSON");
        if value.get("error").is_some() {
            continue;
        }
        assert_eq!(value["seq"].as_u64(), Some(seq + 1), "{line}");
        assert!(value["t"].as_u64() >= Some(at), "{line}");
        (seq, at) = (seq + 1, value["t"].as_u64().unwrap_or_default());
    }
});
