use super::Glyph;

/// The picture of a kind of piece.
pub fn picture(_kind: char) -> Option<Glyph> {
    None
}
