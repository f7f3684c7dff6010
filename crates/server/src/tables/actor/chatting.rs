//! The chat of the table.

use super::Actor;
use crate::{
    accounts::BlockList,
    tables::chat::{self, Author, Reader, Room, SaidLine, Speaker},
};
use game::Refusal;
use games::Variant;
use protocol::{AccountId, ChatLine, ChatWords, FromChat};
use std::sync::Arc;

/// Minimum number of people's seats for a chat of the players.
const TALKING_SEATS: usize = 2;

impl Actor {
    /// Shows a viewer its chat from now on, without the lines of the accounts that it blocks. Nothing
    /// is sent where there is no chat.
    pub(super) fn enter_chat(
        &mut self,
        viewer: u64,
        guest: Option<&str>,
        blocks: Option<Arc<BlockList>>,
    ) {
        let Some(viewer) = self.viewers.get(viewer) else { return };
        // Each answer holds up to fifty lines, so a viewer gets one.
        if viewer.reads_chat || !self.has_chat(!viewer.seats.is_empty()) {
            return;
        }
        let reader = Reader { seats: &viewer.seats, blocks: blocks.as_deref() };
        let (lines, outbox) = (self.chat.lines(reader), viewer.outbox.clone());
        let room = FromChat::ChatRoom { lines, phrases_only: self.takes_phrases_only() };
        let guest = guest.map(|page| chat::guest_number(&self.id, page));
        self.viewers.enter_chat(&outbox, guest, blocks.as_ref());
        self.viewers.send(&outbox, &room);
    }

    /// Shows a line of a viewer to the viewers of the same room, or answers why not.
    pub(super) fn say(&mut self, viewer: u64, words: ChatWords, author: &Author) {
        let Some(outbox) = self.viewers.get(viewer).map(|viewer| viewer.outbox.clone()) else {
            return;
        };
        match self.said(viewer, words, author) {
            Ok(said) => {
                self.app.relay_chat(&self.id, &said);
                self.hear_chat(said);
            }
            Err(Refusal { code, values, message, .. }) => {
                let code = code.to_owned();
                self.viewers.send(&outbox, &FromChat::ChatRefused { code, values, message });
            }
        }
    }

    /// Shows a line that was accepted here or at another server.
    pub(super) fn hear_chat(&mut self, said: SaidLine) {
        self.chat.keep(said.clone());
        self.viewers.tell_chat(said);
    }

    fn said(
        &mut self,
        viewer: u64,
        words: ChatWords,
        author: &Author,
    ) -> Result<SaidLine, Refusal> {
        let no_chat = || Refusal::new("chat-off", "there is no chat here");
        let viewer = self.viewers.get(viewer).ok_or_else(no_chat)?;
        let (seat, address) = (viewer.seats.first().copied(), viewer.address);
        let viewer_guest = viewer.guest;
        let speaker = seat.map_or_else(|| Speaker::Spectator(viewer.person.clone()), Speaker::Seat);
        if !self.has_chat(seat.is_some()) {
            return Err(no_chat());
        }
        let is_silenced = |account: &AccountId| self.app.standings.is_silenced(account);
        if author.account.as_ref().is_some_and(is_silenced)
            || viewer.seats.iter().any(|&seat| self.seat_accounts(seat).any(is_silenced))
        {
            let message = "a moderator has taken the chat away from this account";
            return Err(Refusal::new("chat-muted", message));
        }
        let now_ms = self.app.config.env.now_ms();
        let say = chat::checked(words, author, self.takes_phrases_only(), now_ms)?;
        self.chat.count(speaker, self.now())?;
        if !self.app.quotas.admit_chat(address) {
            return Err(chat::too_often());
        }
        // A seat has a name already.
        let name = author.name.clone().filter(|_| seat.is_none());
        let guest = viewer_guest.filter(|_| seat.is_none() && name.is_none());
        let room = Room::of(seat.is_some(), self.state.table.is_over());
        // The device of a seat may have signed out.
        let of_seat = || seat.and_then(|seat| self.seat_accounts(seat).last().cloned());
        let account = author.account.clone().or_else(of_seat);
        Ok(SaidLine { room, account, line: ChatLine { seat, name, guest, say } })
    }

    /// The account that plays a seat, and those that have looked through it: a browser that signs out
    /// keeps the seat.
    fn seat_accounts(&self, seat: u8) -> impl Iterator<Item = &AccountId> {
        let player = self.state.table.players().get(usize::from(seat)).and_then(Option::as_ref);
        let member = player.and_then(|player| player.member.as_ref()).map(|member| &member.id);
        member.into_iter().chain(self.chat.accounts(seat))
    }

    /// Whether a viewer has a chat here: the operator allows it, and a player has another person to
    /// talk to.
    fn has_chat(&self, has_seat: bool) -> bool {
        let seats = self.state.table.seat_states();
        let people = seats.iter().filter(|seat| seat.level.is_none()).count();
        self.app.config.has_chat && (!has_seat || people >= TALKING_SEATS)
    }

    /// Whether the chat takes ready phrases only: in rated sifang, partners could talk about the
    /// game. Spectators could pass on such talk.
    fn takes_phrases_only(&self) -> bool {
        let table = &self.state.table;
        table.variant() == Variant::Sifang && table.plan().rated && !table.is_over()
    }
}
