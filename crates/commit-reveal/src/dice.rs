use crate::{Salt, Seed};
use alloc::vec::Vec;
use core::fmt;
use game::Dice;
use sha2::{Digest, Sha256};

/// Deterministic dice for one seed and salts. The rolls cannot be predicted without the seed.
///
/// ```
/// use commit_reveal::{Salt, Seed, SeedDice};
/// use game::Dice;
///
/// let seed =
///     Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")?;
/// let salt: Salt = "00112233445566778899aabbccddeeff".parse()?;
/// let mut dice = SeedDice::new(&seed, &[salt, Salt::default()]);
/// // Any SHA-256 implementation gives the same rolls.
/// assert_eq!([6, 32, 5, 2, 1, 1000].map(|sides| dice.roll(sides)), [3, 3, 3, 1, 0, 519]);
/// assert_eq!(format!("{dice:?}"), "SeedDice(<secret>)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SeedDice {
    seed: Seed,
    salts: Vec<Salt>,
    block: u64,
    words: [u32; 8],
    used: usize,
}

impl SeedDice {
    /// Creates dice. `salts` are in seat order, with the default salt for a seat that gave none.
    pub fn new(seed: &Seed, salts: &[Salt]) -> SeedDice {
        SeedDice { seed: seed.clone(), salts: salts.to_vec(), block: 0, words: [0; 8], used: 8 }
    }

    fn word(&mut self) -> u32 {
        if self.used == self.words.len() {
            self.words = self.hash_block();
            self.block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    fn hash_block(&self) -> [u32; 8] {
        let mut hash = Sha256::new();
        hash.update(b"chuhe dice 1\n");
        hash.update(self.seed.bytes());
        self.salts.iter().for_each(|salt| hash.update(salt.bytes()));
        hash.update(self.block.to_be_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        core::array::from_fn(|i| {
            u32::from_be_bytes([
                digest[4 * i],
                digest[4 * i + 1],
                digest[4 * i + 2],
                digest[4 * i + 3],
            ])
        })
    }
}

impl Dice for SeedDice {
    fn roll(&mut self, sides: u32) -> u32 {
        let sides = u64::from(sides.max(1));
        // A word at or above the last full multiple would make low numbers more likely.
        let fair = (1 << 32) / sides * sides;
        loop {
            let word = u64::from(self.word());
            if word < fair {
                return (word % sides) as u32;
            }
        }
    }
}

impl fmt::Debug for SeedDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeedDice(<secret>)")
    }
}
