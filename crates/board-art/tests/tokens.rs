//! The colours of the themes. Text is readable, and lines and marks that show rules have enough
//! contrast with their background and its grain.

use std::collections::HashMap;

const THEMES: [&str; 4] = ["paper", "wood", "jade", "ink"];

/// Minimum contrast of text, and of lines and marks.
const TEXT: f64 = 4.5;
const LINE: f64 = 3.0;

/// The lightest and darkest colour of each background with its grain: the 1st and 99th percentile
/// of its pixels by luminance, measured on a drawn board. Measure again when a grain changes.
const GROUNDS: [(&str, [&str; 2]); 4] = [
    ("wood", ["#bf9157", "#ddb986"]),
    ("paper", ["#e1d6c0", "#f8f3e6"]),
    ("jade", ["#89b198", "#c3ddc8"]),
    ("ink", ["#22262c", "#3c444c"]),
];

/// The tokens of a theme: those of `:root`, overridden by the theme's own.
fn tokens(theme: &str) -> HashMap<String, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../apps/web/static/style/tokens.css");
    let css = std::fs::read_to_string(path).expect("the tokens");
    let own = format!("[data-theme=\"{theme}\"]");
    let mut found = HashMap::new();
    for block in css.split('}') {
        let Some((head, body)) = block.rsplit_once('{') else { continue };
        let head = head.rsplit("*/").next().unwrap_or(head);
        let head = head.rsplit('{').next().unwrap_or(head);
        let holds = head.split(',').any(|selector| {
            let selector = selector.trim();
            selector == ":root" || selector == own
        });
        if !holds {
            continue;
        }
        for line in body.split(';') {
            if let Some((name, value)) = line.trim().split_once(": ") {
                found.insert(name.trim().to_owned(), value.trim().to_owned());
            }
        }
    }
    found
}

/// Relative luminance of `#rrggbb`.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let hex = colour.get(at..at + 2).unwrap_or_else(|| panic!("`{colour}` is no colour"));
        let part = f64::from(u8::from_str_radix(hex, 16).expect("hex digits")) / 255.0;
        if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrast_is_measured_as_the_guidelines_do() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 0.01);
    assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
}

#[test]
fn text_can_be_read_in_every_theme() {
    for theme in THEMES {
        let tokens = tokens(theme);
        for ground in ["page", "page-hi", "sheet", "raised", "page-deep"] {
            for ink in ["text", "text-soft"] {
                let [ink_colour, ground_colour] =
                    [ink, ground].map(|name| &tokens[&format!("--{name}")]);
                let ratio = contrast(ink_colour, ground_colour);
                assert!(ratio >= TEXT, "{theme}: --{ink} on --{ground} has {ratio:.2}");
            }
        }
        for (ink, ground) in
            [("accent-text", "accent"), ("page", "text"), ("accent", "page"), ("accent", "sheet")]
        {
            let [ink_colour, ground_colour] =
                [ink, ground].map(|name| &tokens[&format!("--{name}")]);
            let ratio = contrast(ink_colour, ground_colour);
            assert!(ratio >= TEXT, "{theme}: --{ink} on --{ground} has {ratio:.2}");
        }
    }
}

/// The lines of sifang show how far a tank and a battleship move, so they are no decoration. The
/// same holds for the marks of legal moves.
#[test]
fn lines_and_marks_are_seen_on_every_ground() {
    for (theme, grounds) in GROUNDS {
        let tokens = tokens(theme);
        for name in ["b-line", "b-land", "b-water", "b-mark", "b-check", "b-coord"] {
            for ground in grounds {
                let ratio = contrast(&tokens[&format!("--{name}")], ground);
                assert!(ratio >= LINE, "{theme}: --{name} on {ground} has {ratio:.2}");
            }
        }
    }
}

/// On some plates the side's colour is the only sign of the side. On others its edge is written.
#[test]
fn sides_are_seen_on_every_plate() {
    for theme in THEMES {
        let tokens = tokens(theme);
        for side in ["red", "black", "green", "yellow", "blue"] {
            let ratio = contrast(&tokens["--page"], &tokens[&format!("--side-{side}")]);
            assert!(ratio >= TEXT, "{theme}: --page on --side-{side} has {ratio:.2}");
            for ground in ["page", "sheet"] {
                let colour = &tokens[&format!("--side-{side}")];
                let ratio = contrast(colour, &tokens[&format!("--{ground}")]);
                assert!(ratio >= LINE, "{theme}: --side-{side} on --{ground} has {ratio:.2}");
            }
        }
    }
}

/// Maximum duration of a movement, in milliseconds.
const MAX_MS: f64 = 250.0;

/// A duration of the style sheets in milliseconds, given as a number or a token.
fn duration_ms(word: &str, tokens: &HashMap<String, String>) -> Option<f64> {
    let word = word.trim_end_matches([',', ';']);
    let named = word.strip_prefix("var(").and_then(|rest| rest.strip_suffix(')'));
    let text = match named {
        Some(name) => tokens.get(name)?.as_str(),
        None => word,
    };
    match text.strip_suffix("ms") {
        Some(number) => number.parse().ok(),
        None => text.strip_suffix('s')?.parse::<f64>().ok().map(|seconds| seconds * 1000.0),
    }
}

/// A fast player never waits for a movement. Endless floating is a sign and not a movement.
#[test]
fn nothing_moves_for_longer_than_a_quarter_of_a_second() {
    let tokens = tokens("paper");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../apps/web/static/style");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).expect("the style sheets") {
        let path = file.expect("a file").path();
        let css = std::fs::read_to_string(&path).expect("a style sheet");
        let moves = css
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with("animation:") || line.starts_with("transition:"));
        for line in moves.filter(|line| !line.contains("none") && !line.contains("infinite")) {
            // The first time of a movement is its duration; a second one is its delay.
            for movement in line.split(", ") {
                let first = movement.split_whitespace().find_map(|word| duration_ms(word, &tokens));
                if let Some(ms) = first {
                    seen += 1;
                    assert!(ms <= MAX_MS, "{}: `{line}` takes {ms} ms", path.display());
                }
            }
        }
    }
    assert!(seen > 10, "only {seen} movements were found");
}

/// The grain of all four backgrounds is a few lines of text that the browser draws.
#[test]
fn the_grain_of_all_grounds_is_small() {
    let bytes: usize = THEMES.iter().map(|theme| tokens(theme)["--texture"].len()).sum();
    assert!(bytes <= 8_000, "{bytes} bytes");
}
