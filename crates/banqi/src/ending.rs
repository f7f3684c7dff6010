use crate::{Board, Color};
use game::{Outcome, Points, Reason, Seat};

/// How a game ends by what lies on the board; repetition needs the history and is the referee's.
impl Board {
    /// How the game ended by the board alone: points, no action, no piece, quiet limit.
    ///
    /// ```
    /// use banqi::{Board, Options};
    /// use game::Reason;
    ///
    /// let board = Board::from_text(Options::SEED, "8/8/8/1P5* b 60/0 0 9 ?")?;
    /// let outcome = board.outcome().ok_or("not over")?;
    /// assert_eq!(outcome.reason, Reason::Points);
    /// // Seat 0 acts on even plies: on move in the ninth is seat 1, Black, so that seat 0 is Red.
    /// assert_eq!(outcome.scores[0].to_string(), "60");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let (reason, winner) = self.ending()?;
        Some(self.outcome_of(reason, winner))
    }

    /// An outcome with the points as its scores.
    pub(crate) fn outcome_of(&self, reason: Reason, winner: Option<Color>) -> Outcome {
        let mut outcome = Outcome::duel(reason, winner.and_then(|color| self.seat_of(color)));
        for seat in Seat::first(2) {
            let points = self.color_of(seat).map_or(0, |color| self.score(color));
            outcome.scores[seat.index()] = Points::whole(points);
        }
        outcome
    }

    /// Whether the game is over by the board alone.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// Why the game is over and who won it, if it is.
    pub fn ending(&self) -> Option<(Reason, Option<Color>)> {
        let Some(mover) = self.turn else {
            // Without a face-down piece there is no first flip; texts like that are refused.
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

    /// `Some(winner)` when a side has the points that win. Both have them only in a text somebody
    /// made up: then the higher score wins and equal scores are a draw.
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
