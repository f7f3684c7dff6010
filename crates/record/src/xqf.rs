//! XQF, the binary files of 象棋演播室 (Xiangqi Studio), versions 1.0 to 1.8.
//!
//! ```text
//! 0     XQ, the version (10 is 1.0, 18 is 1.8), the keys of the cipher
//! 16    a square for each of the 32 pieces
//! 50    who moves first; 51 the result
//! 80…   title, event, date, place, players, annotator, author: each a length and its bytes
//! 1024  the tree of moves: the next move, then the alternatives
//! ```
//!

//! * A square is a number: ten times the file from Red's left, plus the rank from Red's side. A
//!   number above 89 is a captured piece. Texts are GBK.
//! * From version 1.1 on, squares, moves and comments are encrypted. The keys are in the file.
//! * A move is four bytes: from, to, flags, and an unused byte. The flags say whether a next move, an
//!   alternative or a comment follows.

//! * A variation is kept up to its first illegal move. The rest is kept as a comment.
//! * Such files are not written.

mod cipher;
mod game;
mod header;
mod tree;

use crate::{
    Reading, ReplayedRecord,
    limits::FILE_BYTES,
    text::{Decoder, Encoding, Report, Source, check_size},
};
use header::Header;

/// First bytes of every file. The version follows.
const MAGIC: &[u8] = b"XQ";

/// Size of the header in bytes.
const HEADER_BYTES: usize = 1024;

/// Whether a content begins like such a file. A text has no control character after these bytes.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    bytes.strip_prefix(MAGIC).and_then(<[u8]>::first).is_some_and(|version| *version < b' ')
}

/// Decodes GBK; `None` if that is not possible.
type GbkDecoder<'a> = &'a dyn Fn(&[u8]) -> Option<String>;

/// Reads the game of an XQF file. The column of a problem is the byte.
pub(crate) fn read(bytes: &[u8], decode: Decoder<'_>) -> Reading<ReplayedRecord> {
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
