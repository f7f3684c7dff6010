//! Each theme is found in a classical position, and not in one that only resembles it.

use game::TextError;
use puzzles::{Goal, Theme, Themes, themes};
use xiangqi::{Move, Position};

/// The themes of a line of moves in one word.
fn of(board: &str, line: &str, goal: Goal) -> Result<Themes, TextError> {
    let start = Position::from_fen(&format!("{board} - - 0 1"))?;
    let mut position = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    for at in (0..line.len()).step_by(4) {
        let played: Move = line[at..at + 4].parse()?;
        assert!(position.is_legal(played), "{board}: {played}");
        position.make(played);
        moves.push(played);
    }
    assert_eq!(!position.has_legal_move(), goal == Goal::Mate, "{board}: {line}");
    Ok(themes(&start, &moves, goal))
}

/// The board, the solution and its goal.
type Example = (Theme, &'static str, &'static str, Goal);

#[rustfmt::skip]
const EXAMPLES: &[Example] = &[
    (Theme::MateInOne, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    (Theme::MateInTwo, "9/4k4/9/9/9/9/9/R8/1R7/3K5 w", "a2a8e8e9b1b9", Goal::Mate),
    (Theme::MateInThree, "9/9/4k4/9/9/9/9/R8/1R7/3K5 w", "b1b7e7e8a2a8e8e9b7b9", Goal::Mate),
    // 博望燒屯, number 39 of 適情雅趣.
    (Theme::MateInMore, "2bak1b2/4aR2C/6N1n/9/9/9/5c3/4BC3/3p1r1n1/4K2c1 w", "i8i9i7h9f8f9e8f9i9g9f9e8g7f9", Goal::Mate),
    (Theme::DoubleCannon, "3aka3/9/9/9/4C4/9/2C6/9/9/4K4 w", "c3e3", Goal::Mate),
    (Theme::CannonBehindHorse, "4k4/9/4N4/9/9/C8/9/9/9/3K5 w", "a4e4", Goal::Mate),
    (Theme::SmotheredPalace, "3ak4/4a4/9/9/9/9/9/C8/9/4K4 w", "a2a9", Goal::Mate),
    (Theme::TroughHorse, "4ka3/4a4/9/5N3/9/9/3R5/9/9/4K4 w", "f6g8", Goal::Mate),
    (Theme::CornerHorse, "4k4/1r7/9/1N7/9/9/9/9/9/3K5 w", "b6d7e9e8d7b8", Goal::Win),
    (Theme::AnglerHorse, "4k4/9/6N2/9/9/9/9/9/R8/3K5 w", "a1a9", Goal::Mate),
    (Theme::IronBolt, "4ka3/4a4/4b4/9/9/4C4/9/9/3R5/3K5 w", "d1d9", Goal::Mate),
    (Theme::AlternatingChariots, "9/9/4k4/9/9/9/9/R8/1R7/3K5 w", "b1b7e7e8a2a8e8e9b7b9", Goal::Mate),
    (Theme::FacingGenerals, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    (Theme::HeartChariot, "3ak4/4a2R1/4b4/9/9/4C4/9/9/3R5/3K5 w", "h8e8d9e8d1d9", Goal::Mate),
    (Theme::HeavenAndEarthCannons, "C1bak4/4a4/4b4/9/4C4/9/9/9/3R5/4K4 w", "d1d9", Goal::Mate),
    (Theme::ThreeOnOneWing, "3ak4/5R3/9/5N3/5C3/9/9/9/9/3K5 w", "f8f9", Goal::Mate),
    (Theme::MoonFromTheSea, "C1b4R1/3k5/9/9/9/9/9/9/9/4K4 w", "h9d9", Goal::Mate),
    (Theme::Stalemate, "3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a8", Goal::Mate),
    (Theme::Fork, "4k4/1r7/9/1N7/9/9/9/9/9/3K5 w", "b6d7e9e8d7b8", Goal::Win),
    (Theme::DiscoveredCheck, "4k4/4a4/9/9/4N4/9/4C4/9/9/3K5 w", "e5g6", Goal::Win),
    (Theme::DoubleCheck, "4k4/4a4/9/9/4N4/9/4C4/9/9/3K5 w", "e5d7", Goal::Win),
    (Theme::Sacrifice, "3ak4/4a2R1/4b4/9/9/4C4/9/9/3R5/3K5 w", "h8e8d9e8d1d9", Goal::Mate),
    (Theme::QuietMove, "3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a8", Goal::Mate),
    (Theme::Defence, "3k5/9/9/9/9/9/9/4r4/9/R3K4 w", "e0f0", Goal::Save),
    (Theme::ChariotEndgame, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    (Theme::HorseEndgame, "4k4/9/9/1N7/9/9/9/9/9/3K5 w", "b6d7", Goal::Win),
    (Theme::CannonEndgame, "3aka3/9/9/9/4C4/9/2C6/9/9/4K4 w", "c3e3", Goal::Mate),
    (Theme::PawnEndgame, "3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", Goal::Mate),
    (Theme::MixedEndgame, "4k4/9/6N2/9/9/9/9/9/R8/3K5 w", "a1a9", Goal::Mate),
];

#[test]
fn classical_positions_have_their_themes() -> Result<(), TextError> {
    for &(theme, board, line, goal) in EXAMPLES {
        let found = of(board, line, goal)?;
        assert!(found.contains(theme), "{board} {line}: {theme:?} is not in {found:?}");
        // The colours exchanged: the same themes.
        let mirrored = of(&exchanged(board), &exchanged_line(line), goal)?;
        assert_eq!(mirrored, found, "{board}");
    }
    Ok(())
}

/// Positions that lack one thing of the pattern.
#[rustfmt::skip]
const COUNTEREXAMPLES: &[Example] = &[
    // The screen is Black's own advisor.
    (Theme::DoubleCannon, "3ak4/4a4/9/9/9/9/9/C8/9/4K4 w", "a2a9", Goal::Mate),
    // The general's own pieces do not shut it in.
    (Theme::SmotheredPalace, "4k4/9/4N4/9/9/C8/9/9/9/3K5 w", "a4e4", Goal::Mate),
    // A chariot gives check. The horse beside it does not, so there is no horse mate.
    (Theme::TroughHorse, "3k5/6N2/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    (Theme::CornerHorse, "3k5/9/5N3/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    // The own general, not the horse, takes the escape.
    (Theme::AnglerHorse, "3k5/9/6N2/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    // No cannon pins the advisor.
    (Theme::IronBolt, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    // One chariot is elsewhere.
    (Theme::AlternatingChariots, "3k5/9/9/9/R8/9/9/8R/9/4K4 w", "a5d5", Goal::Mate),
    // The cannon stands in the centre, and a chariot mates from the front.
    (Theme::ThreeOnOneWing, "C1bak4/4a4/4b4/9/4C4/9/9/9/3R5/4K4 w", "d1d9", Goal::Mate),
    (Theme::MoonFromTheSea, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    // The horse guards the escape.
    (Theme::FacingGenerals, "4k4/9/6N2/9/9/9/9/9/R8/3K5 w", "a1a9", Goal::Mate),
    // The chariot cannot be taken but by the general.
    (Theme::HeartChariot, "4k4/R3a4/4b4/9/9/4C4/9/9/9/3K5 w", "a8e8", Goal::Win),
    // Nothing is captured.
    (Theme::Fork, "4k4/9/9/1N7/9/9/9/9/9/3K5 w", "b6d7", Goal::Win),
    (Theme::DiscoveredCheck, "4k4/9/9/1N7/9/9/9/9/9/3K5 w", "b6d7", Goal::Win),
    (Theme::QuietMove, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    (Theme::ChariotEndgame, "4k4/9/6N2/9/9/9/9/9/R8/3K5 w", "a1a9", Goal::Mate),
    // The screen is an advisor, not a horse.
    (Theme::CannonBehindHorse, "3ak4/4a4/9/9/9/9/9/C8/9/4K4 w", "a2a9", Goal::Mate),
    // No cannon stands on the edge.
    (Theme::HeavenAndEarthCannons, "4ka3/4a4/4b4/9/9/4C4/9/9/3R5/3K5 w", "d1d9", Goal::Mate),
    // Nothing is given up.
    (Theme::Sacrifice, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    // The horse leaves the file of the cannon, and gives no check itself.
    (Theme::DoubleCheck, "4k4/4a4/9/9/4N4/9/4C4/9/9/3K5 w", "e5g6", Goal::Win),
    // The last move gives check.
    (Theme::Stalemate, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    // The solver attacks.
    (Theme::Defence, "4k4/1r7/9/1N7/9/9/9/9/9/3K5 w", "b6d7e9e8d7b8", Goal::Win),
    (Theme::MateInOne, "9/4k4/9/9/9/9/9/R8/1R7/3K5 w", "a2a8e8e9b1b9", Goal::Mate),
    (Theme::MateInTwo, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    (Theme::MateInThree, "9/4k4/9/9/9/9/9/R8/1R7/3K5 w", "a2a8e8e9b1b9", Goal::Mate),
    (Theme::MateInMore, "9/9/4k4/9/9/9/9/R8/1R7/3K5 w", "b1b7e7e8a2a8e8e9b7b9", Goal::Mate),
    // A chariot, a second kind of piece, or no pawn.
    (Theme::HorseEndgame, "4k4/9/6N2/9/9/9/9/9/R8/3K5 w", "a1a9", Goal::Mate),
    (Theme::CannonEndgame, "4k4/9/4N4/9/9/C8/9/9/9/3K5 w", "a4e4", Goal::Mate),
    (Theme::PawnEndgame, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
    (Theme::MixedEndgame, "3k5/9/9/9/R8/9/9/9/9/4K4 w", "a5d5", Goal::Mate),
];

#[test]
fn similar_positions_have_other_themes() -> Result<(), TextError> {
    for &(theme, board, line, goal) in COUNTEREXAMPLES {
        let found = of(board, line, goal)?;
        assert!(!found.contains(theme), "{board} {line}: {found:?}");
    }
    Ok(())
}

/// The board with the colours exchanged and turned.
fn exchanged(board: &str) -> String {
    let (rows, _) = board.split_once(' ').unwrap_or((board, ""));
    let swap = |letter: char| match letter {
        upper if upper.is_ascii_uppercase() => upper.to_ascii_lowercase(),
        other => other.to_ascii_uppercase(),
    };
    let rows: Vec<String> =
        rows.split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
    rows.join("/") + " b"
}

fn exchanged_line(line: &str) -> String {
    line.chars().map(|c| c.to_digit(10).map_or(c, |rank| char::from(b'9' - rank as u8))).collect()
}

#[test]
fn letters_and_codes_are_unique() {
    let letters: std::collections::BTreeSet<char> =
        Theme::ALL.iter().map(|it| it.letter()).collect();
    let codes: std::collections::BTreeSet<&str> = Theme::ALL.iter().map(|it| it.code()).collect();
    assert_eq!((letters.len(), codes.len()), (Theme::ALL.len(), Theme::ALL.len()));
    for &theme in Theme::ALL {
        assert_eq!(Theme::from_letter(theme.letter()), Some(theme));
        assert_eq!(Theme::from_code(theme.code()), Some(theme));
    }
}
