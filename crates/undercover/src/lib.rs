//! Undercover xiangqi (臥底兵/卒): each side secretly owns one of the opponent's pawns, its mole,
//! and may once spend a move to turn it.
//!
//! [`Undercover`] is the referee's game with its set-up phases, [`UndercoverView`] what one
//! observer may know, [`Position`] a position with both moles known, for search and perft. The
//! rules are those of `undercover.md`; everything not said there is traditional xiangqi.
//!
//! # Texts
//!
//! Play: a xiangqi FEN and two more fields, `MOLES BARRED`, as `text-formats.md` says.
//!
//! Set-up: one more field, `STAGE:LOCKS[:PLACES]`, with `STAGE` one of `lock`, `choose`, `place`.
//! Each of the pairs stands as `RED/BLACK`; a `.` is a choice still owed, `?` whatever the reader
//! may not know, `-` none. Locks are points joined by `+`; places are five digits, the `i`-th
//! telling which pawn (1–5 from file `a`) stands on the `i`-th starting point.
//!
//! Set-up actions: `lock:c3+e3` or `lock:-`; `mole:e6`, `mole:random`, `mole:-` (waived);
//! `place:12345`.
#![no_std]

extern crate alloc;

mod action;
mod judge;
mod mole;
mod options;
mod perft;
mod position;
mod resample;
mod stage;
mod text;
mod undercover;
mod view;

pub use action::{Action, Choice, Locks, Places};
pub use mole::Mole;
pub use options::{First, Options, Rearrange, Selection};
pub use perft::perft;
pub use position::{Position, Undo};
pub use stage::Stage;
pub use undercover::{Deal, Undercover};
pub use view::{Sighting, UndercoverView};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
