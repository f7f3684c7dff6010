//! Short names for the functions that a program imports from its script.
//!
//! `wasm-bindgen` ends each name with 16 digits of a hash, which cannot be compressed. They are in the
//! program and in the script: 4 KB of the first load.

use super::pieces::{HEADER, leb128};
use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// Shortens the names of the functions that `wasm` imports from the module `module`, in both files.
pub fn shorten(wasm: &[u8], script: &str, module: &str) -> Result<(Vec<u8>, String)> {
    let mut names = BTreeMap::new();
    let short = rewritten(wasm, module, &mut names).context("the imports cannot be read")?;
    Ok((short, renamed(script, &names)))
}

/// The script with these words replaced.
fn renamed(script: &str, names: &BTreeMap<String, String>) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(is_word) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !is_word(c)).unwrap_or(from.len()));
        text.push_str(before);
        text.push_str(names.get(word).map_or(word, String::as_str));
        rest = after;
    }
    text + rest
}

/// The program with short names; `None` if it is invalid.
fn rewritten(wasm: &[u8], module: &str, names: &mut BTreeMap<String, String>) -> Option<Vec<u8>> {
    const IMPORTS: u8 = 2;
    let mut written = wasm.get(..HEADER)?.to_vec();
    let mut rest = &wasm[HEADER..];
    while let Some((&kind, after)) = rest.split_first() {
        let (length, width) = leb128(after)?;
        let section = rest.get(..1 + width + length)?;
        if kind == IMPORTS {
            let imports = short_imports(&section[1 + width..], module, names)?;
            written.push(kind);
            push_leb128(&mut written, imports.len());
            written.extend_from_slice(&imports);
        } else {
            written.extend_from_slice(section);
        }
        rest = &rest[section.len()..];
    }
    Some(written)
}

/// The content of the section of imports with short names.
fn short_imports(
    section: &[u8],
    module: &str,
    names: &mut BTreeMap<String, String>,
) -> Option<Vec<u8>> {
    let (count, width) = leb128(section)?;
    let mut written = section.get(..width)?.to_vec();
    let mut rest = &section[width..];
    for _ in 0..count {
        let from = take_name(&mut rest)?;
        let name = take_name(&mut rest)?;
        push_name(&mut written, from);
        if from == module {
            let next = format!("i{}", names.len());
            push_name(&mut written, names.entry(name.to_owned()).or_insert(next));
        } else {
            push_name(&mut written, name);
        }
        let described = description(rest)?;
        written.extend_from_slice(rest.get(..described)?);
        rest = &rest[described..];
    }
    rest.is_empty().then_some(written)
}

/// Length of the description of an import.
fn description(rest: &[u8]) -> Option<usize> {
    let number = |at: usize| Some(leb128(rest.get(at..)?)?.1);
    let limits = |at: usize| {
        let flags = *rest.get(at)?;
        let least = at + 1 + number(at + 1)?;
        Some(if flags & 1 == 0 { least } else { least + number(least)? })
    };
    Some(match rest.first()? {
        // A function, by the number of its type.
        0 => 1 + number(1)?,
        // A table: the type of its elements, and limits.
        1 => limits(2)?,
        // A memory.
        2 => limits(1)?,
        // A global: its type, and whether it changes.
        3 => 3,
        _ => return None,
    })
}

fn take_name<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let (length, width) = leb128(rest)?;
    let name = rest.get(width..width + length)?;
    *rest = &rest[width + length..];
    std::str::from_utf8(name).ok()
}

fn push_name(to: &mut Vec<u8>, name: &str) {
    push_leb128(to, name.len());
    to.extend_from_slice(name.as_bytes());
}

fn push_leb128(to: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        to.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_in_both_files() {
        let mut wasm = b"\0asm\x01\0\0\0".to_vec();
        let mut imports = vec![4];
        for (module, name, described) in [
            ("./web_bg.js", "__wbg_key_63ff854ef83f5a09", &[0, 1][..]),
            ("./pieces.js", "__wbg_load", &[0, 0x80, 1]),
            ("./web_bg.js", "__wbg_body_63ff854ef83f5a10", &[0, 2]),
            ("env", "memory", &[2, 1, 17, 0x80, 0x80, 1]),
        ] {
            push_name(&mut imports, module);
            push_name(&mut imports, name);
            imports.extend_from_slice(described);
        }
        wasm.push(2);
        push_leb128(&mut wasm, imports.len());
        wasm.extend_from_slice(&imports);
        // A section of types after it stays.
        wasm.extend_from_slice(&[1, 3, 1, 0x60, 0]);
        let script =
            "const a = { __wbg_key_63ff854ef83f5a09: f, __wbg_body_63ff854ef83f5a10(b) {} };";
        let (short, script) = shorten(&wasm, script, "./web_bg.js").expect("a valid program");
        assert_eq!(script, "const a = { i0: f, i1(b) {} };");
        let text = String::from_utf8_lossy(&short);
        assert!(text.contains("./web_bg.js\u{2}i0") && text.contains("./web_bg.js\u{2}i1"));
        assert!(text.contains("__wbg_load") && text.contains("memory"));
        assert!(short.ends_with(&[1, 3, 1, 0x60, 0]));
        // The section has its new length.
        assert_eq!(usize::from(short[9]), short.len() - 10 - 5);
    }

    #[test]
    fn an_invalid_program_is_an_error() {
        assert!(shorten(b"\0asm\x01\0\0\0\x02\x05\x01", "", "./web_bg.js").is_err());
    }
}
