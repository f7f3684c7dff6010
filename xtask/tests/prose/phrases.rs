//! The avoided words and phrases, and the search for them in a block of text.

use crate::texts::Block;

/// Words, and what to write instead.
///
/// `a/b` matches either word, `!a/b` any other word. `-a` matches if the word `a` does not follow.
/// `^` matches the start of a sentence, `$` the end of a clause.
const PHRASES: &[(&str, &str)] = &[
    ("whoever", "the noun: the caller, the server, a player who"),
    ("nobody", "\"no\" and the noun: no client, no player"),
    ("somebody", "the noun: a client, a player"),
    ("everybody", "\"every\" and the noun: every viewer, every player"),
    ("anybody", "\"any\" and the noun: any client, any player"),
    ("^ so many/much/long/often", "the quantity: at most N, N milliseconds, every N plies"),
    ("after/by/every/in/of so many/long/often", "the quantity: after N milliseconds, N of them"),
    ("is/are/was/were/been told -apart", "\"receives\", \"gets\", \"is sent\" or \"is reported\""),
    ("for good $", "\"permanently\", \"until the server stops\""),
    ("!one/some/any/that/those of its/their own $", "\"its own\" before the noun: its own log"),
    (
        "stand/stands/stood in a/an/no/one/the/this address/archive/database/environment/field/\
         file/folder/header/list/log/page/record/report/store/text/transcript/variable",
        "\"is in\", \"is listed in\" or \"is stored in\"",
    ),
];

/// A word of a block, in lower case and without `'s`.
struct Word {
    text: String,
    line: usize,
    /// The word is the first of its sentence.
    starts: bool,
    /// A punctuation mark or the end of the block follows the word.
    ends: bool,
}

/// The findings in a block, each as `line: "words": write advice`.
pub(crate) fn find(block: &Block) -> Vec<String> {
    let words = words(block);
    let mut findings = Vec::new();
    for start in 0..words.len() {
        for (phrase, advice) in PHRASES {
            if let Some(count) = matching(phrase, &words[start..]) {
                let found: Vec<&str> =
                    words[start..start + count].iter().map(|word| &*word.text).collect();
                let (line, found) = (words[start].line, found.join(" "));
                findings.push(format!("{line}: \"{found}\": write {advice}"));
            }
        }
    }
    findings
}

/// The number of words that a phrase covers at the start of `words`; `None` if it does not match.
fn matching(phrase: &str, words: &[Word]) -> Option<usize> {
    let mut count = 0;
    for part in phrase.split(' ') {
        // A phrase does not continue behind a punctuation mark.
        let is_end = count > 0 && words[count - 1].ends;
        let next = words.get(count).filter(|_| !is_end);
        let is_next =
            |texts: &str| next.is_some_and(|word| texts.split('/').any(|t| t == word.text));
        let (matches, length) = if part == "^" {
            (next.is_some_and(|word| word.starts), 0)
        } else if part == "$" {
            (is_end, 0)
        } else if let Some(text) = part.strip_prefix('-') {
            (!is_next(text), 0)
        } else if let Some(texts) = part.strip_prefix('!') {
            (next.is_some() && !is_next(texts), 1)
        } else {
            (is_next(part), 1)
        };
        if !matches {
            return None;
        }
        count += length;
    }
    Some(count)
}

fn words(block: &Block) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut starts = true;
    for (line, text) in block {
        for token in tokens(text) {
            if token.starts_with(|c: char| c.is_alphanumeric()) {
                let lower = token.to_lowercase().replace('’', "'");
                let text = lower.strip_suffix("'s").unwrap_or(&lower).to_owned();
                words.push(Word { text, line: *line, starts, ends: false });
                starts = false;
            } else if token.starts_with(['.', ',', ';', ':', '!', '?', ')', '|', '—', '–']) {
                if let Some(word) = words.last_mut() {
                    word.ends = true;
                }
                starts |= token.starts_with(['.', ':', ';', '!', '?', '|']);
            }
        }
    }
    if let Some(word) = words.last_mut() {
        word.ends = true;
    }
    words
}

/// The words of a line, and every other character by itself.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '’' | '-');
        let end = if first.is_alphanumeric() {
            rest.find(|c| !is_inside(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, left) = rest.split_at(end);
        rest = left;
        Some(token)
    })
}

#[test]
fn phrases_are_found_across_lines() {
    let found = |text: &str| {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
        find(&lines.collect())
    };
    assert_eq!(found("A log of its\nown, kept for good.").len(), 2);
    assert_eq!(found("Nobody's turn")[0].split(": write").next(), Some("1: \"nobody\""));
    assert_eq!(found("So many\nplies are shown; so often it waits.").len(), 2);
    assert_eq!(found("Clients\nwere told.")[0].split(':').next(), Some("2"));
    for allowed in [
        "Each side selects some of its own pawns for good measure.",
        "A piece captures one of its own.",
        "Positions are told apart.",
        "It takes so long that the client closes.",
        "A piece stands in the palace.",
        "is, told",
    ] {
        assert_eq!(found(allowed), [""; 0], "{allowed}");
    }
}
