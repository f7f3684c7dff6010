//! The hall: the one place where all games are named.
//!
//! Everything above this crate (tables, records, the server, the pages) holds an [`AnyGame`] and
//! speaks the texts of `text-formats.md`; a new game is a new line in each of the enums here.
//! The enums are closed, so that the compiler names every place a new game must be thought of.
#![no_std]

extern crate alloc;

mod action;
mod any_game;
mod any_view;
mod dispatch;
mod variant;

pub use action::{AnyAction, AnyPlayed};
pub use any_game::AnyGame;
pub use any_view::AnyView;
pub use variant::{UnknownVariant, Variant};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
