use game::Seat;
use protocol::{SeatPlan, TablePlan};

/// The party that answers for a seat. An offer goes from one party to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The host, with all of the host's seats.
    Host,
    /// A guest.
    Guest(Seat),
    /// The computer player of a seat. Each computer seat is its own party.
    Computer(Seat),
}

impl Party {
    /// The party that a seat belongs to.
    pub(crate) fn of(plan: &TablePlan, seat: Seat) -> Party {
        match plan.seats.get(seat.index()) {
            Some(SeatPlan::Host) => Party::Host,
            Some(SeatPlan::Computer { .. }) => Party::Computer(seat),
            Some(SeatPlan::Open) | None => Party::Guest(seat),
        }
    }
}
