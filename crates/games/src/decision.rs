/// Decision that a table asks of a computer seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Choose an action.
    Act,
    /// Accept or decline a draw offer.
    Draw,
}
