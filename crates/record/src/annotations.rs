//! Comments, glyphs and variations beside the moves.

use crate::{DrawnMark, MAX_MARKS, limits::DEPTH};
use std::{collections::BTreeMap, fmt};

/// Notes of one line of actions, by the number of actions played: 0 is before the first.
///
/// ```
/// use record::pgn;
///
/// let file = "{an old line} 1. h2e2 $1 h9g7 {the usual} (1... b9c7 2. h0g2) 2. h0g2 *";
/// let games = pgn::read(file.as_bytes()).unwrap();
/// let notes = &games[0].annotations;
/// assert_eq!(notes.get(0).map(|note| note.comment.as_str()), Some("an old line"));
/// assert_eq!(notes.get(1).map(|note| note.glyphs.as_slice()), Some(&[1][..]));
/// assert_eq!(notes.get(2).map(|note| note.comment.as_str()), Some("the usual"));
/// // A variation is at the point where it begins.
/// let instead = &notes.get(1).ok_or("nothing is said")?.variations[0];
/// assert_eq!(instead.actions, ["b9c7", "h0g2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Annotations {
    notes: BTreeMap<usize, Note>,
}

/// Comment, glyphs, marks and variations at one point of a line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Note {
    /// A text of one or more lines about the action before; empty if there is none.
    pub comment: String,
    /// PGN's numeric glyphs about the action before: 1 is a good move, 2 a poor one.
    pub glyphs: Vec<u8>,
    /// Circles and arrows drawn on the position.
    pub marks: Vec<DrawnMark>,
    /// Alternatives to the next action.
    pub variations: Vec<Variation>,
}

/// A line that was not played.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variation {
    /// Actions, written like those of a [`Record`](crate::Record).
    pub actions: Vec<String>,
    /// Notes, counted from the first action of this line.
    pub annotations: Annotations,
}

impl Annotations {
    /// Whether there are no notes.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// Returns the note after `played` actions.
    pub fn get(&self, played: usize) -> Option<&Note> {
        self.notes.get(&played)
    }

    /// Iterates over the notes in the order of the line.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Note)> {
        self.notes.iter().map(|(&played, note)| (played, note))
    }

    /// Adds lines to the comment after `played` actions. Each line is trimmed, and control characters
    /// become spaces.
    ///
    /// ```
    /// use record::Annotations;
    ///
    /// let mut notes = Annotations::default();
    /// notes.add_comment(3, " a poor move ");
    /// notes.add_comment(3, "the chariot was hanging");
    /// notes.add_glyph(3, 2);
    /// let note = notes.get(3).ok_or("nothing is said")?;
    /// assert_eq!(note.comment, "a poor move\nthe chariot was hanging");
    /// assert_eq!((note.glyphs.as_slice(), notes.iter().count()), (&[2][..], 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_comment(&mut self, played: usize, comment: &str) {
        let comment = tidy(comment);
        if comment.is_empty() {
            return;
        }
        let note = self.notes.entry(played).or_default();
        if !note.comment.is_empty() {
            note.comment.push('\n');
        }
        note.comment += &comment;
    }

    /// Adds a glyph to the action before, unless it has it already.
    pub fn add_glyph(&mut self, played: usize, glyph: u8) {
        let glyphs = &mut self.notes.entry(played).or_default().glyphs;
        if !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
    }

    /// Adds a mark drawn on the position, unless the position has it already or has [`MAX_MARKS`].
    pub fn add_mark(&mut self, played: usize, mark: DrawnMark) {
        let marks = &mut self.notes.entry(played).or_default().marks;
        if !marks.contains(&mark) && marks.len() < MAX_MARKS {
            marks.push(mark);
        }
    }

    /// Adds an alternative to the action after `played` actions. An empty line is not added.
    ///
    /// ```
    /// use record::{Annotations, Variation};
    ///
    /// let mut notes = Annotations::default();
    /// notes.add_variation(0, Variation { actions: vec!["b2e2".into()], ..Variation::default() });
    /// notes.add_variation(0, Variation::default());
    /// assert_eq!(notes.get(0).map(|note| note.variations.len()), Some(1), "nothing is no line");
    /// ```
    pub fn add_variation(&mut self, played: usize, variation: Variation) {
        if !variation.actions.is_empty() {
            self.notes.entry(played).or_default().variations.push(variation);
        }
    }

    /// Appends an action to a variation. Returns `false` if there is no such variation.
    ///
    /// ```
    /// use record::{Annotations, Variation};
    ///
    /// let mut notes = Annotations::default();
    /// notes.add_variation(0, Variation { actions: vec!["b2e2".into()], ..Variation::default() });
    /// assert!(notes.extend_variation(0, 0, "h9g7".into()) && !notes.extend_variation(0, 1, "h9g7".into()));
    /// assert_eq!(notes.get(0).map(|note| note.variations[0].actions.len()), Some(2));
    /// ```
    pub fn extend_variation(&mut self, played: usize, number: usize, action: String) -> bool {
        let note = self.notes.get_mut(&played);
        let line = note.and_then(|note| note.variations.get_mut(number));
        line.map(|line| line.actions.push(action)).is_some()
    }

    /// Removes everything behind the first `played` actions, and the variations that begin there.
    pub(crate) fn truncate(&mut self, played: usize) {
        self.notes.retain(|&at, _| at <= played);
        if let Some(note) = self.notes.get_mut(&played) {
            note.variations.clear();
        }
        self.notes.retain(|_, note| *note != Note::default());
    }

    /// Moves all notes `count` actions later.
    pub(crate) fn after(self, count: usize) -> Annotations {
        let notes = self.notes.into_iter();
        Annotations { notes: notes.map(|(played, note)| (played + count, note)).collect() }
    }

    /// Notes of the first `played` actions, followed by those of a variation that begins there. The
    /// variations before are left out, because they belong to the original line.
    pub(crate) fn until(&self, played: usize, line: &Annotations) -> Annotations {
        let mut both = Annotations::default();
        let say = |both: &mut Annotations, at: usize, note: &Note| {
            both.add_comment(at, &note.comment);
            note.glyphs.iter().for_each(|&glyph| both.add_glyph(at, glyph));
            note.marks.iter().for_each(|&mark| both.add_mark(at, mark));
        };
        self.notes.range(..=played).for_each(|(&at, note)| say(&mut both, at, note));
        for (at, note) in line.iter() {
            say(&mut both, played + at, note);
            let variations = note.variations.iter().cloned();
            variations.for_each(|variation| both.add_variation(played + at, variation));
        }
        both
    }

    /// Returns the variation at the end of `branches`, if there is one.
    pub(crate) fn variation_mut(&mut self, branches: &[Branch]) -> Option<&mut Variation> {
        let (first, rest) = branches.split_first()?;
        let note = self.notes.get_mut(&first.played)?;
        let variation = note.variations.get_mut(first.number.checked_sub(1)?)?;
        if rest.is_empty() { Some(variation) } else { variation.annotations.variation_mut(rest) }
    }
}

/// Whether a character changes the direction of the text after it, which would show a comment
/// reversed.
const fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Trims the lines of a comment, and removes blank lines at its beginning and end, and characters
/// that change the direction of the text.
pub(crate) fn tidy(comment: &str) -> String {
    let lines = comment.replace("\r\n", "\n");
    let lines = lines.split(['\n', '\r']).map(|line| {
        let shown = line.chars().filter(|&c| !is_direction(c));
        let plain: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
        plain.trim().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
}

/// Which way an [`Address`] turns off a line: into the variation with this number (from 1) of those
/// after this number of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Branch {
    pub(crate) played: usize,
    pub(crate) number: usize,
}

/// A point of a game with variations, as `.chuhe` writes it: `12` is after twelve actions of the
/// game, `4.2/3` after three of the second variation that stands after four.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Address {
    pub(crate) branches: Vec<Branch>,
    pub(crate) played: usize,
}

impl Address {
    /// Number of actions from the start of the game that the ways to two points have in common.
    pub(crate) fn shared(&self, other: &Address) -> usize {
        let branches = self.branches.iter().zip(&other.branches);
        let common = branches.take_while(|(one, two)| one == two).count();
        let leaves = |address: &Address| {
            address.branches.get(common).map_or(address.played, |branch| branch.played)
        };
        let before: usize = self.branches[..common].iter().map(|branch| branch.played).sum();
        before + leaves(self).min(leaves(other))
    }

    /// Reads the address of a point.
    pub(crate) fn read(text: &str) -> Option<Address> {
        let (branches, played) = match text.rsplit_once('/') {
            Some((branches, played)) => (read_branches(branches)?, played),
            None => (Vec::new(), text),
        };
        Some(Address { branches, played: number(played)? })
    }
}

/// Reads the address of a variation: `4.2`, or `4.2/3.1` for one inside another.
pub(crate) fn read_branches(text: &str) -> Option<Vec<Branch>> {
    let branch = |text: &str| {
        let (played, nth) = text.split_once('.')?;
        Some(Branch { played: number(played)?, number: number(nth).filter(|&nth| nth > 0)? })
    };
    let branches: Vec<Branch> = text.split('/').map(branch).collect::<Option<_>>()?;
    (branches.len() <= DEPTH).then_some(branches)
}

/// Whether an address of a point or of a variation has more branches than are read.
pub(crate) fn is_too_deep(address: &str) -> bool {
    address.split('/').filter(|branch| branch.contains('.')).count() > DEPTH
}

fn number(text: &str) -> Option<usize> {
    let is_plain = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.played, self.number)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for branch in &self.branches {
            write!(f, "{branch}/")?;
        }
        write!(f, "{}", self.played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for text in ["0", "12", "4.2/3", "4.2/3.1/0"] {
            assert_eq!(Address::read(text).unwrap().to_string(), text);
        }
        for text in ["", "x", "4.2", "4.0/1", "/1", "4/1", "1234567", "+1", "4.2/", "4.2//1"] {
            assert_eq!(Address::read(text), None, "{text}");
        }
        assert!(read_branches(&["0.1"; DEPTH].join("/")).is_some());
        assert!(read_branches(&["0.1"; DEPTH + 1].join("/")).is_none());
    }

    #[test]
    fn addresses_share_the_way_to_where_they_part() {
        for (one, two, shared) in [
            ("0", "12", 0),
            ("12", "4", 4),
            ("12", "4.2/3", 4),
            ("3", "4.2/3", 3),
            ("4.2/3", "4.1/3", 4),
            ("4.2/3", "6.2/3", 4),
            ("4.2/3", "4.2/5", 7),
            ("4.2/3", "4.2/2.1/9", 6),
            ("4.2/3.1/5", "4.2/3.1/6", 12),
            ("4.2/3.1/5", "4.2/3.2/6", 7),
        ] {
            let (a, b) = (Address::read(one).unwrap(), Address::read(two).unwrap());
            assert_eq!((a.shared(&b), b.shared(&a)), (shared, shared), "{one} and {two}");
        }
    }

    #[test]
    fn comments_are_kept_by_lines() {
        let mut annotations = Annotations::default();
        annotations.add_comment(3, " \r\n good \t\u{7}\r\n\r\nmove ");
        annotations.add_comment(3, "  ");
        annotations.add_comment(3, "in\u{202e}deed\u{2069}");
        assert_eq!(annotations.get(3).unwrap().comment, "good\n\nmove\nindeed");
        assert!(annotations.get(2).is_none());
    }
}
