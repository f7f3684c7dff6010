use crate::{Kind, Table};
use game::Seat;
use protocol::{ACTIONS, SeatPlan};

impl Table {
    /// Why an honest table would not have allowed this event now, as far as its transcript shows.
    ///
    /// Offers and times are not in a transcript, so an offer or a flag-fall is accepted as written.
    /// [`Table::replay`] does not use this check, because earlier versions allowed more.
    pub(crate) fn objection(&self, kind: &Kind) -> Option<&'static str> {
        match kind {
            Kind::Joined { seat, name, salt, .. } => {
                self.object_to_join(*seat, name, salt.is_some())
            }
            Kind::Acted { .. } if self.plies() >= ACTIONS => Some("the game is full"),
            Kind::TakenBack { .. } if self.is_over() && !self.plan.training => {
                Some("the game is over")
            }
            Kind::TakenBack { .. } if self.is_revealed() => {
                Some("the game is over, and what was hidden in it is known")
            }
            Kind::Resigned { seat } => match self.seat_plan(*seat) {
                Some(SeatPlan::Computer { resigns: false, .. }) => {
                    Some("this computer does not give up")
                }
                _ => None,
            },
            Kind::Flagged { seat } => self.object_to_flag(*seat),
            Kind::Agreed if self.play.as_ref().is_some_and(|play| play.opening.is_none()) => {
                Some("a draw can be agreed once play has begun")
            }
            _ => None,
        }
    }

    fn object_to_join(&self, seat: u8, name: &str, has_salt: bool) -> Option<&'static str> {
        match self.seat_plan(seat) {
            Some(SeatPlan::Computer { .. }) if has_salt => Some("a computer has no salt"),
            Some(SeatPlan::Computer { level, .. }) if level != name => {
                Some("a computer is called by its level")
            }
            _ if has_salt && self.commits_salts => {
                Some("a salt is shown when everybody's is fixed")
            }
            _ => None,
        }
    }

    fn object_to_flag(&self, seat: u8) -> Option<&'static str> {
        let clock = &self.play.as_ref()?.clock;
        if clock.on_move().map(Seat::index) != Some(usize::from(seat)) {
            Some("the clock of this seat does not run")
        } else if clock.deadline().is_none() {
            Some("this seat plays without a clock")
        } else {
            None
        }
    }

    fn seat_plan(&self, seat: u8) -> Option<&SeatPlan> {
        self.plan.seats.get(usize::from(seat))
    }
}
