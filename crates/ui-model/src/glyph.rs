//! Characters and pictures drawn by us, so that a piece looks the same on a machine without any
//! Chinese font. Each is a list of brush strokes on a field of 100 × 100, turned into one SVG path.

mod brush;
mod characters;
mod pictures;

pub use brush::Stroke;
pub use pictures::PICTURES;

/// A drawing: its strokes, in the order in which they are written.
pub type Glyph = &'static [Stroke];

/// The strokes of a character, if we have drawn it.
pub fn character(c: char) -> Option<Glyph> {
    characters::ALL.iter().find(|(drawn, _)| *drawn == c).map(|(_, glyph)| *glyph)
}

/// The path (`d` of an SVG path) of a character; empty when we have not drawn it.
pub fn character_path(c: char) -> String {
    character(c).map(path).unwrap_or_default()
}

/// The path (`d` of an SVG path) of a drawing.
pub fn path(glyph: Glyph) -> String {
    let mut d = String::new();
    glyph.iter().for_each(|stroke| stroke.outline_into(&mut d));
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_every_set_is_drawn() {
        for c in "帅将仕士相象车马炮兵卒舰机楚河汉界".chars() {
            let d = character_path(c);
            assert!(d.starts_with('M') && d.ends_with('Z'), "{c}: {d}");
        }
    }

    #[test]
    fn drawings_stay_in_their_field() {
        for (c, glyph) in characters::ALL {
            for number in path(glyph).split(|c: char| c.is_ascii_alphabetic() || c == ' ') {
                let number: f32 = if number.is_empty() { 50.0 } else { number.parse().unwrap() };
                assert!((-4.0..=104.0).contains(&number), "{c}: {number}");
            }
        }
    }
}
