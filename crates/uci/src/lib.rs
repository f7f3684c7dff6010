//! Parsing and writing of the Universal Chess Interface and of its xiangqi counterpart UCCI.
//!
//! A [`Command`] goes from the interface to the engine, a [`Reply`] back. Both are parsed from a
//! line and written as one, so the crate serves engines as well as programs that drive engines.
//! [`Go`] holds the limits of a search, [`Info`] the progress of one.
//!

//! # Invariants
//! - Moves and positions remain strings: the crate knows no game, reads no clock and does no I/O
//!   (`xtask/tests/dependency_rules.rs`).
//! - No line causes a panic (`tests/any_line.rs`). An error names the word that is wrong
//!   (`tests/commands.rs`).
//!
//! ```
//! use uci::{Command, Dialect, Go};
//!
//! let command = Command::parse("go movetime 100\r\n").unwrap();
//! let go = Go { move_time: Some(100), ..Go::default() };
//! assert_eq!(command, Some(Command::Go(go.clone())));
//! assert_eq!(Command::Go(go).line(Dialect::Uci), "go movetime 100");
//! ```

mod command;
mod dialect;
mod go;
mod info;
mod option_spec;
mod parse_error;
mod ranks;
mod reply;
mod words;

pub use command::{Command, Start};
pub use dialect::Dialect;
pub use go::{Clock, Go};
pub use info::{Bound, Info, Score};
pub use option_spec::{OptionKind, OptionSpec};
pub use parse_error::ParseError;
pub use ranks::Ranks;
pub use reply::{BestMove, Reply};

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
