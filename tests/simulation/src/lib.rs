//! The server's promises, tried by chance that repeats.
//!
//! One thread holds the whole house: the real hub behind its real routes and sockets, over a
//! [`store::Store`] whose disk lies, fails, hesitates and survives; pages that play, repeat
//! themselves, read slowly and vanish; a smart board behind its bridge. Time stands still but for
//! the waiting, and all chance comes from a seed. A [`Script`] says what is done and what fails;
//! [`run`] carries it out and checks every message that any page is sent against the log; a
//! [`Failure`] names the promise that was broken, and [`shrink`] makes its script short.
//!
//! A crash drops the runtime, whatever it is in the middle of; only the disk, the pages and the
//! board are left for the next life.

mod board;
mod clock;
mod connection;
mod disk;
mod draw;
mod hints;
mod house;
mod life;
mod lobby;
mod luck;
mod mutate;
mod oracle;
mod outages;
mod page;
mod planted;
mod requests;
mod run;
mod script;
mod settle;
mod shrink;
mod sim_store;
mod strangers;
mod witness;
mod world;

pub use planted::Planted;
pub use run::{Outcome, run, run_planted};
pub use script::{DiskFault, Saying, Script, Step, TableSpec};
pub use shrink::shrink;
pub use strangers::{Strangers, strangers};
pub use witness::Failure;
