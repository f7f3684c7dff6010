//! Arbitrary bytes as input lines of a board's referee. Every answer is one line, numbers have no
//! gaps, and time never runs backwards. `board_frames` checks the content of the outputs.
#![no_main]

use board_host::Lines;
use sensing::Settings;
use serde::{Deserialize, de::IgnoredAny};

/// The members of every output line.
#[derive(Deserialize)]
struct EventLine<'a> {
    t: u64,
    seq: u32,
    event: &'a str,
}

/// An error line.
#[derive(Deserialize)]
struct Refused<'a> {
    #[serde(borrow)]
    error: ErrorLine<'a>,
}

#[derive(Deserialize)]
struct ErrorLine<'a> {
    code: &'a str,
    line: usize,
    /// Ignored, because it quotes the input line with any escapes.
    #[serde(rename = "message")]
    _message: IgnoredAny,
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut lines = Lines::new(Settings::DEFAULT);
    let mut answer = String::new();
    let (mut seq, mut at) = (0, 0);
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        lines.answer(line, &mut answer);
        for line in answer.lines() {
            if let Ok(Refused { error }) = serde_json::from_str(line) {
                assert!(!error.code.is_empty() && error.line == number + 1, "{line}");
            } else {
                hear(line, &mut seq, &mut at);
            }
        }
        answer.clear();
    }
    lines.finish(&mut answer);
    answer.lines().for_each(|line| hear(line, &mut seq, &mut at));
});

fn hear(line: &str, seq: &mut u32, at: &mut u64) {
    let told: EventLine<'_> = serde_json::from_str(line).expect("an answer is JSON");
    assert!(!told.event.is_empty());
    assert_eq!(told.seq, *seq + 1, "{line}");
    assert!(told.t >= *at, "{line}");
    (*seq, *at) = (told.seq, told.t);
}
