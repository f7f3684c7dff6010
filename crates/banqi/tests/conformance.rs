//! Runs the conformance kit with every preset and option.

use banqi::Banqi;
use conformance::{Plan, check};

#[test]
fn conformance() {
    let options = [
        "",
        "tiantian",
        "taiwan",
        "face-up-at-start=20 general-takes-soldier own-capture-scores=none",
        "face-up-at-start=31 target=none",
        "quiet-limit=none target=20",
        "cannon-steps generals-take-each-other=no target=none quiet-limit=10",
    ];
    check::<Banqi>(&options, Plan { games: 8, plies: 150, seed: 1 });
}
