//! Checks the kit itself: a game without leaks passes, and each planted leak is found.

mod toy;

use conformance::{Plan, check};
use std::panic::catch_unwind;
use toy::{LEGAL, NOTHING, OUTCOME, REFUSAL, REVEALED, TOLD, Toy, VIEW, WARNING};

const PLAN: Plan = Plan { games: 8, plies: 12, seed: 1 };

#[test]
fn a_clean_game_passes() {
    check::<Toy<NOTHING>>(&[""], Plan { games: 100, ..PLAN });
}

/// Runs the kit on a game with a leak and returns its message; `None` if the game passes.
fn complaint<const LEAK: u8>(seed: u64) -> Option<String> {
    let plan = Plan { seed, ..PLAN };
    let panic = catch_unwind(|| check::<Toy<LEAK>>(&[""], plan)).err()?;
    Some(panic.downcast_ref::<String>().expect("the kit explains").clone())
}

#[test]
fn every_planted_leak_is_caught() {
    type Caught = fn(u64) -> Option<String>;
    let leaks: [(&str, Caught, &str); 7] = [
        ("view text", complaint::<VIEW>, "can tell two worlds apart"),
        ("legal list", complaint::<LEGAL>, "can tell two worlds apart"),
        ("what comes to light", complaint::<REVEALED>, "can tell two worlds apart"),
        ("what is told", complaint::<TOLD>, "is told of"),
        ("outcome", complaint::<OUTCOME>, "can tell two worlds apart"),
        ("refusal", complaint::<REFUSAL>, "the answer to"),
        ("warning", complaint::<WARNING>, "can tell two worlds apart"),
    ];
    for (leak, caught, expected) in leaks {
        // Every seed must find the leak: a check that depends on luck would miss real leaks.
        for seed in [1, 1000, 2000, 3000] {
            let said = caught(seed).unwrap_or_else(|| panic!("{leak}: seed {seed} passed"));
            assert!(said.contains(expected), "{leak}: caught for another reason: {said}");
            assert!(said.contains("seed"), "{leak}: names no seed: {said}");
        }
    }
}
