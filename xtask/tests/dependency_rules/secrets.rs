//! Types that contain secrets must not implement `Display` or `Serialize`. These traits are for
//! views and public data.

use crate::workspace::{members, metadata, sources};
use std::collections::BTreeSet;

/// The crates that define such types.
const CRATES: &[&str] = &["game", "commit-reveal", "undercover", "banqi", "games", "table"];

/// The types that contain secrets.
const SECRET_TYPES: &[&str] =
    &["Secret", "Seed", "SeedDice", "Deal", "Xiangqi", "Undercover", "Banqi", "AnyGame", "Table"];

/// The traits that convert a value to text.
const TEXT_TRAITS: &[&str] = &["Display", "Serialize", "ToString"];

/// Definition of a type.
struct Definition {
    name: String,
    /// Its attributes.
    attributes: String,
    /// Its fields; for an enum without the names of the variants.
    body: String,
    /// File and line.
    place: String,
}

/// An implementation of one of the traits.
struct Implementation {
    target: String,
    place: String,
}

#[test]
fn secrets_are_not_printable() {
    let workspace = members(&metadata());
    let mut faults = Vec::new();
    for name in CRATES {
        let (mut definitions, mut implementations) = (Vec::new(), Vec::new());
        for file in sources(&workspace[*name].root.join("src")) {
            let source = std::fs::read_to_string(&file).expect("a source file is readable");
            scan(&source, &file.display().to_string(), &mut definitions, &mut implementations);
        }
        faults.extend(texts_of_secrets(&definitions, &implementations));
    }
    assert!(faults.is_empty(), "these hold the truth:\n{}", faults.join("\n"));
}

/// Pages and pictures draw a `BoardView`, so its module may only know views.
#[test]
fn drawn_boards_are_made_from_views() {
    let workspace = members(&metadata());
    let is_board = |file: &std::path::Path| {
        file.components()
            .any(|part| matches!(part.as_os_str().to_str(), Some("board" | "board.rs")))
    };
    let mut files = sources(&workspace["games"].root.join("src"));
    files.retain(|file| is_board(file));
    assert!(files.len() > 1, "the module has moved");
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a source file is readable");
        let code: String =
            source.lines().map(|line| without_comment(line).to_owned() + "\n").collect();
        // These are also names of variants.
        let is_variant = |word: &str| ["Xiangqi", "Undercover", "Banqi"].contains(&word);
        let secret = words(&code).find(|word| SECRET_TYPES.contains(word) && !is_variant(word));
        assert_eq!(secret, None, "{}", file.display());
    }
}

/// Tests the scanner: sources, and whether they convert a secret to text.
#[test]
fn the_scanner_finds_secrets() {
    let table = [
        ("#[derive(Clone, Serialize)]\npub struct Deal(u8);", true),
        (
            "#[derive(\n    Debug,\n    serde::Serialize,\n)]\npub struct Hand {\n    mole: Secret<u8>,\n}",
            true,
        ),
        ("impl fmt::Display for Seed {\n}", true),
        ("impl serde::Serialize for Hand {\n}\nstruct Hand(Option<Secret<u8>>);", true),
        ("impl<T> core::fmt::Display for Secret<T> {\n}", true),
        (
            "#[derive(Serialize)]\npub enum Kind {\n    /// A Secret<u8> is not here.\n    Open,\n}",
            false,
        ),
        ("pub enum Kind {\n    Chose { text: Secret<u8> },\n}\nimpl Display for Kind {\n}", true),
        ("#[derive(Serialize)]\nenum Variant {\n    Xiangqi,\n    Banqi(BanqiView),\n}", false),
        ("#[derive(Debug)]\nstruct Hand(Secret<u8>);\n#[derive(Serialize)]\nstruct View;", false),
        ("impl fmt::Display for SeedError {\n}", false),
    ];
    for (source, expected) in table {
        let (mut definitions, mut implementations) = (Vec::new(), Vec::new());
        scan(source, "source", &mut definitions, &mut implementations);
        let found = texts_of_secrets(&definitions, &implementations);
        assert_eq!(!found.is_empty(), expected, "{source}");
    }
}

/// The places where a crate converts secrets to text.
fn texts_of_secrets(definitions: &[Definition], implementations: &[Implementation]) -> Vec<String> {
    let holders = holders(definitions);
    let derives = definitions
        .iter()
        .filter(|definition| holders.contains(&definition.name))
        .filter(|definition| words(&definition.attributes).any(|word| TEXT_TRAITS.contains(&word)))
        .map(|definition| format!("{}: {} derives a text", definition.place, definition.name));
    let implements = implementations
        .iter()
        .filter(|implementation| holders.contains(&implementation.target))
        .map(|implementation| {
            format!("{}: {} has a text", implementation.place, implementation.target)
        });
    derives.chain(implements).collect()
}

/// The secret types, and all types of a crate that contain one.
fn holders(definitions: &[Definition]) -> BTreeSet<String> {
    let mut holders: BTreeSet<String> = SECRET_TYPES.iter().map(|&name| name.to_owned()).collect();
    loop {
        let more: Vec<String> = definitions
            .iter()
            .filter(|definition| !holders.contains(&definition.name))
            .filter(|definition| words(&definition.body).any(|word| holders.contains(word)))
            .map(|definition| definition.name.clone())
            .collect();
        if more.is_empty() {
            return holders;
        }
        holders.extend(more);
    }
}

/// Finds types and implementations in a source formatted by rustfmt.
fn scan(
    source: &str,
    file: &str,
    definitions: &mut Vec<Definition>,
    implementations: &mut Vec<Implementation>,
) {
    let mut attributes = String::new();
    let mut lines = source.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let place = format!("{file}:{}", number + 1);
        let code = without_comment(line).trim();
        if code.starts_with("#[") {
            attributes.push_str(code);
            let mut open = balance(code);
            while open > 0 {
                let Some((_, next)) = lines.next() else { break };
                attributes.push_str(without_comment(next));
                open += balance(next);
            }
            continue;
        }
        if let Some(name) = defined(code) {
            let mut body = code.to_owned();
            let mut open = balance(code);
            while !code.ends_with(';') && (open > 0 || !body.contains(['{', '('])) {
                let Some((_, next)) = lines.next() else { break };
                let next = without_comment(next);
                open += balance(next);
                body.push(' ');
                body.push_str(next);
            }
            let attributes = std::mem::take(&mut attributes);
            let is_enum = words(&body).any(|word| word == "enum");
            let body = if is_enum { without_variants(&body) } else { body };
            definitions.push(Definition { name: name.to_owned(), attributes, body, place });
        } else if let Some(target) = implementation(code) {
            implementations.push(Implementation { target: target.to_owned(), place });
        }
        if !code.is_empty() {
            attributes.clear();
        }
    }
}

/// The fields of an enum's variants.
fn without_variants(body: &str) -> String {
    let mut depth = 0;
    body.chars()
        .map(|c| {
            match c {
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth -= 1,
                _ => {}
            }
            if depth >= 2 { c } else { ' ' }
        })
        .collect()
}

/// Name of the type that a line starts to define.
fn defined(code: &str) -> Option<&str> {
    let mut words =
        words(code).skip_while(|word| matches!(*word, "pub" | "crate" | "in" | "super"));
    matches!(words.next()?, "struct" | "enum").then(|| words.next())?
}

/// The type for which a line implements one of the traits.
fn implementation(code: &str) -> Option<&str> {
    let (before, target) = code.strip_prefix("impl")?.split_once(" for ")?;
    let path = target.split(['<', ' ']).next()?;
    TEXT_TRAITS.contains(&words(before).last()?).then(|| words(path).last())?
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// Number of opening brackets minus closing brackets in a line.
fn balance(line: &str) -> i32 {
    let line = without_comment(line);
    let count = |brackets: [char; 3]| line.matches(brackets).count() as i32;
    count(['(', '[', '{']) - count([')', ']', '}'])
}
