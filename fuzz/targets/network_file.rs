//! Network files. Arbitrary bytes are rejected. A modified file with a recomputed hash is rejected
//! too, or gives a network whose evaluation does not overflow in any implementation.
#![no_main]

use conformance::TestDice;
use nnue::{Network, training::Trainer};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use xiangqi::Position;

const HASH: usize = 32;

/// A valid network file: the state before training.
static WHOLE: LazyLock<Vec<u8>> =
    LazyLock::new(|| Trainer::new(&mut TestDice::new(1)).network().to_bytes());

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    assert!(bytes.len() == Network::BYTES || Network::from_bytes(bytes).is_err());
    // Six bytes per change: its position, length and value. Random bytes of this size would never
    // parse.
    let mut file = WHOLE.clone();
    let end = file.len() - HASH;
    for change in bytes.as_chunks::<6>().0 {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % (end - 1);
        let run = 1 + usize::from(change[3]) * 8;
        for pair in file[at..end].chunks_exact_mut(2).take(run) {
            pair.copy_from_slice(&change[4..]);
        }
    }
    let hash = Sha256::digest(&file[..end]);
    file[end..].copy_from_slice(&hash);
    let Ok(network) = Network::from_bytes(&file) else { return };
    assert!(network.to_bytes() == file, "what was read is written");
    let position = Position::start();
    assert_eq!(network.evaluate(&position), network.evaluate_scalar(&position));
});
