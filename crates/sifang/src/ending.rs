//! Ends of a game and their scores.

use crate::{End, Mode, Position, Side, Status};
use game::{Outcome, Points, Reason, Seat, SeatSet};

type Scores = [Points; Seat::MAX as usize];

impl Position {
    /// Returns the outcome if the position itself ends the game: by the agreed end, by the limit of
    /// plies without a capture, or because no side can move.
    ///
    /// Repetition needs the history, so [`Sifang`](crate::Sifang) judges it.
    pub fn ending(&self) -> Option<Outcome> {
        let decided = match self.options.end {
            End::Standard if self.mode == Mode::Solo => self.race_ending(),
            End::Standard => self.marshals_ending(2),
            End::FirstMarshal if self.mode != Mode::Solo => self.marshals_ending(1),
            End::FirstMarshal => self.first_fall_ending(),
            End::CaptureAll => self.capture_all_ending(),
            End::Points => self.points_ending(),
        };
        decided.or_else(|| {
            let is_quiet = self.options.quiet_limit.is_some_and(|limit| self.quiet >= limit);
            let is_stuck = !self.has_move(self.turn);
            let reason = match (is_quiet, is_stuck) {
                (true, _) => Reason::QuietLimit,
                (false, true) => Reason::NoAction,
                (false, false) => return None,
            };
            Some(self.draw(reason))
        })
    }

    /// Outcome of a draw in this position.
    pub(crate) fn draw(&self, reason: Reason) -> Outcome {
        Outcome {
            winners: SeatSet::EMPTY,
            scores: self.draw_scores(),
            ..Outcome::duel(reason, None)
        }
    }

    /// Whether a seat still takes part: in teams always, in solo while it has pieces.
    pub fn still_plays(&self, seat: Seat) -> bool {
        self.mode != Mode::Solo || !self.is_out(Side::of_seat(seat))
    }

    /// Whether a side has no piece left to play: it has finished the race, has left, or all of its
    /// pieces were captured. A side without its marshal plays on with its other pieces.
    ///
    /// ```
    /// use sifang::{Options, Position, Side};
    ///
    /// let mut position = Position::start("mode=solo".parse()?);
    /// position.leave(Side::Green);
    /// assert!(position.is_out(Side::Green) && !position.is_out(Side::Red));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_out(&self, side: Side) -> bool {
        !self.board.has_pieces(side)
    }

    /// Whether a side has lost its marshal, and with it the race, but still has pieces to play.
    pub fn plays_without_marshal(&self, side: Side) -> bool {
        self.races() && matches!(self.status(side), Status::Fallen(_)) && !self.is_out(side)
    }

    /// Scores of a draw in this position.
    ///
    /// In teams each side gets one point. In solo the sides still racing share the points of the
    /// open places equally; they rank above sides that lost their marshal.
    ///
    /// ```
    /// use game::Points;
    /// use sifang::{Options, Position};
    ///
    /// // In teams each side gets one point. In solo, four sides share 3, 2, 1 and 0.
    /// assert_eq!(Position::start(Options::DEFAULT).draw_scores(), [Points::whole(1); 4]);
    /// assert_eq!(Position::start("mode=solo".parse()?).draw_scores(), [Points::halves(3); 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw_scores(&self) -> Scores {
        if self.mode != Mode::Solo {
            return [Points::whole(1); 4];
        }
        self.solo_scores()
    }

    /// Outcome if `loser` resigns or runs out of time and that ends the game.
    ///
    /// In teams the other team wins. In solo the side counts as fallen now, and the sides still
    /// racing share the open places. At a table the other sides play on; see
    /// [`Action::Out`](crate::Action::Out).
    ///
    /// ```
    /// use game::{Points, Reason};
    /// use sifang::{Options, Position, Side};
    ///
    /// let green = Side::Green.seat();
    /// let outcome = Position::start(Options::DEFAULT).lost_by(green, Reason::FlagFall);
    /// let winners = [Side::Red, Side::Yellow].into_iter().map(Side::seat).collect();
    /// assert_eq!(outcome.winners, winners, "the other team");
    /// // In solo, the three sides still racing share 3, 2 and 1.
    /// let outcome = Position::start("mode=solo".parse()?).lost_by(green, Reason::FlagFall);
    /// assert_eq!(outcome.scores, [2, 0, 2, 2].map(Points::whole));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost_by(&self, loser: Seat, reason: Reason) -> Outcome {
        let loser = Side::of_seat(loser);
        if self.mode != Mode::Solo {
            return self.team_wins(1 - self.mode.team(loser), reason);
        }
        let mut after = self.clone();
        if after.still_plays(loser.seat()) {
            after.leave(loser);
        }
        let scores = after.solo_scores();
        Outcome { winners: sole_winner(&scores), scores, ..Outcome::duel(reason, None) }
    }

    fn team_wins(&self, team: usize, reason: Reason) -> Outcome {
        let winners: SeatSet = Side::ALL
            .into_iter()
            .filter(|&side| self.mode.team(side) == team)
            .map(Side::seat)
            .collect();
        let mut scores = Scores::default();
        winners.iter().for_each(|seat| scores[seat.index()] = Points::whole(2));
        Outcome { winners, scores, ..Outcome::duel(reason, None) }
    }

    /// In teams, a team that has lost this many marshals loses.
    fn marshals_ending(&self, lost: usize) -> Option<Outcome> {
        let fallen = |team: usize| {
            let of_team = |side: &Side| self.mode.team(*side) == team;
            let is_fallen = |side: &Side| matches!(self.status(*side), Status::Fallen(_));
            Side::ALL.into_iter().filter(of_team).filter(is_fallen).count()
        };
        (0..2)
            .find(|&team| fallen(team) >= lost)
            .map(|team| self.team_wins(1 - team, Reason::Marshals))
    }

    /// The solo race ends when at most one side still races. That side takes the next place.
    fn race_ending(&self) -> Option<Outcome> {
        if self.racing().count() > 1 {
            return None;
        }
        let scores = self.solo_scores();
        Some(Outcome { winners: sole_winner(&scores), scores, ..Outcome::duel(Reason::Race, None) })
    }

    /// In solo with `first-marshal`, the remaining sides share the places above the fallen side.
    fn first_fall_ending(&self) -> Option<Outcome> {
        let has_fallen = self.status.iter().any(|status| matches!(status, Status::Fallen(_)));
        has_fallen.then(|| Outcome {
            winners: SeatSet::EMPTY,
            scores: self.solo_scores(),
            ..Outcome::duel(Reason::Marshals, None)
        })
    }

    fn capture_all_ending(&self) -> Option<Outcome> {
        let mut standing = Side::ALL.into_iter().filter(|&side| self.board.has_pieces(side));
        let first = standing.next()?;
        if standing.any(|side| !self.mode.allied(first, side)) {
            return None;
        }
        if self.mode != Mode::Solo {
            return Some(self.team_wins(self.mode.team(first), Reason::CaptureAll));
        }
        // The later a side lost its last piece, the better its place.
        let rank = |side: Side| match self.emptied[side.index()] {
            0 if side == first => u8::MAX,
            order => order,
        };
        let scores = points_by_rank(Side::ALL.map(|side| u32::from(rank(side))));
        Some(Outcome {
            winners: sole_winner(&scores),
            scores,
            ..Outcome::duel(Reason::CaptureAll, None)
        })
    }

    fn points_ending(&self) -> Option<Outcome> {
        if self.ply < self.options.move_limit && self.has_move(self.turn) {
            return None;
        }
        let reason = Reason::MoveLimit;
        if self.mode == Mode::Solo {
            let scores = points_by_rank(self.taken.map(u32::from));
            return Some(Outcome {
                winners: sole_winner(&scores),
                scores,
                ..Outcome::duel(reason, None)
            });
        }
        let total = |team: usize| -> u16 {
            let of_team = |side: &Side| self.mode.team(*side) == team;
            Side::ALL.into_iter().filter(of_team).map(|side| self.taken(side)).sum()
        };
        Some(match total(0).cmp(&total(1)) {
            core::cmp::Ordering::Greater => self.team_wins(0, reason),
            core::cmp::Ordering::Less => self.team_wins(1, reason),
            core::cmp::Ordering::Equal => self.draw(reason),
        })
    }

    /// Scores in solo: first the places won in the race, then the sides still in play, which share
    /// the next places, then the fallen sides. A side that fell later ranks higher.
    fn solo_scores(&self) -> Scores {
        let rank = |side: Side| match self.status(side) {
            Status::Placed(place) => 100 - u32::from(place),
            Status::InPlay => 50,
            Status::Fallen(order) => u32::from(order),
        };
        points_by_rank(Side::ALL.map(rank))
    }
}

/// Assigns 3, 2, 1 and 0 points by rank. Equal ranks share their points equally.
fn points_by_rank(ranks: [u32; 4]) -> Scores {
    ranks.map(|rank| {
        let above = ranks.iter().filter(|&&other| other > rank).count();
        let equal = ranks.iter().filter(|&&other| other == rank).count();
        let points: usize = (above..above + equal).map(|place| 3 - place).sum();
        Points::halves((points * 2 / equal) as u16)
    })
}

/// The seat with the highest score, unless several share it.
fn sole_winner(scores: &Scores) -> SeatSet {
    let highest = scores.iter().max().copied().unwrap_or_default();
    let mut first = Seat::first(4).filter(|seat| scores[seat.index()] == highest);
    match (first.next(), first.next()) {
        (Some(seat), None) => SeatSet::only(seat),
        _ => SeatSet::EMPTY,
    }
}
