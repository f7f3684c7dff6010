//! Fixed bugs that are put back are found. docs/testing.md lists how many seeds each takes.
#![cfg(feature = "mutants")]

use server::Mutant;
use simulation::{AnyMutant, Script, run_mutant};

/// Number of seeds within which each must be found.
const SEEDS: u64 = 400;

/// Each bug with the first seed known to find it. It is tried first; trying all takes minutes, and
/// gives the new number when scripts are drawn differently.
const BUGS: &[(AnyMutant, u64)] = &[
    (AnyMutant::WedgedWriter, 1),
    (AnyMutant::Server(Mutant::CommitGuessed), 1),
    (AnyMutant::Server(Mutant::ClocksRun), 5),
    (AnyMutant::Server(Mutant::StrangersFirst), 254),
    (AnyMutant::Server(Mutant::StaleUnanswered), 2),
    (AnyMutant::Server(Mutant::FarBehindUnanswered), 183),
    (AnyMutant::StaleWriter, 13),
    (AnyMutant::Server(Mutant::BorrowedId), 1),
    (AnyMutant::Server(Mutant::HeldPong), 5),
    (AnyMutant::Server(Mutant::UndoneAfterTheEnd), 28),
];

#[test]
fn every_mutant_is_found() {
    let mut unfound = Vec::new();
    for &(bug, known) in BUGS {
        let found = std::iter::once(known).chain(1..=SEEDS).find_map(|seed| {
            let failure = run_mutant(&Script::draw(seed), Some(bug), false).failure?;
            Some((seed, failure.promise))
        });
        match found {
            Some((seeds, promise)) => eprintln!("| {bug:?} | {seeds} | {promise} |"),
            None => unfound.push(bug),
        }
    }
    assert!(unfound.is_empty(), "not found in {SEEDS} seeds: {unfound:?}");
}
