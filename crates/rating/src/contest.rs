use crate::Meeting;
use std::{fmt, sync::Arc};

/// One seat of a game that is over.
///
/// ```
/// use rating::{Contest, Entrant};
///
/// // A game for four in two teams: allies never meet.
/// let seats = ["An", "Bo", "Cy", "Di"].into_iter().zip([0, 1, 0, 1]).zip([2, 0, 2, 0]);
/// let entrants =
///     seats.map(|((player, side), points)| Entrant { player: player.into(), side, points });
/// assert!(Contest::new("a game in teams", 0, entrants.collect()).is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Who played: a name or an account's id, the same in every contest.
    pub player: Arc<str>,
    /// Allies have the same number, everybody else another.
    pub side: u8,
    /// What the game gave, in any unit: who has more has beaten who has less.
    pub points: u16,
}

/// A game that is over, as a ladder sees it. Made of who can meet: at least two sides, and nobody
/// twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    pub(crate) game: Arc<str>,
    pub(crate) ended_ms: u64,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) is_short: bool,
}

/// Nobody has met anybody, or somebody themselves: there is nothing to rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoContest;

impl fmt::Display for NoContest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a contest takes two sides, and nobody twice")
    }
}

impl std::error::Error for NoContest {}

impl Contest {
    /// A game by its id, with the moment of its end in milliseconds since the epoch.
    ///
    /// # Errors
    /// When there is only one side, or a player sits in two seats.
    ///
    /// ```
    /// use rating::{Contest, Entrant, NoContest};
    ///
    /// let entrant = |player: &str, side| Entrant { player: player.into(), side, points: 1 };
    /// assert!(Contest::new("g", 0, vec![entrant("An", 0), entrant("Bo", 1)]).is_ok());
    /// assert_eq!(Contest::new("g", 0, vec![entrant("An", 0), entrant("An", 1)]), Err(NoContest));
    /// assert_eq!(Contest::new("g", 0, vec![entrant("An", 0), entrant("Bo", 0)]), Err(NoContest));
    /// ```
    pub fn new(
        game: impl Into<Arc<str>>,
        ended_ms: u64,
        entrants: Vec<Entrant>,
    ) -> Result<Contest, NoContest> {
        let is_twice = |(index, one): (usize, &Entrant)| {
            entrants[..index].iter().any(|other| other.player == one.player)
        };
        let has_opponents = entrants.windows(2).any(|pair| pair[0].side != pair[1].side);
        if !has_opponents || entrants.iter().enumerate().any(is_twice) {
            return Err(NoContest);
        }
        Ok(Contest { game: game.into(), ended_ms, entrants, is_short: false })
    }

    /// The same, ended at will before it was long enough to count (see [`is_short`](crate::is_short)).
    #[must_use]
    pub fn cut_short(self) -> Contest {
        Contest { is_short: true, ..self }
    }

    /// The game's id.
    pub fn game(&self) -> &Arc<str> {
        &self.game
    }

    /// When it ended, in milliseconds since the epoch.
    pub fn ended_ms(&self) -> u64 {
        self.ended_ms
    }

    /// Who played.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Whether it was [`cut_short`](Contest::cut_short).
    pub fn is_short(&self) -> bool {
        self.is_short
    }

    /// Each two entrants who met, once; nobody in a game that was cut short.
    pub fn meetings(&self) -> impl Iterator<Item = Meeting> {
        let entrants = if self.is_short { &[][..] } else { &self.entrants };
        entrants.iter().enumerate().flat_map(move |(index, one)| {
            let others = entrants[index + 1..].iter().filter(|other| other.side != one.side);
            others.map(|other| {
                let (one, other) = (one.player.clone(), other.player.clone());
                let (one, other) = if one < other { (one, other) } else { (other, one) };
                Meeting { one, other, at_ms: self.ended_ms }
            })
        })
    }

    /// Who has left: in a game for two whoever has lost it.
    pub(crate) fn leaver(&self) -> Option<usize> {
        match self.entrants.as_slice() {
            [one, other] if one.points < other.points => Some(0),
            [one, other] if one.points > other.points => Some(1),
            _ => None,
        }
    }
}
