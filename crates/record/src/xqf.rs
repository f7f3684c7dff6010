//! XQF, the binary files of 象棋演播室 (Xiangqi Studio), versions 1.0 to 1.8.
//!
//! ```text
//! 0     XQ, the version (10 is 1.0, 18 is 1.8), the keys of the cipher
//! 16    a square for each of the 32 pieces
//! 50    who moves first; 51 the result
//! 80…   title, event, date, place, players, annotator, author: each a length and its bytes
//! 1024  the tree of moves: what comes next, then what could have been played instead
//! ```
//!
//! * A square is a number: ten times the file from Red's left, and the rank from Red's side; above
//!   89 a piece is off the board. Texts are GBK.
//! * From version 1.1 on squares, moves and comments are enciphered with keys that stand in the file
//!   itself; whoever has the file can read it.
//! * A move is four bytes: from, to, what follows it (another move, one that could have been played
//!   instead, a comment), and nothing. Comments and lines that were not played are kept as
//!   [`Annotations`](crate::Annotations); one that cannot be played to its end is kept as far as it
//!   can, and what follows as a comment.
//! * Such files are read, not written.

mod cipher;
mod game;
mod header;
mod tree;

use crate::{
    Reading,
    limits::FILE_BYTES,
    text::{Decoder, Encoding, Report, Source, check_size},
};
use header::Header;

/// What every file begins with; the version follows.
const MAGIC: &[u8] = b"XQ";

/// Whether a content begins like such a file: in a text no control character would follow.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    bytes.strip_prefix(MAGIC).and_then(<[u8]>::first).is_some_and(|version| *version < b' ')
}

/// Decodes GBK; `None` if that is not possible.
type GbkDecoder<'a> = &'a dyn Fn(&[u8]) -> Option<String>;

/// Reads the game of an XQF file. The column of a problem is the byte.
pub(crate) fn read(bytes: &[u8], decode: Decoder<'_>) -> Reading {
    let source = Source::of_bytes();
    let mut report = Report::new(&source);
    if let Err(problem) = check_size(bytes, FILE_BYTES) {
        report.problems.push(problem);
        return Reading::of(report, Vec::new());
    }
    let gbk = |bytes: &[u8]| decode(Encoding::Gbk, bytes);
    let record = Header::read(bytes, &mut report)
        .and_then(|header| game::understand(&header, bytes, &gbk, &mut report));
    Reading::of(report, record.into_iter().collect())
}
