//! Tags, notes, glyphs, marks and variations of a `.chuhe` file, one per line after the actions:
//!
//! ```text
//! tag Event 五羊杯
//! note 0 a text about the start; `\n` begins a new line, `\\` is a backslash
//! glyph 1 1
//! mark 1 Gh2e2 Ra9
//! variation 1.1 b9c7 h0g2
//! note 1.1/2 a text about the second action of that variation
//! variation 1.1/1.1 b0c2
//! ```
//!
//! A number counts the actions played. `1.1` is the first alternative to the second action, and
//! `1.1/2` is the point after two of its actions. A variation comes before its own notes. Flips name
//! the revealed piece, as in the game.

use crate::{
    Annotations, DrawnMark, Record, Tag, Tags, Variation,
    annotations::{Address, Branch, is_too_deep, read_branches},
    limits::{DEPTH, VARIATION_ACTIONS},
    lines::{Lines, Value},
};
use games::{AnyGame, board::BoardShape};
use std::fmt::Write;

/// Reads the lines and reports those that cannot be read. `game` is at the start.
pub(crate) fn read(
    lines: &mut Lines<'_>,
    game: &mut AnyGame,
    actions: &[String],
) -> (Tags, Annotations) {
    let (tags, annotations, _) = read_counting(lines, game, actions);
    (tags, annotations)
}

/// [`read`], and the number of actions that were played.
fn read_counting(
    lines: &mut Lines<'_>,
    game: &mut AnyGame,
    actions: &[String],
) -> (Tags, Annotations, usize) {
    let mut tags = Tags::default();
    let mut reader = ExtrasReader {
        lines,
        actions,
        annotations: Annotations::default(),
        line: VariationReferee {
            game,
            played: Vec::new(),
            at: Address::default(),
            budget: VARIATION_ACTIONS,
        },
    };
    for (key, value) in reader.lines.extras.clone() {
        match key {
            "tag" => reader.tag(value, &mut tags),
            "note" => reader.note(value),
            "glyph" => reader.glyph(value),
            "mark" => reader.mark(value),
            _ => reader.variation(value),
        }
    }
    let played = VARIATION_ACTIONS - reader.line.budget;
    (tags, reader.annotations, played)
}

struct ExtrasReader<'l, 'a> {
    lines: &'l mut Lines<'a>,
    actions: &'l [String],
    annotations: Annotations,
    line: VariationReferee<'l>,
}

/// Referee of all variations. It goes from one line to another by their common actions.
struct VariationReferee<'g> {
    game: &'g mut AnyGame,
    /// The actions played.
    played: Vec<String>,
    /// Point up to which `played` follows the record. The actions behind it are of a variation.
    at: Address,
    /// Number of actions that may still be played, so that reading a file takes bounded time.
    budget: usize,
}

impl<'a> ExtrasReader<'_, 'a> {
    fn report(
        &mut self,
        value: Value<'a>,
        at: usize,
        code: &'static str,
        message: impl Into<String>,
    ) {
        self.lines.report(value.problem(at, code, message));
    }

    fn tag(&mut self, value: Value<'a>, tags: &mut Tags) {
        let (name, text) = split(value.text);
        match Tag::from_pgn(name) {
            Some(tag) if tags.get(tag).is_empty() => tags.set(tag, text),
            Some(tag) => {
                self.report(value, 0, "tag", format!("the tag `{}` stands twice", tag.pgn()));
            }
            None => {
                let known = Tag::ALL.map(Tag::pgn).join(", ");
                self.report(value, 0, "tag", format!("expected one of {known}"));
            }
        }
    }

    fn note(&mut self, value: Value<'a>) {
        let (address, text) = split(value.text);
        if let Some((annotations, played)) = self.point(value, address) {
            annotations.add_comment(played, &unescape(text));
        }
    }

    fn glyph(&mut self, value: Value<'a>) {
        let (address, numbers) = split(value.text);
        let glyphs: Option<Vec<u8>> =
            numbers.split(' ').map(|number| number.parse().ok()).collect();
        let Some(glyphs) = glyphs else {
            let at = value.text.len() - numbers.len();
            self.report(value, at, "glyph", "expected numbers from 0 to 255");
            return;
        };
        if let Some((annotations, played)) = self.point(value, address) {
            glyphs.into_iter().for_each(|glyph| annotations.add_glyph(played, glyph));
        }
    }

    fn mark(&mut self, value: Value<'a>) {
        let (address, texts) = split(value.text);
        let shape = BoardShape::of(self.line.game.variant());
        let marks: Option<Vec<DrawnMark>> =
            texts.split(' ').map(|text| DrawnMark::read(shape, text)).collect();
        let Some(marks) = marks else {
            let at = value.text.len() - texts.len();
            self.report(value, at, "mark", "expected marks such as `Gh2` or `Rh2e2`");
            return;
        };
        if let Some((annotations, played)) = self.point(value, address) {
            marks.into_iter().for_each(|mark| annotations.add_mark(played, mark));
        }
    }

    /// Reports an address that cannot be read. `expected` describes one that can.
    fn report_address(&mut self, value: Value<'a>, address: &str, expected: &str) {
        if is_too_deep(address) {
            let message = format!("variations lie inside each other more than `{DEPTH}` deep");
            self.report(value, 0, "depth", message);
        } else {
            self.report(value, 0, "address", expected);
        }
    }

    /// Returns the annotations that contain an address, and the number of actions of their line.
    fn point(&mut self, value: Value<'a>, address: &str) -> Option<(&mut Annotations, usize)> {
        let Some(Address { branches, played }) = Address::read(address) else {
            self.report_address(value, address, "expected a point such as `4` or `4.1/2`");
            return None;
        };
        match self.length_of(&branches) {
            None => {
                self.report(value, 0, "address", "there is no such variation above");
                None
            }
            Some(length) if played > length => {
                self.report(value, 0, "address", format!("that line has {length} actions"));
                None
            }
            Some(_) if branches.is_empty() => Some((&mut self.annotations, played)),
            Some(_) => {
                let variation = self.annotations.variation_mut(&branches)?;
                Some((&mut variation.annotations, played))
            }
        }
    }

    fn variation(&mut self, value: Value<'a>) {
        let (address, texts) = split(value.text);
        let Some((last, parents)) =
            read_branches(address).and_then(|mut branches| Some((branches.pop()?, branches)))
        else {
            let expected = "expected a variation such as `4.1` or `4.1/2.1`";
            return self.report_address(value, address, expected);
        };
        let parent = Address { branches: parents, played: last.played };
        let Some((annotations, played)) = self.point(value, &parent.to_string()) else { return };
        let next = annotations.get(played).map_or(0, |note| note.variations.len()) + 1;
        if last.number != next {
            return self.report(
                value,
                0,
                "address",
                format!("expected the number {next} behind the point"),
            );
        }
        if self.length_of(&parent.branches) == Some(parent.played) {
            let message = "no action follows there that it could stand for";
            return self.report(value, 0, "address", message);
        }
        if texts.is_empty() {
            return self.report(value, 0, "variation", "expected actions");
        }
        let Some(actions) = self.play(value, texts, parent.clone()) else { return };
        if let Some((annotations, played)) = self.point(value, &parent.to_string()) {
            annotations.add_variation(played, Variation { actions, ..Variation::default() });
        }
    }

    /// Number of actions of a line, if there is such a line.
    fn length_of(&mut self, branches: &[Branch]) -> Option<usize> {
        match branches {
            [] => Some(self.actions.len()),
            branches => self.annotations.variation_mut(branches).map(|line| line.actions.len()),
        }
    }

    /// Plays the actions before a variation, then its own. Returns the canonical texts of these.
    fn play(&mut self, value: Value<'a>, texts: &'a str, parent: Address) -> Option<Vec<String>> {
        if let Err(message) = self.line.go_to(self.actions, &self.annotations, parent) {
            self.report(value, 0, "length", message);
            return None;
        }
        let lead = self.line.played.len();
        let mut at = value.text.len() - texts.len();
        for text in texts.split(' ') {
            if !text.is_empty()
                && let Err((code, why)) = self.line.play(text)
            {
                let message = format!("variation action `{}`: {why}", text.escape_debug());
                self.report(value, at, code, message);
                return None;
            }
            at += text.len() + 1;
        }
        Some(self.line.played[lead..].to_vec())
    }
}

impl VariationReferee<'_> {
    /// Goes to a point of a checked record. The time is that of the actions
    /// undone and played, not that of the whole line.
    fn go_to(
        &mut self,
        actions: &[String],
        annotations: &Annotations,
        point: Address,
    ) -> Result<(), String> {
        let mut shared = self.at.shared(&point);
        while self.played.len() > shared && self.game.undo() {
            self.played.pop();
        }
        self.at = Address { branches: Vec::new(), played: 0 };
        for part in parts_to(actions, annotations, &point) {
            let skipped = shared.min(part.len());
            shared -= skipped;
            part[skipped..].iter().try_for_each(|text| self.play(text).map_err(|(_, why)| why))?;
        }
        self.at = point;
        Ok(())
    }

    /// Plays an action, with `=letter` after a flip. The error has a code and a reason.
    fn play(&mut self, text: &str) -> Result<(), (&'static str, String)> {
        if self.budget == 0 {
            return Err(("length", format!("expected at most {VARIATION_ACTIONS} actions in all")));
        }
        self.budget -= 1;
        let action_fault = |why: String| ("action", why);
        let Some(seat) = self.game.turn().seats().iter().next() else {
            return Err(action_fault("the game is over there".to_owned()));
        };
        let (action, noted) = match text.split_once('=') {
            Some((action, noted)) => (action, Some(noted)),
            None => (text, None),
        };
        let played = self
            .game
            .play_text(seat, action)
            .map_err(|refusal| action_fault(refusal.to_string()))?;
        let revealed = played.revealed.map(String::from);
        if noted == revealed.as_deref() {
            self.played.push(played.to_string());
            return Ok(());
        }
        self.game.undo();
        let truth = revealed.map_or("nothing".to_owned(), |letter| format!("`{letter}`"));
        Err(action_fault(format!("what comes up there is {truth}")))
    }
}

/// Splits a text into its first word and the rest.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Parts of the lines that lead from the start of the game to a point, in order. Empty if there is
/// no such point.
fn parts_to<'r>(
    actions: &'r [String],
    annotations: &'r Annotations,
    point: &Address,
) -> Vec<&'r [String]> {
    let (mut actions, mut annotations) = (actions, annotations);
    let mut parts = Vec::with_capacity(point.branches.len() + 1);
    for &Branch { played, number } in &point.branches {
        let variation = annotations.get(played).and_then(|note| note.variations.get(number - 1));
        let (Some(part), Some(variation)) = (actions.get(..played), variation) else {
            return Vec::new();
        };
        parts.push(part);
        (actions, annotations) = (&variation.actions, &variation.annotations);
    }
    parts.extend(actions.get(..point.played));
    parts
}

/// Whether a record has variations.
pub(crate) fn has_variations(record: &Record) -> bool {
    record.annotations.iter().any(|(_, note)| !note.variations.is_empty())
}

/// Writes the lines of a record.
pub(crate) fn write(record: &Record) -> String {
    let mut file = String::new();
    for tag in Tag::ALL {
        let value = record.tags.get(tag);
        if !value.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(file, "tag {} {value}", tag.pgn());
        }
    }
    write_line(&mut file, BoardShape::of(record.variant), &[], &record.annotations);
    file
}

fn write_line(
    file: &mut String,
    shape: BoardShape,
    branches: &[Branch],
    annotations: &Annotations,
) {
    for (played, note) in annotations.iter() {
        let address = Address { branches: branches.to_vec(), played };
        if !note.comment.is_empty() {
            let _ = writeln!(file, "note {address} {}", escape(&note.comment));
        }
        if !note.glyphs.is_empty() {
            let glyphs: Vec<String> = note.glyphs.iter().map(u8::to_string).collect();
            let _ = writeln!(file, "glyph {address} {}", glyphs.join(" "));
        }
        if !note.marks.is_empty() {
            let marks: Vec<String> = note.marks.iter().map(|mark| mark.text(shape)).collect();
            let _ = writeln!(file, "mark {address} {}", marks.join(" "));
        }
        for (number, variation) in (1..).zip(&note.variations) {
            let _ = writeln!(file, "variation {address}.{number} {}", variation.actions.join(" "));
            let branches = [branches, &[Branch { played, number }]].concat();
            write_line(file, shape, &branches, &variation.annotations);
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n")
}

/// Reverses `escape`. A backslash before any other character is kept.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, signs.peek()) {
            ('\\', Some('n')) => plain.push('\n'),
            ('\\', Some('\\')) => plain.push('\\'),
            _ => {
                plain.push(sign);
                continue;
            }
        }
        signs.next();
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Variant;

    /// A variation at the end of a long game does not replay the game.
    #[test]
    fn each_action_is_played_once() {
        const PLIES: usize = 400;
        let shuffle = ["a0a1", "a9a8", "a1a0", "a8a9"].map(str::to_owned);
        let actions: Vec<String> = shuffle.iter().cycle().take(PLIES).cloned().collect();
        for count in [100, 200, 400] {
            let mut file = "chuhe 1\n".to_owned();
            for number in 1..=count {
                let _ = writeln!(file, "variation {}.{number} i9i8", PLIES - 1);
            }
            let mut lines = Lines::read(file.as_bytes(), file.len()).expect("lines");
            let options = "quiet-limit=off repetition=off";
            let start = xiangqi::Position::start().fen();
            let mut game =
                AnyGame::from_text(Variant::Xiangqi, options, &start).expect("the usual start");
            let (_, annotations, played) = read_counting(&mut lines, &mut game, &actions);
            assert_eq!(lines.problems, []);
            let note = annotations.get(PLIES - 1).expect("variations");
            assert_eq!((note.variations.len(), played), (count, PLIES - 1 + count));
        }
    }
}
