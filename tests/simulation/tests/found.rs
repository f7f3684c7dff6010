//! Scripts of failures that the simulation has found, as short as they were shrunk to.

use simulation::{DiskFault, Script, Step, TableSpec, run};

const fn table(variant: &'static str, clock: &'static str) -> TableSpec {
    TableSpec {
        variant,
        clock,
        setup_seconds: 0,
        spectators: 0,
        second_device: false,
        training: false,
    }
}

fn check(what: &str, tables: &[TableSpec], steps: &[Step]) {
    // The disk's delays depend on the seed.
    for seed in 1..=5 {
        let script = Script {
            seed,
            servers: 1,
            has_board: false,
            secret_pick: None,
            tables: tables.to_vec(),
            steps: steps.to_vec(),
        };
        let outcome = run(&script, true);
        assert!(
            outcome.failure.is_none(),
            "{what}, seed {seed}: {}\n{}",
            outcome.kept.join("\n"),
            outcome.failure.map(|failure| failure.to_string()).unwrap_or_default()
        );
    }
}

fn full(ms: u32) -> Step {
    Step::Disk { fault: DiskFault::Full, ms }
}

fn hangs(ms: u32) -> Step {
    Step::Disk { fault: DiskFault::Hangs, ms }
}

fn act(table: usize) -> Step {
    Step::Act { table, pick: 0 }
}

fn crash(polls: u16, away_ms: u32) -> Step {
    Step::Crash { polls, away_ms }
}

#[test]
fn what_was_found_stays_found() {
    let (timed, short) = (table("xiangqi", "30s"), table("xiangqi", "20s"));
    let cases: &[(&str, Vec<TableSpec>, Vec<Step>)] = &[
        (
            "a socket whose answers found no room stayed open",
            vec![table("xiangqi", "none")],
            vec![Step::Wait(500), Step::Flood { page: 0, count: 200 }],
        ),
        (
            "an answer came without what was missed",
            vec![table("undercover", "none")],
            vec![Step::Wait(500), hangs(7_000), act(0), Step::Flood { page: 0, count: 100 }],
        ),
        (
            "a flag fell before the time away was given back",
            vec![short.clone()],
            vec![Step::Wait(9_000), crash(15, 18_000)],
        ),
        (
            "a second kill forgot the time of the first",
            vec![short.clone()],
            vec![Step::Wait(1_500), crash(9, 11_000), crash(9, 11_000)],
        ),
        (
            "a start that had to wait did not count the wait",
            vec![short.clone()],
            vec![Step::Wait(500), hangs(20_000), crash(9, 1_473)],
        ),
        (
            "a choice that took long to commit was charged to the other side",
            vec![table("undercover", "20s")],
            vec![
                Step::Wait(500),
                act(0),
                Step::Wait(500),
                hangs(14_000),
                act(0),
                Step::Wait(15_000),
            ],
        ),
        (
            "a resumption that took long to commit was charged",
            vec![timed.clone(), short.clone()],
            vec![Step::Wait(800), hangs(14_000), act(0), Step::Wait(15_000)],
        ),
        (
            "an outage after a denial was not noticed",
            vec![short.clone()],
            vec![
                Step::Disk { fault: DiskFault::Denies, ms: 3_300 },
                Step::Wait(3_300),
                full(6_300),
                Step::Wait(6_300),
            ],
        ),
        (
            "a kill while a stall was in doubt forgot it",
            vec![timed, table("undercover", "1")],
            vec![
                Step::Wait(30),
                Step::Disk { fault: DiskFault::Gone, ms: 20_000 },
                Step::Wait(21_500),
                crash(24, 2_659),
            ],
        ),
        (
            "a stall before the credit was lost with it",
            vec![table("xiangqi", "30s"), table("xiangqi", "1")],
            vec![crash(30, 12_800), full(7_000), Step::Wait(8_182)],
        ),
    ];
    for (what, tables, steps) in cases {
        check(what, tables, steps);
    }
}

/// A crash between any two polls of tasks while a move is being made loses nothing.
#[test]
fn a_kill_at_any_moment_loses_nothing() {
    for polls in 0..150 {
        let steps = [
            Step::Wait(500),
            act(0),
            Step::Wait(100),
            act(0),
            crash(polls, 3_000),
            Step::Wait(1_000),
            act(0),
        ];
        check(&format!("killed after {polls} steps"), &[table("xiangqi", "1")], &steps);
    }
}
