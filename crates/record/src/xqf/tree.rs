//! The tree of moves, stored depth first.

use super::{GbkDecoder, HEADER_BYTES, cipher::Cipher, header::Header};
use crate::{limits::XQF_NODES, text::Report};

/// Numbers added to squares, in addition to the keys.
const FROM: u8 = 0x18;
const TO: u8 = 0x20;

/// Flags of a move.
const HAS_NEXT: u8 = 0x80;
const HAS_OTHER: u8 = 0x40;
const HAS_COMMENT: u8 = 0x20;

/// A move with its comment. The root is the position before the first move.
pub(super) struct Node {
    /// Place in the file.
    pub(super) at: usize,
    /// Numbers of its squares.
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) comment: String,
    /// Next move.
    pub(super) next: Option<usize>,
    /// Alternative to it.
    pub(super) other: Option<usize>,
}

/// Link from an earlier node to the next node of the file.
enum Link {
    Next(usize),
    Other(usize),
}

/// All nodes up to the first that cannot be read. The root is the first; it is there unless the file
/// ends inside it.
pub(super) fn read(
    header: &Header<'_>,
    bytes: &[u8],
    gbk: GbkDecoder<'_>,
    report: &mut Report<'_>,
) -> Vec<Node> {
    let mut reader = TreeReader { cipher: header.cipher.as_ref(), bytes, at: HEADER_BYTES, gbk };
    let mut nodes = Vec::new();
    // The last link is that of the next node in the file.
    let mut open: Vec<Option<Link>> = vec![None];
    while let Some(link) = open.pop() {
        let (at, id) = (reader.at, nodes.len());
        let Some((node, flags)) = reader.node() else {
            report.add(at, "format", format!("the file ends inside move {id}"));
            break;
        };
        if id >= XQF_NODES {
            report.add(
                at,
                "length",
                format!("expected at most {XQF_NODES} moves, variations included"),
            );
            break;
        }
        nodes.push(node);
        let is_root = link.is_none();
        match link {
            Some(Link::Next(before)) => nodes[before].next = Some(id),
            Some(Link::Other(beside)) => nodes[beside].other = Some(id),
            None => {}
        }
        if flags & HAS_OTHER != 0 && !is_root {
            open.push(Some(Link::Other(id)));
        }
        if flags & HAS_NEXT != 0 {
            open.push(Some(Link::Next(id)));
        }
    }
    nodes
}

struct TreeReader<'a> {
    cipher: Option<&'a Cipher>,
    bytes: &'a [u8],
    at: usize,
    gbk: GbkDecoder<'a>,
}

impl TreeReader<'_> {
    /// Reads the next node and its flags; `None` if the file ends inside it.
    fn node(&mut self) -> Option<(Node, u8)> {
        let at = self.at;
        let [from, to, flags, _] = *self.take(4)?.first_chunk()?;
        let flags = match self.cipher {
            Some(_) => flags,
            // In files without encryption each half of the byte is a flag, and all moves have the
            // length of a comment.
            None => {
                let next = if flags & 0xf0 != 0 { HAS_NEXT } else { 0 };
                let other = if flags & 0x0f != 0 { HAS_OTHER } else { 0 };
                next | other | HAS_COMMENT
            }
        };
        let comment = if flags & HAS_COMMENT != 0 { self.comment()? } else { String::new() };
        let (from, to) = (from.wrapping_sub(FROM), to.wrapping_sub(TO));
        let (from, to) = match self.cipher {
            Some(cipher) => (cipher.from(from), cipher.to(to)),
            None => (from, to),
        };
        Some((Node { at, from, to, comment, next: None, other: None }, flags))
    }

    fn comment(&mut self) -> Option<String> {
        let length = u32::from_le_bytes(*self.take(4)?.first_chunk()?);
        let length = match self.cipher {
            Some(cipher) => cipher.length(length)?,
            None => length,
        };
        let text = self.take(usize::try_from(length).ok()?)?;
        let text: Vec<u8> = text.into_iter().filter(|byte| *byte != 0).collect();
        Some((self.gbk)(&text).unwrap_or_default())
    }

    /// Reads and decrypts `count` bytes.
    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let bytes = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        let places = self.at..;
        let plain = match self.cipher {
            Some(cipher) => places.zip(bytes).map(|(at, byte)| cipher.byte(at, *byte)).collect(),
            None => bytes.to_vec(),
        };
        self.at += count;
        Some(plain)
    }
}
