use alloc::format;
use core::{fmt, str::FromStr};
use game::TextError;
use xiangqi::{Move, Square};

/// One action of a side.
///
/// ```
/// use undercover::{Action, Choice};
///
/// for text in ["h2e2", "@e6", "lock:c3+e3", "lock:-", "mole:random", "place:21345"] {
///     let action: Action = text.parse()?;
///     assert_eq!(action.to_string(), text);
/// }
/// assert_eq!("mole:-".parse::<Action>()?, Action::Choose(Choice::Waive));
/// assert_eq!("@z9".parse::<Action>().unwrap_err().code, "square");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A move of traditional xiangqi: `h2e2`.
    Move(Move),
    /// Turns the side's own mole where it is: `@e6`.
    Turn(Square),
    /// Set-up: locks own pawns, so that the opponent cannot select them: `lock:c3+e3`, `lock:-`.
    Lock(Locks),
    /// Set-up: chooses the mole: `mole:e6`, `mole:random`, `mole:-`.
    Choose(Choice),
    /// Set-up: rearranges the own pawns: `place:12345`.
    Place(Places),
}

/// The own pawns that a side locks: none, one or two, in the order of their squares.
///
/// ```
/// use undercover::Locks;
/// use xiangqi::Square;
///
/// let (c3, e3): (Square, Square) = ("c3".parse()?, "e3".parse()?);
/// let locks = Locks::two(e3, c3).ok_or("the same point twice")?;
/// assert_eq!(locks.to_string(), "c3+e3");
/// assert!(locks.contains(c3) && !Locks::one(e3).contains(c3));
/// assert_eq!(Locks::two(c3, c3), None);
/// assert_eq!(Locks::NONE.iter().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Locks([Option<Square>; 2]);

impl Locks {
    /// No locks.
    pub const NONE: Locks = Locks([None, None]);

    /// Locks one square.
    pub const fn one(square: Square) -> Locks {
        Locks([Some(square), None])
    }

    /// Locks two squares. Returns `None` if they are the same.
    pub fn two(one: Square, other: Square) -> Option<Locks> {
        (one != other).then(|| Locks([Some(one.min(other)), Some(one.max(other))]))
    }

    /// Iterates over the locked squares.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        self.0.into_iter().flatten()
    }

    /// Whether a square is locked.
    pub fn contains(self, square: Square) -> bool {
        self.0.contains(&Some(square))
    }
}

impl fmt::Display for Locks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [Some(one), Some(other)] => write!(f, "{one}+{other}"),
            [Some(one), None] | [None, Some(one)] => write!(f, "{one}"),
            [None, None] => f.write_str("-"),
        }
    }
}

impl FromStr for Locks {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Locks, TextError> {
        if text == "-" {
            return Ok(Locks::NONE);
        }
        let Some((one, other)) = text.split_once('+') else { return text.parse().map(Locks::one) };
        let shift = one.len() + 1;
        let (one, other): (Square, Square) =
            (one.parse()?, other.parse().map_err(|e: TextError| e.shifted(shift))?);
        match Locks::two(one, other) {
            Some(locks) if one < other => Ok(locks),
            _ => Err(TextError::new(
                "action-text",
                0,
                "expected two different points, the lower first",
            )),
        }
    }
}

/// How a side chooses its mole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// Chooses this pawn of the opponent.
    Pawn(Square),
    /// Lets the system choose.
    Random,
    /// Plays without a mole (放棄).
    Waive,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Pawn(square) => write!(f, "{square}"),
            Choice::Random => f.write_str("random"),
            Choice::Waive => f.write_str("-"),
        }
    }
}

/// Rearrangement of a side's five pawns on its five starting squares.
///
/// `places.0[i]` is the pawn on square `i`. Pawns and squares are counted 0–4 from file `a`.
///
/// ```
/// use undercover::Places;
///
/// // The fifth pawn goes to the first square; the others move one square further.
/// let places: Places = "51234".parse()?;
/// assert_eq!(places.carry("a3".parse()?), "c3".parse()?);
/// assert_eq!(places.carry("i3".parse()?), "a3".parse()?);
/// assert_eq!(Places::new([0, 1, 2, 3, 3]), None, "two pawns on one point");
/// assert_eq!(Places::UNCHANGED.to_string(), "12345");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Places([u8; 5]);

impl Places {
    /// Leaves every pawn in its place.
    pub const UNCHANGED: Places = Places([0, 1, 2, 3, 4]);

    /// Creates a rearrangement from a permutation of 0–4. Returns `None` if it is no permutation.
    pub fn new(pawns: [u8; 5]) -> Option<Places> {
        let seen = pawns
            .iter()
            .fold(0u32, |seen, &pawn| seen | 1u32.checked_shl(u32::from(pawn)).unwrap_or(0));
        (seen == 0b11111).then_some(Places(pawns))
    }

    /// Where the pawn on a starting square goes.
    pub fn carry(self, square: Square) -> Square {
        let old = square.file() / 2;
        let new = self.0.iter().position(|&pawn| pawn == old).unwrap_or_default();
        Square::new(new as u8 * 2, square.rank()).unwrap_or(square)
    }

    /// Iterates over all 120 rearrangements, in text order.
    pub(crate) fn all() -> impl Iterator<Item = Places> {
        (0..5u32.pow(5)).filter_map(|number| {
            Places::new([625, 125, 25, 5, 1].map(|unit| (number / unit % 5) as u8))
        })
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|pawn| write!(f, "{}", pawn + 1))
    }
}

impl FromStr for Places {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Places, TextError> {
        let error = || TextError::new("action-text", 0, "expected each of the digits 1 to 5 once");
        let digits: [u8; 5] = text.as_bytes().try_into().map_err(|_| error())?;
        Places::new(digits.map(|digit| digit.wrapping_sub(b'1'))).ok_or_else(error)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(played) => write!(f, "{played}"),
            Action::Turn(square) => write!(f, "@{square}"),
            Action::Lock(locks) => write!(f, "lock:{locks}"),
            Action::Choose(choice) => write!(f, "mole:{choice}"),
            Action::Place(places) => write!(f, "place:{places}"),
        }
    }
}

impl FromStr for Action {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Action, TextError> {
        if let Some(square) = text.strip_prefix('@') {
            return Ok(Action::Turn(square.parse().map_err(|e: TextError| e.shifted(1))?));
        }
        let Some((step, value)) = text.split_once(':') else {
            return text.parse().map(Action::Move);
        };
        let read = match (step, value) {
            ("lock", _) => value.parse().map(Action::Lock),
            ("mole", "random") => Ok(Action::Choose(Choice::Random)),
            ("mole", "-") => Ok(Action::Choose(Choice::Waive)),
            ("mole", _) => value.parse().map(|square| Action::Choose(Choice::Pawn(square))),
            ("place", _) => value.parse().map(Action::Place),
            _ => {
                let message = format!(
                    "expected `lock:`, `mole:` or `place:`, found `{}:`",
                    step.escape_debug()
                );
                return Err(TextError::new("action-text", 0, message));
            }
        };
        read.map_err(|error| error.shifted(step.len() + 1))
    }
}
