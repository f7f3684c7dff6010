//! The hall: the one place where all games are named.
//!
//! Everything above this crate (tables, records, the server, the pages) holds an [`AnyGame`] and
//! speaks the texts of `text-formats.md`; a new game is a new line in each of the enums here.
//! The enums are closed, so that the compiler names the places where a new game must be thought of;
//! what a table, a file or a page has to know of a game beside its rules, [`Variant`] answers
//! (`has_secrets`, `has_setup`, …). Nobody above asks for a game by name to learn what it is like.
#![no_std]

extern crate alloc;

mod action;
mod any_game;
mod any_view;
mod capabilities;
mod dispatch;
mod variant;

pub use action::{AnyAction, AnyPlayed};
pub use any_game::AnyGame;
pub use any_view::AnyView;
pub use capabilities::SideName;
pub use variant::{UnknownVariant, Variant};
