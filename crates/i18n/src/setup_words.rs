//! Problems of a board in the editor, in the reader's language.

use super::{Language, fill, messages::SETUP, piece_name, side_name};
use games::board::{BoardShape, Face, Piece, Side};

/// The text of a problem's code, with its pieces and points.
pub fn setup_words(language: Language, shape: BoardShape, code: &str, values: &[String]) -> String {
    let Some(message) = SETUP.message(code) else {
        // A test checks that every code has a text.
        return code.to_owned();
    };
    let values: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(at, value)| value_words(language, shape, code, at, value))
        .collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    fill(message.in_language(language), &values)
}

/// A value as text: the name of a side or piece. A point or number is unchanged.
fn value_words(
    language: Language,
    shape: BoardShape,
    code: &str,
    at: usize,
    value: &str,
) -> String {
    let letter = value.chars().next().filter(|_| at == 0);
    let words = match (code, letter) {
        ("general-count" | "just-moved-check", Some(letter)) => {
            Side::of_seat(shape, letter).map(|side| side_name(language, side).to_owned())
        }
        ("piece-count" | "piece-place" | "odd-place", Some(letter)) => {
            Piece::from_letter(letter).map(|piece| piece_name(language, shape, Face::Open(piece)))
        }
        _ => None,
    };
    words.unwrap_or_else(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::{Kind, SetupFault, Square};

    #[test]
    fn every_code_has_words() {
        let (side, square) = (xiangqi::Side::Red, Square::all().next().expect("a point"));
        let piece = xiangqi::Piece { side, kind: Kind::Horse };
        let faults = [
            SetupFault::Generals { side, count: 0 },
            SetupFault::Count { piece, most: 2, count: 3 },
            SetupFault::Pawns { count: 11 },
            SetupFault::Place { piece, square },
            SetupFault::Check { side },
        ];
        let own = ["no-pieces", "odd-place"].map(|code| (code, vec!["9".into(), "10".into()]));
        let faults = faults.iter().map(|fault| (fault.code(), fault.values()));
        for (code, values) in faults.chain(own) {
            for &language in Language::ALL {
                let words = setup_words(language, BoardShape::River, code, &values);
                assert_ne!(words, code);
                assert!(!words.contains(['{', '}']), "{words}");
            }
        }
    }

    #[test]
    fn problems_contain_their_values() {
        for (language, code, values, words) in [
            (
                Language::English,
                "odd-place",
                &["p", "f9"][..],
                "Unusual: the black pawn on f9 cannot have come there",
            ),
            (
                Language::English,
                "piece-place",
                &["a", "e5"],
                "The black advisor can never reach e5",
            ),
            (
                Language::SimplifiedChinese,
                "piece-count",
                &["R", "2", "3"],
                "红车最多 2 枚，现有 3 枚",
            ),
            (
                Language::TraditionalChinese,
                "general-count",
                &["b", "0"],
                "黑方須有一枚將帥，現有 0 枚",
            ),
        ] {
            let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
            assert_eq!(setup_words(language, BoardShape::River, code, &values), words);
        }
    }
}
