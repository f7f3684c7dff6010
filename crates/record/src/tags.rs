use std::collections::BTreeMap;

/// Tag of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tag {
    /// Title.
    Title,
    /// Tournament or match.
    Event,
    /// Place.
    Site,
    /// Date: `2026.11.21`, with `?` for unknown parts.
    Date,
    /// Round of the event.
    Round,
    /// Red's team.
    RedTeam,
    /// Black's team.
    BlackTeam,
    /// Name of the opening.
    Opening,
    /// Author of the comments.
    Annotator,
}

impl Tag {
    /// All tags, in the order they are written.
    pub const ALL: [Tag; 9] = [
        Tag::Title,
        Tag::Event,
        Tag::Site,
        Tag::Date,
        Tag::Round,
        Tag::RedTeam,
        Tag::BlackTeam,
        Tag::Opening,
        Tag::Annotator,
    ];

    /// Name in PGN.
    pub const fn pgn(self) -> &'static str {
        match self {
            Tag::Title => "Title",
            Tag::Event => "Event",
            Tag::Site => "Site",
            Tag::Date => "Date",
            Tag::Round => "Round",
            Tag::RedTeam => "RedTeam",
            Tag::BlackTeam => "BlackTeam",
            Tag::Opening => "Opening",
            Tag::Annotator => "Annotator",
        }
    }

    /// Returns the tag with this name in PGN, capitals or not.
    pub fn from_pgn(name: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.pgn().eq_ignore_ascii_case(name))
    }

    /// Name in DhtmlXQ, without the prefix.
    pub const fn dhtmlxq(self) -> &'static str {
        match self {
            Tag::Title => "title",
            Tag::Event => "event",
            Tag::Site => "place",
            Tag::Date => "date",
            Tag::Round => "round",
            Tag::RedTeam => "redteam",
            Tag::BlackTeam => "blackteam",
            Tag::Opening => "open",
            Tag::Annotator => "author",
        }
    }
}

/// Tags of a game. Unknown tags are absent.
///
/// Values are one line of text.
///
/// ```
/// use record::{Tag, Tags};
///
/// let mut tags = Tags::default();
/// tags.set(Tag::Event, " The  Five Rams\nCup ");
/// tags.set(Tag::Date, "????.??.??");
/// assert_eq!(tags.get(Tag::Event), "The Five Rams Cup");
/// assert_eq!(tags.get(Tag::Date), "", "that it is unknown is not a date");
/// assert_eq!((Tag::RedTeam.pgn(), Tag::RedTeam.dhtmlxq()), ("RedTeam", "redteam"));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags {
    values: BTreeMap<Tag, String>,
}

impl Tags {
    /// Value of a tag; empty if unknown.
    pub fn get(&self, tag: Tag) -> &str {
        self.values.get(&tag).map_or("", String::as_str)
    }

    /// Sets a tag. Line ends and runs of spaces become single spaces; an empty value, or one that
    /// only says that it is unknown (`?`, `????.??.??`, `0000-00-00`), removes the tag.
    pub fn set(&mut self, tag: Tag, value: &str) {
        let value = known(value);
        let value = if tag == Tag::Date { dotted(value) } else { value };
        if value.is_empty() || value.chars().all(|c| matches!(c, '?' | '.' | '-' | '0')) {
            self.values.remove(&tag);
        } else {
            self.values.insert(tag, value);
        }
    }
}

/// Converts a text to one line without control characters; empty if it is `?`.
pub(crate) fn known(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let line = words.join(" ");
    if line == "?" { String::new() } else { line }
}

/// Converts `2026-11-21` and `2026/11/21` to `2026.11.21`. Other texts are kept.
fn dotted(date: String) -> String {
    if is_date(&date) { date.replace(['-', '/'], ".") } else { date }
}

/// Converts `2026.11.21` to `2026-11-21`. Other texts are kept.
pub(crate) fn dashed(date: String) -> String {
    if is_date(&date) { date.replace('.', "-") } else { date }
}

fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(i, byte)| match i {
            4 | 7 => matches!(byte, b'-' | b'/' | b'.'),
            _ => byte.is_ascii_digit() || byte == b'?',
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_one_known_line() {
        for (tag, given, kept) in [
            (Tag::Event, "  五羊杯\r\n 2026\u{3000}决赛 ", "五羊杯 2026 决赛"),
            (Tag::Event, "?", ""),
            (Tag::Round, "0", ""),
            (Tag::Round, "10", "10"),
            (Tag::Date, "2026-11-21", "2026.11.21"),
            (Tag::Date, "2026/11/??", "2026.11.??"),
            (Tag::Date, "????.??.??", ""),
            (Tag::Date, "0000-00-00", ""),
            (Tag::Date, "November", "November"),
        ] {
            let mut tags = Tags::default();
            tags.set(tag, "before");
            tags.set(tag, given);
            assert_eq!(tags.get(tag), kept, "{given:?}");
        }
    }
}
