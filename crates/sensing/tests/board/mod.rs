//! A simulated board for scripted scenes.
#![allow(dead_code, reason = "not every test needs everything")]

use sensing::{Button, Ending, Event, Input, Occupancy, Output, Prompt, Referee, Settings};
use xiangqi::{Position, Side};

/// Duration of each word of a script, in milliseconds.
pub(crate) const PACE_MS: u64 = 100;

/// A referee, the readings of its sensors, and its outputs.
pub(crate) struct Board {
    pub(crate) referee: Referee,
    pub(crate) at: u64,
    pub(crate) occupancy: Occupancy,
    pub(crate) outputs: Vec<Output>,
}

impl Board {
    /// A board with the pieces set up and start pressed, at 1000 ms.
    pub(crate) fn started(settings: Settings) -> Board {
        let mut board = Board::set_up(settings);
        board.act("!start");
        board
    }

    /// A board with the pieces set up.
    pub(crate) fn set_up(settings: Settings) -> Board {
        let mut board = Board {
            referee: Referee::new(settings),
            at: 0,
            occupancy: Occupancy(Position::start().occupied()),
            outputs: Vec::new(),
        };
        board.input(Input::Frame(board.occupancy));
        board.act("~1000");
        board
    }

    /// Passes an input to the referee at the current time.
    pub(crate) fn input(&mut self, input: Input) {
        let outputs = &mut self.outputs;
        self.referee.input(self.at, input, &mut |output| outputs.push(output));
    }

    /// Runs a script: `-h2` lifts, `+e2` puts down, `=-h2+e2` does both at one moment, `~500` waits
    /// 500 ms, `!draw` presses a button.
    pub(crate) fn act(&mut self, script: &str) {
        for word in script.split_whitespace() {
            let (kind, rest) = word.split_at(1);
            match kind {
                "~" => {
                    self.at += rest.parse::<u64>().expect("milliseconds");
                    self.input(Input::Tick);
                    continue;
                }
                "!" => self.input(Input::Button(Button::from_name(rest).expect("a button"))),
                "=" => self.touch(rest, script),
                _ => self.touch(word, script),
            }
            self.at += PACE_MS;
            self.input(Input::Tick);
        }
    }

    /// Lifts and puts down at one moment: `-h2+e2`.
    fn touch(&mut self, points: &str, script: &str) {
        for (at, sign) in points.match_indices(['+', '-']) {
            let square = points[at + 1..][..2].parse().expect("a point");
            assert_ne!(self.occupancy.contains(square), sign == "+", "{points} of {script}");
            self.occupancy = self.occupancy.with(square, sign == "+");
        }
        self.input(Input::Frame(self.occupancy));
    }

    /// The events since the last call, without prompts and turns.
    pub(crate) fn events(&mut self) -> Vec<String> {
        let outputs = std::mem::take(&mut self.outputs);
        outputs.iter().filter_map(|output| shown(&output.event)).collect()
    }

    /// The prompts since the last call, with their times.
    pub(crate) fn prompts(&mut self) -> Vec<(u64, Prompt)> {
        let outputs = std::mem::take(&mut self.outputs);
        let prompt = |output: &Output| match output.event {
            Event::Prompt { prompt, .. } => Some((output.at_ms, prompt)),
            _ => None,
        };
        outputs.iter().filter_map(prompt).collect()
    }
}

fn shown(event: &Event) -> Option<String> {
    Some(match event {
        Event::Setup => "setup".into(),
        Event::Move(played) => played.action.to_string(),
        Event::Alarm(alarm) => {
            format!("{} {}", alarm.side.letter(), alarm.reason)
        }
        Event::Disturbed { cause, points } => format!("{} {points:?}", cause.as_str()),
        Event::Restored => "restored".into(),
        Event::Ambiguous { points } => format!("ambiguous {points:?}"),
        Event::Takeback { played, .. } => format!("back {played}"),
        Event::Repetition { times } => format!("repeated {times}"),
        Event::End(Ending { reason, winner }) => {
            format!("{reason} {}", winner.map_or('-', Side::letter))
        }
        Event::Pressed(_) | Event::Turn(_) | Event::Prompt { .. } => return None,
    })
}
