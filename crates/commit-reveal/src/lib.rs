//! Commit and reveal: why nobody has to trust the host's shuffle.
//!
//! 1. Before anyone sits down the host draws a 32-byte [`Seed`] and shows its [`Commitment`], the
//!    SHA-256 of `chuhe seed 1\n` and the seed's 64 hex digits.
//! 2. Every player who joins adds a [`Salt`] of 16 bytes, shown to all. The host, already
//!    committed, cannot choose a seed that suits it; no player knows the seed.
//! 3. All chance of the game (a shuffle, a draw for the first move, a mole chosen by the system) is
//!    rolled with [`SeedDice`] from the seed and the salts, in the order the rules ask for it.
//! 4. At the end the seed is revealed. Anyone can hash it and roll again.
//!
//! The dice: block `i` is SHA-256 of `chuhe dice 1\n`, the seed's 32 bytes, each salt's 16 bytes in
//! seat order, and `i` as eight bytes, most significant first. Each block gives eight words of four
//! bytes, most significant first. A roll of `n` sides takes words until one is below the greatest
//! multiple of `n` that fits into 32 bits, and is that word modulo `n`.
#![no_std]

extern crate alloc;

mod dice;
mod hex;
mod seed;

pub use dice::SeedDice;
pub use hex::ParseHexError;
pub use seed::{Commitment, Salt, Seed};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
