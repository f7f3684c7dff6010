//! Simulates hands over a smart board and prints what its referee reports.
//!
//! A script has one word for each action: `-h2` lifts, `+e2` puts down, `!red-clock` presses a
//! button, `~500` waits 500 ms. Each word also takes 100 ms by itself.
//!
//! `cargo run -p chuhe-sensing --example ask_board_referee ["SCRIPT"]`
#![allow(clippy::print_stdout)]

use sensing::{Button, Event, Input, Occupancy, Output, Referee, Settings};
use xiangqi::Position;

/// A move, an immediate reply, and a horse move over a blocked leg that is put back.
pub(crate) const SCRIPT: &str = "~1000 !start -h2 +e2 -h9 +g7 ~500 -b0 +d1 ~500 -d1 +b0 ~500";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let script = std::env::args().nth(1).unwrap_or_else(|| SCRIPT.to_owned());
    for line in ask(&script)? {
        println!("{line}");
    }
    Ok(())
}

/// Plays a script on a board that is set up, and returns the referee's report line by line.
pub(crate) fn ask(script: &str) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut board = Occupancy(Position::start().occupied());
    let mut referee = Referee::new(Settings::DEFAULT);
    let mut lines = Vec::new();
    let mut now_ms = 0;
    let mut emit = |output: Output| lines.extend(line(&output));
    referee.input(now_ms, Input::Frame(board), &mut emit);
    for word in script.split_whitespace() {
        let mut signs = word.chars();
        let (sign, rest) = (signs.next(), signs.as_str());
        match sign {
            Some('~') => now_ms += rest.parse::<u64>()?,
            Some('!') => {
                let button = Button::from_name(rest).ok_or("no button is called so")?;
                referee.input(now_ms, Input::Button(button), &mut emit);
            }
            Some(sign @ ('+' | '-')) => {
                board = board.with(rest.parse()?, sign == '+');
                referee.input(now_ms, Input::Frame(board), &mut emit);
            }
            _ => return Err(format!("`{word}` begins with none of `-+!~`").into()),
        }
        now_ms += 100;
        referee.input(now_ms, Input::Tick, &mut emit);
    }
    Ok(lines)
}

/// Time and content of an output, if it is of interest.
fn line(output: &Output) -> Option<String> {
    let said = match output.event {
        Event::Move(played) => format!("move {}", played.action),
        Event::Alarm(alarm) => format!("alarm: {}, {:?}", alarm.reason.en(), alarm.points),
        Event::Disturbed { cause, points } => format!("disturbed: {} {points:?}", cause.as_str()),
        Event::Restored => "restored".to_owned(),
        Event::Ambiguous { points } => format!("which of these? {points:?}"),
        Event::Prompt { prompt, .. } => format!("    “{}” {}", prompt.en(), prompt.zh()),
        Event::End(ending) => format!("over: {}", ending.reason),
        _ => return None,
    };
    Some(format!("{:>6} ms  {said}", output.at_ms))
}
