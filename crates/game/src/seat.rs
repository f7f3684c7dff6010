use core::fmt;

/// Place of a player at the table, counted from 0 in turn order. No game has more than four.
///
/// ```
/// use game::Seat;
///
/// let third = Seat::new(2);
/// assert_eq!(third.index(), 2);
/// assert_eq!(Seat::first(3).last(), Some(third));
/// // A number from outside may be out of range.
/// assert_eq!(Seat::checked(4), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Maximum number of seats of a game.
    pub const MAX: u8 = 4;

    /// Returns the seat with this index.
    ///
    /// # Panics
    /// If `index` is not below [`Seat::MAX`]. Use [`Seat::checked`] for indices from outside.
    pub const fn new(index: u8) -> Seat {
        assert!(index < Seat::MAX, "a table has at most four seats");
        Seat(index)
    }

    /// Returns the seat with this index, or `None` if `index` is not below [`Seat::MAX`].
    pub const fn checked(index: u8) -> Option<Seat> {
        if index < Seat::MAX { Some(Seat(index)) } else { None }
    }

    /// Index of the seat in turn order, `0..4`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the first `count` seats in order, at most [`Seat::MAX`].
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count.min(Seat::MAX)).map(Seat)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Set of seats, such as the winners or the seats that still owe a choice.
///
/// ```
/// use game::{Seat, SeatSet};
///
/// let owing = SeatSet::first(4).without(Seat::new(1));
/// assert_eq!(owing.len(), 3);
/// assert!(!owing.contains(Seat::new(1)));
/// assert_eq!(owing.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2, 3]);
/// assert_eq!(SeatSet::only(Seat::new(0)).with(Seat::new(1)), SeatSet::first(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Returns the set of the first `count` seats.
    ///
    /// # Panics
    /// If `count` is greater than [`Seat::MAX`].
    pub const fn first(count: u8) -> SeatSet {
        assert!(count <= Seat::MAX, "a table has at most four seats");
        SeatSet((1 << count) - 1)
    }

    /// Returns the set with one seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Returns the set with `seat` added.
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | (1 << seat.0))
    }

    /// Returns the set with `seat` removed.
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Whether the set has no seats.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of seats in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Iterates over the seats in turn order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(Seat::MAX).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Person for whom a view is made.
///
/// The referee is not an observer: it holds the [`Game`](crate::Game) itself.
///
/// ```
/// use game::{Observer, Seat};
///
/// assert_eq!(Observer::Seat(Seat::new(1)).seat(), Some(Seat::new(1)));
/// assert_eq!(Observer::Spectator.seat(), None);
/// // Two players and the spectators.
/// assert_eq!(Observer::all(2).count(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Observer {
    /// The player in this seat.
    Seat(Seat),
    /// A person without a seat.
    Spectator,
}

impl Observer {
    /// The observer's seat; `None` for a spectator.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Observer::Seat(seat) => Some(seat),
            Observer::Spectator => None,
        }
    }

    /// Iterates over all observers of a game with `seats` seats: each seat, then the spectator.
    pub fn all(seats: u8) -> impl Iterator<Item = Observer> {
        Seat::first(seats).map(Observer::Seat).chain([Observer::Spectator])
    }
}

/// Seats that may act now.
///
/// ```
/// use game::{Seat, SeatSet, Turn};
///
/// let red = Seat::new(0);
/// assert_eq!(Turn::Seat(red).seats(), SeatSet::only(red));
/// // Both still owe a choice and may make it in any order.
/// assert!(Turn::Setup(SeatSet::first(2)).seats().contains(red));
/// assert!(Turn::Over.seats().is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This seat is to move.
    Seat(Seat),
    /// Set-up: each of these seats still owes its choice, in any order.
    Setup(SeatSet),
    /// The game is over.
    Over,
}

impl Turn {
    /// The seats that may act.
    pub const fn seats(self) -> SeatSet {
        match self {
            Turn::Seat(seat) => SeatSet::only(seat),
            Turn::Setup(seats) => seats,
            Turn::Over => SeatSet::EMPTY,
        }
    }
}
