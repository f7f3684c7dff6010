//! Replays and judges every puzzle of undercover, banqi and sifang that the pages ship.

use games::Variant;
use puzzles::{GameAnswer, GameAttempt, GamePuzzle, Theme, generate::is_only_solution};
use std::collections::BTreeSet;

const UNDERCOVER: &str = include_str!("../../../apps/web/static/corpus/undercover.txt");
const BANQI: &str = include_str!("../../../apps/web/static/corpus/banqi.txt");
const SIFANG: &str = include_str!("../../../apps/web/static/corpus/sifang.txt");

/// The corpus of a game, with the least number of its puzzles and the kinds that it has.
type Corpus = (Variant, &'static str, usize, &'static [Theme]);

const CORPORA: [Corpus; 3] = [
    (
        Variant::Undercover,
        UNDERCOVER,
        300,
        &[Theme::TurnToWin, Theme::TurnToSave, Theme::AnyMole, Theme::WhichMole],
    ),
    (
        Variant::Banqi,
        BANQI,
        300,
        &[Theme::OpenRace, Theme::AnyFlip, Theme::QuietWin, Theme::Ending],
    ),
    (Variant::Sifang, SIFANG, 200, &[Theme::MarshalHunt, Theme::LastMarshal, Theme::MarshalSaved]),
];

fn puzzles((variant, text, ..): Corpus) -> impl Iterator<Item = (String, GamePuzzle)> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    lines.map(move |(number, line)| {
        let place = format!("{variant} line {number}");
        let puzzle =
            GamePuzzle::read(variant, line).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(puzzle.to_string(), line, "{place}");
        (place, puzzle)
    })
}

#[test]
fn every_puzzle_is_solved_by_its_line_and_is_there_once() {
    for corpus in CORPORA {
        let (variant, _, least, kinds) = corpus;
        let mut keys = BTreeSet::new();
        let mut themes = BTreeSet::new();
        for (place, puzzle) in puzzles(corpus) {
            assert!(keys.insert(puzzle.key()), "{place}: a puzzle is there twice");
            assert!((400..=2_900).contains(&puzzle.rating()), "{place}: the rating");
            themes.extend(puzzle.themes().iter());
            let mut attempt = GameAttempt::new(puzzle.clone());
            while let Some(expected) = attempt.expected() {
                let seat = attempt.game().turn().seats().iter().next();
                assert!(seat.is_some_and(|seat| puzzle.seats().any(|own| own == seat)), "{place}");
                let answer = attempt.play(expected);
                let is_right = matches!(answer, GameAnswer::Right(_) | GameAnswer::Solved);
                assert!(is_right, "{place}: {expected}: {answer:?}");
            }
        }
        assert!(keys.len() >= least, "{variant}: {} puzzles", keys.len());
        let missing: Vec<&Theme> = kinds.iter().filter(|kind| !themes.contains(kind)).collect();
        assert!(missing.is_empty(), "{variant}: {missing:?}");
    }
}

#[test]
fn banqi_has_endings_from_exact_tables() {
    let endings: Vec<GamePuzzle> = puzzles(CORPORA[1])
        .map(|(_, puzzle)| puzzle)
        .filter(|puzzle| puzzle.themes().contains(Theme::Ending))
        .collect();
    assert!(endings.len() >= 60, "{} endings", endings.len());
    for puzzle in endings {
        assert_eq!(is_only_solution(&puzzle), Some(true), "{puzzle}");
    }
}

/// A search of every action finds no other solution. All puzzles are searched with
/// `PUZZLES_ALL=1`, as `cargo verify` does; otherwise one of ten.
#[test]
fn no_puzzle_has_another_solution() {
    const SHARE: usize = 10;
    let step = if std::env::var_os("PUZZLES_ALL").is_some() { 1 } else { SHARE };
    for corpus in CORPORA {
        for (place, puzzle) in puzzles(corpus).step_by(step) {
            assert_eq!(is_only_solution(&puzzle), Some(true), "{place}: {puzzle}");
        }
    }
}
