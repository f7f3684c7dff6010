//! Games at a smart board, whole: the firmware in QEMU, its bridge, the server, the archive; and
//! the hands of somebody who keeps pulling plugs.
//!
//! [`play`] plays a [`Plan`] and compares what the archive has with what was played.

mod board;
mod hands;
mod numbers;
mod program;
mod run;
mod stack;

pub use run::{Plan, Report, play};
pub use stack::Way;
