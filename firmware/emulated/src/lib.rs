//! Runs the board's image in QEMU and simulates its hardware and its host.
//!
//! * [`Machine`] is a board that is switched on; dropping it cuts the power.
//! * [`Bench`] operates a board: it cuts and restores the power, injects sensor readings, and
//!   stores the events as a server would.

mod bench;
mod lines;
mod machine;
mod script;

pub use bench::Bench;
pub use lines::line;
pub use machine::{Machine, image};
pub use script::run;
