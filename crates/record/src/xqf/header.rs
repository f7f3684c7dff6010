//! The first 1024 bytes.

use super::{GbkDecoder, HEADER_BYTES, MAGIC, cipher::Cipher};
use crate::text::Report;

/// Newest supported version: 1.8.
const NEWEST: u8 = 18;

/// First version with encryption. In older files every move has the length of a comment.
const ENCIPHERED: u8 = 11;

/// First version with shuffled pieces.
const SHUFFLED: u8 = 12;

/// First byte of the pieces' squares.
pub(super) const PIECES: usize = 16;
pub(super) const FIRST_SIDE: usize = 50;
pub(super) const RESULT: usize = 51;

/// A text field: the place of its length, which precedes it, and its maximum number of bytes.
#[derive(Clone, Copy)]
pub(super) struct Field {
    at: usize,
    room: usize,
}

pub(super) const TITLE: Field = Field { at: 80, room: 63 };
pub(super) const EVENT: Field = Field { at: 208, room: 63 };
pub(super) const DATE: Field = Field { at: 272, room: 15 };
pub(super) const SITE: Field = Field { at: 288, room: 15 };
pub(super) const RED: Field = Field { at: 304, room: 15 };
pub(super) const BLACK: Field = Field { at: 320, room: 15 };
pub(super) const ANNOTATOR: Field = Field { at: 464, room: 15 };
pub(super) const AUTHOR: Field = Field { at: 480, room: 15 };

/// Header of a file of a supported version.
pub(super) struct Header<'a> {
    bytes: &'a [u8; HEADER_BYTES],
    /// Cipher, if the file is encrypted.
    pub(super) cipher: Option<Cipher>,
}

impl<'a> Header<'a> {
    pub(super) fn read(bytes: &'a [u8], report: &mut Report<'_>) -> Option<Header<'a>> {
        let Some(bytes) = bytes.first_chunk::<HEADER_BYTES>() else {
            let message = format!(
                "expected a header of {HEADER_BYTES} bytes, the file ends after {}",
                bytes.len()
            );
            report.add(bytes.len(), "format", message);
            return None;
        };
        let version = bytes[MAGIC.len()];
        if version > NEWEST {
            let message = format!("expected a version up to {NEWEST} (1.8), found {version}");
            report.add(MAGIC.len(), "format", message);
            return None;
        }
        Some(Header { bytes, cipher: (version >= ENCIPHERED).then(|| Cipher::new(bytes)) })
    }

    /// Returns the byte at a place.
    pub(super) const fn byte(&self, at: usize) -> u8 {
        self.bytes[at]
    }

    /// Returns the text of a field; empty if it cannot be decoded.
    pub(super) fn text(&self, field: Field, gbk: GbkDecoder<'_>) -> String {
        let length = usize::from(self.bytes[field.at]).min(field.room);
        let text = &self.bytes[field.at + 1..][..length];
        let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
        gbk(text).unwrap_or_default()
    }

    /// Place in the file and number of the square of each of the 32 pieces.
    pub(super) fn squares(&self) -> [(usize, u8); 32] {
        let version = self.bytes[MAGIC.len()];
        let mut squares = [(0, 0); 32];
        for index in 0..32 {
            let at = PIECES + index;
            let (place, number) = match &self.cipher {
                None => (index, self.bytes[at]),
                Some(cipher) => {
                    let place = if version >= SHUFFLED { cipher.place_of(index) } else { index };
                    (place, cipher.square(self.bytes[at]))
                }
            };
            squares[place] = (at, number);
        }
        squares
    }
}
