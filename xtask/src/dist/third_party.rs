//! The licence texts of external crates, which must be distributed with the program.

use super::cargo_graph::{CargoGraph, Crate};
use anyhow::{Context, Result};
use std::{collections::BTreeMap, fmt::Write, fs};

/// Prefixes of the names of licence files.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

const FIRST_LINES: &str = "chuhe contains third-party software. Each crate is listed with its \
    licence; the licence texts follow, each with the crates that contain it. The table of Chinese character \
    variants is derived from the dictionaries of OpenCC (Apache-2.0, \
    https://github.com/BYVoid/OpenCC).\n\n";

/// The complete text.
pub fn text(graph: &CargoGraph) -> Result<String> {
    let others: Vec<&Crate> = graph.crates.values().filter(|of| of.sha256.is_some()).collect();
    let mut text = FIRST_LINES.to_owned();
    for Crate { name, version, licence, .. } in &others {
        writeln!(text, "{name} {version}: {licence}")?;
    }
    for (licence, names) in texts(&others)? {
        writeln!(text, "\n{}\n{}\n\n{licence}", "=".repeat(78), names.join(", "))?;
    }
    Ok(text)
}

/// Each licence text once, with the crates that contain it.
fn texts(others: &[&Crate]) -> Result<BTreeMap<String, Vec<String>>> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Crate { name, version, folder, .. } in others {
        let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let entry = entry?;
            let file = entry.file_name().to_string_lossy().to_lowercase();
            if entry.file_type()?.is_file() && NAMES.iter().any(|name| file.starts_with(name)) {
                let text = String::from_utf8_lossy(&fs::read(entry.path())?).trim().to_owned();
                texts.entry(text).or_default().push(format!("{name} {version}"));
            }
        }
    }
    Ok(texts)
}
