//! Writes XQF files for the tests of the reader.

use record::{Annotations, Record, Tag};
use xiangqi::{Kind, Position, Side, Square};

/// Version and keys of the cipher.
pub(crate) struct Encoder {
    version: u8,
    keys: [u8; 16],
}

impl Encoder {
    /// Draws keys from `seed`. Versions up to 10 need none.
    pub(crate) fn new(version: u8, seed: u64) -> Encoder {
        let mut keys = [0; 16];
        if version > 10 {
            for (at, key) in keys.iter_mut().enumerate().skip(3) {
                *key = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(at as u32 * 5) >> 20)
                    as u8;
            }
        }
        keys[..2].copy_from_slice(b"XQ");
        keys[2] = version;
        Encoder { version, keys }
    }

    /// Factors that follow from the keys: for pieces, origins and destinations.
    fn factors(&self) -> [u8; 3] {
        if self.version <= 10 {
            return [0; 3];
        }
        let mut with = self.keys[13];
        [13, 14, 15].map(|at| {
            let key = u32::from(self.keys[at]);
            // The formula of the format's author.
            let factor = ((((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * u32::from(with);
            with = factor as u8;
            with
        })
    }

    /// Writes a game. The counters of its start are not stored.
    pub(crate) fn file(&self, record: &Record) -> Vec<u8> {
        let start = Position::from_fen(&record.start).unwrap();
        let mut file = vec![0; 1024];
        file[..16].copy_from_slice(&self.keys);
        let factor = self.factors()[0];
        for (index, square) in squares(&start).into_iter().enumerate() {
            let place = if self.version >= 12 {
                (index + 63 - usize::from(factor) % 32) % 32
            } else {
                index
            };
            file[16 + place] = square.wrapping_add(factor);
        }
        file[50] = u8::from(start.side_to_move() == Side::Black);
        file[51] = match &record.outcome {
            None => 0,
            Some(end) => end.winners.iter().next().map_or(3, |seat| 1 + seat.index() as u8),
        };
        let mut text = |at: usize, text: &str| {
            let (bytes, _, _) = encoding_rs::GBK.encode(text);
            file[at] = bytes.len() as u8;
            file[at + 1..][..bytes.len()].copy_from_slice(&bytes);
        };
        text(304, &record.names[0]);
        text(320, &record.names[1]);
        text(272, record.tags.get(Tag::Date));
        let mut tree = Vec::new();
        let root = record.annotations.get(0).map_or("", |note| &note.comment);
        self.node(&mut tree, None, !record.actions.is_empty(), false, root);
        self.line(&mut tree, &record.actions, &record.annotations, 0);
        let stream = b"[(C) Copyright Mr. Dong Shiwei.]";
        for (at, byte) in tree.into_iter().enumerate() {
            let index = at % 32;
            let mask = (self.keys[12 + index % 4] & self.keys[3]) | self.keys[8 + index % 4];
            let added = if self.version > 10 { stream[index] & mask } else { 0 };
            file.push(byte.wrapping_add(added));
        }
        file
    }

    /// Writes a line from an action on, then the alternatives to it and to later ones.
    fn line(&self, tree: &mut Vec<u8>, actions: &[String], annotations: &Annotations, from: usize) {
        let others =
            |played: usize| annotations.get(played).map_or(&[][..], |note| &note.variations);
        for (played, action) in actions.iter().enumerate().skip(from) {
            let comment = annotations.get(played + 1).map_or("", |note| &note.comment);
            let has_other = played >= from && !others(played).is_empty();
            self.node(tree, Some(action), played + 1 < actions.len(), has_other, comment);
        }
        for played in (from..actions.len()).rev() {
            self.others(tree, others(played));
        }
    }

    /// Writes the variations of one point, each as a sibling of the one before.
    fn others(&self, tree: &mut Vec<u8>, variations: &[record::Variation]) {
        for (number, variation) in (1..).zip(variations) {
            let comment = variation.annotations.get(1).map_or("", |note| &note.comment);
            let has_next = variation.actions.len() > 1;
            // The alternatives to its first action are the siblings that follow.
            let has_other = number < variations.len();
            self.node(tree, Some(&variation.actions[0]), has_next, has_other, comment);
            self.line(tree, &variation.actions, &variation.annotations, 1);
        }
    }

    fn node(
        &self,
        tree: &mut Vec<u8>,
        action: Option<&String>,
        next: bool,
        other: bool,
        comment: &str,
    ) {
        let [_, from, to] = self.factors();
        let number = |square: &str| {
            let square: Square = square.parse().unwrap();
            square.file() * 10 + square.rank()
        };
        let (begin, end) =
            action.map_or((0, 0), |action| (number(&action[..2]), number(&action[2..])));
        tree.push(begin.wrapping_add(0x18).wrapping_add(from));
        tree.push(end.wrapping_add(0x20).wrapping_add(to));
        let (bytes, _, _) = encoding_rs::GBK.encode(comment);
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        if self.version <= 10 {
            tree.extend([flag(next, 0xf0) | flag(other, 0x0f), 0]);
            tree.extend((bytes.len() as u32).to_le_bytes());
        } else {
            tree.extend([flag(next, 0x80) | flag(other, 0x40) | flag(!bytes.is_empty(), 0x20), 0]);
            if !bytes.is_empty() {
                let word = u32::from(self.keys[12]) * 256 + u32::from(self.keys[13]);
                tree.extend((bytes.len() as u32 + word % 32_000 + 767).to_le_bytes());
            }
        }
        tree.extend(bytes.iter());
    }
}

/// Squares of the 32 pieces in the order of the format; 90 is a captured piece.
fn squares(position: &Position) -> Vec<u8> {
    use Kind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Pawn};
    let order = [
        Chariot, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Chariot, Cannon,
        Cannon, Pawn, Pawn, Pawn, Pawn, Pawn,
    ];
    let mut left: Vec<(Side, Kind, u8)> = Side::BOTH
        .into_iter()
        .flat_map(|side| Kind::ALL.map(|kind| (side, kind)))
        .flat_map(|(side, kind)| {
            let squares: Vec<Square> = position.pieces(side, kind).collect();
            squares.into_iter().map(move |square| (side, kind, square.file() * 10 + square.rank()))
        })
        .collect();
    let mut next = |side: Side, kind: Kind| {
        let at =
            left.iter().position(|&(its_side, its_kind, _)| (its_side, its_kind) == (side, kind));
        at.map_or(90, |at| left.remove(at).2)
    };
    Side::BOTH
        .into_iter()
        .flat_map(|side| order.map(|kind| (side, kind)))
        .map(|(side, kind)| next(side, kind))
        .collect()
}

/// Notes that the format can store: no glyphs, and no comments before the first move of a
/// variation.
pub(crate) fn without_glyphs(annotations: &Annotations) -> Annotations {
    plain(annotations, true)
}

fn plain(annotations: &Annotations, is_game: bool) -> Annotations {
    let mut kept = Annotations::default();
    for (played, note) in annotations.iter() {
        if played > 0 || is_game {
            kept.add_comment(played, &note.comment);
        }
        let variations = if played > 0 || is_game { &note.variations[..] } else { &[] };
        for variation in variations {
            let annotations = plain(&variation.annotations, false);
            kept.add_variation(
                played,
                record::Variation { annotations, actions: variation.actions.clone() },
            );
        }
    }
    kept
}
