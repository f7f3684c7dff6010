use core::fmt;
use xiangqi::Square;

/// State of a side's mole.
///
/// ```
/// use undercover::Mole;
///
/// let mole = Mole::At("e6".parse()?);
/// assert_eq!(mole.square(), Some("e6".parse()?));
/// assert_eq!(mole.to_string(), "e6");
/// // Texts in positions: waived, captured by its owner, turned.
/// let others = [Mole::Waived, Mole::Lost, Mole::Turned];
/// assert_eq!(others.map(|mole| mole.to_string()), ["-", "x", "+"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mole {
    /// Not turned: a pawn of the opponent on this square.
    At(Square),
    /// Waived during the set-up.
    Waived,
    /// Captured by its owner.
    Lost,
    /// Turned; public.
    Turned,
}

impl Mole {
    /// Square of a mole that is not turned.
    pub const fn square(self) -> Option<Square> {
        match self {
            Mole::At(square) => Some(square),
            Mole::Waived | Mole::Lost | Mole::Turned => None,
        }
    }
}

impl fmt::Display for Mole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mole::At(square) => write!(f, "{square}"),
            Mole::Waived => f.write_str("-"),
            Mole::Lost => f.write_str("x"),
            Mole::Turned => f.write_str("+"),
        }
    }
}
