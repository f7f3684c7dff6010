mod read;

use crate::Adjudicator;
use read::{LineError, read};
use sensing::{Ending, Event, Input, LATEST_MS, Output, Prompt, Referee, Settings, Stage};
use serde::Serialize;
use serde_json::{Map, Value, json};
use xiangqi::{Bitboard, Move, Side};

pub use read::LINE_BYTES;

/// A board's referee as JSON lines. Input lines are `{"t":ms,"occ":"1ff/…"}`,
/// `{"t":ms,"button":"start"}` or `{"t":ms}`; each output is one line.
pub struct Lines {
    referee: Referee,
    adjudicator: Adjudicator,
    last_ms: Option<u64>,
    /// Number of the last line.
    line: u64,
}

impl Lines {
    /// Creates a board that waits for its pieces.
    pub fn new(settings: Settings) -> Lines {
        Lines {
            referee: Referee::new(settings),
            adjudicator: Adjudicator::new(),
            last_ms: None,
            line: 0,
        }
    }

    /// The referee.
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Takes in a line and appends its outputs, one per line.
    ///
    /// A line that cannot be read changes nothing and yields one line with an `error`, which names
    /// the place. An empty line, or one that begins with `#`, yields nothing.
    pub fn answer(&mut self, line: &[u8], out: &mut String) {
        self.line += 1;
        if line.iter().all(u8::is_ascii_whitespace) || line.starts_with(b"#") {
            return;
        }
        match read(line) {
            Ok((at_ms, input)) => self.tell(at_ms, input, out),
            Err(error) => self.refuse(&error, out),
        }
        if self.referee.now_ms() == LATEST_MS {
            let message = "the times of all lines add up to more than a board can count: this one \
                           has come to its end";
            self.refuse(&LineError { code: "time", message: message.to_owned() }, out);
        }
    }

    fn refuse(&self, error: &LineError, out: &mut String) {
        let LineError { code, message } = error;
        let mut error = json!({"error": {"code": code, "message": message, "line": self.line}});
        error.sort_all_objects();
        out.push_str(&error.to_string());
        out.push('\n');
    }

    /// Handles the end of the input: advances the time until the board has settled.
    pub fn finish(&mut self, out: &mut String) {
        while let Some(look) = self.referee.next_look() {
            let Some(last) = self.last_ms else { return };
            let wait = look.saturating_sub(self.referee.now_ms());
            if last.checked_add(wait).is_none() {
                return;
            }
            self.tell(last + wait, Input::Tick, out);
            if self.referee.now_ms() < look {
                // The referee's time is at its end.
                return;
            }
        }
    }

    /// Takes in an input and appends its outputs, one per line.
    pub fn tell(&mut self, at_ms: u64, input: Input, out: &mut String) {
        let mut outputs = Vec::new();
        self.input(at_ms, input, &mut |output| outputs.push(output));
        for output in &outputs {
            out.push_str(&line_of(output, self.adjudicator.detail()));
            out.push('\n');
        }
    }

    /// Takes in an input, and rules on repetition if the referee reports one.
    pub fn input(&mut self, at_ms: u64, input: Input, take: &mut impl FnMut(Output)) {
        self.last_ms = Some(at_ms);
        let by = self.referee.settings().rules.repetition;
        let adjudicator = &mut self.adjudicator;
        let mut ruling = None;
        self.referee.input(at_ms, input, &mut |output| {
            ruling = ruling.or(adjudicator.follow(&output, by));
            take(output);
        });
        if let Some(ending) = ruling.filter(|_| self.referee.stage() != Stage::Over) {
            self.referee.input(at_ms, Input::Ruling(ending), take);
        }
    }
}

/// An output line; fields that an event does not have are omitted.
#[derive(Serialize, Default)]
struct OutputLine {
    t: u64,
    seq: u32,
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    landed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    button: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zh: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    en: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Value>,
}

/// Converts an output to a JSON line without a line break.
pub fn to_json(output: &Output) -> String {
    line_of(output, "")
}

/// Converts an output to a JSON line; `detail` explains a ruling that ended the game.
fn line_of(output: &Output, detail: &str) -> String {
    let mut line = OutputLine { t: output.at_ms, seq: output.seq, ..event_line(&output.event) };
    if let Some(Value::Object(outcome)) = &mut line.outcome
        && !detail.is_empty()
    {
        outcome.insert("detail".into(), detail.into());
    }
    // Sorted, so that the text does not depend on the features of serde_json.
    line.outcome.iter_mut().for_each(Value::sort_all_objects);
    serde_json::to_string(&line).unwrap_or_default()
}

/// Converts an input to a JSON line that [`Lines`] reads, without a line break. A ruling has no
/// line, because no board sends one.
pub fn input_json(at_ms: u64, input: &Input) -> String {
    match input {
        Input::Frame(frame) => format!(r#"{{"t":{at_ms},"occ":"{frame}"}}"#),
        Input::Button(button) => format!(r#"{{"t":{at_ms},"button":"{button}"}}"#),
        Input::Tick | Input::Ruling(_) => format!(r#"{{"t":{at_ms}}}"#),
    }
}

fn event_line(event: &Event) -> OutputLine {
    let named = |event| OutputLine { event, ..OutputLine::default() };
    match *event {
        Event::Setup => named("setup"),
        Event::Turn(side) => OutputLine { turn: Some(side.letter()), ..named("turn") },
        Event::Move(played) => OutputLine {
            action: Some(played.action.to_string()),
            piece: Some(played.piece.get()),
            captured: Some(played.captured.get()),
            ply: Some(played.ply),
            landed: Some(played.landed_ms),
            clocks: Some(played.clocks),
            ..named("move")
        },
        Event::Alarm(alarm) => OutputLine {
            side: Some(alarm.side.letter()),
            reason: Some(alarm.reason.as_str()),
            tried: alarm.tried.map(|tried| tried.to_string()),
            points: Some(alarm_points(alarm.tried, alarm.points)),
            count: Some(alarm.count),
            ..named("alarm")
        },
        Event::Disturbed { cause, points } => OutputLine {
            cause: Some(cause.as_str()),
            points: Some(point_names(points)),
            ..named("disturbed")
        },
        Event::Restored => named("restored"),
        Event::Ambiguous { points } => {
            OutputLine { points: Some(point_names(points)), ..named("ambiguous") }
        }
        Event::Takeback { played, plies, clocks } => OutputLine {
            action: Some(played.to_string()),
            ply: Some(plies),
            clocks: Some(clocks),
            ..named("takeback")
        },
        Event::Pressed(button) => OutputLine { button: Some(button.as_str()), ..named("button") },
        Event::Prompt { prompt, number, points } => prompt_line(prompt, number, points),
        Event::Repetition { times } => OutputLine { times: Some(times), ..named("repetition") },
        Event::End(ending) => OutputLine { outcome: Some(outcome_json(ending)), ..named("end") },
    }
}

fn prompt_line(prompt: Prompt, number: u16, points: Bitboard) -> OutputLine {
    OutputLine {
        event: "prompt",
        prompt: Some(prompt.as_str()),
        code: Some(prompt.code()),
        number: (prompt == Prompt::MovesPlayed).then_some(number),
        points: (!points.is_empty()).then(|| point_names(points)),
        zh: Some(prompt.zh()),
        en: Some(prompt.en()),
        ..OutputLine::default()
    }
}

/// The points of the move first, then the others.
fn alarm_points(tried: Option<Move>, points: Bitboard) -> Vec<String> {
    let own: Vec<_> = tried.into_iter().flat_map(|tried| [tried.from, tried.to]).collect();
    let others = points.filter(|point| !own.contains(point));
    own.iter().copied().chain(others).map(|point| point.to_string()).collect()
}

fn point_names(points: Bitboard) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}

/// An ending in the form of the text formats.
fn outcome_json(ending: Ending) -> Value {
    let mut scores = Map::new();
    for side in Side::BOTH {
        let points = match ending.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        };
        scores.insert(side.letter().to_string(), points.into());
    }
    json!({
        "reason": ending.reason.as_str(),
        "winner": ending.winner.map(|side| side.letter().to_string()),
        "scores": scores,
    })
}
