//! The logic of a smart board, independent of its hardware.
//!
//! [`Board`] is a state machine without pins. Input: the time, the readings of sensors and buttons,
//! and bytes from the host. Output: the displays, sounds, voice codes, and bytes for the host. The
//! images `stm32f103` and `qemu` connect it to a chip.
//!

//! # Invariants
//!
//! * No allocation: the crate is `no_std`, and the images link an allocator without memory
//!   (`no-heap`).
//! * An event is written to the log in flash before it is sent.
//! * While the log is full, no move is accepted and no clock runs, so no event is lost.
//!   (`tests/board.rs`: `a_full_memory_stops_play_and_loses_nothing`.)
//! * A game resumes after a power cut at any moment. (`emulated/tests/power.rs`:
//!   `a_game_outlives_many_power_cuts`.)
//! * The board reports the same events as the referee does for the same readings.
//!   (`emulated/tests/same.rs`.)
#![no_std]

#[cfg(test)]
extern crate std;

mod board;
mod faces;
mod game_log;
mod interrupted_game;
mod line;
mod queue;
mod sound;

use sensing::link as convert;

pub use board::Board;
pub use faces::Face;
