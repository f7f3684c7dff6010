use core::fmt;

/// How far a game has got.
///
/// ```
/// use game::Game;
/// use undercover::{Options, Stage, Undercover};
///
/// // Without locks to set, choosing the mole comes first.
/// let game = Undercover::dealt(Options::DEFAULT, &mut conformance::TestDice::new(1));
/// assert_eq!(game.stage(), Stage::Choose);
/// let game = Undercover::dealt("locks=2".parse()?, &mut conformance::TestDice::new(1));
/// assert_eq!(game.stage(), Stage::Lock);
/// // Moles that the system draws leave nothing to choose.
/// let game = Undercover::dealt("selection=random".parse()?, &mut conformance::TestDice::new(1));
/// assert_eq!(game.stage(), Stage::Play);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
