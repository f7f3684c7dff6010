//! What a smart board does, whatever it is built of.
//!
//! [`Board`] is a machine without pins: the time, readings of sensors and buttons and bytes from
//! the host go in; faces, sounds, voice codes and bytes for the host come out. The images around it
//! only carry things between it and their chip.
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
