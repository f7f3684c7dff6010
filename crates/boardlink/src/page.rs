//! Layout of pages and records in flash.
//!
//! A page begins with a header of sixteen bytes: a mark, a CRC-16, the page's number in the log,
//! and the game and sequence number of its first record. Records follow without gaps: length,
//! CRC-16, body, padded to an even length. A header or record that a power cut left incomplete
//! fails its checksum.

use crate::{Body, Event};
use crc::{CRC_16_IBM_SDLC, Crc, Table};

/// Length of a page header in bytes.
pub(crate) const HEADER: usize = 16;
/// Length of a record's length byte and checksum.
const HEAD: usize = 3;
/// Maximum length of a record's body.
const MAX_BODY: usize = 60;
/// Maximum length of a record in bytes.
pub(crate) const MAX_RECORD: usize = HEAD + MAX_BODY + 1;

/// Minimum length of a record in bytes: a time below 128 ms and a body without fields.
pub(crate) const MIN_RECORD: u32 = padded(2) as u32;

const MARK: [u8; 2] = *b"cR";
const CRC: Crc<u16, Table<0>> = Crc::<u16, Table<0>>::new(&CRC_16_IBM_SDLC);

/// Exclusive upper bound of game, event and page numbers, so that incrementing one cannot overflow.
pub(crate) const NUMBER_LIMIT: u32 = 0xf000_0000;

/// Number of a page, and the game and sequence number of its first record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) number: u32,
    pub(crate) game: u32,
    pub(crate) seq: u32,
}

impl Header {
    pub(crate) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..2].copy_from_slice(&MARK);
        bytes[4..8].copy_from_slice(&self.number.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.game.to_le_bytes());
        bytes[12..].copy_from_slice(&self.seq.to_le_bytes());
        let sum = CRC.checksum(&bytes[4..]).to_le_bytes();
        bytes[2..4].copy_from_slice(&sum);
        bytes
    }

    /// Returns `None` unless the header is complete and its checksum is right.
    pub(crate) fn from_bytes(bytes: &[u8; HEADER]) -> Option<Header> {
        let word = |at: usize| {
            let four = bytes[at..].first_chunk().copied().unwrap_or_default();
            u32::from_le_bytes(four)
        };
        let header = Header { number: word(4), game: word(8), seq: word(12) };
        let is_sound = header.number.max(header.game).max(header.seq) < NUMBER_LIMIT;
        (is_sound && header.to_bytes() == *bytes).then_some(header)
    }
}

/// An encoded record, padded and ready to be programmed.
pub(crate) struct Record {
    bytes: [u8; MAX_RECORD],
    length: usize,
}

impl Record {
    /// Encodes an event. Only [`Body::Setup`] contains the game's number; for other events game and
    /// sequence number follow from the preceding records. Returns `None` if the body is too long,
    /// which no body of this crate is.
    pub(crate) fn new(event: &Event) -> Option<Record> {
        let mut bytes = [0xff; MAX_RECORD];
        let space = &mut bytes[HEAD..HEAD + MAX_BODY];
        let body = match event.body {
            Body::Setup { .. } => postcard::to_slice(&(event.at_ms, event.body, event.game), space),
            body => postcard::to_slice(&(event.at_ms, body), space),
        };
        let length = body.ok()?.len();
        bytes[0] = length as u8;
        let sum = checksum(bytes[0], &bytes[HEAD..HEAD + length]);
        bytes[1..HEAD].copy_from_slice(&sum.to_le_bytes());
        Some(Record { bytes, length: padded(length) })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Decodes the record at the start of `bytes` and returns its event and its length in bytes. The
/// event gets `game` and `seq` unless it begins a game. Returns `None` unless the record is
/// complete and its checksum is right.
pub(crate) fn read(bytes: &[u8], game: u32, seq: u32) -> Option<(Event, usize)> {
    let (&[length, low, high], rest) = bytes.split_first_chunk::<HEAD>()?;
    let body = rest.get(..usize::from(length)).filter(|body| body.len() <= MAX_BODY)?;
    if checksum(length, body) != u16::from_le_bytes([low, high]) {
        return None;
    }
    let ((at_ms, body), rest) = postcard::take_from_bytes::<(u32, Body)>(body).ok()?;
    let event = match body {
        Body::Setup { .. } => {
            let (game, _) = postcard::take_from_bytes(rest).ok()?;
            if game >= NUMBER_LIMIT {
                return None;
            }
            Event { game, seq: 0, at_ms, body }
        }
        _ => Event { game, seq, at_ms, body },
    };
    Some((event, padded(usize::from(length))))
}

fn checksum(length: u8, body: &[u8]) -> u16 {
    let mut digest = CRC.digest();
    digest.update(&[length]);
    digest.update(body);
    digest.finalize()
}

const fn padded(length: usize) -> usize {
    (HEAD + length).next_multiple_of(2)
}
