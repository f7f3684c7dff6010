//! Comments, glyphs, drawn marks and variations of a game in the fragment of its address. A browser
//! sends no fragment to the server.

use crate::{
    MAX_LINK_CHARS, base64url,
    records::{Replay, read},
};

/// Beginning of such a fragment.
const BEGIN: &str = "#notes=";

/// Beginnings of the lines of a `.chuhe` file that the fragment contains.
const KEYS: [&str; 4] = ["note ", "glyph ", "mark ", "variation "];

/// The annotations of a game as the fragment of an address; empty if there are none.
pub fn notes_fragment(game: &Replay) -> String {
    let text = game.text();
    let lines: Vec<&str> = notes_of(&text).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("{BEGIN}{}", base64url::encode(lines.join("\n").as_bytes()))
}

/// The game with the annotations of a fragment. Another fragment adds none. `None` if the
/// annotations cannot be read, or do not fit the game.
pub fn with_notes(game: &Replay, fragment: &str) -> Option<Replay> {
    let Some(notes) = fragment.strip_prefix(BEGIN) else { return Some(game.clone()) };
    if notes.len() > 2 * MAX_LINK_CHARS {
        return None;
    }
    let notes = String::from_utf8(base64url::decode(notes)?).ok()?;
    let text = game.text();
    // The annotations come before the last position.
    let at = text.rfind("\nposition ")? + 1;
    let mut file = text[..at].to_owned();
    for line in notes_of(&notes) {
        file.push_str(line);
        file.push('\n');
    }
    file.push_str(&text[at..]);
    read(file.as_bytes(), None, &|_, _| None).ok()?.pop()
}

fn notes_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| KEYS.iter().any(|key| line.starts_with(key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameLink, Variant, records::AnalysedGame};
    use std::sync::Arc;

    const FILE: &str = "{before} 1. h2e2 $3 h9g7 {常见 \"a\"} \
                        (1... b9c7 {rare} 2. h0g2 a9b9 (2... h9g7)) 2. h0g2 *";

    /// The game of the link without its notes.
    fn linked(game: &Replay) -> Replay {
        let (found, problem) = GameLink::of(game, 0).open(Variant::Xiangqi, [7; 32]);
        assert_eq!(problem, None);
        found.expect("a game")
    }

    #[test]
    fn notes_go_through_an_address() {
        let file = read(FILE.as_bytes(), None, &|_, _| None).expect("a game").remove(0);
        let game = AnalysedGame::new(Arc::new(file)).annotated();
        let bare = linked(&game);
        assert_eq!(notes_fragment(&bare), "");
        let fragment = notes_fragment(&game);
        assert!(fragment.is_ascii() && fragment.len() < 400, "{fragment}");
        let again = with_notes(&bare, &fragment).expect("the notes");
        assert_eq!(notes_fragment(&again), fragment);
        assert_eq!(again.text(), game.text());
        for other in ["", "#", "#moves"] {
            assert_eq!(with_notes(&bare, other).as_ref(), Some(&bare), "{other}");
        }
    }

    #[test]
    fn other_lines_and_wrong_notes_are_refused() {
        let file = read(b"1. h2e2 h9g7 *", None, &|_, _| None).expect("a game").remove(0);
        let bare = linked(&file);
        let fragment = |text: &str| format!("{BEGIN}{}", base64url::encode(text.as_bytes()));
        let other = fragment("result red\ntag Event x\nnote 1 kept");
        let found = with_notes(&bare, &other).expect("the note");
        assert!(found.text().contains("note 1 kept") && !found.text().contains("Event"));
        assert!(!found.text().contains("\nresult red"));
        for wrong in ["variation 1.1 a0a9", "note x", "glyph 9 1"] {
            assert_eq!(with_notes(&bare, &fragment(wrong)), None, "{wrong}");
        }
        for wrong in ["#notes=?", "#notes=A", &format!("#notes={}", "A".repeat(10_000))] {
            assert_eq!(with_notes(&bare, wrong), None, "{wrong}");
        }
    }
}
