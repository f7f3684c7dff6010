use crate::{Board, Color};
use game::{Outcome, Points, Reason, Seat};

/// Ends of a game that the board decides. Repetition needs the history, so [`Banqi`](crate::Banqi)
/// judges it.
impl Board {
    /// The outcome, if the board ends the game: by points, by lack of actions or pieces, or by the
    /// quiet limit.
    ///
    /// ```
    /// use banqi::{Board, Options};
    /// use game::Reason;
    ///
    /// let board = Board::from_text(Options::SEED, "8/8/8/1P5* b 60/0 0 9 ?")?;
    /// let outcome = board.outcome().ok_or("not over")?;
    /// assert_eq!(outcome.reason, Reason::Points);
    /// // Seat 0 acts on even plies. At ply 9 Black is to move, so Black is seat 1 and Red seat 0.
    /// assert_eq!(outcome.scores[0].to_string(), "60");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let (reason, winner) = self.ending()?;
        Some(self.outcome_of(reason, winner))
    }

    /// Outcome with the points of both sides as its scores.
    pub(crate) fn outcome_of(&self, reason: Reason, winner: Option<Color>) -> Outcome {
        let mut outcome = Outcome::duel(reason, winner.and_then(|color| self.seat_of(color)));
        for seat in Seat::first(2) {
            let points = self.color_of(seat).map_or(0, |color| self.score(color));
            outcome.scores[seat.index()] = Points::whole(points);
        }
        outcome
    }

    /// Whether the board ends the game.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The reason and the winner, if the board ends the game.
    pub fn ending(&self) -> Option<(Reason, Option<Color>)> {
        let Some(mover) = self.turn else {
            // Without face-down pieces there is no first flip. The parser rejects such a text.
            return None;
        };
        if let Some(winner) = self.points_winner(mover) {
            return Some((Reason::Points, winner));
        }
        if self.options.target.is_none()
            && self.is_wiped_out(mover.other())
            && !self.is_wiped_out(mover)
        {
            return Some((Reason::NoAction, Some(mover)));
        }
        if !self.has_action(mover) || (self.options.target.is_none() && self.is_wiped_out(mover)) {
            return Some((Reason::NoAction, Some(mover.other())));
        }
        let limit = self.options.quiet_limit?;
        (self.quiet >= limit).then_some((Reason::QuietLimit, None))
    }

    /// `Some(winner)` if a side has enough points to win.
    ///
    /// Both sides have enough only in a constructed text. Then the higher score wins, and equal
    /// scores are a draw.
    fn points_winner(&self, mover: Color) -> Option<Option<Color>> {
        let target = self.options.target?;
        let (mine, theirs) = (self.score(mover), self.score(mover.other()));
        if mine.max(theirs) < target {
            return None;
        }
        Some(match mine.cmp(&theirs) {
            core::cmp::Ordering::Greater => Some(mover),
            core::cmp::Ordering::Less => Some(mover.other()),
            core::cmp::Ordering::Equal => None,
        })
    }

    fn is_wiped_out(&self, color: Color) -> bool {
        self.face_up(color).is_empty() && self.unseen().count_of(color) == 0
    }

    fn has_action(&self, mover: Color) -> bool {
        !self.face_down().is_empty()
            || self.face_up(mover).any(|from| !self.targets(from).is_empty())
    }
}
