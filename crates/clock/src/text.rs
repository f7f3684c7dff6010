//! Parsing and printing of time controls.
//!
//! ```text
//! controls = control { "/" control }        one for all seats, or one for each
//! control  = "none"
//!          | main [ "+" seconds | "~" seconds ] [ "+" periods "x" seconds "s" ] [ "," cap ]
//!          | periods "x" seconds "s" [ "," cap ]
//!          | cap
//!          | days
//! main     = minutes | seconds "s"
//! cap      = seconds "-move"
//! days     = ( 1 | 2 | 3 | 5 | 7 | 14 ) "d-move"
//! ```
//! Examples: `60+30` is one hour plus thirty seconds a move. `15~5` has a delay of five seconds.
//! `20+3x30s` is twenty minutes and three periods of thirty seconds. `30-move` is thirty seconds
//! for every move, and `3d-move` three days for every move (correspondence).
use crate::{
    Bonus, Byoyomi, Control, Controls,
    control::{CORRESPONDENCE_DAYS, DAY_MS},
};
use alloc::{format, vec::Vec};
use core::{fmt, str::FromStr};
use game::TextError;

/// Maximum length of any term: one day, in seconds.
const MAX_SECONDS: u64 = 24 * 60 * 60;
const MAX_PERIODS: u64 = 100;

impl fmt::Display for Controls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_limited() {
            return f.write_str("none");
        }
        for (i, control) in self.written().iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            write!(f, "{control}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_limited() {
            return f.write_str("none");
        }
        if let Some(days) = self.days() {
            return write!(f, "{days}d-move");
        }
        if self.is_cap_alone() {
            return write!(f, "{}-move", self.cap_ms.unwrap_or(0) / 1000);
        }
        let has_main = self.main_ms > 0 || self.bonus != Bonus::None;
        if has_main {
            match self.main_ms / 1000 {
                seconds if seconds % 60 == 0 => write!(f, "{}", seconds / 60)?,
                seconds => write!(f, "{seconds}s")?,
            }
            match self.bonus {
                Bonus::Increment(ms) => write!(f, "+{}", ms / 1000)?,
                Bonus::Delay(ms) => write!(f, "~{}", ms / 1000)?,
                Bonus::None => {}
            }
        }
        if let Some(byoyomi) = self.byoyomi {
            let plus = if has_main { "+" } else { "" };
            write!(f, "{plus}{}x{}s", byoyomi.periods, byoyomi.period_ms / 1000)?;
        }
        match self.cap_ms {
            Some(cap) => write!(f, ",{}-move", cap / 1000),
            None => Ok(()),
        }
    }
}

impl FromStr for Controls {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Controls, TextError> {
        if text == "none" {
            return Ok(Controls::NONE);
        }
        let mut list = Vec::new();
        let mut at = 0;
        for part in text.split('/') {
            list.push(part.parse::<Control>().map_err(|error| error.shifted(at))?);
            at += part.len() + 1;
        }
        Controls::each(&list)
            .ok_or_else(|| TextError::new("clock", 0, "expected one to four time controls"))
    }
}

impl FromStr for Control {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Control, TextError> {
        if text == "none" { Ok(Control::default()) } else { control(text) }
    }
}

fn control(text: &str) -> Result<Control, TextError> {
    let mut control = Control::default();
    if let Some(days) = text.strip_suffix("d-move") {
        let days = days.parse().ok().filter(|days| CORRESPONDENCE_DAYS.contains(days));
        let days = days.ok_or_else(|| {
            TextError::new("clock", 0, "expected 1, 2, 3, 5, 7 or 14 days for each move")
        })?;
        control.cap_ms = Some(days * DAY_MS);
        return Ok(control);
    }
    let (timed, cap) = match text.split_once(',') {
        Some((timed, cap)) => (Some(timed), Some((cap, timed.len() + 1))),
        None if text.ends_with("-move") => (None, Some((text, 0))),
        None => (Some(text), None),
    };
    if let Some((cap, at)) = cap {
        let seconds = cap
            .strip_suffix("-move")
            .ok_or_else(|| TextError::new("clock", at, "expected a cap such as `30-move`"))?;
        control.cap_ms = Some(positive(seconds, at, MAX_SECONDS, "seconds")? * 1000);
    }
    if let Some(timed) = timed {
        read_timed(timed, &mut control)?;
    }
    if control.main_ms == 0 && control.bonus != Bonus::None {
        return Err(TextError::new(
            "clock",
            0,
            "an increment or delay needs a main time to be added to",
        ));
    }
    if control.is_limited() {
        Ok(control)
    } else {
        Err(TextError::new(
            "clock",
            0,
            "this control gives no time at all; write `none` for no clock",
        ))
    }
}

fn read_timed(text: &str, control: &mut Control) -> Result<(), TextError> {
    let mut at = 0;
    let mut rest = text;
    if !first_term(rest).contains('x') {
        let main = first_term(rest);
        control.main_ms = match main.strip_suffix('s') {
            Some(seconds) => number(seconds, at, MAX_SECONDS, "seconds")? * 1000,
            None => number(main, at, MAX_SECONDS / 60, "minutes")? * 60_000,
        };
        (rest, at) = (&rest[main.len()..], at + main.len());
        let sign = rest.chars().next();
        if let Some(sign @ ('+' | '~')) = sign {
            let term = first_term(&rest[1..]);
            if sign == '~' || !term.contains('x') {
                let ms = number(term, at + 1, MAX_SECONDS, "seconds")? * 1000;
                control.bonus = match sign {
                    _ if ms == 0 => Bonus::None,
                    '+' => Bonus::Increment(ms),
                    _ => Bonus::Delay(ms),
                };
                (rest, at) = (&rest[1 + term.len()..], at + 1 + term.len());
            }
        }
        if rest.is_empty() {
            return Ok(());
        }
        rest = rest.strip_prefix('+').ok_or_else(|| unexpected(at))?;
        at += 1;
    }
    let (periods, seconds) = rest
        .strip_suffix('s')
        .and_then(|term| term.split_once('x'))
        .ok_or_else(|| unexpected(at))?;
    control.byoyomi = Some(Byoyomi {
        periods: positive(periods, at, MAX_PERIODS, "periods")? as u32,
        period_ms: positive(seconds, at + periods.len() + 1, MAX_SECONDS, "seconds")? * 1000,
    });
    Ok(())
}

fn first_term(text: &str) -> &str {
    &text[..text.find(['+', '~']).unwrap_or(text.len())]
}

fn unexpected(at: usize) -> TextError {
    TextError::new(
        "clock",
        at,
        "expected a time control: `60+30`, `15~5`, `20+3x30s`, `30-move` or `none`",
    )
}

fn positive(text: &str, at: usize, max: u64, unit: &str) -> Result<u64, TextError> {
    match number(text, at, max, unit)? {
        0 => Err(TextError::new("clock", at, format!("expected at least 1 for the {unit}"))),
        value => Ok(value),
    }
}

fn number(text: &str, at: usize, max: u64, unit: &str) -> Result<u64, TextError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(unexpected(at));
    }
    match text.parse() {
        Ok(value) if value <= max => Ok(value),
        _ => Err(TextError::new("clock", at, format!("expected at most {max} {unit}"))),
    }
}
