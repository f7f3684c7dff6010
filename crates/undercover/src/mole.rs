use core::fmt;
use xiangqi::Square;

/// What has become of a side's mole.
///
/// ```
/// use undercover::Mole;
///
/// let mole = Mole::At("e6".parse()?);
/// assert_eq!(mole.square(), Some("e6".parse()?));
/// assert_eq!(mole.to_string(), "e6");
/// // As positions have them: waived, captured by its owner, turned.
/// let others = [Mole::Waived, Mole::Lost, Mole::Turned];
/// assert_eq!(others.map(|mole| mole.to_string()), ["-", "x", "+"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mole {
    /// It stands, unturned, as a pawn of the opponent on this point.
    At(Square),
    /// It was waived before the game.
    Waived,
    /// Its owner captured it.
    Lost,
    /// It has turned: public.
    Turned,
}

impl Mole {
    /// Where it stands unturned.
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
