//! Computers in the open seats of a table whose players no longer want to wait.

use crate::{EventKind, SeatedPlayer, Table};
use game::{Refusal, Seat};
use games::Level;
use protocol::{COMPUTERS_AFTER_MS, SeatPlan};
use std::sync::Arc;

impl Table {
    /// Decides whether a waiting player may give the open seats to computers now.
    pub(crate) fn decide_filling(
        &self,
        seat: Seat,
        now_ms: u64,
    ) -> Result<Vec<EventKind>, Refusal> {
        let is_host = self.plan.seats.get(seat.index()) == Some(&SeatPlan::Host);
        // By correspondence the host may be away, and would find a game with computers.
        let may_decide = is_host || !self.controls().is_correspondence();
        let seat = seat.index() as u8;
        // The open seats of an invitation wait for its guests.
        if !self.plan.is_public || !may_decide || !self.may_fill(seat) {
            return Err(Refusal::new("fill-seats", CANNOT_FILL));
        }
        let left_ms = (self.opened_ms + COMPUTERS_AFTER_MS).saturating_sub(now_ms);
        if left_ms > 0 {
            let seconds = left_ms.div_ceil(1_000);
            return Err(Refusal::new("fill-early", "computers cannot take seats yet").with(seconds));
        }
        Ok(vec![EventKind::Filled { seat, level: Level::USUAL.to_string() }])
    }

    /// Gives the open seats to computers. Only people have ratings, so the game is not rated.
    pub(crate) fn fill_seats(&mut self, seat: u8, level: &str) -> Result<(), String> {
        if !self.may_fill(seat) {
            return Err(CANNOT_FILL.to_owned());
        }
        let plan = Arc::make_mut(&mut self.plan);
        for (place, player) in plan.seats.iter_mut().zip(&mut self.players) {
            match player {
                Some(player) => player.member = None,
                None => {
                    *place = SeatPlan::Computer { level: level.to_owned(), resigns: false };
                    *player = Some(SeatedPlayer {
                        name: level.to_owned(),
                        salt: None,
                        salt_commitment: None,
                        peeks: 0,
                        member: None,
                    });
                }
            }
        }
        plan.rated = false;
        (plan.min_rating, plan.max_rating) = (0, 0);
        Ok(())
    }

    /// Whether a player waits at a table of four with open seats.
    fn may_fill(&self, seat: u8) -> bool {
        let is_taken = |seat: usize| self.players.get(seat).is_some_and(Option::is_some);
        self.players.len() == 4
            && is_taken(seat.into())
            && self.departure.is_none()
            && !(0..4).all(is_taken)
    }
}

const CANNOT_FILL: &str = "computers cannot take seats here";
