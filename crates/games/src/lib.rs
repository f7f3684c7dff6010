//! One type for all games: the only crate that lists every game of the workspace.
//!

//! - [`Variant`] names a game and answers what a table, a file or a page must know about it beside
//!   the rules: `has_secrets`, `has_setup`, `sides`, ….
//! - [`AnyGame`], [`AnyAction`] and [`AnyView`] hold the game, an action or a view of any variant.
//!   Their texts are those of `docs/formats.md`.
//! - [`board`] has the boards of all games as they are drawn, made from views.
//! - [`Level`] is the strength of a computer player, and [`Decision`] what a table asks of it.
//!

//! Tables, records, the server and the pages use these types. To add a game, add it to each enum
//! here; `DESIGN.md` lists the other places to change.
//!

//! # Invariants
//! - The enums are closed, so the compiler finds most code that must handle a new game.
//! - Crates above this one use the types of a single game only to draw or play it. Those that
//!   handle foreign files and smart boards also use `xiangqi`. `xtask/tests/dependency_rules.rs`
//!   holds the list.
//! - `Debug` of [`AnyGame`] prints the variant only, so no secret reaches a log.
//!
//! # A tour
//!
//! ```
//! use conformance::TestDice;
//! use game::{Observer, Turn};
//! use games::{AnyGame, AnyView, Variant};
//!
//! // The same code plays every game.
//! for variant in Variant::ALL {
//!     let mut game = AnyGame::new(variant, "", &mut TestDice::new(1))?;
//!     while let Turn::Setup(owing) = game.turn() {
//!         let seat = owing.iter().next().ok_or("a seat must choose")?;
//!         let choice = game.default_setup(seat).ok_or("and has a default")?;
//!         game.play(seat, choice)?;
//!     }
//!     let Turn::Seat(seat) = game.turn() else { return Err("over at once".into()) };
//!     let action = game.legal(seat)[0];
//!     game.play_text(seat, &action.to_string())?;
//!
//! // Clients receive the text of a view. It contains only what that observer may know.
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
pub mod board;
mod capabilities;
mod decision;
mod dispatch;
mod level;
mod variant;

pub use action::{AnyAction, AnyPlayed};
pub use any_game::AnyGame;
pub use any_view::AnyView;
pub use capabilities::SideName;
pub use decision::Decision;
pub use level::{Level, UnknownLevel};
pub use variant::{UnknownVariant, Variant};

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
