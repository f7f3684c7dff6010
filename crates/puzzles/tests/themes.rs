//! Each theme is found in its simplest position and in old compositions, and not in a position that
//! only resembles it.

use game::TextError;
use puzzles::{Classic, Goal, Theme, Themes, themes};
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
fn simple_positions_have_their_themes() -> Result<(), TextError> {
    for &(theme, board, line, goal) in EXAMPLES {
        let found = of(board, line, goal)?;
        assert!(found.contains(theme), "{board} {line}: {theme:?} is not in {found:?}");
        // The colours exchanged: the same themes.
        let mirrored = of(&exchanged(board), &exchanged_line(line), goal)?;
        assert_eq!(mirrored, found, "{board}");
    }
    Ok(())
}

/// Codes of composed mates that the pages ship, with the solution against the longest defence and
/// themes that occur in it. No composition has alternating chariots or 海底捞月.
type Composition = (&'static str, &'static str, &'static [Theme]);

#[rustfmt::skip]
const COMPOSITIONS: &[Composition] = &[
    // 綠皮作品3
    ("j3", "g5g9f9f8h5h9", &[Theme::MateInTwo]),
    // 目視橫流
    ("s013", "g7e7c5e7d8e8e9e8c0c8", &[Theme::MateInThree, Theme::CornerHorse, Theme::DoubleCheck, Theme::DiscoveredCheck]),
    // 見危致命
    ("s066", "d8d9e8d9b7e7c9e7b8d7", &[Theme::AnglerHorse, Theme::CornerHorse, Theme::Sacrifice]),
    // 飛鯨吞釣
    ("s112", "h8f7e8f7d0d9e9d9a8a9c9a7b4b9", &[Theme::DoubleCannon, Theme::CornerHorse, Theme::MateInMore]),
    // 入穴取虎
    ("s265", "e6e9d9d8e9d9d8d9i6d6d7e8f6d7", &[Theme::CannonBehindHorse, Theme::DiscoveredCheck]),
    // 吐膽傾心
    ("s270", "g6e7c7e7g4g9f9f8d8e8e7e8e2f2", &[Theme::SmotheredPalace, Theme::Sacrifice]),
    // 擔雪填井
    ("s052", "g8g9i9g9c7c9a7c9b6c8e9f9i6g7g9g7e6f6", &[Theme::TroughHorse]),
    // 雙蜓點水
    ("s084", "c7d9e7c9e8f8f9e9d9c7c9e7b8d7", &[Theme::AnglerHorse, Theme::CornerHorse, Theme::MixedEndgame]),
    // 興戎出好
    ("s111", "d8d9e9d9a5d5b7d7a6b8d9e9a2a9d7d9d5d9", &[Theme::IronBolt]),
    // 螳臂擋車
    ("j1", "f7h8f9e9f0f9e9f9g8f8f9e9f8e8e9d9e8e9", &[Theme::IronBolt, Theme::FacingGenerals, Theme::Fork]),
    // 雙鷺窺魚
    ("s103", "f8f9e9f9i7f7e8f7i6h8f9f8i9h7", &[Theme::FacingGenerals]),
    // 朱雲折檻
    ("s162", "c6e7d9e8f8e8f9e8i2i9g9e7g8g9", &[Theme::HeartChariot, Theme::HeavenAndEarthCannons]),
    // 鴻門碎鬥
    ("s068", "f8f9e8f9f6d7a4d4d7f8d9e9f8d9", &[Theme::ThreeOnOneWing]),
    // 一慟而絕
    ("s462", "e0e1g5i7e9a9i7g5a9a7g5e7a7e7", &[Theme::Stalemate, Theme::QuietMove, Theme::CannonEndgame]),
    // 單駒隨牝
    ("s459", "e0e1e6c7c6b4c7b5b4d5b5d4d5b6d4c6e1e0", &[Theme::Stalemate, Theme::QuietMove, Theme::HorseEndgame]),
    // 驚鳥藏枝
    ("s198", "f8e8g7e8d8d9e9d9d7e7b6d6a6b8d9d8f9f8", &[Theme::DiscoveredCheck]),
];

#[test]
fn old_compositions_have_their_themes() -> Result<(), TextError> {
    for &(code, line, expected) in COMPOSITIONS {
        let known = code.parse().ok().and_then(Classic::find);
        let classic = known.unwrap_or_else(|| panic!("{code} is no composition"));
        assert_eq!(line.len() / 4, 2 * classic.moves - 1, "{code}");
        let found = of(&format!("{} w", classic.board), line, Goal::Mate)?;
        for &theme in expected {
            assert!(found.contains(theme), "{code}: {theme:?} is not in {found:?}");
        }
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
