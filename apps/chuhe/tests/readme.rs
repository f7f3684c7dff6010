//! Runs the shell examples of the README and of `docs/command-line.md`. A `…` matches any text.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const PAGES: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command-line.md"),
];

/// Input files of the examples. `broken.pgn` has its problem in line 8, as the page shows.
const FILES: [(&str, &str); 3] = [
    ("games.pgn", "[Red \"An\"]\n\n1. 炮二平五 马8进7 *\n\n[Red \"Cy\"]\n\n1. C2=5 *\n"),
    (
        "broken.pgn",
        "[Event \"A\"]\n[Site \"B\"]\n[Date \"C\"]\n[Round \"1\"]\n[Red \"An\"]\n[Black \"Bo\"]\n\n\
         1. 炮二平五 马8进8\n",
    ),
    (
        "game.chuhe",
        "chuhe 1\nvariant xiangqi\nrules default\n\
         start rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n\
         seats red=An black=Bo\nactions 1\n  1 h2e2\n\
         position rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n\
         turn black\nresult *\n",
    ),
];

#[test]
fn documented_commands_print_what_the_pages_show() {
    let folder = folder();
    let pages = PAGES.map(|page| fs::read_to_string(page).expect("a page"));
    let examples: Vec<Example> = pages.iter().flat_map(|page| examples(page)).collect();
    assert!(examples.len() >= 11, "{examples:?}");
    for Example { command, shown } in examples {
        let (is_success, said) = run(&command, &folder);
        match shown.as_str() {
            "" => assert!(is_success, "{command}\n{said}"),
            shown => assert!(matches(shown, said.trim_end()), "{command}\n{shown}\n{said}"),
        }
    }
}

/// Creates an empty folder with the input files of the examples.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in FILES {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// A command line after `$`, and the output shown below it.
#[derive(Debug)]
struct Example {
    command: String,
    shown: String,
}

/// Returns the examples in all `console` blocks.
fn examples(markdown: &str) -> Vec<Example> {
    let blocks = markdown.split("```console\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut examples: Vec<Example> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), shown: String::new() });
        } else if let Some(example) = examples.last_mut() {
            let gap = if example.shown.is_empty() { "" } else { "\n" };
            example.shown = format!("{}{gap}{line}", example.shown);
        }
    }
    examples
}

/// Runs a command. Returns whether it succeeded, and its standard output followed by its errors.
fn run(command: &str, folder: &Path) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_chuhe"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("a shell");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).expect("UTF-8"))
}

/// Whether `text` matches `pattern`, in which each `…` matches any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut is_open = false;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        is_open = part.is_empty();
    }
    is_open || rest.is_empty()
}
