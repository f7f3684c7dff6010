//! The hall: the one place where all games are named.
//!
//! Tables, records, the server and the pages hold an [`AnyGame`] and speak the texts of
//! `docs/formats.md`; a new game is a new line in each of the enums here. The enums are closed, so
//! that the compiler names most places where a new game must be thought of (DESIGN.md names all);
//! what a table, a file or a page has to know of a game beside its rules, [`Variant`] answers
//! (`has_secrets`, `has_setup`, …).
//!
//! # A tour
//!
//! ```
//! use conformance::TestDice;
//! use game::{Observer, Turn};
//! use games::{AnyGame, AnyView, Variant};
//!
//! // The same few lines play every game of the house.
//! for variant in Variant::ALL {
//!     let mut game = AnyGame::new(variant, "", &mut TestDice::new(1))?;
//!     while let Turn::Setup(owing) = game.turn() {
//!         let seat = owing.iter().next().ok_or("somebody owes a choice")?;
//!         let choice = game.default_setup(seat).ok_or("and has a default")?;
//!         game.play(seat, choice)?;
//!     }
//!     let Turn::Seat(seat) = game.turn() else { return Err("over at once".into()) };
//!     let action = game.legal(seat)[0];
//!     game.play_text(seat, &action.to_string())?;
//!
//!     // What travels is a view's text; whoever reads it knows what that observer may know.
//!     let text = game.view(Observer::Spectator).to_string();
//!     let view = AnyView::from_text(variant, &game.options_text(), Observer::Spectator, &text)?;
//!     assert_eq!(view.turn(), game.turn());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod action;
mod any_game;
mod any_view;
mod capabilities;
mod dispatch;
mod level;
mod variant;

pub use action::{AnyAction, AnyPlayed};
pub use any_game::AnyGame;
pub use any_view::AnyView;
pub use capabilities::SideName;
pub use level::{Level, UnknownLevel};
pub use variant::{UnknownVariant, Variant};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
