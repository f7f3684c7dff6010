//! The handle by which the server reaches a table's actor.

use super::{
    outgoing::Outbox,
    request::{Attached, DepartureStep, Hello, Mover, Request, SeatCommand, TableView},
    status::{TableStatus, bits},
};
use crate::{
    accounts::{BlockList, Person},
    base::HubError,
    tables::{
        chat::{Author, SaidLine},
        standing::Standing,
        table_creation::JoiningPlayer,
    },
};
use game::Seat;
use games::Variant;
use protocol::{AccountId, ChatWords, Joined, TableInfo, ToClient};
use std::sync::{Arc, atomic::Ordering::Relaxed};
use tokio::sync::{mpsc, oneshot};

/// Handle of a table's actor.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(super) queue: mpsc::Sender<Request>,
    /// Separate queue for the commands of seats, which do not wait behind other requests.
    pub(super) commands: mpsc::Sender<SeatCommand>,
    pub(super) status: Arc<TableStatus>,
}

impl Handle {
    /// Number of log events that the actor knows.
    pub(crate) fn events(&self) -> u64 {
        self.status.events.load(Relaxed)
    }

    /// Number of viewers at this server.
    pub(crate) fn viewers(&self) -> usize {
        self.status.viewers.load(Relaxed)
    }

    /// Reports the log's number of events. A busy actor misses this; the hint is repeated.
    pub(crate) fn hint(&self, events: u64) {
        if self.events() < events {
            let _ = self.queue.try_send(Request::Refresh { events });
        }
    }

    /// Number of seats with a viewer here, in a running game between people.
    pub(crate) fn playing(&self) -> usize {
        let runs = self.status.contest().variant.is_some();
        if runs { self.status.seats.load(Relaxed).count_ones() as usize } else { 0 }
    }

    /// Seats with a viewer here, as a string of digits.
    pub(crate) fn seats(&self) -> String {
        let seats = self.status.seats.load(Relaxed);
        (0..8_u8)
            .filter(|seat| seats >> seat & 1 == 1)
            .map(|seat| char::from(b'0' + seat))
            .collect()
    }

    /// Reports the seats with a viewer at another server, as a string of digits.
    pub(crate) fn elsewhere(&self, seats: &str) {
        let seats: Vec<u8> = seats.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        let bits = bits(seats.iter().copied());
        let known = self.status.elsewhere.swap(bits, Relaxed);
        if known != bits && self.queue.try_send(Request::Elsewhere { seats }).is_err() {
            // The next report tries again.
            self.status.elsewhere.store(known, Relaxed);
        }
    }

    /// Has the clocks and the presence sent again. A busy actor misses this; its viewers are
    /// corrected by the next event.
    pub(crate) fn resend_clocks(&self) {
        let _ = self.queue.try_send(Request::ResendClocks);
    }

    /// Reports that the deadline has passed.
    pub(crate) fn due(&self) {
        let _ = self.queue.try_send(Request::Due);
    }

    pub(crate) fn is_alive(&self) -> bool {
        !self.queue.is_closed()
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, HubError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(request(reply)).await.map_err(|_| HubError::Busy)?;
        answer.await.map_err(|_| HubError::Busy)
    }

    pub(crate) async fn join(
        &self,
        joining: JoiningPlayer,
        seat: Option<Seat>,
    ) -> Result<Joined, HubError> {
        self.ask(|reply| Request::Join { joining, seat, token: None, reply }).await?
    }

    /// Seats a player whose token has this hash, once: a repetition returns the same seat. The
    /// returned token is empty.
    pub(crate) async fn join_with(
        &self,
        joining: JoiningPlayer,
        token: String,
    ) -> Result<Joined, HubError> {
        self.ask(|reply| Request::Join { joining, seat: None, token: Some(token), reply }).await?
    }

    /// Sends a message to the host of a waiting table. A busy actor misses it.
    pub(crate) fn tell_host(&self, message: ToClient) {
        let _ = self.queue.try_send(Request::Tell { message: Box::new(message) });
    }

    /// The host who waits alone, or is moving to another table.
    pub(crate) async fn mover(&self) -> Result<Option<Mover>, HubError> {
        self.ask(|reply| Request::Mover { reply }).await
    }

    /// Commits a step of the host's way to another table. A repetition changes nothing.
    pub(crate) async fn depart(&self, step: DepartureStep) -> Result<(), HubError> {
        self.ask(|reply| Request::Depart { step, reply }).await?
    }

    /// Whether the host is moving to another table. The actor is not asked.
    pub(crate) fn is_leaving(&self) -> bool {
        self.status.is_leaving.load(Relaxed)
    }

    /// Whether a game between people runs here that was listed in the lobby. The actor is not asked.
    pub(crate) fn has_public_game(&self) -> bool {
        self.status.is_public.load(Relaxed) && self.status.contest().variant.is_some()
    }

    pub(crate) async fn info(&self) -> Result<TableInfo, HubError> {
        self.ask(|reply| Request::Info { reply }).await
    }

    /// The running game as shown to spectators.
    pub(crate) async fn live(&self) -> Result<Standing, HubError> {
        self.ask(|reply| Request::Live { reply }).await
    }

    /// Whether the account plays at the table, without asking the actor.
    pub(crate) fn has_member(&self, account: &AccountId) -> bool {
        self.status.has_member(account)
    }

    /// The accounts that play at the table, as far as this server knows them without asking the
    /// actor.
    pub(crate) fn accounts(&self) -> Vec<AccountId> {
        self.status.accounts()
    }

    /// The game between people that runs here, if this person plays it. The actor is not asked.
    pub(crate) fn contest_of(&self, person: &Person) -> Option<Variant> {
        let contest = self.status.contest();
        let is_member = || person.account().is_some_and(|account| self.has_member(account));
        contest.variant.filter(|_| contest.players.contains(person) || is_member())
    }

    /// The running game, if this account plays it.
    pub(crate) async fn game_of(&self, account: AccountId) -> Result<Option<TableInfo>, HubError> {
        self.ask(|reply| Request::Games { account, reply }).await
    }

    /// Resigns the game on behalf of an account that plays it. Does nothing if the game is over or
    /// has not begun.
    pub(crate) async fn resign_for(&self, account: AccountId) -> Result<(), HubError> {
        self.ask(|reply| Request::Resign { account, reply }).await?
    }

    /// Ends the actor of a table without another player. It is gone when this returns. Returns the
    /// seats of the token's holder.
    pub(crate) async fn close(&self, token: String) -> Result<Vec<u8>, HubError> {
        let own = self.ask(|reply| Request::Close { token, reply }).await??;
        self.queue.closed().await;
        Ok(own)
    }

    /// Whether a seated player waits for another; `None` if no seat is open.
    pub(crate) async fn waits(&self) -> Result<Option<bool>, HubError> {
        self.ask(|reply| Request::Waits { reply }).await
    }

    /// The table as it is now, for the token's seat or a spectator.
    pub(crate) async fn view(&self, token: String, is_signed: bool) -> Result<TableView, HubError> {
        self.ask(|reply| Request::View { token, is_signed, reply }).await
    }

    /// Adds a viewer.
    pub(crate) async fn attach(&self, hello: Hello, outbox: Outbox) -> Result<Attached, HubError> {
        self.ask(|reply| Request::Attach { hello, outbox, reply }).await?
    }

    /// Sends a command of a viewer with that seat to the actor. The answer comes through the
    /// viewer's outbox.
    ///
    /// # Errors
    /// [`HubError::Busy`] if the actor's queue is full; the command is not executed.
    pub(crate) fn command(&self, asked: SeatCommand) -> Result<(), HubError> {
        self.commands.try_send(asked).map_err(|_| HubError::Busy)
    }

    /// Shows a viewer the chat. `guest` is the random text of the page, `blocks` are the accounts
    /// whose lines the viewer does not receive.
    ///
    /// # Errors
    /// [`HubError::Busy`] if the actor's queue is full.
    pub(crate) fn enter_chat(
        &self,
        viewer: u64,
        guest: Option<String>,
        blocks: Option<Arc<BlockList>>,
    ) -> Result<(), HubError> {
        let request = Request::EnterChat { viewer, guest, blocks };
        self.queue.try_send(request).map_err(|_| HubError::Busy)
    }

    /// Sends a chat line of a viewer to the actor, which answers through the viewer's outbox.
    ///
    /// # Errors
    /// [`HubError::Busy`] if the actor's queue is full; the line is not said.
    pub(crate) fn say(
        &self,
        viewer: u64,
        words: ChatWords,
        author: Author,
    ) -> Result<(), HubError> {
        let request = Request::Say { viewer, words, author };
        self.queue.try_send(request).map_err(|_| HubError::Busy)
    }

    /// Notes how often and for how long a viewer's page was hidden. A busy actor misses it.
    pub(crate) fn note_hidden(&self, viewer: u64, times: u16, ms: u64) {
        let _ = self.queue.try_send(Request::Hidden { viewer, times, ms });
    }

    /// Shows a line that was said at another server. A busy actor misses it.
    pub(crate) fn relayed_chat(&self, said: SaidLine) {
        let _ = self.queue.try_send(Request::Relayed { said });
    }

    pub(crate) async fn detach(&self, viewer: u64) {
        let _ = self.queue.send(Request::Detach { viewer }).await;
    }
}
