use crate::Table;
use game::{Seat, SeatSet};
use protocol::SeatPlan;

/// Who answers for a seat: offers go from party to party, not from seat to seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The host, with all the host's seats.
    Host,
    /// A guest.
    Guest(Seat),
    /// The computer.
    Computer,
}

impl Table {
    /// The party a seat belongs to.
    pub fn party(&self, seat: Seat) -> Party {
        match self.plan().seats.get(seat.index()) {
            Some(SeatPlan::Host) => Party::Host,
            Some(SeatPlan::Computer { .. }) => Party::Computer,
            Some(SeatPlan::Open) | None => Party::Guest(seat),
        }
    }

    /// All seats of the party that `seat` belongs to.
    pub fn seats_of_party(&self, seat: Seat) -> SeatSet {
        let party = self.party(seat);
        self.seats().filter(|&other| self.party(other) == party).collect()
    }

    /// The seats of people whose consent an offer by `from` needs.
    pub(crate) fn must_consent(&self, from: Seat) -> SeatSet {
        let own = self.party(from);
        self.seats()
            .filter(|&seat| self.party(seat) != own && self.party(seat) != Party::Computer)
            .collect()
    }

    /// Whether the computer holds a seat.
    pub(crate) fn has_computer(&self) -> bool {
        self.seats().any(|seat| self.party(seat) == Party::Computer)
    }
}
