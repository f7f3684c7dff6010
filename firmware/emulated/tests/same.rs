//! The board in QEMU reports the same events as the referee for the same readings: simulated
//! players in `traces/`, and the traces of `crates/board-host`.
#![allow(missing_docs)]

use boardlink::{Body, Button};
use emulated::{Bench, image};
use sensing::{Event, Input, Occupancy, Output, Referee, Settings, link};
use serde_json::Value;
use std::path::Path;

/// Parses a line of a trace; `None` for a line that is not an input.
fn read(line: &str) -> Option<(u64, Option<Input>)> {
    let line: Value = serde_json::from_str(line).ok()?;
    let at_ms = line["t"].as_u64()?;
    let frame = || Some(Input::Frame(line["occ"].as_str()?.parse::<Occupancy>().ok()?));
    let button = || Some(Input::Button(sensing::Button::from_name(line["button"].as_str()?)?));
    let is_tick = line["occ"].is_null() && line["button"].is_null();
    let input = frame().or_else(button);
    (is_tick || input.is_some()).then_some((at_ms, input))
}

/// The outputs of a referee that belong to a record: from the first turn of each game to its end.
#[derive(Default)]
struct Record {
    bodies: Vec<Body>,
    is_playing: bool,
}

impl Record {
    fn take(&mut self, output: &Output) {
        self.is_playing |= matches!(output.event, Event::Turn(_));
        if self.is_playing {
            self.bodies.extend(link::body(output));
        }
        self.is_playing &= !matches!(output.event, Event::End(_));
    }
}

fn referee(trace: &[(u64, Option<Input>)]) -> Vec<Body> {
    let mut referee = Referee::new(Settings::DEFAULT);
    let mut record = Record::default();
    for &(at_ms, input) in trace {
        let input = input.unwrap_or(Input::Tick);
        referee.input(at_ms, input, &mut |output| record.take(&output));
    }
    record.bodies
}

fn board(trace: &[(u64, Option<Input>)], bench: &mut Bench) -> Vec<Body> {
    for &(at_ms, input) in trace {
        let answer = match input {
            Some(Input::Frame(seen)) => bench.sense(at_ms, seen),
            Some(Input::Button(button)) => {
                let place = sensing::Button::ALL.iter().position(|&other| other == button);
                bench.press(at_ms, Button::ALL[place.expect("a button of the list")])
            }
            _ => bench.tick(at_ms),
        };
        answer.expect("the board answers");
    }
    let bodies = bench.stored().map(|event| event.body);
    bodies.filter(|body| !matches!(body, Body::Setup { .. })).collect()
}

/// Longer traces are skipped. The end of the referee's time is covered by its own tests.
const A_YEAR_MS: u64 = 365 * 24 * 60 * 60 * 1_000;

#[test]
fn the_board_says_what_the_referee_says() {
    let image = image().expect("the image builds");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut traces = Vec::new();
    for folder in ["../traces", "../../crates/board-host/tests/traces"] {
        let files = std::fs::read_dir(here.join(folder)).expect("the folder of traces");
        traces.extend(files.map(|file| file.expect("it can be read").path()));
    }
    traces.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    traces.sort();
    let mut moves = 0;
    for path in &traces {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let text = std::fs::read_to_string(path).expect("a trace is text");
        let mut trace: Vec<_> = text.lines().filter_map(read).collect();
        // The board's clock never runs backwards; the referee's own tests cover clocks that do.
        trace.sort_by_key(|&(at_ms, _)| at_ms);
        let end = trace.last().map_or(0, |&(at_ms, _)| at_ms);
        if end > A_YEAR_MS {
            continue;
        }
        trace.push((end + 60_000, None));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("same-{name}"));
        let mut bench = Bench::new(&image, &folder).expect("the board starts");
        let (found, expected) = (board(&trace, &mut bench), referee(&trace));
        let first = found.iter().zip(&expected).position(|(found, expected)| found != expected);
        assert_eq!(found, expected, "{name}: the first difference is at {first:?}");
        moves += found.iter().filter(|body| matches!(body, Body::Move { .. })).count();
    }
    assert!(traces.len() >= 10 && moves >= 90, "{moves} moves in {} traces", traces.len());
}
