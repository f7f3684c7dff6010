//! The result of a finished game: its entry in the archive, and whether it is rated.

use super::BoardGame;
use clock::Speed;
use game::Reason;
use protocol::{AccountId, UnixMs};
use xiangqi::Side;

/// A finished game, for archive and ladders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Unix time in milliseconds at which its end was first received. Corrections do not change it.
    pub ended_ms: UnixMs,
    /// Whether it is rated; [`BoardGame::finish`] names the conditions.
    pub is_rated: bool,
    /// Speed class of its ladder; with unequal times, that of the slower side.
    pub speed: Speed,
    /// Text of the time control.
    pub clock: String,
    /// Number of plies.
    pub plies: u32,
    /// Why the game ended.
    pub reason: Reason,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The accounts of the confirmed holders of the seats, Red's first.
    pub accounts: [Option<AccountId>; 2],
    /// The players' names, Red's first; empty where unknown.
    pub names: [String; 2],
}

impl BoardGame {
    /// The game's result; `None` if it is unfinished or has no moves.
    ///
    /// It is rated if all of these hold:
    ///
    /// * Both seats have confirmed holders.
    /// * No event is lost.
    /// * It was not abandoned.
    /// * It has no doubts, or an arbiter has ruled on the result.
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
                && !self.is_incomplete
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

    /// The speed class in which the game is rated.
    pub(super) fn speed(&self) -> Speed {
        let [red, black] = Side::BOTH.map(|side| Speed::of(self.settings.controls.of(side.seat())));
        red.max(black)
    }
}
