//! Every relative link in the documents leads to an existing file and heading.

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

/// Every page of the root and of docs/, with its text.
fn pages() -> BTreeMap<PathBuf, String> {
    let mut pages = BTreeMap::new();
    let mut folders = vec![root().join("docs")];
    let mut files: Vec<PathBuf> = entries(&root());
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    for path in files {
        if path.extension().is_some_and(|end| end == "md") {
            let text = fs::read_to_string(&path).expect("a page of UTF-8");
            pages.insert(path, text);
        }
    }
    pages
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

/// The lines of a page outside code blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((index + 1, line))
    })
}

/// The targets of links in a line: the text between `](` and `)`.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| anchor(line.trim_start_matches('#').trim())).collect()
}

/// Removes `.` and `..` from a path.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
        plain
    })
}

#[test]
fn links_of_the_documents_lead_somewhere() {
    let pages = pages();
    let mut count = 0;
    let mut broken = Vec::new();
    for (page, text) in &pages {
        let folder = page.parent().expect("a folder");
        for (number, line) in prose(text) {
            for target in targets(line).filter(|target| !target.contains("://")) {
                count += 1;
                let (file, heading) = target.split_once('#').unwrap_or((target, ""));
                let path = if file.is_empty() { page.clone() } else { plain(&folder.join(file)) };
                let has_heading = |text: &String| anchors(text).iter().any(|a| a == heading);
                let is_there = path.exists()
                    && (heading.is_empty() || pages.get(&path).is_some_and(has_heading));
                if !is_there {
                    broken.push(format!("{}:{number}: {target}", page.display()));
                }
            }
        }
    }
    assert!(count > 50, "only {count} links were found");
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}
