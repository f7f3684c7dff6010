/// What the solver has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Mate or stalemate at the end of the line; in other games a won game.
    Mate,
    /// A won position.
    Win,
    /// A position that is not lost.
    Save,
    /// Undercover: the name of the pawn that is the opponent's mole.
    NameMole,
}

impl Goal {
    pub(crate) fn from_letter(letter: &str) -> Option<Goal> {
        let goals = [Goal::Mate, Goal::Win, Goal::Save, Goal::NameMole];
        goals.into_iter().find(|goal| letter.chars().eq([goal.letter()]))
    }

    /// Letter in texts.
    pub(crate) const fn letter(self) -> char {
        match self {
            Goal::Mate => 'm',
            Goal::Win => 'w',
            Goal::Save => 's',
            Goal::NameMole => 'n',
        }
    }
}
