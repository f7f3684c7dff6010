//! `chuhe rules` without the pipes: one question, one answer, as `docs/formats.md` says.
//!
//! Scripts, other engines and tests reach the rules through this filter, so it answers every line,
//! sense or nonsense, with one line, and never panics.
//!
//! # A tour
//!
//! ```
//! use rules_query::answer;
//!
//! // A position after two plies: what may be done, and whether the game is over.
//! let told = answer(br#"{"variant":"xiangqi","actions":["h2e2","h9g7"]}"#);
//! assert!(told.starts_with(r#"{"position":"rnbakab1r/9/1c4nc1/"#));
//! assert!(told.ends_with(r#""check":false,"outcome":null}"#));
//!
//! // What is hidden stays hidden from whoever asks as a player.
//! let position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";
//! let told = answer(
//!     format!(r#"{{"variant":"undercover","position":"{position}","observer":"b"}}"#).as_bytes(),
//! );
//! assert!(told.contains("?/c3"), "{told}");
//! ```

mod answer;
mod limits;
mod query_error;
mod question;

pub use limits::{ACTIONS, LINE_BYTES};

use answer::Answer;
use question::Question;

/// Answers one line (without its newline) with one line (without a newline). Never fails: what is
/// no question is answered with `{"error":{"code":…,"message":…,"at":…}}`.
///
/// ```
/// use rules_query::answer;
///
/// // A bad question gets an answer as well: what is wrong, and with which action.
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

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
