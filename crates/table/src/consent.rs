//! Consent to offers. An offer goes from one party to the others.

use crate::{Party, Table, table::PendingOffer};
use game::{Seat, SeatSet};
use protocol::Offer;

impl Table {
    /// The party that a seat belongs to.
    pub fn party(&self, seat: Seat) -> Party {
        Party::of(self.plan(), seat)
    }

    /// All seats of the party that `seat` belongs to.
    pub fn seats_of_party(&self, seat: Seat) -> SeatSet {
        let party = self.party(seat);
        self.seats().filter(|&other| self.party(other) == party).collect()
    }

    /// The offer that can still be answered. A draw that a player offers with the move that ends the
    /// game is void.
    pub(crate) fn open_offer(&self) -> Option<PendingOffer> {
        self.offer.filter(|pending| pending.offer == Offer::Rematch || !self.is_over())
    }

    /// The seats that must accept an offer by `from`.
    ///
    /// A draw needs every other party that still plays. Takebacks and rematches do not need the
    /// computer's consent.
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
