//! Fixed bugs that are put back are found. docs/testing.md lists how many seeds each takes.
#![cfg(feature = "planted-bugs")]

use server::Bug;
use simulation::{Planted, Script, run_planted};

/// Number of seeds within which each must be found.
const SEEDS: u64 = 400;

/// Each bug with the first seed known to find it. It is tried first; trying all takes minutes, and
/// gives the new number when scripts are drawn differently.
const BUGS: &[(Planted, u64)] = &[
    (Planted::WedgedWriter, 1),
    (Planted::Server(Bug::CommitGuessed), 1),
    (Planted::Server(Bug::ClocksRun), 5),
    (Planted::Server(Bug::StrangersFirst), 254),
    (Planted::Server(Bug::StaleUnanswered), 2),
    (Planted::Server(Bug::FarBehindUnanswered), 183),
    (Planted::StaleWriter, 6),
    (Planted::Server(Bug::BorrowedId), 1),
    (Planted::Server(Bug::HeldPong), 248),
    (Planted::Server(Bug::UndoneAfterTheEnd), 18),
];

#[test]
fn every_planted_bug_is_found() {
    let mut unfound = Vec::new();
    for &(bug, known) in BUGS {
        let found = std::iter::once(known).chain(1..=SEEDS).find_map(|seed| {
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
