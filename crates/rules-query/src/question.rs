use crate::{
    limits::{ACTIONS, LINE_BYTES},
    query_error::QueryError,
};
use game::Observer;
use games::{AnyGame, Variant};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The JSON form of a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    variant: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    actions: Vec<String>,
    #[serde(default)]
    options: Value,
    #[serde(default)]
    observer: Option<String>,
}

/// A validated question.
pub(crate) struct Question {
    pub(crate) game: AnyGame,
    pub(crate) actions: Vec<String>,
    pub(crate) asker: Asker,
}

/// The point of view of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asker {
    /// The referee, who knows everything.
    Referee,
    /// A side, by its letter.
    Side(char),
    /// A spectator.
    Spectator,
}

impl Question {
    pub(crate) fn read(line: &[u8]) -> Result<Question, QueryError> {
        if line.len() > LINE_BYTES {
            return Err(QueryError::new(
                "too-long",
                format!("expected at most {LINE_BYTES} bytes in a line"),
            ));
        }
        let text = std::str::from_utf8(line)
            .map_err(|error| QueryError::new("json", format!("the line is not UTF-8: {error}")))?;
        let raw: Raw = serde_json::from_str(text)
            .map_err(|error| QueryError::new("json", format!("not a question: {error}")))?;
        let variant: Variant = raw.variant.parse().map_err(|error: games::UnknownVariant| {
            QueryError::new("variant", error.to_string())
        })?;
        if raw.actions.len() > ACTIONS {
            return Err(QueryError::new("too-long", format!("expected at most {ACTIONS} actions")));
        }
        let asker = read_asker(variant, raw.observer.as_deref())?;
        let game = set_up(variant, &options_text(&raw.options)?, raw.position.as_deref())?;
        Ok(Question { game, actions: raw.actions, asker })
    }
}

fn set_up(variant: Variant, options: &str, position: Option<&str>) -> Result<AnyGame, QueryError> {
    let fault = |error: game::TextError| QueryError::new(error.code, error.to_string());
    match position {
        Some(text) if text != "start" => AnyGame::from_text(variant, options, text).map_err(fault),
        _ if variant.uses_seed() => {
            let message = format!("{variant} has no standard start: give a position");
            Err(QueryError::new("position", message))
        }
        _ => AnyGame::new(variant, options, &mut NoDice).map_err(fault),
    }
}

/// For games without random elements.
struct NoDice;

impl game::Dice for NoDice {
    fn roll(&mut self, _: u32) -> u32 {
        0
    }
}

fn read_asker(variant: Variant, observer: Option<&str>) -> Result<Asker, QueryError> {
    let sides: String = variant.sides().iter().map(|side| side.letter).collect();
    let Some(observer) = observer else { return Ok(Asker::Referee) };
    let mut letters = observer.chars();
    match (observer, letters.next(), letters.next()) {
        ("spectator", _, _) => Ok(Asker::Spectator),
        (_, Some(letter), None) if sides.contains(letter) => Ok(Asker::Side(letter)),
        _ => {
            let sides: Vec<String> = sides.chars().map(|side| format!("`{side}`")).collect();
            let message = format!(
                "expected the observer {} or `spectator`, found `{}`",
                sides.join(", "),
                observer.escape_debug()
            );
            Err(QueryError::new("observer", message))
        }
    }
}

/// Converts options to the game's text: they are given as that text, or as an object with its
/// words.
fn options_text(options: &Value) -> Result<String, QueryError> {
    match options {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Object(members) => object_text(members),
        _ => Err(QueryError::new("option", "expected the options as a text or an object")),
    }
}

fn object_text(members: &Map<String, Value>) -> Result<String, QueryError> {
    // A rule set comes first, because the other words modify it.
    let mut words = Vec::new();
    for name in ["rules", "preset"] {
        if let Some(Value::String(preset)) = members.get(name) {
            words.push(preset.clone());
        }
    }
    for (key, value) in
        members.iter().filter(|(key, _)| !matches!(key.as_str(), "rules" | "preset"))
    {
        let value = match value {
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            Value::Null => "none".to_owned(),
            Value::Array(_) | Value::Object(_) => {
                let message =
                    format!("expected a plain value for the option `{}`", key.escape_debug());
                return Err(QueryError::new("option", message));
            }
        };
        words.push(format!("{key}={value}"));
    }
    Ok(words.join(" "))
}

impl Asker {
    /// The observer in `game`; `None` for the referee. A side without a seat (banqi before the
    /// first flip) sees what both seats see.
    pub(crate) fn observer(self, game: &AnyGame) -> Option<Observer> {
        match self {
            Asker::Referee => None,
            Asker::Spectator => Some(Observer::Spectator),
            Asker::Side(letter) => {
                let unseated = game.turn().seats().iter().next().unwrap_or(game::Seat::new(0));
                Some(Observer::Seat(game.seat_of(letter).unwrap_or(unseated)))
            }
        }
    }
}
