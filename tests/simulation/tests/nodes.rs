//! Two servers on one store, with clocks five seconds apart, keep all promises of one.

use simulation::{Script, run};

/// Number of seeds.
const SEEDS: u64 = 40;

#[test]
fn two_servers_keep_what_one_promises() {
    for seed in 1..=SEEDS {
        let script = Script { servers: 2, ..Script::draw(seed) };
        if let Some(failure) = run(&script, false).failure {
            let kept = run(&script, true).kept;
            panic!("seed {seed}: {failure}\n{script}\n{}", kept.join("\n"));
        }
    }
}
