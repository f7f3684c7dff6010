//! Time that a player gives the opponent.

use crate::{EventKind, Party, Table, play::Play};
use game::{Refusal, Seat, Turn};
use protocol::GIVEN_TIME_MS;

impl Table {
    /// The seat that receives time from `seat`: the opponent in a game of two people on different
    /// devices, if it plays with a main time.
    pub fn takes_time_from(&self, seat: Seat) -> Option<Seat> {
        let opponent = self.opponent_of(seat)?;
        let parties = [seat, opponent].map(|seat| self.party(seat));
        let are_people = parties.iter().all(|party| !matches!(party, Party::Computer(_)));
        let has_main_time = self.controls().of(opponent).main_ms > 0;
        Some(opponent).filter(|_| are_people && parties[0] != parties[1] && has_main_time)
    }

    pub(crate) fn decide_gift(
        &self,
        play: &Play,
        seat: Seat,
        now_ms: u64,
    ) -> Result<Vec<EventKind>, Refusal> {
        if play.game.turn() == Turn::Over {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        if play.opening.is_none() {
            return Err(Refusal::new("set-up", "time can be given only after play has started"));
        }
        if self.takes_time_from(seat).is_none() {
            return Err(Refusal::new("no-time", "no opponent with a clock can receive time"));
        }
        if self.gave_time.contains(seat) {
            return Err(Refusal::new("already-given", "time was already given after this move"));
        }
        if play.clock.flag_fell(now_ms) {
            return Err(Refusal::new("flag-fall", "the flag has fallen"));
        }
        Ok(vec![EventKind::TimeGiven { seat: seat.index() as u8, ms: GIVEN_TIME_MS }])
    }

    pub(crate) fn apply_gift(&mut self, seat: u8, ms: u64) -> Result<(), String> {
        let giver = self.seat(seat)?;
        let taker = self.opponent_of(giver).ok_or("time is given only in a game of two")?;
        let ms = i64::try_from(ms).map_err(|_| "no clock has so much time")?;
        self.unfinished_play()?.clock.adjust(taker, ms);
        self.gave_time = self.gave_time.with(giver);
        Ok(())
    }
}
