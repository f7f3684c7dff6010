//! Texts of puzzles, and what identifies them.

use puzzles::Puzzle;

const TEXT: &str = "9/4k4/9/9/9/7r1/9/R8/1R7/3K5 b h4i4 a2a8e8e9b1b9 m700 2r";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

#[test]
fn mirror_images_and_exchanged_colours_are_the_same_puzzle() {
    let key = puzzle(TEXT).key();
    for same in [
        // Mirrored left to right.
        "9/4k4/9/9/9/1r7/9/8R/7R1/5K3 b b4a4 i2i8e8e9h1h9 m1200 2",
        // Colours exchanged.
        "3k5/1r7/r8/9/7R1/9/9/9/4K4/9 w h5i5 a7a1e1e0b8b0 m700 2r",
        // Without the move before.
        "9/4k4/9/9/9/8r/9/R8/1R7/3K5 w - a2a8e8e9b1b9 m700 2",
    ] {
        assert_eq!(puzzle(same).key(), key, "{same}");
    }
    let other = "9/4k4/9/9/8r/9/9/R8/1R7/3K5 w - a2a8e8e9b1b9 m700 2";
    assert_ne!(puzzle(other).key(), key);
}

#[test]
fn invalid_texts_name_their_field() {
    for (text, at) in [
        ("", 0),
        ("3k5/9 w - a0a1 m1 -", 0),
        (&TEXT.replace("h4i4", "h4i9"), 36),
        (&TEXT.replace("h4i4", "x"), 31),
        (&TEXT.replace("e8e9", "e8e6"), 36),
        (&TEXT.replace("b1b9", ""), 36),
        (&TEXT.replace("b1b9", "b1"), 36),
        (&TEXT.replace("m700", "w700"), 36),
        (&TEXT.replace("m700", "x700"), 49),
        (&TEXT.replace("m700", "m70000"), 49),
        (&TEXT.replace(" 2r", " 2?"), 54),
    ] {
        let error = text.parse::<Puzzle>().expect_err(text);
        assert_eq!(error.code, "puzzle", "{text}");
        assert_eq!(error.at, at, "{text}: {error}");
    }
    assert_eq!(puzzle(TEXT).to_string(), TEXT);
}
