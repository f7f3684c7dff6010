//! Commit and reveal: dice that neither the host nor any player can manipulate.
//!

//! 1. Before any player joins, the host draws a 32-byte [`Seed`] and publishes its [`Commitment`]:
//!    the SHA-256 of `chuhe seed 1\n` and the seed's 64 hex digits.
//! 2. Every player draws a [`Salt`] of 16 bytes and publishes its hash ([`Salt::commitment`]). When
//!    all hashes are published, the players publish the salts.

//! 3. All randomness of the game is rolled with [`SeedDice`] from the seed and the salts, in the
//!    order required by the rules. Examples are a shuffle, the draw for the first move and a mole
//!    chosen by the system.
//! 4. A player's secret choice is published as a hash ([`Seed::choice_commitment`]).
//! 5. At the end the host reveals the seed and the choices. Anyone can hash them and repeat the
//!    rolls.
//!

//! A server signs the transcript of a table: [`ChainHead`] is the hash over its lines,
//! [`SigningKey`] signs it. A player who stored a signed head can prove that the server changed the
//! transcript later.
//!

//! # Invariants
//! - The host commits before salts are fixed, so it cannot choose a suitable seed.
//! - All salts are fixed before any is published. No player, not even together with the host, can
//!   choose a suitable salt. The server keeps this order in every game; `docs/fairness.md` states
//!   what it proves and what it does not.
//! - `Debug` of [`Seed`], [`SeedDice`] and [`SigningKey`] prints `<secret>`; none has a `Display`
//!   (`tests/commit_reveal.rs`, `xtask/tests/dependency_rules/secrets.rs`).
//! - Hashes and dice match values computed with `sha256sum` and Python (`tests/commit_reveal.rs`).
//!

//! # The dice
//! Block `i` is the SHA-256 of `chuhe dice 1\n`, the seed's 32 bytes, each salt's 16 bytes in seat
//! order, and `i` as eight bytes. Each block gives eight words of four bytes. All numbers are
//! big-endian.
//!
//! A roll of `n` sides takes words until one is below the largest multiple of `n` that fits into 32
//! bits. The result is that word modulo `n`.
//!
//! # A tour
//!
//! ```
//! use commit_reveal::{Commitment, Salt, Seed, SeedDice};
//! use game::Dice;
//!
//! // The host draws 32 bytes (from a cryptographic source, unlike here) and publishes their hash.
//! let seed = Seed::new([7; 32]);
//! let commitment: Commitment = seed.commitment();
//! // The players answer with salts. The dice are undefined until then.
//! // The players answer with salts; only now can anything be rolled.
//! let salts = [Salt::new([1; 16]), Salt::new([2; 16])];
//! let mut dice = SeedDice::new(&seed, &salts);
//! let rolled: Vec<u32> = (0..4).map(|_| dice.roll(6)).collect();
//!
//! // Afterwards the host reveals the seed. Anyone checks the hash and the rolls.
//! let revealed = Seed::from_hex(&seed.reveal())?;
//! assert_eq!(revealed.commitment(), commitment);
//! let mut again = SeedDice::new(&revealed, &salts);
//! assert_eq!((0..4).map(|_| again.roll(6)).collect::<Vec<_>>(), rolled);
//!
//! // Another salt gives other rolls: the host alone does not determine the dice.
//! let mut other = SeedDice::new(&seed, &[Salt::new([1; 16]), Salt::new([3; 16])]);
//! assert_ne!((0..32).map(|_| other.roll(6)).collect::<Vec<_>>()[..4], rolled[..]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod chain;
mod dice;
mod ed25519;
mod hex;
mod seed;
mod signing;

pub use chain::ChainHead;
pub use dice::SeedDice;
pub use hex::ParseHexError;
pub use seed::{Commitment, Salt, Seed};
pub use signing::{HeadStatement, PublicKey, Signature, SigningKey};

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
