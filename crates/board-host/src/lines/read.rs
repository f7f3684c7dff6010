//! Parses an input line.

use sensing::{Button, Input, Occupancy};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::{borrow::Cow, fmt};

/// Maximum length of a line, in bytes.
pub const LINE_BYTES: usize = 4096;

/// Maximum time in a line. Every JSON reader represents integers up to here exactly.
const MAX_T: u64 = 1 << 53;

/// Why a line could not be parsed.
pub(super) struct LineError {
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl LineError {
    fn new(code: &'static str, message: impl Into<String>) -> LineError {
        LineError { code, message: message.into() }
    }
}

/// Parses a line into its time and its input.
pub(super) fn read(line: &[u8]) -> Result<(u64, Input), LineError> {
    if line.len() > LINE_BYTES {
        let message = format!("expected at most {LINE_BYTES} bytes in a line");
        return Err(LineError::new("too-long", message));
    }
    // Some editors write a byte order mark.
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    let line: InputLine<'_> = serde_json::from_slice(line).map_err(|error| not_json(&error))?;
    let input = match (line.occ, line.button, line.unknown) {
        (None, None, None) => Input::Tick,
        (None, None, Some(name)) => {
            let shown = name.escape_debug();
            let message = format!("expected `occ` or `button` beside `t`, found `{shown}`");
            return Err(LineError::new("unknown", message));
        }
        // Other members, such as a note, are allowed and ignored.
        (Some(text), None, _) => Input::Frame(occupancy(&text)?),
        (None, Some(name), _) => Input::Button(button(&name)?),
        (Some(_), Some(_), _) => {
            return Err(LineError::new(
                "both",
                "expected `occ` or `button` in one line, found both",
            ));
        }
    };
    Ok((line.t, input))
}

/// Describes a JSON error and its byte offset; the text of a line always has only one line.
fn not_json(error: &serde_json::Error) -> LineError {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = error.to_string();
    let what = what.strip_suffix(&place).unwrap_or(&what);
    LineError::new("json", format!("not an input: {what} (at byte {})", error.column()))
}

fn occupancy(text: &str) -> Result<Occupancy, LineError> {
    text.parse()
        .map_err(|error: sensing::OccupancyError| LineError::new("occupancy", error.to_string()))
}

fn button(name: &str) -> Result<Button, LineError> {
    Button::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Button::ALL.iter().map(|button| button.as_str()).collect();
        let shown = name.escape_debug();
        LineError::new("button", format!("expected one of {}, found `{shown}`", known.join(", ")))
    })
}

/// The members of a line's object.
struct InputLine<'a> {
    t: u64,
    occ: Option<Cow<'a, str>>,
    button: Option<Cow<'a, str>>,
    /// Name of the first unknown member.
    unknown: Option<Cow<'a, str>>,
}

impl<'de> Deserialize<'de> for InputLine<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<InputLine<'de>, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = InputLine<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `t`, and with `occ` or `button`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InputLine<'de>, A::Error> {
        use serde::de::Error;
        let (mut t, mut occ, mut button, mut unknown) = (None, None, None, None);
        while let Some(Text(name)) = map.next_key()? {
            let is_second = match &*name {
                "t" => t.replace(map.next_value::<Moment>()?.0).is_some(),
                "occ" => occ.replace(map.next_value::<Text<'_>>()?.0).is_some(),
                "button" => button.replace(map.next_value::<Text<'_>>()?.0).is_some(),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    unknown.get_or_insert(name);
                    continue;
                }
            };
            if is_second {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
        }
        let t = t.ok_or_else(|| A::Error::missing_field("t"))?;
        Ok(InputLine { t, occ, button, unknown })
    }
}

/// A time in milliseconds; `1e3` and `1000.0` are accepted for 1000.
struct Moment(u64);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        deserializer.deserialize_u64(MomentVisitor)
    }
}

struct MomentVisitor;

impl Visitor<'_> for MomentVisitor {
    type Value = Moment;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "whole milliseconds, from 0 to {MAX_T}")
    }

    fn visit_u64<E: serde::de::Error>(self, t: u64) -> Result<Moment, E> {
        if t <= MAX_T {
            Ok(Moment(t))
        } else {
            Err(E::invalid_value(serde::de::Unexpected::Unsigned(t), &self))
        }
    }

    fn visit_f64<E: serde::de::Error>(self, t: f64) -> Result<Moment, E> {
        if t.fract() == 0.0 && (0.0..=MAX_T as f64).contains(&t) {
            return Ok(Moment(t as u64));
        }
        Err(E::invalid_value(serde::de::Unexpected::Float(t), &self))
    }
}

/// A string, borrowed if it has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<'de>, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
}
