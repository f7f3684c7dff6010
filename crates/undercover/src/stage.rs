use core::fmt;

/// How far a game has got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Each side locks pawns of its own.
    Lock,
    /// Each side chooses its mole.
    Choose,
    /// Each side may rearrange its pawns.
    Place,
    /// The set-up is over.
    Play,
}

impl Stage {
    /// Its name in texts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Stage::Lock => "lock",
            Stage::Choose => "choose",
            Stage::Place => "place",
            Stage::Play => "play",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
