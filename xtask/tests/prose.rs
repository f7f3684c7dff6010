//! The words that docs/style.md advises against do not appear in comments, documents and log
//! messages.
//!
//! Checked are the comments and log messages of every tracked `.rs` file and the text of every
//! tracked `.md` file. Code blocks, code spans and quotations in double quotes are exempt.
//!
//! `prose_todo.txt` lists paths whose texts are not rewritten yet. A listed path without a
//! finding fails the test, so the list only gets shorter. `BLESS=1` removes such paths.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path, process::Command};

#[path = "prose/phrases.rs"]
mod phrases;
#[path = "prose/texts.rs"]
mod texts;

const TODO: &str = "xtask/tests/prose_todo.txt";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// The paths of all tracked Rust sources and Markdown pages, relative to the workspace.
fn tracked() -> Vec<String> {
    let listing = Command::new("git")
        .args(["ls-files", "-z", "*.rs", "*.md"])
        .current_dir(root())
        .output()
        .expect("git runs");
    assert!(listing.status.success(), "git ls-files: {}", listing.status);
    let paths = String::from_utf8(listing.stdout).expect("paths are UTF-8");
    paths.split_terminator('\0').map(str::to_owned).collect()
}

/// The findings in one file, each as `line: "words": advice`.
fn findings(path: &str) -> Vec<String> {
    // A tracked file may be deleted in the working tree.
    let Ok(text) = fs::read_to_string(root().join(path)) else { return Vec::new() };
    let blocks = if path.ends_with(".md") { texts::markdown(&text) } else { texts::rust(&text) };
    blocks.iter().flat_map(phrases::find).collect()
}

/// Whether an entry of the list covers a path: the path itself or, with a final slash, a folder.
fn covers(entry: &str, path: &str) -> bool {
    if entry.ends_with('/') { path.starts_with(entry) } else { path == entry }
}

#[test]
fn comments_documents_and_log_messages_use_plain_words() {
    let list = fs::read_to_string(root().join(TODO)).expect("the list can be read");
    let entries = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut unfinished: BTreeMap<&str, usize> = entries.map(|entry| (entry, 0)).collect();
    let mut failures = String::new();
    for path in tracked() {
        let found = findings(&path);
        let mut is_listed = false;
        for (_, count) in unfinished.iter_mut().filter(|(entry, _)| covers(entry, &path)) {
            *count += found.len();
            is_listed = true;
        }
        if !is_listed {
            for finding in found {
                writeln!(failures, "{path}:{finding}").expect("a string grows");
            }
        }
    }
    unfinished.retain(|_, count| *count == 0);
    let finished = unfinished;
    if std::env::var_os("BLESS").is_some() {
        let kept =
            list.split_inclusive('\n').filter(|line| !finished.contains_key(line.trim_end()));
        fs::write(root().join(TODO), kept.collect::<String>()).expect("the list can be written");
    } else {
        for entry in finished.keys() {
            writeln!(failures, "{TODO}: {entry} has no finding: remove the line (BLESS=1 does)")
                .expect("a string grows");
        }
    }
    assert!(failures.is_empty(), "words that docs/style.md advises against:\n{failures}");
}
