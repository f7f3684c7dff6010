use core::fmt;

/// Stage of a game: the steps of the set-up, then play.
///
/// ```
/// use game::Game;
/// use undercover::{Options, Stage, Undercover};
///
/// // Without locks, choosing the mole is the first step.
/// let game = Undercover::dealt(Options::DEFAULT, &mut conformance::TestDice::new(1));
/// assert_eq!(game.stage(), Stage::Choose);
/// let game = Undercover::dealt("locks=2".parse()?, &mut conformance::TestDice::new(1));
/// assert_eq!(game.stage(), Stage::Lock);
/// // With moles drawn by the system there is nothing to choose.
/// let game = Undercover::dealt("selection=random".parse()?, &mut conformance::TestDice::new(1));
/// assert_eq!(game.stage(), Stage::Play);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Each side locks some of its own pawns.
    Lock,
    /// Each side chooses its mole.
    Choose,
    /// Each side may rearrange its pawns.
    Place,
    /// The set-up is over.
    Play,
}

impl Stage {
    /// Name in texts.
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
