//! Checks ARCHITECTURE.md: the picture of the layers and the code map name every crate, in the
//! picture no crate depends on one of a higher layer, and the files of the code map exist.

use crate::workspace::{Package, members, metadata, root};
use std::collections::BTreeMap;

/// The layers of the picture, from the top.
const LAYERS: &[&str] = &["OUTSIDE", "APPS", "EDGES", "DOMAIN", "UNION", "GAMES", "BASE"];

/// The text of a chapter, from its heading to the next one.
fn chapter<'a>(page: &'a str, heading: &str) -> &'a str {
    let chapter =
        page.split(&format!("\n## {heading}\n")).nth(1).and_then(|rest| rest.split("\n## ").next());
    chapter.unwrap_or_else(|| panic!("ARCHITECTURE.md has no chapter “{heading}”"))
}

/// Name of a member on the page: a crate's name, or otherwise its folder.
fn shown(package: &Package) -> String {
    let root = root();
    let folder = package.root.strip_prefix(&root).expect("members lie in the checkout");
    let folder = folder.to_str().expect("folders have plain names").replace('\\', "/");
    folder.strip_prefix("crates/").unwrap_or(&folder).to_owned()
}

/// The words of the picture outside parentheses, with their layers, counted from the top.
fn words(page: &str) -> Vec<(usize, String)> {
    let picture = chapter(page, "Layers").split("```").nth(1).expect("the chapter has a picture");
    let mut layer = None;
    let mut depth = 0_usize;
    let mut words = Vec::new();
    for line in picture.lines() {
        let first = line.split_whitespace().next();
        if let Some(next) = first.and_then(|word| LAYERS.iter().position(|name| *name == word)) {
            assert!(layer.is_none_or(|layer| layer < next), "{line}: a layer out of order");
            layer = Some(next);
        }
        for word in line.split_whitespace() {
            let opens = word.matches('(').count();
            if depth + opens == 0
                && let Some(layer) = layer
            {
                words.push((layer, word.trim_end_matches(',').to_owned()));
            }
            depth = (depth + opens).saturating_sub(word.matches(')').count());
        }
    }
    words
}

/// The layer of each member, and the errors in the picture.
fn layers(
    page: &str,
    workspace: &BTreeMap<String, Package>,
) -> (BTreeMap<String, usize>, Vec<String>) {
    let words = words(page);
    let mut layers = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, package) in workspace {
        let shown = shown(package);
        let places: Vec<usize> =
            words.iter().filter(|(_, word)| *word == shown).map(|(layer, _)| *layer).collect();
        match places[..] {
            [layer] => {
                layers.insert(name.clone(), layer);
            }
            [] => faults.push(format!("the picture lacks `{shown}`")),
            _ => faults.push(format!("the picture has `{shown}` {} times", places.len())),
        }
    }
    (layers, faults)
}

#[test]
fn the_picture_is_true() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a page");
    let workspace = members(&metadata());
    let (layers, mut faults) = layers(&page, &workspace);
    for (name, package) in &workspace {
        let imports = package.normal.iter().filter_map(|import| layers.get_key_value(import));
        for (import, below) in imports {
            if layers.get(name).is_some_and(|layer| below < layer) {
                let (from, to) = (LAYERS[layers[name]], LAYERS[*below]);
                faults.push(format!("`{name}` ({from}) imports `{import}` ({to}), which is above"));
            }
        }
    }
    assert!(faults.is_empty(), "ARCHITECTURE.md:\n{}", faults.join("\n"));
}

#[test]
fn the_code_map_is_complete() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a page");
    let root = root();
    let mut faults = Vec::new();
    let rows: BTreeMap<&str, &str> = chapter(&page, "Code map")
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split(" | ");
            Some((cells.next()?.trim_end_matches('`'), cells.nth(1)?.trim_matches('`')))
        })
        .collect();
    for package in members(&metadata()).values() {
        let folder = package.root.strip_prefix(&root).expect("in the checkout");
        let folder = folder.to_str().expect("a plain name").replace('\\', "/");
        match rows.get(folder.as_str()) {
            None => faults.push(format!("the code map lacks `{folder}`")),
            Some(file) => {
                let is_there = [file.to_string(), format!("src/{file}")]
                    .iter()
                    .any(|file| package.root.join(file).is_file());
                if !is_there {
                    faults.push(format!("`{folder}` has no file `{file}`"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "ARCHITECTURE.md:\n{}", faults.join("\n"));
}

#[test]
fn the_invariants_name_existing_files() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a page");
    let missing: Vec<&str> = chapter(&page, "Invariants")
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| code.contains('/') && !root().join(code).exists())
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md: no such files: {missing:?}");
}
