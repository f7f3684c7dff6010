use crate::event::Event;
use std::{
    io::{self, BufRead},
    sync::mpsc::SyncSender,
};

/// Maximum line length; no game has so many moves.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Sends every line as an event, then `Closed`.
pub(crate) fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    let mut line = Vec::new();
    loop {
        let event = match read_line(&mut input, &mut line) {
            Ok(InputLine::Whole) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
            Ok(InputLine::TooLong) => Event::TooLong,
            Ok(InputLine::End) | Err(_) => Event::Closed,
        };
        let is_last = matches!(event, Event::Closed);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// The result of reading a line.
pub(crate) enum InputLine {
    Whole,
    TooLong,
    End,
}

/// Reads up to the next line end and keeps at most [`MAX_LINE_BYTES`] bytes.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<InputLine> {
    line.clear();
    let mut length = 0;
    loop {
        let available = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if available.is_empty() {
            return Ok(if length == 0 { InputLine::End } else { kind_of(length) });
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        length += part.len();
        if length <= MAX_LINE_BYTES {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(kind_of(length));
        }
    }
}

const fn kind_of(length: usize) -> InputLine {
    if length <= MAX_LINE_BYTES { InputLine::Whole } else { InputLine::TooLong }
}
