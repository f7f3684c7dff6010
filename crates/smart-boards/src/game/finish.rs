//! What is left of a game that is over: its line in the archive, and whether it counts.

use super::BoardGame;
use clock::Speed;
use game::Reason;
use xiangqi::Side;

/// A game that is over, for archive and ladders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// When its end was first heard of, by the server's wall clock. Corrections keep it.
    pub ended_ms: u64,
    /// Whether it counts for the ladder ([`BoardGame::finish`] says when).
    pub is_rated: bool,
    /// The ladder: a board whose sides have unequal times counts for the slower.
    pub speed: Speed,
    /// The time control's text.
    pub clock: String,
    /// How many plies.
    pub plies: u32,
    /// Why it ended.
    pub reason: Reason,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The accounts that hold the seats for certain, Red's first.
    pub accounts: [Option<String>; 2],
    /// The names, Red's first; empty where unknown.
    pub names: [String; 2],
}

impl BoardGame {
    /// The game as it stands in the archive; `None` while it goes on, or if nobody has moved.
    ///
    /// It counts for the ladder if both seats are held for certain, nothing of it is lost, it was
    /// played to its end, and neither a ply nor its end is in doubt or the arbiter has ruled on the
    /// result all the same.
    pub fn finish(&self) -> Option<Finish> {
        let (ending, ended) = (self.ending()?, self.ended_at?);
        let plies = self.plies.len() as u32;
        if plies == 0 {
            return None;
        }
        let accounts =
            Side::BOTH.map(|side| self.seats.holder(side).map(|holder| holder.id.clone()));
        let is_certain = self.ruled.is_some() || self.doubts().is_empty();
        Some(Finish {
            ended_ms: ended.unix_ms,
            is_rated: accounts.iter().all(Option::is_some)
                && !self.is_torn
                && is_certain
                && ending.reason != Reason::Abandoned,
            speed: self.speed(),
            clock: self.settings.controls.to_string(),
            plies,
            reason: ending.reason,
            winner: ending.winner,
            accounts,
            names: self.names(),
        })
    }

    /// The class in which it is rated.
    pub(super) fn speed(&self) -> Speed {
        let [red, black] = Side::BOTH.map(|side| Speed::of(self.settings.controls.of(side.seat())));
        red.max(black)
    }
}
