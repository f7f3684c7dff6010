//! One table as a pure state machine.
//!
//! ```text
//! input ─▶ decide ─▶ events ─▶ append and commit (caller) ─▶ evolve ─▶ update_for ─▶ acknowledge
//! ```
//!
//! - [`Table::decide`] turns an input into events, or rejects it. It changes nothing.
//! - [`Table::evolve`] applies a committed event. [`Table::replay`] rebuilds a table from its log
//!   after a crash.
//! - [`Table::update_for`] describes an event for one viewer. [`Table::snapshot`] describes the whole
//!   table, and [`Table::export`] the game as a record.
//! - [`Table::transcript`] is the public history, the same for all viewers. [`audit`] replays and
//!   checks it. A [`Proof`] is a transcript with a server's signatures, and lists the server's faults.
//!

//! The server and the page run the same code; the page uses it for games on one device.
//!

//! # Invariants
//! - No clock, no randomness, no I/O (`xtask/tests/dependency_rules.rs`). Times (Unix ms) and the
//!   [`Seed`](commit_reveal::Seed) are arguments.
//! - `evolve` cannot fail on an event that `decide` returned for the same table. `replay` rejects
//!   events that cannot be applied and unknown versions of the rules (`tests/log.rs`). `audit`
//!   checks more, because logs of earlier versions may contain what is now refused.
//! - An action is parsed once and judged once: in `decide`, or when an event from a log is applied
//!   (`judging.rs`).
//!

//! - Until the game ends, what a viewer learns about it comes from `update_for`, `snapshot` (whose
//!   parts are `state`, `start_text` and `entry`) and `export`. `public_state` and `transcript`
//!   contain only what all viewers may know. They use
//!   [`AnyGame::view`](games::AnyGame::view) and [`AnyGame::describe_for`](games::AnyGame::describe_for), for past
//!   actions as for new ones (`viewer_update/tests.rs`).
//! - Public before the game starts are only [`Table::public_plan`], [`Table::seat_states`] and
//!   [`Table::commitment`]. [`Table::full_export`] includes secrets and is only for a device
//!   that all players share.
//!

//! - The kinds of events are one list (`kinds.rs`), which separates public from sealed fields.
//! - Each viewer's sequence numbers have no gaps, so a private event leaves no trace in the numbers
//!   of other viewers.
//! - Until a set-up phase ends, other seats learn neither that a seat has chosen nor the hash of the
//!   choice. The choice stays secret until the game ends (`tests/transcript.rs`).
//! - A game ends as a draw after [`protocol::ACTIONS`] plies or [`protocol::EVENTS`] events
//!   (`tests/limits.rs`).

mod audit;
mod claim;
mod columns;
mod consent;
mod contest;
mod decide;
mod event;
mod event_action;
mod evolve;
mod export;
mod filling;
mod gift;
mod input;
mod judging;
mod kinds;
mod member;
mod names;
mod open;
mod party;
mod play;
mod promise;
mod proof;
mod public_fields;
mod replay;
mod salts;
mod sealed;
mod shared_list;
mod table;
mod transcribe;
mod transcript;
mod viewer_update;
mod violation;

pub use audit::{AuditError, Auditor, audit};
pub use columns::UnreadableEvent;
pub use contest::is_contest;
pub use event::Event;
pub use event_action::EventAction;
pub use export::GameExport;
pub use input::Input;
pub use kinds::EventKind;
pub use member::{Member, ladder};
pub use names::{clean_name, clean_text};
pub use open::{check_rating_range, open};
pub use party::Party;
pub use promise::{OpenedLine, SeedPromise};
pub use proof::{Contradiction, Finding, Proof, ProofFault, is_signed, missing_contribution};
pub use replay::{RULES, ReplayError};
pub use sealed::SealedPlan;
pub use table::{ComputerRequest, Departure, SeatedPlayer, Table};
pub use viewer_update::ground_states;

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
