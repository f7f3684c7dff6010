//! Memory use of a program, computed from its section headers.

/// Number of bytes of each kind of memory.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Code, constants, and the initial values of variables.
    pub flash: u64,
    /// Variables.
    pub ram: u64,
}

/// Section flags and types of the ELF specification.
const WRITABLE: u32 = 1;
const ALLOCATED: u32 = 2;
const WITHOUT_BYTES: u32 = 8;

/// Adds up the loaded sections of a 32-bit little-endian ELF file. `None` for other files.
pub fn size(file: &[u8]) -> Option<Size> {
    if file.get(..6)? != b"\x7fELF\x01\x01" {
        return None;
    }
    let half = |at: usize| Some(u16::from_le_bytes(file.get(at..)?.first_chunk().copied()?));
    let word = |at: usize| Some(u32::from_le_bytes(file.get(at..)?.first_chunk().copied()?));
    let (first, each, count) = (word(0x20)? as usize, half(0x2e)?, half(0x30)?);
    let mut size = Size::default();
    for number in 0..usize::from(count) {
        let header = first + number * usize::from(each);
        let (kind, flags) = (word(header + 4)?, word(header + 8)?);
        let bytes = u64::from(word(header + 20)?);
        if flags & ALLOCATED == 0 {
            continue;
        }
        if kind != WITHOUT_BYTES {
            size.flash += bytes;
        }
        if flags & WRITABLE != 0 || kind == WITHOUT_BYTES {
            size.ram += bytes;
        }
    }
    Some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that consists only of section headers.
    fn file(sections: &[(u32, u32, u32)]) -> Vec<u8> {
        let mut file = vec![0; 0x34];
        file[..6].copy_from_slice(b"\x7fELF\x01\x01");
        file[0x20..0x24].copy_from_slice(&0x34_u32.to_le_bytes());
        file[0x2e..0x30].copy_from_slice(&40_u16.to_le_bytes());
        file[0x30..0x32].copy_from_slice(&(sections.len() as u16).to_le_bytes());
        for (kind, flags, bytes) in sections {
            let words = [0, *kind, *flags, 0, 0, *bytes, 0, 0, 0, 0];
            file.extend(words.iter().flat_map(|word: &u32| word.to_le_bytes()));
        }
        file
    }

    #[test]
    fn sections_add_up() {
        // Empty, code, constants, variables with and without initial values, and debug information.
        let sections =
            [(0, 0, 0), (1, 6, 500), (1, 2, 40), (1, 3, 8), (WITHOUT_BYTES, 3, 100), (1, 0, 9_000)];
        assert_eq!(size(&file(&sections)), Some(Size { flash: 548, ram: 108 }));
    }

    #[test]
    fn other_files_have_no_size() {
        assert_eq!(size(b""), None);
        assert_eq!(size(b"#!/bin/sh"), None);
        let mut short = file(&[(1, 6, 500)]);
        short.pop();
        short.truncate(0x40);
        assert_eq!(size(&short), None);
    }
}
