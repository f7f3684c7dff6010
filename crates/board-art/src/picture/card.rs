//! Pictures for the previews of links: a position on a ground of a fixed format, with the name of
//! the site. Such a picture contains no text, so that a program without fonts can draw it.

use super::{Picture, PictureError, svg};
use crate::glyph;
use games::Variant;

/// Width of a card, in pixels.
pub const CARD_WIDTH: u32 = 1_200;
/// Height of a card, in pixels.
pub const CARD_HEIGHT: u32 = 630;

/// The ground from its lit corner to the opposite one, and the colours of the name and its line.
const GROUND: [&str; 2] = ["#1d4f47", "#0b2622"];
const NAME: &str = "#f6e6c4";
const LINE: &str = "#b98746";

/// The area of the board: left, top, width and height.
const BOARD: (f64, f64, f64, f64) = (40.0, 30.0, 840.0, 570.0);

/// Draws a position as the picture of a link preview, [`CARD_WIDTH`] × [`CARD_HEIGHT`] pixels.
///
/// # Errors
/// Like [`svg`].
///
/// ```
/// use board_art::picture::{Picture, card};
/// use games::Variant;
///
/// let drawn = card(Variant::Banqi, "start", &Picture::default())?;
/// assert!(drawn.starts_with("<svg ") && !drawn.contains("<text"));
/// # Ok::<(), board_art::picture::PictureError>(())
/// ```
pub fn card(variant: Variant, position: &str, picture: &Picture) -> Result<String, PictureError> {
    let plain = Picture {
        has_coordinates: false,
        captions: Vec::new(),
        address: String::new(),
        code: None,
        title: String::new(),
        ..picture.clone()
    };
    let drawn = without_text(&svg(variant, position, &plain)?);
    // The board's own element starts with its size; only its view box matters here.
    let view = drawn.find("viewBox").map_or("", |at| &drawn[at..]);
    let (left, top, width, height) = BOARD;
    let names: String = [('楚', 125.0), ('河', 325.0)]
        .into_iter()
        .map(|(c, y)| {
            let d = glyph::character_path(c);
            format!(
                "<path d=\"{d}\" fill=\"{NAME}\" transform=\"translate(945 {y}) scale(1.8)\"/>\n"
            )
        })
        .collect();
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\" viewBox=\"0 0 {CARD_WIDTH} {CARD_HEIGHT}\">\n\
         <defs><linearGradient id=\"ground\" x2=\"1\" y2=\"1\"><stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></linearGradient></defs>\n\
         <rect width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\" fill=\"url(#ground)\"/>\n\
         <path d=\"M905 90V540M1165 90V540\" stroke=\"{LINE}\" stroke-width=\"3\"/>\n{names}\
         <svg x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" {view}</svg>\n",
        GROUND[0], GROUND[1],
    ))
}

/// The drawing without its text elements: the letters at the edges of sifang and those of marks.
fn without_text(drawn: &str) -> String {
    let mut parts = drawn.split("<text");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once("</text>").map_or("", |(_, rest)| rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_of_every_game_has_one_board_and_no_text() {
        for variant in Variant::ALL {
            let drawn = card(variant, "start", &Picture::default()).expect("a card");
            assert_eq!(drawn.matches("<svg ").count(), 2, "{variant}");
            assert_eq!(drawn.matches("</svg>").count(), 2, "{variant}");
            assert!(!drawn.contains("text"), "{variant}");
        }
        assert!(card(Variant::Xiangqi, "9/9", &Picture::default()).is_err());
    }
}
