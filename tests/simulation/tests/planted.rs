//! Bugs that were mended are found again: how many seeds each takes stands in docs/testing.md.
#![cfg(feature = "planted-bugs")]

use server::Bug;
use simulation::{Planted, Script, run_planted};

/// Which seed finds it at the latest.
const SEEDS: u64 = 400;

const BUGS: &[Planted] = &[
    Planted::WedgedWriter,
    Planted::Server(Bug::CommitGuessed),
    Planted::Server(Bug::ClocksRun),
    Planted::Server(Bug::StrangersFirst),
    Planted::Server(Bug::StaleUnanswered),
    Planted::Server(Bug::FarBehindUnanswered),
    Planted::StaleWriter,
    Planted::Server(Bug::BorrowedId),
    Planted::Server(Bug::HeldPong),
    Planted::Server(Bug::UndoneAfterTheEnd),
];

#[test]
fn every_planted_bug_is_found() {
    let mut unfound = Vec::new();
    for &bug in BUGS {
        let found = (1..=SEEDS).find_map(|seed| {
            let failure = run_planted(&Script::draw(seed), Some(bug), false).failure?;
            Some((seed, failure.promise))
        });
        match found {
            Some((seeds, promise)) => eprintln!("| {bug:?} | {seeds} | {promise} |"),
            None => unfound.push(bug),
        }
    }
    assert!(unfound.is_empty(), "not found in {SEEDS} seeds: {unfound:?}");
}
