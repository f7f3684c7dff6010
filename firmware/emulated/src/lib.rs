//! Runs the board's image in QEMU and plays its world and its host.
//!
//! [`Machine`] is a board under power: dropping it cuts the power as hard as a plug is pulled.
//! [`Bench`] is the table it stands on: it cuts and restores the power, injects what the sensors
//! say, and keeps what a server would keep of the events.

mod bench;
mod lines;
mod machine;
mod script;

pub use bench::Bench;
pub use lines::line;
pub use machine::{Machine, image};
pub use script::run;
