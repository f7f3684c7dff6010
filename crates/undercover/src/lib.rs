//! Undercover xiangqi (臥底兵/卒): each side secretly owns one of the opponent's pawns, its mole,
//! and may once spend a move to turn it.
//!
//! [`Undercover`] is the referee's game with its set-up phases, [`UndercoverView`] what one
//! observer may know, [`Position`] a position with both moles known, for search and perft. The
//! rules, with diagrams, are in `docs/rules/undercover.md`; everything not said there is
//! traditional xiangqi. The texts of positions, in play and during the set-up, and of actions are
//! in `docs/formats.md`.
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
