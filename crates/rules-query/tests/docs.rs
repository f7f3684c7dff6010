//! Checks the examples in the documents against the rules.
//!
//! A block that begins with three backticks and `rules` contains questions (`→ …`), each followed
//! by members of its answer (`← …`). A block of `options` contains one variant and its options per
//! line, in canonical form.

use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

const PAGES: [&str; 9] = [
    "formats.md",
    "rules/xiangqi.md",
    "rules/undercover.md",
    "rules/sifang.md",
    "rules/banqi.md",
    "rules/zh/xiangqi.md",
    "rules/zh/undercover.md",
    "rules/zh/sifang.md",
    "rules/zh/banqi.md",
];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The lines of a page's blocks of this kind, with their line numbers.
fn blocks(page: &str, kind: &str) -> Vec<(usize, String)> {
    let text = fs::read_to_string(docs().join(page)).expect(page);
    let opening = format!("```{kind}");
    let mut inside = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == opening;
        } else if inside {
            lines.push((index + 1, line.to_owned()));
        }
    }
    lines
}

#[test]
fn questions_of_the_documents_have_the_answers_given_there() {
    let mut count = 0;
    for page in PAGES {
        let mut answer = Value::Null;
        for (number, line) in blocks(page, "rules") {
            let place = format!("{page}:{number}");
            if let Some(question) = line.strip_prefix("→ ") {
                let told = rules_query::answer(question.as_bytes());
                answer = serde_json::from_str(&told).expect("an answer is JSON");
            } else if let Some(expected) = line.strip_prefix("← ") {
                let expected: Value = serde_json::from_str(expected).expect(&place);
                assert_holds(&answer, &expected, &place);
                count += 1;
            } else {
                panic!("{place}: expected `→ …` or `← …`");
            }
        }
    }
    assert!(count >= 7, "only {count} answers were checked");
}

/// Checks that every member of `expected` is in `answer` and equal.
fn assert_holds(answer: &Value, expected: &Value, place: &str) {
    match expected {
        Value::Object(members) => {
            for (name, value) in members {
                assert_holds(&answer[name], value, place);
            }
        }
        value => assert_eq!(answer, value, "{place}"),
    }
}

#[test]
fn options_of_the_documents_are_read() {
    let lines = blocks("formats.md", "options");
    assert!(!lines.is_empty());
    for (number, line) in lines {
        let (variant, options) = line.split_once(' ').expect("a variant and its options");
        let variant: games::Variant = variant.parse().expect("a variant");
        let written = variant.canonical_options(options);
        assert_eq!(written.as_deref(), Ok(options), "formats.md:{number}");
    }
}

#[test]
fn positions_of_the_documents_are_read() {
    let variant_of = |text: &str| match text.split(' ').count() {
        8 => "undercover",
        6 if text.contains('*') => "banqi",
        6 if text.contains(',') => "sifang",
        _ => "xiangqi",
    };
    let positions: Vec<String> = blocks("formats.md", "text")
        .into_iter()
        .map(|(_, line)| line)
        .filter(|line| !line.starts_with("start ") && !line.starts_with("position "))
        // A puzzle is a position and more.
        .filter(|line| !line.contains(';'))
        .filter(|line| line.matches('/').count() >= 3 && line.contains(" 0 "))
        .collect();
    assert_eq!(positions.len(), 4, "{positions:?}");
    for text in positions {
        let variant: games::Variant = variant_of(&text).parse().expect("a variant");
        let view = games::AnyView::from_text(variant, "", game::Observer::Spectator, &text);
        assert_eq!(view.map(|view| view.to_string()).as_deref(), Ok(text.as_str()));
    }
}
