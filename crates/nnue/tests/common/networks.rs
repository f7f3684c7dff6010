//! Random networks.

use conformance::TestDice;
use game::Dice;
use nnue::{BUCKETS, HIDDEN, INPUTS, Network};
use sha2::{Digest, Sha256};

/// Offset of the first weight in a file.
pub(crate) const WEIGHTS_OFFSET: usize = 22;

/// A network with random weights: either the largest that a file may have, or moderate ones that
/// give varied scores.
pub(crate) fn any_network(seed: u64, is_large: bool) -> Network {
    let mut dice = TestDice::new(seed);
    let mut draw = |most: i16| {
        let extreme = [most, -most][dice.roll(2) as usize];
        let any = dice.roll(2 * most as u32 + 1) as i16 - most;
        if is_large { extreme } else { any }
    };
    let mut bytes = head();
    let hidden = if is_large { 900 } else { 60 };
    let rows = [(INPUTS + 1, hidden), (2 * BUCKETS, 127)];
    for (count, most) in rows {
        (0..count * HIDDEN).for_each(|_| bytes.extend(draw(most).to_le_bytes()));
    }
    (0..BUCKETS).for_each(|_| bytes.extend(i32::from(draw(3_000)).to_le_bytes()));
    Network::from_bytes(&sealed(bytes)).expect("a sound network")
}

/// Head of a network file, built from its specification: the name and seven numbers.
pub(crate) fn head() -> Vec<u8> {
    let mut bytes = b"chuhe-nn".to_vec();
    for number in [1_u16, 692, 128, 4, 255, 64, 470] {
        bytes.extend(number.to_le_bytes());
    }
    assert_eq!(bytes.len(), WEIGHTS_OFFSET);
    bytes
}

/// Appends the hash.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    bytes
}
