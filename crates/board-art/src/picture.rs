//! SVG pictures of positions, without style sheets, scripts or fonts for the pieces. The diagrams
//! of the rules are made with it.
//!
//! A picture shows only what the position's text says: a face-down piece is a back, and a mole is
//! marked only where the text names its point. The same input gives the same bytes.
//!
//! ```
//! use board_art::picture::{Picture, svg};
//! use games::Variant;
//!
//! let picture = Picture { marks: board_art::picture::read_marks(Variant::Xiangqi, "*h2")?, ..Picture::default() };
//! let drawn = svg(Variant::Xiangqi, "start", &picture)?;
//! assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
//! # Ok::<(), board_art::picture::PictureError>(())
//! ```

mod arrow;
mod canvas;
mod card;
mod diagram;
mod footer;
mod ground;
mod mark;
mod marks;
mod paint;
mod pieces;
mod reading;
mod text;

use crate::Layout;
use canvas::Canvas;
use footer::Footer;
use game::{Observer, TextError};
use games::{
    Variant,
    board::{BoardShape, Point},
};
use std::fmt;

pub use arrow::outline as arrow_outline;
pub use card::{CARD_HEIGHT, CARD_WIDTH, card};
pub use diagram::{Diagram, read_diagrams};
pub use mark::{Mark, read_marks};

/// Settings of a picture beside its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The game's options text, which [`Mark::Moves`] needs.
    pub options: String,
    /// Observer of the position's text; `None` for the referee's text, which hides nothing.
    pub observer: Option<Observer>,
    /// The seat at the bottom.
    pub bottom: u8,
    /// Banqi: whether the long side is vertical.
    pub is_upright: bool,
    /// Whether files and ranks are named beside the board.
    pub has_coordinates: bool,
    /// Draws only the points between these two corners.
    pub part: Option<(Point, Point)>,
    /// The marks.
    pub marks: Vec<Mark>,
    /// Description of the picture for screen readers. May be empty.
    pub title: String,
    /// Whether the pieces show traditional characters.
    pub is_traditional: bool,
    /// Sifang: the letters at the edges, in the order of the seats.
    pub edges: [char; 4],
    /// Lines of text below the board, beside the site's seal.
    pub captions: Vec<String>,
    /// Address of the site, below the captions. May be empty.
    pub address: String,
    /// A QR code beside the captions.
    pub code: Option<QrCode>,
}

/// A QR code as a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QrCode {
    /// Number of modules on a side.
    pub modules: usize,
    /// The dark modules as an SVG path; a module is one unit.
    pub path: String,
}

impl Default for Picture {
    fn default() -> Picture {
        Picture {
            options: String::new(),
            observer: None,
            bottom: 0,
            is_upright: false,
            has_coordinates: true,
            part: None,
            marks: Vec::new(),
            title: String::new(),
            is_traditional: false,
            edges: ['S', 'E', 'N', 'W'],
            captions: Vec::new(),
            address: String::new(),
            code: None,
        }
    }
}

/// An error in the input of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureError {
    /// The text of the position or the options is invalid.
    Position(TextError),
    /// A mark is invalid; its text.
    Mark(String),
    /// A part is invalid; its text.
    Part(String),
    /// The piece on this point has no moves to show.
    Immobile(String),
    /// A line of a list of diagrams is invalid: its number, and the expected content.
    Line(usize, String),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Position(error) => write!(f, "the position: {error}"),
            PictureError::Mark(text) => write!(
                f,
                "expected a mark such as `h2e2`, `<h2e2`, `-e0e9`, `*h2`, `.e4`, `+e4`, `xe4`, `oe4`, `!e4`, `@e4`, `#e4=3`, found `{}`",
                text.escape_debug()
            ),
            PictureError::Part(text) => {
                write!(f, "expected two corners such as `c0-g4`, found `{}`", text.escape_debug())
            }
            PictureError::Immobile(point) => write!(f, "nothing on {point} may move now"),
            PictureError::Line(number, what) => write!(f, "line {number}: {what}"),
        }
    }
}

impl std::error::Error for PictureError {}

impl From<TextError> for PictureError {
    fn from(error: TextError) -> PictureError {
        PictureError::Position(error)
    }
}

/// Draws a position. `position` is its text, `start`, or `empty` for the bare board.
///
/// # Errors
/// If the position, the options or a mark is invalid, or a mark does not fit the position.
pub fn svg(variant: Variant, position: &str, picture: &Picture) -> Result<String, PictureError> {
    let reading = reading::Reading::new(variant, position, picture)?;
    let ground = BoardShape::of(variant);
    let layout = match ground {
        BoardShape::Half => Layout::new(ground, u8::from(picture.is_upright)),
        BoardShape::River | BoardShape::Cross => Layout::for_seat(ground, picture.bottom, false),
    };
    let mut canvas = Canvas::new(layout, picture.part, picture.has_coordinates);
    ground::draw(&mut canvas, picture.edges);
    let marks = marks::resolve(&picture.marks, &reading)?;
    marks::draw_under(&mut canvas, &marks);
    pieces::draw(&mut canvas, &reading.scene, picture.is_traditional);
    marks::draw_over(&mut canvas, &marks, &reading.scene);
    let footer = Footer {
        captions: &picture.captions,
        address: &picture.address,
        code: picture.code.as_ref(),
    };
    Ok(canvas.finish(&picture.title, (!footer.is_empty()).then_some(&footer)))
}

/// Parses the corners of a part: `c0-g4`.
///
/// # Errors
/// If the text is not two points of the board.
pub fn read_part(variant: Variant, text: &str) -> Result<(Point, Point), PictureError> {
    let ground = BoardShape::of(variant);
    text.split_once('-')
        .and_then(|(one, other)| Some((corner(ground, one)?, corner(ground, other)?)))
        .ok_or_else(|| PictureError::Part(text.to_owned()))
}

/// A point of the board, or one of the places that the sifang board lacks at its corners.
fn corner(ground: BoardShape, text: &str) -> Option<Point> {
    if ground != BoardShape::Cross {
        return ground.parse(text);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let col: i8 = text.get(..digits)?.parse().ok()?;
    let mut letters = text.get(digits..)?.bytes();
    let row = letters.next()?.checked_sub(b'a')? as i8;
    let fits = (1..=13).contains(&col) && row < 13 && letters.next().is_none();
    fits.then_some(Point::new(col - 1, row))
}
