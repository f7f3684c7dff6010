//! Deterministic simulation tests of the server.
//!
//! One thread runs the real [`server::Hub`] with its real routes and sockets. Around it are
//! simulated:
//!
//! * a [`store::Store`] whose disk lies, fails, delays and survives crashes;
//! * pages that play, repeat commands, read slowly and disconnect;
//! * accounts that challenge each other, and seek games while they block each other;
//! * a smart board behind its bridge.
//!
//! Time is paused except while all tasks wait, and all randomness comes from a seed.
//!

//! * A [`Script`] lists the actions and faults. [`run()`] executes it and checks every message to a
//!   page against the log.
//! * A [`Failure`] names the promise that was broken, and [`shrink()`] shortens its script.
//!
//! A crash drops the runtime at any point of its work; only the disk, the pages and the board
//! survive it.
//!
//! # Invariants
//!
//! * The same seed gives the same run. (`tests/seeds.rs`: `the_same_seed_is_the_same_run`.)
//! * Fixed bugs that are put back are found. (`tests/mutants.rs`: `every_mutant_is_found`.)

mod act;
mod board;
mod challenge_ledger;
mod challenges;
mod clients;
mod clock;
mod cluster;
mod connection;
mod day_seek_ledger;
mod day_seeks;
mod disk;
mod disk_faults;
mod draw;
mod hints;
mod hosts;
mod life;
mod mutants;
mod mutate;
mod oracle;
mod outages;
mod page;
mod recorder;
mod requests;
mod rng;
mod run;
mod script;
mod seek_ledger;
mod seeks;
mod settle;
mod shrink;
mod strangers;
mod world;

pub use mutants::AnyMutant;
pub use recorder::Failure;
pub use run::{Outcome, run, run_mutant};
pub use script::{DiskFault, Saying, Script, Step, TableSpec};
pub use shrink::shrink;
pub use strangers::{Strangers, strangers};
