//! `chuhe rules` without the pipes: one question, one answer, as `text-formats.md` says.
//!
//! Scripts, other engines and tests reach the rules through this filter, so it answers every line,
//! sense or nonsense, with one line, and never panics.

mod answer;
mod question;

use answer::{Answer, Fault};
use question::Question;

/// The longest line that is read, in bytes.
pub const LINE_BYTES: usize = 1 << 20;

/// The most actions in one question.
pub const ACTIONS: usize = 20_000;

/// Answers one line (without its newline) with one line (without a newline).
pub fn answer(line: &[u8]) -> String {
    let result = Question::read(line).and_then(|question| Answer::to(&question));
    match result {
        Ok(answer) => answer.to_json(),
        Err(fault) => fault.to_json(),
    }
}

impl Fault {
    fn new(code: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { code: code.into(), message: message.into(), at: None }
    }
}

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
