use protocol::NAME_CHARS;

/// A player's name as it is shown: trimmed, single-spaced, without control or direction-changing
/// characters, cut to [`NAME_CHARS`]. `None` when nothing is left.
pub fn clean_name(typed: &str) -> Option<String> {
    let shown = typed.chars().filter(|&c| !c.is_control() && !is_invisible(c)).collect::<String>();
    let words: Vec<&str> = shown.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(NAME_CHARS).collect();
    let name = name.trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Characters that reorder or hide text, with which one name could pass for another.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
