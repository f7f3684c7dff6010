//! Runs the conformance kit with options that reach every set-up stage.

use conformance::{Plan, check};
use undercover::Undercover;

#[test]
fn defaults() {
    check::<Undercover>(&["", "barred=0"], Plan { games: 6, plies: 90, seed: 1 });
}

#[test]
fn every_set_up_option() {
    let options = [
        "barred=0 locks=2",
        "barred=0 locks=1 rearrange=system",
        "barred=0 rearrange=manual",
        "barred=0 locks=2 rearrange=system selection=random",
        "barred=5 first=black repetition=simple",
    ];
    check::<Undercover>(&options, Plan { games: 5, plies: 60, seed: 100 });
}
