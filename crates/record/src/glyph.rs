//! PGN's numeric glyphs as the marks after a move.

const SIGNS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Returns the glyph of a mark.
pub(crate) fn read(sign: &str) -> Option<u8> {
    SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, glyph)| *glyph)
}

/// Writes glyphs as a line of text, with numbers for glyphs without a mark: `?! $14`.
pub(crate) fn write_line(glyphs: &[u8]) -> String {
    let sign = |&glyph: &u8| match SIGNS.iter().find(|(_, known)| *known == glyph) {
        Some((sign, _)) => (*sign).to_owned(),
        None => format!("${glyph}"),
    };
    glyphs.iter().map(sign).collect::<Vec<_>>().join(" ")
}

/// Reads a line that contains glyphs only.
pub(crate) fn read_line(line: &str) -> Option<Vec<u8>> {
    let glyphs: Option<Vec<u8>> = line
        .split_whitespace()
        .map(|word| match word.strip_prefix('$') {
            Some(number) => number.parse().ok(),
            None => read(word),
        })
        .collect();
    glyphs.filter(|glyphs| !glyphs.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_stand_in_a_line() {
        for (glyphs, line) in [(&[1][..], "!"), (&[6, 14], "?! $14"), (&[255], "$255")] {
            assert_eq!(write_line(glyphs), line);
            assert_eq!(read_line(line).as_deref(), Some(glyphs));
        }
        for line in ["", "! good", "$300", "$", "!!!"] {
            assert_eq!(read_line(line), None, "{line}");
        }
    }
}
