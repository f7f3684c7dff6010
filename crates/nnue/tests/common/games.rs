//! Random positions.

use conformance::TestDice;
use game::Dice;
use xiangqi::Position;

/// Calls `look` with every position of random games.
pub(crate) fn each_position(seed: u64, games: u32, mut look: impl FnMut(&Position)) {
    let mut dice = TestDice::new(seed);
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..200 {
            look(&position);
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.make(legal[dice.roll(legal.len() as u32) as usize]);
        }
    }
}
