//! Inputs of the network.

use xiangqi::{Kind, Piece, Position, Side, Square};

/// Number of inputs for each perspective: the pieces of both sides, each kind only on points it can
/// reach.
pub const INPUTS: usize = 2 * PER_SIDE;

/// Number of inputs for the pieces of one side.
const PER_SIDE: usize = 346;

/// Number of output buckets. The remaining pieces select the bucket.
pub const BUCKETS: usize = 4;

/// Marks a piece and point without an input.
const NONE: u16 = u16::MAX;

/// Number of the input for each kind and point, where the point is seen by the piece's own side.
static OF_PIECE: [[u16; Square::COUNT]; 7] = {
    let mut all = [[NONE; Square::COUNT]; 7];
    let mut next = 0;
    let mut kind = 0;
    while kind < 7 {
        let mut at = 0;
        while at < Square::COUNT {
            if can_stand(Kind::ALL[kind], at % 9, at / 9) {
                all[kind][at] = next;
                next += 1;
            }
            at += 1;
        }
        kind += 1;
    }
    assert!(next as usize == PER_SIDE);
    all
};

/// Number of groups of inputs. The inputs of a group differ only in the point.
pub(crate) const GROUPS: usize = 2 * 7;

/// Group of every input.
pub(crate) static GROUP_OF_INPUT: [u8; INPUTS] = {
    let mut groups = [0; INPUTS];
    let mut kind = 0;
    while kind < 7 {
        let mut at = 0;
        while at < Square::COUNT {
            let number = OF_PIECE[kind][at];
            if number != NONE {
                groups[number as usize] = kind as u8;
                groups[PER_SIDE + number as usize] = 7 + kind as u8;
            }
            at += 1;
        }
        kind += 1;
    }
    groups
};

/// Whether a kind can ever reach a point, as seen by its own side.
const fn can_stand(kind: Kind, file: usize, rank: usize) -> bool {
    match kind {
        Kind::General => 3 <= file && file <= 5 && rank <= 2,
        Kind::Advisor => matches!((file, rank), (3 | 5, 0 | 2) | (4, 1)),
        Kind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        Kind::Pawn => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
        Kind::Horse | Kind::Chariot | Kind::Cannon => true,
    }
}

/// Number of the input for a piece on a point, below [`INPUTS`].
///
/// The board is seen from `perspective`, with left and right exchanged if `mirrored`. `None` if the
/// piece can never reach the point.
/// ```
/// use nnue::feature;
/// use xiangqi::{Kind, Piece, Side};
///
/// let chariot = |side| Piece { side, kind: Kind::Chariot };
/// let red = feature(Side::Red, false, chariot(Side::Red), "a0".parse()?);
/// // From Black's perspective, its own chariot in the same corner is the same input.
/// assert_eq!(feature(Side::Black, false, chariot(Side::Black), "a9".parse()?), red);
/// assert_eq!(feature(Side::Red, true, chariot(Side::Red), "i0".parse()?), red);
/// assert_ne!(feature(Side::Black, false, chariot(Side::Red), "a0".parse()?), red);
///
/// let pawn = Piece { side: Side::Red, kind: Kind::Pawn };
/// assert_eq!(feature(Side::Red, false, pawn, "a0".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn feature(perspective: Side, mirrored: bool, piece: Piece, square: Square) -> Option<usize> {
    let file = if mirrored { 8 - square.file() } else { square.file() };
    let rank = piece.side.relative_rank(square.rank());
    let number = OF_PIECE[piece.kind as usize][usize::from(rank) * 9 + usize::from(file)];
    let owner = if piece.side == perspective { 0 } else { PER_SIDE };
    (number != NONE).then(|| owner + usize::from(number))
}

/// Whether the inputs of a side with its general on this file are mirrored. Mirroring keeps the
/// general off the right half.
#[inline]
pub const fn is_mirrored(general: Square) -> bool {
    general.file() > 4
}

/// Output bucket of a position. It depends on the number of chariots (counted twice), horses and
/// cannons.
#[inline]
pub fn bucket(position: &Position) -> usize {
    let count = |kind| {
        (position.pieces(Side::Red, kind) | position.pieces(Side::Black, kind)).len() as usize
    };
    bucket_of(2 * count(Kind::Chariot) + count(Kind::Horse) + count(Kind::Cannon))
}

/// Output bucket for a number of attacking pieces, with chariots counted twice.
pub(crate) fn bucket_of(attackers: usize) -> usize {
    (attackers.saturating_sub(1) / 4).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All inputs have distinct numbers without gaps.
    #[test]
    fn every_input_has_a_number() {
        for perspective in Side::BOTH {
            let mut numbers = BTreeSet::new();
            for side in Side::BOTH {
                for kind in Kind::ALL {
                    let piece = Piece { side, kind };
                    let all = Square::all().filter_map(|at| feature(perspective, false, piece, at));
                    all.for_each(|number| assert!(numbers.insert(number), "{number}"));
                }
            }
            assert!(numbers.into_iter().eq(0..INPUTS));
        }
    }

    #[test]
    fn buckets_follow_the_pieces() {
        let table = [(16, 3), (13, 3), (12, 2), (9, 2), (8, 1), (5, 1), (4, 0), (1, 0), (0, 0)];
        for (attackers, bucket) in table {
            assert_eq!(bucket_of(attackers), bucket, "{attackers}");
        }
        assert_eq!(bucket(&Position::start()), 3);
    }
}
