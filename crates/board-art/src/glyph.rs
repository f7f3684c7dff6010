//! Characters and pictures as paths, so that pieces look the same on devices without a Chinese
//! font. Each character is a list of strokes on a field of 100 × 100, cut with a flat chisel (魏碑:
//! slanted heads, pressed ends) into one SVG path.

mod chisel;
mod pictures;
mod strokes;

pub use pictures::PICTURES;

/// Width of a stroke on the field.
const WIDTH: f32 = 10.0;

/// Every character that can be drawn.
pub fn characters() -> impl Iterator<Item = char> {
    strokes::ALL.iter().map(|(drawn, ..)| *drawn)
}

/// The `d` of a character's SVG path; empty for an unknown character.
pub fn character_path(c: char) -> String {
    let mut d = String::new();
    if let Some((_, weight, strokes)) = strokes::ALL.iter().find(|(drawn, ..)| *drawn == c) {
        for stroke in chisel::read(strokes) {
            stroke.outline_into(&mut d, WIDTH * weight);
        }
    }
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_every_set_is_drawn() {
        let all = "帅将仕士相象车马炮兵卒舰机楚河汉界帥將俥傌車馬砲艦機漢一二三四五六七八九";
        for c in all.chars() {
            let d = character_path(c);
            assert!(d.starts_with('M') && d.ends_with('Z'), "{c}: {d}");
        }
    }

    #[test]
    fn every_kind_of_every_board_has_a_picture() {
        let plain = ["general", "advisor", "elephant", "horse", "chariot", "cannon", "pawn"];
        let cross = ["general", "horse", "chariot", "cannon", "pawn", "battleship", "fighter"];
        let names = plain.map(str::to_owned).into_iter();
        for name in names.chain(cross.map(|kind| format!("{kind}-x"))) {
            assert!(PICTURES.iter().any(|(drawn, _)| *drawn == name), "{name}");
        }
    }

    #[test]
    fn every_stroke_is_read() {
        for (c, _, strokes) in strokes::ALL {
            let letters = strokes.chars().filter(char::is_ascii_uppercase).count();
            assert_eq!(chisel::read(strokes).len(), letters, "{c}");
        }
    }

    #[test]
    fn drawings_stay_in_their_field() {
        for c in characters() {
            for number in character_path(c).split(|c: char| c.is_ascii_alphabetic() || c == ' ') {
                let number: f32 = if number.is_empty() { 50.0 } else { number.parse().unwrap() };
                assert!((-10.0..=110.0).contains(&number), "{c}: {number}");
            }
        }
    }
}
