//! In a mate in at most two moves, a search of every move finds no other first move that mates as
//! fast.

use puzzles::{Goal, Puzzle, generate::mates_within};
use xiangqi::Move;

const CORPUS: &str = include_str!("../../../apps/web/static/corpus/xiangqi.txt");

#[test]
fn short_mates_have_one_first_move() {
    let mut count = 0;
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(CORPUS.lines()).filter(|(_, line)| !line.starts_with('#')) {
        let puzzle: Puzzle = line.parse().unwrap_or_else(|error| panic!("line {number}: {error}"));
        if puzzle.goal() != Goal::Mate || puzzle.moves() > 2 {
            continue;
        }
        count += 1;
        let (start, moves) = (puzzle.start(), puzzle.moves() as u32);
        let mating = start.legal_moves().into_iter().filter(|&it| mates_within(start, it, moves));
        let mating: Vec<Move> = mating.collect();
        if mating != puzzle.line()[..1] {
            faults.push(format!("line {number}: {mating:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 100, "{count} short mates");
}
