//! Whole games at a smart board: the firmware in QEMU, its bridge, the server and the archive,
//! while processes are killed.
//!
//! [`play`] plays a [`Plan`] and compares the archive with the moves played.

mod board;
mod numbers;
mod player;
mod program;
mod run;
mod stack;

pub use run::{Plan, Report, play};
pub use stack::Way;
