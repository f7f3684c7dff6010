//! The strip below a shared board: the site's seal, who played, the address, and its QR code.

use super::{
    QrCode,
    paint::{SEAL, SEAL_INK, TEXT},
    text::{ems, escape},
};
use crate::glyph;
use std::fmt::Write;

/// Side of the seal, and its distance from the edges of the strip.
const SEAL_SIDE: f64 = 112.0;
const PAD: f64 = 22.0;

/// Height of a line of text, and the sizes of the first line, of the others and of the address.
const LINE: f64 = 46.0;
const SIZES: [f64; 3] = [36.0, 31.0, 25.0];

/// Side of the QR code with its light border.
const CODE_SIDE: f64 = 172.0;

/// Width of the light border, in modules. Readers need four.
const CODE_BORDER: usize = 4;

/// The contents of the strip.
pub(super) struct Footer<'a> {
    pub(super) captions: &'a [String],
    pub(super) address: &'a str,
    pub(super) code: Option<&'a QrCode>,
}

impl Footer<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.captions.is_empty() && self.address.is_empty() && self.code.is_none()
    }

    /// Height of the strip, in the picture's units.
    pub(super) fn height(&self) -> f64 {
        let code = self.code.map_or(0.0, |_| CODE_SIDE);
        (self.lines().len() as f64 * LINE).max(SEAL_SIDE).max(code) + PAD
    }

    /// The strip's SVG; its corner is at `(x, y)`.
    pub(super) fn draw(&self, (x, y): (f64, f64), width: f64) -> String {
        let mut svg = seal(x + PAD, y);
        let left = x + 2.0 * PAD + SEAL_SIDE;
        let mut right = x + width - PAD;
        if let Some(code) = self.code {
            right -= CODE_SIDE;
            svg += &drawn_code(code, (right, y));
            right -= PAD;
        }
        let room = right - left;
        let lines = self.lines();
        let top = y + (self.height() - PAD - lines.len() as f64 * LINE) / 2.0;
        for (at, (text, size)) in lines.into_iter().enumerate() {
            let size = size.min(room / ems(text).max(1.0));
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<text x=\"{left}\" y=\"{:.1}\" fill=\"{TEXT}\" font-family=\"Georgia, 'Songti SC', 'Noto Serif CJK SC', SimSun, serif\" font-size=\"{size:.1}\">{}</text>",
                top + (at as f64 + 0.5) * LINE + size * 0.35,
                escape(text)
            );
        }
        svg
    }

    /// The lines of text with their sizes.
    fn lines(&self) -> Vec<(&str, f64)> {
        let sizes = [SIZES[0]].into_iter().chain(std::iter::repeat(SIZES[1]));
        let captions = self.captions.iter().map(String::as_str).zip(sizes);
        let address = (!self.address.is_empty()).then_some((self.address, SIZES[2]));
        captions.chain(address).collect()
    }
}

/// The site's name as a seal: its two characters, one below the other.
fn seal(x: f64, y: f64) -> String {
    let names: String = [('楚', 3.0), ('河', 55.0)]
        .into_iter()
        .map(|(c, down)| {
            let (x, y) = (x + 30.0, y + down);
            format!(
                "<path d=\"{}\" fill=\"{SEAL_INK}\" transform=\"translate({x} {y}) scale(.52)\"/>",
                glyph::character_path(c)
            )
        })
        .collect();
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SEAL_SIDE}\" height=\"{SEAL_SIDE}\" rx=\"10\" fill=\"{SEAL}\"/>\
         <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"none\" stroke=\"{SEAL_INK}\" stroke-width=\"2.5\"/>{names}\n",
        x + 6.0,
        y + 6.0,
        SEAL_SIDE - 12.0,
        SEAL_SIDE - 12.0
    )
}

/// A QR code on a light square.
fn drawn_code(code: &QrCode, (x, y): (f64, f64)) -> String {
    let border = CODE_BORDER as f64;
    let scale = CODE_SIDE / (code.modules as f64 + 2.0 * border);
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{CODE_SIDE}\" height=\"{CODE_SIDE}\" rx=\"6\" fill=\"#fff\"/>\
         <path d=\"{}\" fill=\"#000\" transform=\"translate({:.2} {:.2}) scale({scale:.4})\"/>\n",
        escape(&code.path),
        x + border * scale,
        y + border * scale
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_set_smaller() {
        let size = |text: &str| {
            let footer = Footer { captions: &[text.to_owned()], address: "", code: None };
            let svg = footer.draw((0.0, 0.0), 900.0);
            let size = svg.split("font-size=\"").nth(1).and_then(|rest| rest.split('"').next());
            size.and_then(|size| size.parse::<f64>().ok()).expect("a size")
        };
        assert_eq!(size("Ada — Bea"), SIZES[0]);
        for long in ["W".repeat(100), "楚".repeat(100)] {
            let room = 900.0 - 3.0 * PAD - SEAL_SIDE;
            assert!(size(&long) * ems(&long) <= room + 6.0, "{long}");
        }
    }

    #[test]
    fn the_strip_has_room_for_every_line() {
        let captions = vec![String::from("a"); 5];
        let footer = Footer { captions: &captions, address: "b.example", code: None };
        assert_eq!(footer.height(), 6.0 * LINE + PAD);
        assert_eq!(footer.draw((0.0, 0.0), 900.0).matches("<text").count(), 6);
        assert!(Footer { captions: &[], address: "", code: None }.is_empty());
    }

    #[test]
    fn a_code_takes_its_place_from_the_text() {
        let code = QrCode { modules: 21, path: String::from("M0 0h1v1h-1z") };
        let captions = ["W".repeat(60)];
        let size = |code| {
            let footer = Footer { captions: &captions, address: "", code };
            assert!(footer.height() >= if code.is_some() { CODE_SIDE } else { SEAL_SIDE });
            let svg = footer.draw((0.0, 0.0), 900.0);
            assert_eq!(
                svg.contains(code.map_or("<image", |code| code.path.as_str())),
                code.is_some()
            );
            let size = svg.split("font-size=\"").nth(1).and_then(|rest| rest.split('"').next());
            size.and_then(|size| size.parse::<f64>().ok()).expect("a size")
        };
        assert!(size(Some(&code)) < size(None));
    }
}
