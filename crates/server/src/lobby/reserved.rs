//! Seats that are reserved for accounts: at the table of a challenge, or at a table opened for an
//! invitation. A reserved seat of an invitation is free again when its player has declined it, and
//! after two weeks.

use crate::{
    accounts::{Member, Visitor},
    base::HubError,
    limits::{RESERVED_SEAT_MS, RESERVED_SEATS},
    lobby::{
        Lobby,
        challenges::{is_declined, no_challenge},
    },
};
use game::{Refusal, Seat};
use protocol::{AccountId, Challenge, Created, GameId, OpenRequest, ReservedSeat, SeatPlan};
use std::sync::Arc;

/// Where a player may sit down.
pub(crate) struct Place {
    /// The seat; `None` for any open one.
    pub(crate) seat: Option<Seat>,
    /// The account that has reserved seats at the table.
    pub(crate) host: Option<AccountId>,
    /// Whether the seat is reserved for the player.
    pub(crate) is_reserved: bool,
}

impl Lobby {
    /// Opens a table of which some open seats are reserved for accounts.
    ///
    /// # Errors
    /// A refusal of the plan, of a guest who reserves, of a seat that is not open, of a blocked pair,
    /// of the same seat or player twice, and of too many reserved seats; and if the store fails.
    pub(crate) async fn invite(
        self: &Arc<Lobby>,
        request: OpenRequest,
        reserved: Vec<(u8, Member)>,
        visitor: Visitor,
    ) -> Result<Created, HubError> {
        if reserved.is_empty() {
            return self.tables.open(request, visitor).await;
        }
        let Some(account) = visitor.account.clone() else {
            return Err(Refusal::new("sign-in", "only accounts can reserve seats").into());
        };
        check_reserved(&request.plan.seats, &account, &reserved)?;
        let recipients = reserved.iter().map(|(_, recipient)| recipient.id.clone()).collect();
        self.check_pairs(&account.id, recipients).await?;
        let plan = request.plan.clone();
        let app = &self.tables.app;
        let strength = self.host_strength(&plan, &account).await?;
        let created = self.tables.open(request, visitor).await?;
        let table = created.table.clone();
        let shown = Challenge { table: table.clone(), from: account.name, strength, plan };
        let text = serde_json::to_string(&shown).unwrap_or_default();
        let now_ms = app.now_ms();
        for (seat, recipient) in reserved {
            let challenge = store::Challenge {
                game: table.clone(),
                challenger: account.id.clone(),
                recipient: recipient.id,
                seat: Some(seat),
                text: text.clone(),
                answer: None,
                since_ms: now_ms,
                until_ms: now_ms + RESERVED_SEAT_MS,
            };
            if let Err(error) = app.store.add_challenge(challenge, RESERVED_SEATS).await {
                return Err(self.withdraw_new(&created, error).await);
            }
        }
        self.challenges_changed();
        Ok(created)
    }

    /// Where a player may sit down at a table: not at a seat that is reserved for another account.
    /// The store is read, because a reservation may have been declined, or made at another server,
    /// a moment ago.
    ///
    /// # Errors
    /// A refusal, and if the store fails.
    pub(crate) async fn place(
        &self,
        table: &GameId,
        wanted: Option<Seat>,
        account: Option<&Member>,
    ) -> Result<Place, HubError> {
        let app = &self.tables.app;
        let challenges = app.store.challenges_at(table).await?;
        let Some(host) = challenges.first().map(|it| it.challenger.clone()) else {
            return Ok(Place { seat: wanted, host: None, is_reserved: false });
        };
        let is_own =
            |it: &&store::Challenge| account.is_some_and(|account| account.id == it.recipient);
        let is_open = |it: &store::Challenge| !is_declined(it) && it.until_ms > app.now_ms();
        if let Some(challenge) = challenges.iter().find(|it| it.seat.is_none()) {
            if !is_own(&challenge) {
                return Err(reserved_for_another());
            }
            if !is_open(challenge) {
                return Err(no_challenge().into());
            }
            return Ok(Place { seat: wanted, host: Some(host), is_reserved: true });
        }
        let seat_of = |it: &store::Challenge| it.seat.and_then(Seat::checked);
        let open = || challenges.iter().filter(|it| is_open(it));
        if let Some(own) = open().find(is_own).and_then(seat_of) {
            if wanted.is_some_and(|wanted| wanted != own) {
                let message = format!("seat {} is reserved for this player", own.index());
                return Err(Refusal::new("reserved-own", message).into());
            }
            return Ok(Place { seat: Some(own), host: Some(host), is_reserved: true });
        }
        let is_reserved = |seat: Seat| open().any(|it| seat_of(it) == Some(seat));
        let seat = match wanted {
            Some(wanted) => Some(wanted).filter(|&seat| !is_reserved(seat)),
            None => {
                let seats = self.tables.info(table).await?.seats;
                let is_free = |&seat: &Seat| !seats[seat.index()].taken;
                let mut free = Seat::first(seats.len() as u8).filter(is_free).peekable();
                // At a full table the reason is another one.
                if free.peek().is_none() {
                    return Ok(Place { seat: None, host: Some(host), is_reserved: false });
                }
                free.find(|&seat| !is_reserved(seat))
            }
        };
        let seat = Some(seat.ok_or_else(reserved_for_another)?);
        Ok(Place { seat, host: Some(host), is_reserved: false })
    }

    /// The seats of a table that wait for one account each; none at a table that is not known.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn reserved_at(&self, table: &GameId) -> Result<Vec<ReservedSeat>, HubError> {
        let app = &self.tables.app;
        let now_ms = app.now_ms();
        let mut open = app.store.challenges_at(table).await?;
        open.retain(|it| !is_declined(it) && it.until_ms > now_ms);
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let ids = open.iter().map(|it| it.recipient.clone()).collect();
        let names = app.store.names_of(ids).await?;
        let info = self.tables.info(table).await?;
        let is_free = |&seat: &u8| info.seats.get(usize::from(seat)).is_some_and(|it| !it.taken);
        let mut reserved = Vec::new();
        for challenge in &open {
            let Some(name) = names.get(&challenge.recipient) else { continue };
            // A challenge without a seat is for every free one.
            let seats = challenge.seat.map_or(0..info.seats.len() as u8, |seat| seat..seat + 1);
            let seats = seats.filter(is_free);
            let is_challenged = challenge.seat.is_none();
            let reservation = |seat| ReservedSeat { seat, name: name.clone(), is_challenged };
            reserved.extend(seats.map(reservation));
        }
        Ok(reserved)
    }
}

/// Checks that each reserved seat is open and for another account.
fn check_reserved(
    seats: &[SeatPlan],
    host: &Member,
    reserved: &[(u8, Member)],
) -> Result<(), Refusal> {
    for (place, (seat, recipient)) in reserved.iter().enumerate() {
        if seats.get(usize::from(*seat)) != Some(&SeatPlan::Open) {
            let message = format!("reserved: seat {seat} is not an open seat");
            return Err(Refusal::new("reserved-seat", message));
        }
        if recipient.id == host.id {
            let message = "reserved: no account reserves a seat for itself";
            return Err(Refusal::new("reserved-self", message));
        }
        let is_same =
            |(other_seat, other): &(u8, Member)| other_seat == seat || other.id == recipient.id;
        if reserved[..place].iter().any(is_same) {
            let message = format!("reserved: seat {seat} or {} is named twice", recipient.name);
            return Err(Refusal::new("reserved-twice", message).with(&recipient.name));
        }
    }
    Ok(())
}

fn reserved_for_another() -> HubError {
    Refusal::new("reserved", "this seat is reserved for another player").into()
}
