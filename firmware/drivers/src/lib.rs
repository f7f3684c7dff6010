//! Drivers for the parts of a smart board, over any chip's pins and buses: a chain of shift
//! registers for sensors and buttons, two displays, a voice module, a flash chip.
#![no_std]

pub mod chain;
pub mod keys;
pub mod nor;
pub mod tm1637;
pub mod voice;
