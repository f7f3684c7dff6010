//! Replays and judges every puzzle that the pages ship.

use puzzles::{Answer, Attempt, Goal, Puzzle, Theme};
use std::collections::BTreeSet;
use xiangqi::{Move, Position};

const CORPUS: &str = include_str!("../../../apps/web/static/corpus/xiangqi.txt");

fn puzzles() -> impl Iterator<Item = (usize, Puzzle)> {
    let lines = (1..).zip(CORPUS.lines()).filter(|(_, line)| !line.starts_with('#'));
    lines.map(|(number, line)| {
        (number, line.parse().unwrap_or_else(|error| panic!("line {number}: {error}")))
    })
}

fn mates(position: &Position, played: Move) -> bool {
    let mut after = position.clone();
    after.make(played);
    !after.has_legal_move()
}

#[test]
fn every_puzzle_is_solved_by_its_line_and_is_there_once() {
    let mut keys = BTreeSet::new();
    let mut count = 0;
    for (number, puzzle) in puzzles() {
        count += 1;
        assert!(keys.insert(puzzle.key()), "line {number}: a puzzle is there twice");
        assert!((400..=2_900).contains(&puzzle.rating()), "line {number}: the rating");
        assert_eq!(puzzle.clone().with_themes().to_string(), puzzle.to_string(), "line {number}");
        assert!(puzzle.start().legal_moves().len() > 1, "line {number}: a forced move");
        let mut attempt = Attempt::new(puzzle.clone());
        while let Some(expected) = attempt.expected() {
            let is_last = attempt.played() + 1 == puzzle.line().len();
            let position = attempt.position().clone();
            let mating = position.legal_moves().into_iter().filter(|&it| mates(&position, it));
            let mating: Vec<Move> = mating.collect();
            if !is_last || puzzle.goal() != Goal::Mate {
                // A move that mates at once would be better than the solution.
                assert!(mating.is_empty(), "line {number}: {mating:?} mate before the end");
            } else {
                assert!(mating.contains(&expected), "line {number}: {expected} does not mate");
                // The first move is the only one that mates.
                let is_only = puzzle.moves() > 1 || mating.len() == 1;
                assert!(is_only, "line {number}: {mating:?} mate");
            }
            let answer = attempt.play(expected);
            assert_eq!(answer == Answer::Solved, is_last, "line {number}: {expected}");
        }
    }
    assert!(count >= 3_000, "{count} puzzles");
}

/// Each theme of xiangqi has a puzzle; a rare one may have few.
#[test]
fn the_corpus_has_every_theme() {
    let all: Vec<Puzzle> = puzzles().map(|(_, puzzle)| puzzle).collect();
    let has = |theme: &&Theme| all.iter().any(|puzzle| puzzle.has(**theme));
    let of_xiangqi = Theme::ALL.iter().filter(|theme| theme.is_of_xiangqi());
    let missing: Vec<&Theme> = of_xiangqi.filter(|theme| !has(theme)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
