//! Arguments of `chuhe picture`, one per line: the game, position, options, part, marks, title. The
//! result is an error or one SVG element without control characters.
#![no_main]

use games::Variant;
use board_art::picture::{Picture, read_marks, read_part, svg};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let mut next = || lines.next().unwrap_or_default();
    let Ok(variant) = next().parse::<Variant>() else { return };
    let (position, options) = (next(), next().to_owned());
    let (part, marks) = (next(), next());
    let title = next().to_owned();
    let part = match part {
        "" => None,
        part => match read_part(variant, part) {
            Ok(part) => Some(part),
            Err(error) => return assert!(!error.to_string().is_empty()),
        },
    };
    let Ok(marks) = read_marks(variant, marks) else { return };
    let picture = Picture { options, part, marks, title, ..Picture::default() };
    let Ok(drawn) = svg(variant, position, &picture) else { return };
    assert!(drawn.starts_with("<svg ") && drawn.trim_end().ends_with("</svg>"));
    assert_eq!(drawn.matches("<svg ").count(), 1);
    assert!(!drawn.chars().any(|char| char.is_control() && char != '\n'));
});
