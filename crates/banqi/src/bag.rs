use crate::{Color, Kind, Piece};
use game::TextError;

/// Number of each piece in a collection, such as the unseen or the captured pieces.
///
/// ```
/// use banqi::{Bag, Color, Kind, Piece};
///
/// let bag = Bag::full();
/// assert_eq!((bag.len(), bag.count_of(Color::Red)), (32, 16));
/// assert_eq!(bag.count(Piece::new(Color::Black, Kind::Soldier)), 5);
/// assert_eq!(bag.kinds().count(), Piece::COUNT);
/// assert!(bag.minus(&bag).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bag {
    counts: [u8; Piece::COUNT],
}

impl Bag {
    /// The empty bag.
    pub const EMPTY: Bag = Bag { counts: [0; Piece::COUNT] };

    /// All 32 pieces of a game.
    pub fn full() -> Bag {
        let mut bag = Bag::EMPTY;
        Piece::all().for_each(|piece| bag.counts[piece.index()] = piece.kind.count());
        bag
    }

    /// Number of copies of `piece`.
    pub const fn count(&self, piece: Piece) -> u8 {
        self.counts[piece.index()]
    }

    /// Number of pieces of `color`.
    pub fn count_of(&self, color: Color) -> u32 {
        Kind::ALL.into_iter().map(|kind| u32::from(self.count(Piece::new(color, kind)))).sum()
    }

    /// Number of pieces.
    pub fn len(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether the bag has no pieces.
    pub fn is_empty(&self) -> bool {
        self.counts == Bag::EMPTY.counts
    }

    /// Iterates over the distinct pieces with their counts.
    pub fn kinds(&self) -> impl Iterator<Item = (Piece, u8)> + use<> {
        let counts = self.counts;
        (0..Piece::COUNT)
            .filter(move |&index| counts[index] > 0)
            .map(move |index| (Piece::from_index(index), counts[index]))
    }

    /// Iterates over all pieces, each as often as its count.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        self.kinds().flat_map(|(piece, count)| core::iter::repeat_n(piece, count.into()))
    }

    /// The pieces of this bag without those of `other`.
    pub fn minus(&self, other: &Bag) -> Bag {
        Bag { counts: core::array::from_fn(|i| self.counts[i].saturating_sub(other.counts[i])) }
    }

    pub(crate) const fn copy(&mut self, other: &Bag, piece: Piece) {
        self.counts[piece.index()] = other.counts[piece.index()];
    }

    pub(crate) const fn put(&mut self, piece: Piece) {
        let count = &mut self.counts[piece.index()];
        *count = count.saturating_add(1);
    }

    pub(crate) const fn take(&mut self, piece: Piece) {
        let count = &mut self.counts[piece.index()];
        *count = count.saturating_sub(1);
    }

    /// Adds `piece`, or returns an error at byte `at` if the bag already has all of them.
    pub(crate) fn put_within_set(&mut self, piece: Piece, at: usize) -> Result<(), TextError> {
        let most = piece.kind.count();
        if self.count(piece) == most {
            let message = alloc::format!("more than {most} of `{piece}`");
            return Err(TextError::new("pieces", at, message));
        }
        self.put(piece);
        Ok(())
    }
}
