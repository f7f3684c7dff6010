use crate::score::Given;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    Tag(TagPair<'a>),
    /// A word that may be a move.
    Move(&'a str),
    Result(Given),
    /// The text of a comment.
    Comment(&'a str),
    /// A glyph by its number, `!` and the like included.
    Glyph(u8),
    /// `(`
    Open,
    /// `)`
    Close,
}

/// `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TagPair<'a> {
    pub(crate) name: &'a str,
    /// Where the value begins.
    pub(crate) at: usize,
    pub(crate) value: String,
}

/// Number of the glyph of the marks after a move, if there is one.
pub(super) fn glyph_of(marks: &str) -> Option<u8> {
    let marks = marks.replace('！', "!").replace('？', "?");
    crate::glyph::read(marks.trim_matches(['+', '#']))
}
