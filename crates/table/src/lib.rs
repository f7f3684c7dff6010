//! One table as a pure state machine.
//!
//! ```text
//! input ─▶ decide ─▶ events ─▶ append and commit (caller) ─▶ evolve ─▶ tell ─▶ acknowledge
//! ```
//!
//! - [`Table::decide`] turns an input into events, or rejects it. It changes nothing.
//! - [`Table::evolve`] applies a committed event. [`Table::replay`] rebuilds a table from its log
//!   after a crash.
//! - [`Table::tell`] describes an event for one viewer. [`Table::snapshot`] describes the whole
//!   table, and [`Table::export`] the game as a record.
//! - [`Table::transcript`] is the public history, the same for all viewers. [`audit`] replays and
//!   checks it.
//!
//! The server and the page run the same code; the page uses it for games on one device.
//!
//! # Invariants
//! - No clock, no randomness, no I/O (`xtask/tests/dependency_rules.rs`). Times (Unix ms) and the
//!   [`Seed`](commit_reveal::Seed) are arguments.
//! - `evolve` cannot fail on an event that `decide` returned for the same table. `replay` checks
//!   every event and the version of the rules (`tests/log.rs`).
//! - What a viewer learns about a game comes from `tell`, `snapshot` (whose parts are `state`,
//!   `start_text` and `entry`) and `export`. They use
//!   [`AnyGame::view`](games::AnyGame::view) and [`AnyGame::tell`](games::AnyGame::tell), for past
//!   actions as for new ones (`tell/tests.rs`).
//! - Public before the game starts are only [`Table::public_plan`], [`Table::seat_states`] and
//!   [`Table::commitment`]. [`Table::full_export`] includes secrets and is only for a device that
//!   plays every seat.
//! - The kinds of events are one list (`kinds.rs`), which separates public from sealed fields.
//! - Each viewer's sequence numbers have no gaps, so a private event leaves no trace in the numbers
//!   of other viewers.
//! - A set-up choice becomes visible only as the end of its phase, and so does its hash
//!   (`tests/transcript.rs`).
//! - A game ends as a draw after [`protocol::ACTIONS`] plies or [`protocol::EVENTS`] events
//!   (`tests/limits.rs`).

mod audit;
mod consent;
mod decide;
mod event;
mod evolve;
mod export;
mod input;
mod kinds;
mod member;
mod names;
mod open;
mod party;
mod play;
mod promise;
mod public_fields;
mod replay;
mod salts;
mod sealed;
mod stored;
mod table;
mod tell;
mod transcribe;
mod transcript;
mod violation;

pub use audit::{AuditError, Auditor, audit};
pub use event::Event;
pub use export::GameExport;
pub use input::Input;
pub use kinds::Kind;
pub use member::{Member, ladder};
pub use names::{clean_name, clean_text};
pub use open::open;
pub use party::Party;
pub use promise::{ChancePromise, OpenedLine};
pub use replay::{RULES, ReplayError};
pub use sealed::SealedPlan;
pub use stored::{StoredEvent, StoredEventError};
pub use table::{Asked, Player, Table};
pub use tell::ground_states;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
