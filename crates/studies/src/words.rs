//! Titles, comments and ids.

use crate::{
    EditRefused,
    limits::{COMMENT_CHARS, ID_CHARS, TITLE_CHARS},
};

/// Whether a text can be the id of a chapter or of an edit.
pub fn is_id(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_plain && (1..=ID_CHARS).contains(&text.len())
}

/// A title as it is shown: one line without invisible characters.
///
/// # Errors
/// [`EditRefused`] for a title that is empty or too long.
pub fn clean_title(title: &str) -> Result<String, EditRefused> {
    let clean = table::clean_text(title, TITLE_CHARS + 1).unwrap_or_default();
    if (1..=TITLE_CHARS).contains(&clean.chars().count()) {
        return Ok(clean);
    }
    let message = format!("expected a title of 1 to {TITLE_CHARS} visible characters");
    Err(EditRefused::new("study-title", message))
}

/// A comment as it is shown: lines without invisible characters.
///
/// # Errors
/// [`EditRefused`] for a comment that is too long.
pub fn clean_comment(comment: &str) -> Result<String, EditRefused> {
    if comment.chars().count() > COMMENT_CHARS {
        let message = format!("a comment has at most {COMMENT_CHARS} characters");
        return Err(EditRefused::limit(message));
    }
    let lines = comment.lines();
    let lines = lines.map(|line| table::clean_text(line, COMMENT_CHARS).unwrap_or_default());
    Ok(lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned())
}
