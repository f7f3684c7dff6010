use crate::{EventKind, Table};
use game::Seat;
use protocol::{ACTIONS, Claim, SeatPlan};

impl Table {
    /// Why an honest table would not have allowed this event now, as far as its transcript shows.
    ///
    /// Offers, times and connections are not in a transcript, so an offer, a flag-fall or a claim is
    /// accepted as written.
    /// [`Table::replay`] does not use this check, because earlier versions allowed more.
    pub(crate) fn violation(&self, kind: &EventKind) -> Option<&'static str> {
        match kind {
            EventKind::Joined { seat, name, salt, .. } => {
                self.join_violation(*seat, name, salt.is_some())
            }
            EventKind::Acted { .. } if self.plies() >= ACTIONS => {
                Some("the game has the maximum number of plies")
            }
            EventKind::TakenBack { .. } if self.is_over() && !self.plan.training => {
                Some("the game is over")
            }
            EventKind::TakenBack { .. } if self.is_revealed() => {
                Some("the game is over and its hidden information is public")
            }
            EventKind::Resigned { seat } => match self.seat_plan(*seat) {
                Some(SeatPlan::Computer { resigns: false, .. }) => {
                    Some("this computer player does not resign")
                }
                _ => None,
            },
            EventKind::Claimed { seat, claim } => self.claim_violation(*seat, *claim),
            EventKind::Flagged { seat } => self.flag_violation(*seat),
            EventKind::Agreed if self.is_set_up() => {
                Some("a draw can be agreed only after play has started")
            }
            _ => None,
        }
    }

    fn join_violation(&self, seat: u8, name: &str, has_salt: bool) -> Option<&'static str> {
        match self.seat_plan(seat) {
            Some(SeatPlan::Computer { .. }) if has_salt => Some("a computer player has no salt"),
            Some(SeatPlan::Computer { level, .. }) if level != name => {
                Some("a computer player is named after its level")
            }
            _ if has_salt && self.commits_salts => {
                Some("salts are revealed after all of them are committed")
            }
            _ => None,
        }
    }

    fn claim_violation(&self, seat: u8, claim: Claim) -> Option<&'static str> {
        let absent = Seat::checked(seat).and_then(|seat| self.opponent_of(seat));
        if absent.and_then(|absent| self.absence_ms(absent)).is_none() {
            Some("no absent opponent can lose this game")
        } else if claim == Claim::Draw && self.is_set_up() {
            Some("a draw can be claimed only after play has started")
        } else {
            None
        }
    }

    fn flag_violation(&self, seat: u8) -> Option<&'static str> {
        let clock = &self.play.as_ref()?.clock;
        if clock.on_move().map(Seat::index) != Some(usize::from(seat)) {
            Some("the clock of this seat is not running")
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
