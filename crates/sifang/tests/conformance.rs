//! Runs the conformance kit in every mode and with every end.

use conformance::{Plan, check};
use sifang::Sifang;

#[test]
fn conformance() {
    let options = [
        "",
        "mode=se",
        "mode=sw quiet-limit=40",
        "mode=solo",
        "end=capture-all mode=solo",
        "end=first-marshal",
        "end=first-marshal mode=solo",
        "end=points mode=solo move-limit=60",
    ];
    check::<Sifang>(&options, Plan { games: 2, plies: 120, seed: 1 });
}
