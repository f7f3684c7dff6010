//! One table as a pure state machine.
//!
//! ```text
//! input ─▶ decide ─▶ events ─▶ (append and commit: the caller's) ─▶ evolve ─▶ tell each viewer ─▶ acknowledge
//! ```
//!
//! * [`Table::decide`] may refuse and changes nothing.
//! * [`Table::evolve`] cannot fail: what was decided on a table fits it. A table is the fold of its
//!   events, so a crash is a replay ([`Table::replay`]), which believes nothing: an event that cannot
//!   have happened, or rules that this program does not know, are errors.
//! * [`Table::tell`] says what one observer learns of an event, with that viewer's own gap-free
//!   sequence. **What a viewer learns of the game comes from here, from [`Table::snapshot`] and from
//!   [`Table::export`]**; all of them draw on [`AnyGame::view`](games::AnyGame::view) and
//!   [`AnyGame::tell`](games::AnyGame::tell), the past as the present. Public before anybody sits are
//!   [`Table::public_plan`], [`Table::seat_states`] and [`Table::commitment`];
//!   [`Table::full_export`], secrets and all, is for a device that plays every seat.
//! * [`Table::transcript`] is the same for everybody: what was committed to and what happened, line by
//!   line. [`audit`] plays it again, and so finds a chance that was not what was committed to.
//!
//! The crate owns no clock, no random source and no I/O: times (milliseconds since the epoch) and
//! the [`Seed`](commit_reveal::Seed) are arguments. The same code runs in the server and, for games on one
//! device, in the page.

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
mod objection;
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

pub use audit::{AuditError, audit};
pub use event::Event;
pub use export::GameExport;
pub use input::Input;
pub use kinds::Kind;
pub use member::{Member, ladder};
pub use names::{clean_name, clean_text};
pub use open::open;
pub use party::Party;
pub use promise::ChancePromise;
pub use replay::{RULES, ReplayError};
pub use sealed::SealedPlan;
pub use stored::{StoredEvent, StoredEventError};
pub use table::{Asked, Player, Table};
pub use tell::ground_states;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
