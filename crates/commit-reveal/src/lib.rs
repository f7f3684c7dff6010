//! Commit and reveal: why nobody has to trust the host's shuffle.
//!
//! 1. Before anyone sits down the host draws a 32-byte [`Seed`] and shows its [`Commitment`], the
//!    SHA-256 of `chuhe seed 1\n` and the seed's 64 hex digits.
//! 2. Every player draws a [`Salt`] of 16 bytes and shows its hash ([`Salt::commitment`]); when all
//!    hashes are there, each shows the salt itself. The host, already committed, cannot choose a
//!    seed that suits it, no player knows the seed, and not even the two together can choose a salt
//!    that suits them: theirs was fixed before they saw anybody else's.
//! 3. All chance of the game (a shuffle, a draw for the first move, a mole chosen by the system) is
//!    rolled with [`SeedDice`] from the seed and the salts, in the order the rules ask for it.
//! 4. What a player chooses in secret is shown as a hash ([`Seed::choice_commitment`]).
//! 5. At the end the seed is revealed, and with it the choices. Anyone can hash them and roll again.
//!
//! What everybody was told makes a transcript; [`ChainHead`] is the hash over it, and a server signs
//! it ([`SigningKey`]), so that who has kept one can show that the past was another.
//!
//! The dice: block `i` is SHA-256 of `chuhe dice 1\n`, the seed's 32 bytes, each salt's 16 bytes in
//! seat order, and `i` as eight bytes, most significant first. Each block gives eight words of four
//! bytes, most significant first. A roll of `n` sides takes words until one is below the greatest
//! multiple of `n` that fits into 32 bits, and is that word modulo `n`.
//!
//! # A tour
//!
//! ```
//! use commit_reveal::{Commitment, Salt, Seed, SeedDice};
//! use game::Dice;
//!
//! // The host draws 32 bytes (from a cryptographic source, not like this) and shows their hash.
//! let seed = Seed::new([7; 32]);
//! let commitment: Commitment = seed.commitment();
//!
//! // The players answer with salts; only now can anything be rolled.
//! let salts = [Salt::new([1; 16]), Salt::new([2; 16])];
//! let mut dice = SeedDice::new(&seed, &salts);
//! let rolled: Vec<u32> = (0..4).map(|_| dice.roll(6)).collect();
//!
//! // Afterwards the seed is shown, and anyone checks both: the hash, and the rolls.
//! let revealed = Seed::from_hex(&seed.reveal())?;
//! assert_eq!(revealed.commitment(), commitment);
//! let mut again = SeedDice::new(&revealed, &salts);
//! assert_eq!((0..4).map(|_| again.roll(6)).collect::<Vec<_>>(), rolled);
//!
//! // With another salt the same seed rolls otherwise: neither side steers the dice alone.
//! let mut other = SeedDice::new(&seed, &[Salt::new([1; 16]), Salt::new([3; 16])]);
//! assert_ne!((0..32).map(|_| other.roll(6)).collect::<Vec<_>>()[..4], rolled[..]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod chain;
mod dice;
mod hex;
mod seed;
mod signing;

pub use chain::ChainHead;
pub use dice::SeedDice;
pub use hex::ParseHexError;
pub use seed::{Commitment, Salt, Seed};
pub use signing::{HeadStatement, PublicKey, Signature, SigningKey};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
