use game::Seat;
use protocol::{SeatPlan, TablePlan};

/// Who answers for a seat: offers go from party to party, not from seat to seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The host, with all the host's seats.
    Host,
    /// A guest.
    Guest(Seat),
    /// The computer. It plays each seat for itself.
    Computer(Seat),
}

impl Party {
    /// The party a seat belongs to.
    pub(crate) fn of(plan: &TablePlan, seat: Seat) -> Party {
        match plan.seats.get(seat.index()) {
            Some(SeatPlan::Host) => Party::Host,
            Some(SeatPlan::Computer { .. }) => Party::Computer(seat),
            Some(SeatPlan::Open) | None => Party::Guest(seat),
        }
    }
}
