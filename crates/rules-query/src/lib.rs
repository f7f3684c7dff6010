//! The rules as a filter: one question, one answer, in the format of `docs/formats.md`. `chuhe
//! rules` adds the input and output.
//!
//! # Invariants
//!
//! * Every line, valid or not, yields exactly one line, and no line panics. (`tests/lines.rs`:
//!   `garbage_gets_an_answer`.)
//! * A question asked as a player or spectator reveals nothing that this observer may not know.
//!   (`tests/lines.rs`: `observers_know_their_own`.)
//! * The examples in the marked blocks of the documents are correct. (`tests/docs.rs`.)
//!
//! # A tour
//!
//! ```
//! use rules_query::answer;
//!
//! // A position after two plies: its legal moves, and whether the game is over.
//! let answered = answer(br#"{"variant":"xiangqi","actions":["h2e2","h9g7"]}"#);
//! assert!(answered.starts_with(r#"{"position":"rnbakab1r/9/1c4nc1/"#));
//! assert!(answered.ends_with(r#""check":false,"outcome":null}"#));
//!
//! // A question asked as a player does not reveal the other side's secrets.
//! let position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";
//! let answered = answer(
//!     format!(r#"{{"variant":"undercover","position":"{position}","observer":"b"}}"#).as_bytes(),
//! );
//! assert!(answered.contains("?/c3"), "{answered}");
//! ```

mod answer;
mod limits;
mod query_error;
mod question;

pub use limits::{ACTIONS, LINE_BYTES};

use answer::Answer;
use question::Question;

/// Answers one line with one line, both without a line break. Never fails: an invalid question
/// yields `{"error":{"code":…,"message":…,"at":…}}`.
///
/// ```
/// use rules_query::answer;
///
/// // An invalid question yields an error with the index of the action.
/// assert_eq!(
///     answer(br#"{"variant":"xiangqi","actions":["h2e2","h2e2"]}"#),
///     r#"{"error":{"at":1,"code":"no-piece","message":"no piece stands on h2"}}"#,
/// );
/// assert!(answer(b"how does a horse go?").starts_with(r#"{"error":{"code":"json""#));
/// ```
pub fn answer(line: &[u8]) -> String {
    let result = Question::read(line).and_then(|question| Answer::to(&question));
    match result {
        Ok(answer) => answer.to_json(),
        Err(fault) => fault.to_json(),
    }
}

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
