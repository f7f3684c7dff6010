//! The paths that a Rust source names, however its imports are written.

/// A path as `std::thread::spawn`, with the line where it begins. A renamed import is listed by its
/// real name, an import of everything ends in `*`, and a macro ends in `!`.
pub(crate) type NamedPath = (String, usize);

/// Returns every path of a source outside comments and literals, with the trees of `use` expanded.
pub(crate) fn paths(source: &str) -> Vec<NamedPath> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        let (token, line) = &tokens[place];
        match token.as_str() {
            "use" => place = use_tree(&tokens, place + 1, "", &mut found),
            "extern" if word(&tokens, place + 1) == "crate" => {
                found.push((word(&tokens, place + 2).to_owned(), *line));
                place += 3;
            }
            _ if is_name(token) => place = path(&tokens, place, &mut found),
            _ => place += 1,
        }
    }
    found
}

type Token = (String, usize);

fn word(tokens: &[Token], place: usize) -> &str {
    tokens.get(place).map_or("", |(token, _)| token)
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads a path in code; returns the place behind it.
fn path(tokens: &[Token], mut place: usize, found: &mut Vec<NamedPath>) -> usize {
    let (first, line) = &tokens[place];
    let mut path = first.clone();
    place += 1;
    while word(tokens, place) == "::" && is_name(word(tokens, place + 1)) {
        path.push_str("::");
        path.push_str(word(tokens, place + 1));
        place += 2;
    }
    if word(tokens, place) == "!" {
        path.push('!');
        place += 1;
    }
    found.push((path, *line));
    place
}

/// Reads a tree of `use` up to its `,`, `}` or `;`; returns the place of that.
fn use_tree(tokens: &[Token], mut place: usize, prefix: &str, found: &mut Vec<NamedPath>) -> usize {
    let mut path = prefix.to_owned();
    let line = tokens.get(place).map_or(0, |(_, line)| *line);
    // Behind the last comma of a group there is no tree.
    let (mut is_group, mut has_part) = (false, false);
    while let Some((token, _)) = tokens.get(place) {
        match token.as_str() {
            "," | "}" | ";" => break,
            "{" => {
                is_group = true;
                loop {
                    place = use_tree(tokens, place + 1, &path, found);
                    if word(tokens, place) != "," {
                        break;
                    }
                }
                // The closing brace.
                place += 1;
            }
            // The new name is no path.
            "as" => place += 2,
            "::" => place += 1,
            part => {
                has_part = true;
                place += 1;
                if part == "self" && !path.is_empty() {
                    continue;
                }
                if !path.is_empty() {
                    path.push_str("::");
                }
                path.push_str(part);
            }
        }
    }
    if !is_group && has_part {
        found.push((path, line));
    }
    place
}

/// Names, `::` and single signs, each with its line.
fn tokens(source: &str) -> Vec<Token> {
    let text: Vec<char> = source.chars().collect();
    let at = |place: usize| text.get(place).copied().unwrap_or('\0');
    let (mut tokens, mut place, mut line) = (Vec::new(), 0, 1);
    while place < text.len() {
        let begin = place;
        match (at(place), at(place + 1)) {
            ('/', '/') => place = end_of(&text, place, |rest| rest[0] == '\n'),
            ('/', '*') => place = end_of_comment(&text, place),
            ('"', _) => place = end_of_text(&text, place),
            ('r' | 'b' | 'c', _) if raw_hashes(&text, place).is_some() => {
                place = end_of_raw(&text, place);
            }
            ('b' | 'c', '"') => place = end_of_text(&text, place + 1),
            ('\'', _) => place = end_of_char(&text, place),
            ('r', '#') => place += 2,
            (':', ':') => {
                tokens.push(("::".to_owned(), line));
                place += 2;
            }
            (c, _) if c.is_alphanumeric() || c == '_' => {
                place = end_of(&text, place, |rest| !(rest[0].is_alphanumeric() || rest[0] == '_'));
                tokens.push((text[begin..place].iter().collect(), line));
            }
            (c, _) => {
                if !c.is_whitespace() {
                    tokens.push((c.to_string(), line));
                }
                place += 1;
            }
        }
        line += text[begin..place.min(text.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn end_of(text: &[char], place: usize, is_end: impl Fn(&[char]) -> bool) -> usize {
    (place..text.len()).find(|&place| is_end(&text[place..])).unwrap_or(text.len())
}

/// Comments nest.
fn end_of_comment(text: &[char], mut place: usize) -> usize {
    let mut depth = 0;
    while place < text.len() {
        match &text[place..] {
            ['/', '*', ..] => (depth, place) = (depth + 1, place + 2),
            ['*', '/', ..] if depth == 1 => return place + 2,
            ['*', '/', ..] => (depth, place) = (depth - 1, place + 2),
            _ => place += 1,
        }
    }
    place
}

fn end_of_text(text: &[char], mut place: usize) -> usize {
    place += 1;
    while place < text.len() && text[place] != '"' {
        place += if text[place] == '\\' { 2 } else { 1 };
    }
    place + 1
}

/// The number of `#` of a raw text that begins here.
fn raw_hashes(text: &[char], place: usize) -> Option<usize> {
    let rest = &text[place..];
    let rest = rest.strip_prefix(&['b']).or(rest.strip_prefix(&['c'])).unwrap_or(rest);
    let rest = rest.strip_prefix(&['r'])?;
    let hashes = rest.iter().take_while(|c| **c == '#').count();
    (rest.get(hashes) == Some(&'"')).then_some(hashes)
}

fn end_of_raw(text: &[char], place: usize) -> usize {
    let hashes = raw_hashes(text, place).unwrap_or_default();
    let begin = end_of(text, place, |rest| rest[0] == '"') + 1;
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    end_of(text, begin, |rest| rest.starts_with(&end)) + end.len()
}

/// A character, or a lifetime.
fn end_of_char(text: &[char], place: usize) -> usize {
    match &text[place..] {
        [_, '\\', ..] => end_of(text, place + 3, |rest| rest[0] == '\'') + 1,
        [_, _, '\'', ..] => place + 3,
        _ => place + 1,
    }
}

#[test]
fn the_reader_finds_every_way_to_write_a_path() {
    for (source, expected) in [
        ("use std::thread;", "std::thread"),
        ("use std::{sync::mpsc, thread};", "std::sync::mpsc std::thread"),
        (
            "use std::{\n    fmt,\n    thread::{self, sleep as s},\n};",
            "std::fmt std::thread std::thread::sleep",
        ),
        ("use ::std :: thread as t;", "std::thread"),
        ("pub(crate) use std::thread::*;", "pub crate std::thread::*"),
        ("use std as s;", "std"),
        ("use std::{self as s};", "std"),
        ("use {std::{thread}, core::fmt};", "std::thread core::fmt"),
        ("extern crate std as s;", "std s"),
        ("use r#std::r#thread;", "std::thread"),
        ("let x = std\n    ::thread::spawn(f);", "let x std::thread::spawn f"),
        ("eprintln!(\"std::thread\")", "eprintln!"),
        ("// std::thread\n/* std::thread /* */ std::fs */ a", "a"),
        ("r#\"std::thread \"\"# b\"std::fs\" 'x' '\\'' '\"' a", "a"),
        ("fn f<'a>(x: &'a str)", "fn f a x a str"),
    ] {
        let found: Vec<String> = paths(source).into_iter().map(|(path, _)| path).collect();
        let found = found.join(" ").replace(" as", "");
        assert_eq!(found, expected, "{source}");
    }
    let lines: Vec<usize> =
        paths("a\n/*\n*/ b\n\"\n\"; c").into_iter().map(|(_, line)| line).collect();
    assert_eq!(lines, [1, 3, 5]);
}
