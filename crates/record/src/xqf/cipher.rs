//! The cipher of version 1.1 and later. Its keys follow from bytes of the header, modulo 256.

use super::HEADER_BYTES;

/// Mask of the bytes after the header.
const STREAM: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Places of the parts of the key.
const MASK: usize = 3;
const OR: [usize; 4] = [8, 9, 10, 11];
const SUM: usize = 12;
const SQUARES: usize = 13;
const FROM: usize = 14;
const TO: usize = 15;

/// Keys of a file.
pub(super) struct Cipher {
    squares: u8,
    from: u8,
    to: u8,
    /// Number added to the length of a comment.
    length: u32,
    stream: [u8; 32],
}

impl Cipher {
    pub(super) fn new(header: &[u8; HEADER_BYTES]) -> Cipher {
        let mixed = |at: usize, with: u8| {
            let key = header[at];
            key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221).wrapping_mul(with)
        };
        let squares = mixed(SQUARES, header[SQUARES]);
        let from = mixed(FROM, squares);
        let to = mixed(TO, from);
        let word = u32::from(header[SUM]) * 256 + u32::from(header[SQUARES]);
        let masked = |index: usize| (header[SUM + index] & header[MASK]) | header[OR[index]];
        let mask = [masked(0), masked(1), masked(2), masked(3)];
        let mut stream = *STREAM;
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte &= mask[index % mask.len()];
        }
        Cipher { squares, from, to, length: word % 32_000 + 767, stream }
    }

    /// Returns the piece at `index` of the list.
    pub(super) const fn place_of(&self, index: usize) -> usize {
        (self.squares as usize + index + 1) % 32
    }

    pub(super) const fn square(&self, byte: u8) -> u8 {
        byte.wrapping_sub(self.squares)
    }

    pub(super) const fn from(&self, byte: u8) -> u8 {
        byte.wrapping_sub(self.from)
    }

    pub(super) const fn to(&self, byte: u8) -> u8 {
        byte.wrapping_sub(self.to)
    }

    /// Decrypts the length of a comment; `None` if it would be negative.
    pub(super) const fn length(&self, length: u32) -> Option<u32> {
        length.checked_sub(self.length)
    }

    /// Decrypts a byte after the header, by its place in the file.
    pub(super) const fn byte(&self, at: usize, byte: u8) -> u8 {
        byte.wrapping_sub(self.stream[at % self.stream.len()])
    }
}
