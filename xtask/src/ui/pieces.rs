use super::packs::{self, FilesOfParts};
use anyhow::{Context, Result, anyhow};
use std::{
    fs,
    path::{Path, PathBuf},
};
use wasm_split_cli_support::{Options, transform};

/// The script that loads the pieces.
const SCRIPT: &str = "pieces.js";

/// Length of a WebAssembly file's magic number and version.
pub const HEADER: usize = 8;

/// The page's program after it was split.
pub struct Cut {
    /// The first piece.
    pub first: Vec<u8>,
    /// The files of the parts that are loaded on demand.
    pub files_of: FilesOfParts,
}

/// Splits the page's program at its marked points. Writes the pieces and the script that loads them
/// into `folder`. Stripped pieces contain no function names.
pub fn cut(wasm: &[u8], folder: &Path, is_stripped: bool) -> Result<Cut> {
    let first = folder.join("first.wasm");
    let link_name = format!("./{SCRIPT}");
    let mut options = Options::new(wasm);
    options.output_dir = folder;
    options.main_out_path = &first;
    options.link_name = &link_name;
    options.main_module = "./web.js";
    let cut = transform(options).map_err(|error| anyhow!("cannot cut the page: {error:#}"))?;
    if is_stripped {
        cut.split_modules.iter().try_for_each(strip_names)?;
    }
    let files_of = packs::join(&cut.prefetch_map, folder, &folder.join(SCRIPT))?;
    let bytes = fs::read(&first)?;
    fs::remove_file(first)?;
    Ok(Cut { first: bytes, files_of })
}

/// Removes the function names from a piece.
fn strip_names(piece: &PathBuf) -> Result<()> {
    let bytes = fs::read(piece)?;
    let stripped = without_custom_sections(&bytes)
        .with_context(|| format!("{} is not a complete WebAssembly file", piece.display()))?;
    fs::write(piece, stripped)?;
    Ok(())
}

/// Removes the custom sections of a WebAssembly file; `None` if it is invalid.
fn without_custom_sections(wasm: &[u8]) -> Option<Vec<u8>> {
    let mut kept = wasm.get(..HEADER)?.to_vec();
    let mut rest = &wasm[HEADER..];
    while let Some((&kind, after)) = rest.split_first() {
        let (length, width) = leb128(after)?;
        let section = rest.get(..1 + width + length)?;
        const CUSTOM: u8 = 0;
        if kind != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = &rest[section.len()..];
    }
    Some(kept)
}

/// Decodes a LEB128 number; returns its value and its length in bytes.
pub fn leb128(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0;
    for (place, &byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some((value, place + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_custom_sections_go() {
        let header = b"\0asm\x01\0\0\0";
        let types = [1, 3, 1, 0x60, 0];
        // A custom section with a length of two bytes.
        let custom = [0, 0x82, 0x00, 1, b'n'];
        let whole = [&header[..], &types, &custom, &types].concat();
        let kept = [&header[..], &types, &types].concat();
        assert_eq!(without_custom_sections(&whole), Some(kept));
        assert_eq!(without_custom_sections(&whole[..whole.len() - 1]), None);
        assert_eq!(without_custom_sections(b"\0asm"), None);
    }
}
