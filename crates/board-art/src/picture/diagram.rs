use super::{Picture, PictureError, read_marks, read_part, svg};
use game::{Observer, Seat};
use games::Variant;

/// One line of a list of diagrams: a picture with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// Name of the file without its extension.
    pub name: String,
    /// The game.
    pub variant: Variant,
    /// The position's text, `start` or `empty`.
    pub position: String,
    /// The settings and marks of the picture.
    pub picture: Picture,
}

impl Diagram {
    /// Draws the SVG file.
    ///
    /// # Errors
    /// As [`svg`].
    pub fn svg(&self) -> Result<String, PictureError> {
        svg(self.variant, &self.position, &self.picture)
    }
}

/// Parses a list of diagrams, one per line: `NAME | VARIANT | POSITION | MARKS | SETTINGS | TITLE`.
/// Empty lines and lines that start with `#` are skipped.
///
/// Settings are words: `bottom=1` (the seat at the bottom), `part=c0-g4`, `seen-by=0` or
/// `seen-by=spectator` (the observer of the position's text), `upright`, `plain` (no coordinates).
/// Any other word belongs to the game's options.
///
/// # Errors
/// Names the line and what was expected.
pub fn read_diagrams(text: &str) -> Result<Vec<Diagram>, PictureError> {
    let lines = text.lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| read_line(line).map_err(|what| PictureError::Line(index + 1, what)))
        .collect()
}

fn read_line(line: &str) -> Result<Diagram, String> {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, variant, position, marks, settings, title] = columns[..] else {
        return Err("expected `NAME | VARIANT | POSITION | MARKS | SETTINGS | TITLE`".to_owned());
    };
    let is_name_part =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || !name.bytes().all(is_name_part) {
        let found = name.escape_debug();
        return Err(format!("expected a name of small letters, digits and `-`, found `{found}`"));
    }
    let variant: Variant = variant.parse().map_err(|error| format!("{error}"))?;
    let mut picture = Picture {
        marks: read_marks(variant, marks).map_err(|error| error.to_string())?,
        title: title.to_owned(),
        ..Picture::default()
    };
    for word in settings.split_whitespace() {
        set(&mut picture, variant, word)?;
    }
    Ok(Diagram { name: name.to_owned(), variant, position: position.to_owned(), picture })
}

fn set(picture: &mut Picture, variant: Variant, word: &str) -> Result<(), String> {
    let seat = |text: &str| {
        let seat = text.parse().ok().filter(|seat| *seat < variant.seats());
        seat.ok_or_else(|| format!("expected a seat of {variant} from 0, found `{word}`"))
    };
    match word.split_once('=').unwrap_or((word, "")) {
        ("bottom", value) => picture.bottom = seat(value)?,
        ("seen-by", "spectator") => picture.observer = Some(Observer::Spectator),
        ("seen-by", value) => picture.observer = Some(Observer::Seat(Seat::new(seat(value)?))),
        ("part", value) => {
            picture.part = Some(read_part(variant, value).map_err(|error| error.to_string())?);
        }
        ("upright", "") => picture.is_upright = true,
        ("plain", "") => picture.has_coordinates = false,
        _ => {
            if !picture.options.is_empty() {
                picture.options.push(' ');
            }
            picture.options += word;
        }
    }
    Ok(())
}
