//! A picture of any position: one SVG file that needs no style sheet, no script and no font for its
//! pieces. It is how the diagrams of the rules are made.
//!
//! The picture shows what the position's text says and nothing besides: a face-down piece is a
//! back, a mole stands out only where the text names its point. The same input gives the same bytes.
//!
//! ```
//! use ui_model::{Variant, picture::{Picture, svg}};
//!
//! let picture = Picture { marks: ui_model::picture::read_marks(Variant::Xiangqi, "*h2")?, ..Picture::default() };
//! let drawn = svg(Variant::Xiangqi, "start", &picture)?;
//! assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
//! # Ok::<(), ui_model::picture::PictureError>(())
//! ```

mod arrow;
mod canvas;
mod diagram;
mod ground;
mod mark;
mod marks;
mod paint;
mod pieces;
mod reading;

use crate::{
    Variant,
    board::{BoardShape, Layout, Point},
};
use canvas::Canvas;
use game::{Observer, TextError};
use std::fmt;

pub use arrow::outline as arrow_outline;
pub use diagram::{Diagram, read_diagrams};
pub use mark::{Mark, read_marks};

/// What a picture shows beside the position.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The game's options text: what [`Mark::Moves`] goes by.
    pub options: String,
    /// Whose view the position's text is; `None` for the referee's text, which hides nothing.
    pub observer: Option<Observer>,
    /// Which seat sits at the bottom.
    pub bottom: u8,
    /// Banqi: the long side stands.
    pub is_upright: bool,
    /// The names of files and ranks beside the board.
    pub has_coordinates: bool,
    /// Only the points between these two corners.
    pub part: Option<(Point, Point)>,
    /// What is pointed out.
    pub marks: Vec<Mark>,
    /// What the picture shows, for those who hear it. May be empty.
    pub title: String,
    /// Pieces bear traditional characters.
    pub is_traditional: bool,
    /// Sifang: what stands at the edges of the seats, in their order.
    pub edges: [char; 4],
    /// Lines below the board.
    pub captions: Vec<String>,
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
        }
    }
}

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureError {
    /// The position's text (or the options') cannot be read.
    Position(TextError),
    /// A mark cannot be read; the text of the mark.
    Mark(String),
    /// A part cannot be read; its text.
    Part(String),
    /// Nothing on this point may move, so that there is nothing to show.
    Immobile(String),
    /// A line of a list of diagrams cannot be read: its number, and what was expected.
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
/// When the position, the options or a mark cannot be read, or a mark does not fit the position.
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
    Ok(canvas.finish(&picture.title, &picture.captions))
}

/// Reads the corners of a part: `c0-g4`.
///
/// # Errors
/// When they are no two points of the board.
pub fn read_part(variant: Variant, text: &str) -> Result<(Point, Point), PictureError> {
    let ground = BoardShape::of(variant);
    text.split_once('-')
        .and_then(|(one, other)| Some((corner(ground, one)?, corner(ground, other)?)))
        .ok_or_else(|| PictureError::Part(text.to_owned()))
}

/// A point, or a place where the board of sifang has none: parts have four corners.
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
