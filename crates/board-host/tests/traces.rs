//! Recorded traces: each `traces/NAME.jsonl` must yield exactly the lines of `traces/NAME.out`.
//!
//! A user's trace (see `docs/board-trace.md`) can be added as a test. With `BLESS=1` in the
//! environment the `.out` files are rewritten; review them before committing.

use board_host::Lines;
use sensing::{CaptureOrder, Settings};
use std::{fs, path::Path};

#[test]
fn traces_give_what_they_gave() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the traces' folder") {
        let path = entry.expect("a trace").path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let trace = fs::read_to_string(&path).expect("a trace is text");
        let answer = answer(&trace, &path);
        let expected = path.with_extension("out");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&expected, &answer).expect("the answers can be written");
        }
        let expected = fs::read_to_string(&expected).expect("a trace has its answers");
        let first = answer.lines().zip(expected.lines()).position(|(a, b)| a != b);
        assert_eq!(answer, expected, "{}, line {first:?} from 0", path.display());
        count += 1;
    }
    assert!(count >= 9, "only {count} traces");
}

fn answer(trace: &str, path: &Path) -> String {
    let settings = trace.lines().find_map(|line| line.strip_prefix("# settings:"));
    let settings = settings.unwrap_or_else(|| panic!("{} names no settings", path.display()));
    let mut lines = Lines::new(read_settings(settings));
    let mut answer = String::new();
    for line in trace.lines() {
        lines.answer(line.as_bytes(), &mut answer);
    }
    lines.finish(&mut answer);
    answer
}

/// Parses the options of `chuhe board referee`, without their dashes.
fn read_settings(text: &str) -> Settings {
    let mut settings = Settings::DEFAULT;
    for word in text.split_whitespace() {
        match word.split_once('=').unwrap_or((word, "")) {
            ("clock", control) => settings.controls = control.parse().expect("a time control"),
            ("capture-order", "strict") => settings.capture_order = CaptureOrder::Strict,
            ("touch-move", "") => settings.touch_move = true,
            ("capture-general", "") => settings.capture_general = true,
            ("alarm-limit", limit) => settings.alarm_limit = Some(limit.parse().expect("a limit")),
            _ => panic!("unknown setting `{word}`"),
        }
    }
    settings
}

/// Repeated jumps in time add up to the end of the referee's time, and the input still ends.
#[test]
fn jumps_add_up_to_an_end() {
    let mut lines =
        Lines::new(Settings { controls: "1+30".parse().expect("a control"), ..Settings::DEFAULT });
    let (mut answer, mut refused) = (String::new(), 0);
    let occupied =
        ["1ff/000/082/155/000/000/155/082/000/1ff", "1fd/000/082/155/000/000/155/082/000/1ff"];
    for (jump, occ) in (0..1_100).zip(occupied.iter().cycle()) {
        answer.clear();
        for at in [0, 1_u64 << 53] {
            lines.answer(format!(r#"{{"t":{at},"occ":"{occ}"}}"#).as_bytes(), &mut answer);
        }
        refused += usize::from(answer.contains(r#""code":"time""#));
        assert_eq!(answer.contains(r#""code":"time""#), refused > 0, "for good, at {jump}");
    }
    assert!((50..100).contains(&refused), "{refused}");
    lines.finish(&mut answer);
}
