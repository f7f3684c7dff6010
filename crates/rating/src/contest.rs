use crate::Meeting;
use std::{fmt, sync::Arc};

/// One player of a finished game.
///
/// ```
/// use rating::{Contest, Entrant};
///
/// // A game of four in two teams: allies never meet.
/// let seats = ["An", "Bo", "Cy", "Di"].into_iter().zip([0, 1, 0, 1]).zip([2, 0, 2, 0]);
/// let entrants =
///     seats.map(|((player, side), points)| Entrant { player: player.into(), side, points });
/// assert!(Contest::new("a game in teams", 0, entrants.collect()).is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// Name or account id of the player, the same in every contest.
    pub player: Arc<str>,
    /// Number of the player's side. Allies share a number.
    pub side: u8,
    /// Points of the player, in any unit. More points beat fewer.
    pub points: u16,
}

/// A finished game as a ladder sees it: at least two sides, and no player twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    pub(crate) game: Arc<str>,
    pub(crate) ended_ms: u64,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) is_short: bool,
}

/// Error for a game with only one side, or with the same player twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoContest;

impl fmt::Display for NoContest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a contest needs two sides, and each player only once")
    }
}

impl std::error::Error for NoContest {}

impl Contest {
    /// Creates a contest from the id of a game and the time of its end, Unix ms.
    ///
    /// # Errors
    /// If there is only one side, or if a player occurs twice.
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

    /// Marks a game as ended voluntarily before it was long enough to count (see
    /// [`is_short`](crate::is_short)).
    #[must_use]
    pub fn cut_short(self) -> Contest {
        Contest { is_short: true, ..self }
    }

    /// Id of the game.
    pub fn game(&self) -> &Arc<str> {
        &self.game
    }

    /// Time of the end, Unix ms.
    pub fn ended_ms(&self) -> u64 {
        self.ended_ms
    }

    /// Players of the game.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Whether the game was [`cut_short`](Contest::cut_short).
    pub fn is_short(&self) -> bool {
        self.is_short
    }

    /// Each pair of opponents once; none if the game was cut short.
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

    /// Index of the player who left: in a game of two, the player with fewer points.
    pub(crate) fn leaver(&self) -> Option<usize> {
        match self.entrants.as_slice() {
            [one, other] if one.points < other.points => Some(0),
            [one, other] if one.points > other.points => Some(1),
            _ => None,
        }
    }
}
