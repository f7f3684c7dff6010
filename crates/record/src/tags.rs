use std::collections::BTreeMap;

/// What a file may say about a game besides the players, the moves and the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tag {
    /// A heading for the whole.
    Title,
    /// The tournament or match.
    Event,
    /// Where it was played.
    Site,
    /// When it was played: `2026.11.21`, with `?` for what is unknown.
    Date,
    /// Which round of the event.
    Round,
    /// Red's team.
    RedTeam,
    /// Black's team.
    BlackTeam,
    /// The opening's name.
    Opening,
    /// Who wrote the comments.
    Annotator,
}

impl Tag {
    /// All of them, in the order they are written.
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

    /// Its name in PGN.
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

    /// The tag with this name in PGN, capitals or not.
    pub fn from_pgn(name: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.pgn().eq_ignore_ascii_case(name))
    }

    /// Its name in DhtmlXQ, without the prefix.
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

/// The tags of a game: what is not known is not there.
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
    /// The value of a tag; empty where unknown.
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

/// A text as one line without control characters; empty if it only says `?`.
pub(crate) fn known(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let line = words.join(" ");
    if line == "?" { String::new() } else { line }
}

/// `2026-11-21` and `2026/11/21` as `2026.11.21`; anything else as it is.
fn dotted(date: String) -> String {
    if is_date(&date) { date.replace(['-', '/'], ".") } else { date }
}

/// `2026.11.21` as `2026-11-21`; anything else as it is.
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
