/// What the solver has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Mate or stalemate at the end of the line.
    Mate,
    /// A won position.
    Win,
    /// A position that is not lost.
    Save,
}

impl Goal {
    /// Letter in texts.
    pub(crate) const fn letter(self) -> char {
        match self {
            Goal::Mate => 'm',
            Goal::Win => 'w',
            Goal::Save => 's',
        }
    }
}
