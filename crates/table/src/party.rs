use crate::Table;
use game::{Seat, SeatSet};
use protocol::{Offer, SeatPlan};

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

impl Table {
    /// The party a seat belongs to.
    pub fn party(&self, seat: Seat) -> Party {
        match self.plan().seats.get(seat.index()) {
            Some(SeatPlan::Host) => Party::Host,
            Some(SeatPlan::Computer { .. }) => Party::Computer(seat),
            Some(SeatPlan::Open) | None => Party::Guest(seat),
        }
    }

    /// All seats of the party that `seat` belongs to.
    pub fn seats_of_party(&self, seat: Seat) -> SeatSet {
        let party = self.party(seat);
        self.seats().filter(|&other| self.party(other) == party).collect()
    }

    /// The seats whose consent an offer by `from` needs. A draw is for all still playing to agree
    /// on; the computer takes back and plays again gladly.
    pub(crate) fn must_consent(&self, from: Seat, offer: Offer) -> SeatSet {
        let own = self.party(from);
        let game = self.game();
        let has_a_say = |seat| match offer {
            Offer::Draw => game.is_some_and(|game| game.still_plays(seat)),
            Offer::Takeback { .. } | Offer::Rematch => {
                !matches!(self.party(seat), Party::Computer(_))
            }
        };
        self.seats().filter(|&seat| self.party(seat) != own && has_a_say(seat)).collect()
    }
}
