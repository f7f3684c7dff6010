//! Circles and arrows drawn on a board.

use games::board::{BoardShape, Point};

/// Maximum number of marks at one point of a game.
pub const MAX_MARKS: usize = 64;

/// The two commands of PGN comments: circles, then arrows.
const COMMANDS: [&str; 2] = ["[%csl ", "[%cal "];

/// Colour of a drawn mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Ink {
    /// Without a key.
    #[default]
    Green,
    /// With Shift or Control.
    Red,
    /// With Alt.
    Blue,
    /// With both.
    Yellow,
}

impl Ink {
    /// All colours.
    pub const ALL: [Ink; 4] = [Ink::Green, Ink::Red, Ink::Blue, Ink::Yellow];

    /// The colour for the keys that are held.
    pub const fn with_keys(shift_or_control: bool, alt: bool) -> Ink {
        match (shift_or_control, alt) {
            (false, false) => Ink::Green,
            (true, false) => Ink::Red,
            (false, true) => Ink::Blue,
            (true, true) => Ink::Yellow,
        }
    }

    /// Stable name for style sheets.
    pub const fn id(self) -> &'static str {
        match self {
            Ink::Green => "green",
            Ink::Red => "red",
            Ink::Blue => "blue",
            Ink::Yellow => "yellow",
        }
    }

    /// The letter in files.
    const fn letter(self) -> char {
        match self {
            Ink::Green => 'G',
            Ink::Red => 'R',
            Ink::Blue => 'B',
            Ink::Yellow => 'Y',
        }
    }
}

/// A drawn mark: an arrow, or a circle if both points are the same.
///
/// ```
/// use games::board::BoardShape;
/// use record::DrawnMark;
///
/// let arrow = DrawnMark::read(BoardShape::River, "Gh2e2").ok_or("an arrow")?;
/// assert_eq!(arrow.text(BoardShape::River), "Gh2e2");
/// assert!(DrawnMark::read(BoardShape::River, "Rh2").is_some_and(|mark| mark.from == mark.to));
/// for wrong in ["", "h2", "Gh2e", "Xh2", "Gh2e2h2", "Gz9"] {
///     assert_eq!(DrawnMark::read(BoardShape::River, wrong), None, "{wrong}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawnMark {
    /// The point where the mark begins.
    pub from: Point,
    /// The point where the mark ends.
    pub to: Point,
    /// The colour.
    pub ink: Ink,
}

impl DrawnMark {
    /// Writes the mark: the letter of the colour, and one or two points.
    pub fn text(self, shape: BoardShape) -> String {
        let from = shape.name(self.from);
        let to = if self.to == self.from { String::new() } else { shape.name(self.to) };
        format!("{}{from}{to}", self.ink.letter())
    }

    /// Reads what [`DrawnMark::text`] writes.
    pub fn read(shape: BoardShape, text: &str) -> Option<DrawnMark> {
        let mut letters = text.chars();
        let letter = letters.next()?;
        let ink = Ink::ALL.into_iter().find(|ink| ink.letter() == letter)?;
        let points = letters.as_str();
        if let Some(at) = point(shape, points) {
            return Some(DrawnMark { from: at, to: at, ink });
        }
        let (from, to) = (1..points.len()).find_map(|at| {
            let (from, to) = points.split_at_checked(at)?;
            Some((point(shape, from)?, point(shape, to)?))
        })?;
        Some(DrawnMark { from, to, ink })
    }
}

/// Reads a point that is written as the writer writes it.
fn point(shape: BoardShape, text: &str) -> Option<Point> {
    shape.parse(text).filter(|&point| shape.name(point) == text)
}

/// Writes marks as commands of a PGN comment: `[%csl Ga4,Rb5][%cal Ge2e4]`.
pub(crate) fn write_commands(shape: BoardShape, marks: &[DrawnMark]) -> String {
    let list = |is_circle: bool| -> Vec<String> {
        let kind = marks.iter().filter(|mark| (mark.from == mark.to) == is_circle);
        kind.map(|mark| mark.text(shape)).collect()
    };
    let mut text = String::new();
    for (command, list) in COMMANDS.into_iter().zip([list(true), list(false)]) {
        if !list.is_empty() {
            text += &format!("{command}{}]", list.join(","));
        }
    }
    text
}

/// Splits the marks off a PGN comment. A command that cannot be read remains in the text.
pub(crate) fn split_commands(shape: BoardShape, comment: &str) -> (String, Vec<DrawnMark>) {
    let (mut text, mut marks) = (String::new(), Vec::new());
    let mut rest = comment;
    while let Some(at) = COMMANDS.iter().filter_map(|command| rest.find(command)).min() {
        let command = &rest[at..];
        let list = command.find(']').and_then(|end| {
            let list = command[COMMANDS[0].len()..end].split(',');
            let marks: Option<Vec<_>> = list.map(|it| DrawnMark::read(shape, it.trim())).collect();
            Some((marks?, end + 1))
        });
        let (found, length) = list.unwrap_or((Vec::new(), COMMANDS[0].len()));
        text += &rest[..at];
        if found.is_empty() {
            text += &command[..length];
        }
        marks.extend(found);
        rest = &command[length..];
    }
    (text + rest, marks)
}

/// Marks a comment's own text so that it is not read as a command.
pub(crate) fn escape_commands(comment: &str) -> String {
    comment.replace("[%csl ", "［%csl ").replace("[%cal ", "［%cal ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_as_they_are_written() {
        for shape in [BoardShape::River, BoardShape::Half, BoardShape::Cross] {
            let points: Vec<Point> = shape.points().collect();
            for (at, &from) in points.iter().enumerate() {
                let to = points[(7 * at) % points.len()];
                let mark = DrawnMark { from, to, ink: Ink::ALL[at % 4] };
                assert_eq!(DrawnMark::read(shape, &mark.text(shape)), Some(mark));
            }
        }
    }

    #[test]
    fn commands_are_split_off_a_comment() {
        let split = |text| split_commands(BoardShape::River, text);
        let (text, marks) = split("a [%csl Ga4,Rb5][%cal Gh2e2] pin");
        assert_eq!((text.as_str(), marks.len()), ("a  pin", 3));
        let again = write_commands(BoardShape::River, &marks);
        assert_eq!(again, "[%csl Ga4,Rb5][%cal Gh2e2]");
        for kept in ["[%csl ", "[%csl Gz9]", "[%cal Ga4", "[%clk 0:01:00]", "a [%csl ] b", "%"] {
            assert_eq!(split(kept), (kept.to_owned(), Vec::new()));
        }
        let own = escape_commands("write [%csl Ga4] here");
        assert_eq!(split(&own), (own.clone(), Vec::new()));
    }
}
