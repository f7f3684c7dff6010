//! Runs the conformance kit.

use conformance::{Plan, check};
use xiangqi::Xiangqi;

#[test]
fn conformance() {
    let options = ["", "repetition=simple", "quiet-limit=20 repetition=off"];
    check::<Xiangqi>(&options, Plan { games: 6, plies: 120, seed: 1 });
}
