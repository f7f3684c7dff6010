//! The texts of a file: comments and log messages of a Rust source, paragraphs of a page.

/// The lines of a paragraph, each with its number in the file.
pub(crate) type Block = Vec<(usize, String)>;

/// Macros whose string literals are log messages.
const LOG_MACROS: &[&str] = &["trace", "debug", "info", "warn", "error", "event"];

/// The paragraphs, headings, list items and table rows of a page, without code and quotations.
pub(crate) fn markdown(text: &str) -> Vec<Block> {
    paragraphs(text.lines().enumerate().map(|(index, line)| (index + 1, line)))
}

/// Splits lines into paragraphs, and leaves out code and quotations.
fn paragraphs<'a>(lines: impl IntoIterator<Item = (usize, &'a str)>) -> Vec<Block> {
    let mut blocks = vec![Block::new()];
    let mut is_code = false;
    for (number, line) in lines {
        let line = line.trim();
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = digits.len() < line.len() && digits.starts_with(". ");
        let is_item = is_numbered || line.starts_with("- ") || line.starts_with("* ");
        if is_fence || line.is_empty() || is_item || line.starts_with(['#', '|', '>']) {
            blocks.push(Block::new());
        }
        if !is_code && !is_fence && !line.is_empty() {
            blocks.last_mut().expect("the first block").push((number, line.to_owned()));
        }
    }
    blocks.retain(|block| !block.is_empty());
    for block in &mut blocks {
        blank(block, '`', '`');
        blank(block, '"', '"');
        blank(block, '“', '”');
    }
    blocks
}

/// Replaces each text between two marks by a stroke, which is neither word nor punctuation.
///
/// A mark without a partner in its block stays.
fn blank(block: &mut Block, open: char, close: char) {
    let mut start: Option<(usize, usize)> = None;
    let mut ranges = Vec::new();
    for (row, (_, line)) in block.iter().enumerate() {
        for (column, mark) in line.char_indices() {
            match start {
                Some(from) if mark == close => {
                    ranges.push((from, (row, column + close.len_utf8())));
                    start = None;
                }
                None if mark == open => start = Some((row, column)),
                _ => {}
            }
        }
    }
    // From the last to the first, so that the columns of the others stay right.
    for ((first, from), (last, to)) in ranges.into_iter().rev() {
        if first == last {
            block[first].1.replace_range(from..to, "/");
        } else {
            block[last].1.replace_range(..to, "");
            for (_, line) in &mut block[first + 1..last] {
                line.clear();
            }
            block[first].1.replace_range(from.., "/");
        }
    }
}

/// The comments and log messages of a Rust source.
pub(crate) fn rust(source: &str) -> Vec<Block> {
    let mut comments: Vec<(usize, &str)> = Vec::new();
    let mut blocks = Vec::new();
    let mut rest = source;
    let mut line = 1;
    // The identifier in front of the current position, and whether `!` has followed it.
    let mut name = ("", false);
    // How many parentheses are open in the log macro around the current position.
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first);
        let (token, left) = rest.split_at(length);
        rest = left;
        if token.starts_with("//") {
            let text = token.trim_start_matches('/').trim_start_matches('!');
            if comments.last().is_some_and(|(last, _)| last + 1 < line) {
                blocks.extend(paragraphs(std::mem::take(&mut comments)));
            }
            comments.push((line, text));
            continue;
        }
        if !token.trim().is_empty() {
            blocks.extend(paragraphs(std::mem::take(&mut comments)));
        }
        match first {
            '(' if depth > 0 || (name.1 && LOG_MACROS.contains(&name.0)) => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '"' if depth > 0 => {
                let text = token.trim_matches('"').lines().enumerate();
                blocks.extend(paragraphs(text.map(|(index, text)| (line + index, text))));
            }
            _ => {}
        }
        name = match first {
            '!' => (name.0, true),
            _ if first.is_alphabetic() => (token, false),
            _ => ("", false),
        };
        line += token.matches('\n').count();
    }
    blocks.extend(paragraphs(comments));
    blocks
}

/// The length of the token at the start of a source, in bytes: a comment, a string or character
/// literal, an identifier or number, or else one character.
fn token_length(rest: &str, first: char) -> usize {
    let to = |end: Option<usize>| end.unwrap_or(rest.len());
    if rest.starts_with("//") {
        return to(rest.find('\n'));
    }
    if rest.starts_with("/*") {
        return to(rest.find("*/").map(|at| at + 2));
    }
    let hashes = rest.trim_start_matches(['b', 'r']);
    let marks = hashes.len() - hashes.trim_start_matches('#').len();
    if first != '#' && hashes.len() < rest.len() && hashes[marks..].starts_with('"') {
        let raw = rest.len() - hashes.len() + marks + 1;
        if rest[..raw].contains('r') {
            let close = format!("\"{}", "#".repeat(marks));
            return to(rest[raw..].find(&close).map(|at| raw + at + close.len()));
        }
    }
    match first {
        '"' => quoted(rest, '"'),
        '\'' => {
            // A character literal, or else the quote of a lifetime or label.
            let is_escaped = rest[1..].starts_with('\\');
            if is_escaped || rest.chars().nth(2) == Some('\'') { quoted(rest, '\'') } else { 1 }
        }
        _ if first.is_alphanumeric() => to(rest.find(|c: char| !c.is_alphanumeric() && c != '_')),
        _ => first.len_utf8(),
    }
}

/// The length of a literal with escapes, with both its quotes.
fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[test]
fn only_comments_and_log_messages_of_a_source_are_texts() {
    let source = r##"
//! First
//! `code` line.
let url = "http://no.comment"; // Trailing "quoted".
let (a, b) = ('"', r#" // no "comment" "#);
/// ```
/// code
/// ```
/// - One
///   item.
fn f<'a>() { info!(name = call("a"), "message"); other!("b") }
"##;
    let texts = rust(source);
    let joined: Vec<String> = texts
        .iter()
        .map(|block| {
            let lines: Vec<String> = block.iter().map(|(n, text)| format!("{n} {text}")).collect();
            lines.join(" / ")
        })
        .collect();
    assert_eq!(
        joined,
        ["2 First / 3 / line.", "4 Trailing /.", "9 - One / 10 item.", "11 a", "11 message"]
    );
}
