//! Joins the shared pieces of the page's program into packs.
//!
//! The program is split so finely that a part of the page needs up to two hundred shared pieces, and
//! requesting them takes longer than receiving them. A pack is a file with several pieces.

use anyhow::{Context, Result, ensure};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::Path,
};

/// The function of the script that reads a piece from a pack.
const PACKED: &str = include_str!("packed.js");

/// The line of the script before which that function is inserted.
const AFTER_IMPORTS: &str = "let sharedImports";

/// The start of the name of a shared piece.
const SHARED: &str = "chunk_";

/// Cost of a request in bytes of uncompressed program: 5 KB compressed arrive in the time of a sixth of
/// a round trip of 150 ms at 1.6 Mbit/s, and browsers send six requests at a time.
const REQUEST_BYTES: usize = 16_000;

/// The parts of the start page that are loaded on demand. Most visits begin with them.
pub const START: [&str; 2] = ["lobby", "announcement"];

/// Visits that load a part of the start page, for each visit that loads another part.
const START_VISITS: usize = 20;

/// Pieces that are loaded together, and the parts of the page that load them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pack<'a> {
    parts: BTreeSet<&'a str>,
    bytes: usize,
    pieces: Vec<&'a str>,
}

impl<'a> Pack<'a> {
    fn with(&self, other: &Pack<'a>) -> Pack<'a> {
        Pack {
            parts: &self.parts | &other.parts,
            bytes: self.bytes + other.bytes,
            pieces: [&self.pieces[..], &other.pieces].concat(),
        }
    }

    /// Bytes that all visits together load, requests included.
    fn cost(&self) -> usize {
        let visits = |part: &&str| if START.contains(part) { START_VISITS } else { 1 };
        self.parts.iter().map(visits).sum::<usize>() * (self.bytes + REQUEST_BYTES)
    }
}

/// The files that each part of the page needs besides the first ones.
pub type FilesOfParts = BTreeMap<String, BTreeSet<String>>;

/// Replaces the shared pieces in `folder` by packs, and changes the script that loads them.
/// `pieces_of` are the pieces that each part of the page needs.
pub fn join(
    pieces_of: &HashMap<String, Vec<String>>,
    folder: &Path,
    script: &Path,
) -> Result<FilesOfParts> {
    let own = |(part, pieces): (&String, &Vec<String>)| {
        let own = pieces.iter().filter(|piece| !piece.starts_with(SHARED));
        (part.clone(), own.map(|piece| format!("{piece}.wasm")).collect())
    };
    let mut files_of: FilesOfParts = pieces_of.iter().map(own).collect();
    let mut text = fs::read_to_string(script)?;
    let mut contents = BTreeMap::new();
    for piece in pieces_of.values().flatten().filter(|piece| piece.starts_with(SHARED)) {
        let file = folder.join(format!("{piece}.wasm"));
        if !contents.contains_key(piece.as_str()) {
            contents.insert(piece.as_str(), fs::read(&file)?);
            fs::remove_file(file)?;
        }
    }
    let sizes = contents.iter().map(|(piece, content)| (*piece, content.len())).collect();
    for (number, pack) in packs(pieces_of, &sizes).iter().enumerate() {
        let name = format!("shared_{number}.bin");
        let mut joined = Vec::with_capacity(pack.bytes);
        for piece in &pack.pieces {
            let from = joined.len();
            joined.extend(&contents[piece]);
            let own = loader(&format!("./{piece}.wasm"));
            ensure!(text.contains(&own), "the script does not load {piece} as expected");
            let packed = format!("packed(\"./{name}\", {from}, {})", joined.len());
            text = text.replace(&own, &packed);
        }
        for part in &pack.parts {
            files_of.entry((*part).to_owned()).or_default().insert(name.clone());
        }
        fs::write(folder.join(name), joined)?;
    }
    let at = text.find(AFTER_IMPORTS).context("the script has no imports")?;
    text.insert_str(at, PACKED);
    fs::write(script, text)?;
    Ok(files_of)
}

/// Distributes the shared pieces over packs. Joins two packs as long as that saves visits more in
/// requests than it costs in pieces that they do not need.
fn packs<'a>(
    pieces_of: &'a HashMap<String, Vec<String>>,
    sizes: &BTreeMap<&'a str, usize>,
) -> Vec<Pack<'a>> {
    let mut packs: Vec<Pack<'a>> = Vec::new();
    for (&piece, &bytes) in sizes {
        let needs = |(part, pieces): (&'a String, &Vec<String>)| {
            pieces.iter().any(|it| it == piece).then_some(part.as_str())
        };
        let parts = pieces_of.iter().filter_map(needs).collect();
        packs.push(Pack { parts, bytes, pieces: vec![piece] });
    }
    while let Some((one, other)) = best_pair(&packs) {
        let other = packs.remove(other);
        packs[one] = packs[one].with(&other);
    }
    packs
}

/// The two packs that save most when they are joined, in ascending order; `None` if no two save
/// anything.
fn best_pair(packs: &[Pack<'_>]) -> Option<(usize, usize)> {
    let costs: Vec<usize> = packs.iter().map(Pack::cost).collect();
    let mut best = (0, None);
    for other in 1..packs.len() {
        for one in 0..other {
            let joined = packs[one].with(&packs[other]).cost();
            let saved = (costs[one] + costs[other]).saturating_sub(joined);
            if saved > best.0 {
                best = (saved, Some((one, other)));
            }
        }
    }
    best.1
}

/// The text with which the script loads a piece that has its own file.
fn loader(file: &str) -> String {
    format!(
        "() => {{\n    const src = fetch(new URL(\"{file}\", import.meta.url));\n    \
         src.catch(() => {{}});\n    return async (imports) => \
         (WebAssembly.instantiateStreaming(src, imports));\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_saved_and_large_pieces_only_loaded_where_needed() {
        let pieces = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let pieces_of = HashMap::from([
            ("game".to_owned(), pieces(&["chunk_1", "chunk_2", "chunk_3"])),
            ("form".to_owned(), pieces(&["chunk_1", "chunk_2"])),
            ("lobby".to_owned(), pieces(&["chunk_1"])),
        ]);
        let sizes = |[one, two, three]: [usize; 3]| {
            BTreeMap::from([("chunk_1", one), ("chunk_2", two), ("chunk_3", three)])
        };
        let found = |sizes| -> Vec<Vec<&str>> {
            packs(&pieces_of, &sizes).into_iter().map(|pack| pack.pieces).collect()
        };
        assert_eq!(found(sizes([100, 100, 100])), [["chunk_1", "chunk_2", "chunk_3"]]);
        // The start page does not pay for other parts.
        assert_eq!(
            found(sizes([100, 9_000, 9_000])),
            [vec!["chunk_1"], vec!["chunk_2", "chunk_3"]]
        );
        let large = 1_000_000;
        assert_eq!(found(sizes([large; 3])), [["chunk_1"], ["chunk_2"], ["chunk_3"]]);
    }
}
