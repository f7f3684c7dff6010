//! The Universal Chess Interface and its Chinese sister UCCI, as text.
//!
//! A [`Command`] goes from the interface to the engine, a [`Reply`] back; both are read from a
//! line and written as one, so that the same crate serves an engine and whoever drives one. Moves
//! and positions stay texts: this crate knows no game. It owns no clock and does no I/O.
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

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
