//! Requests to the table's actor and their answers.

use super::{
    Actor,
    admission::{admission, may_close, observer},
    change::{Asker, not_now},
    commands::{CommandId, Known},
    computers::only_computers_play,
    outgoing::{Outbox, Outgoing, UnwrittenSnapshot, send},
    request::{Attached, Hello, Request, SeatCommand, TableView},
    viewers::presence,
};
use crate::{
    base::{HubError, Mutant, mutants, token},
    tables::{
        delayed::SeenTable,
        standing::Standing,
        table_creation::{JoiningPlayer, account_closed},
    },
};
use game::{Observer, Refusal, Seat};
use protocol::{
    AccountId, Command, GameId, Joined, LiveTable, Snapshot, TableInfo, ToClient, TurnState,
    UnixMs, WatchedTable,
};
use store::SeatToken;
use table::{Event, EventKind, Input};
use tokio::sync::oneshot;

/// Error for a command without the seat's token.
pub(crate) fn not_your_seat() -> Refusal {
    Refusal::new("not-your-seat", "this token does not open that seat")
}

impl Actor {
    pub(super) fn handle(&mut self, request: Request) {
        match request {
            Request::Join { joining, seat, token, reply } => {
                self.join(joining, seat, token, reply);
            }
            Request::Tell { message } => self.viewers.tell_seated(&message),
            Request::Mover { reply } => _ = reply.send(self.mover()),
            Request::Depart { step, reply } => self.depart(step, reply),
            Request::Waits { reply } => _ = reply.send(self.waits()),
            Request::Info { reply } => {
                let seen = self.seen(Observer::Spectator, self.now());
                _ = reply.send(info(&self.id, &seen));
            }
            Request::Resign { account, reply } => self.resign_for(account, reply),
            Request::Close { token, reply } => _ = reply.send(self.close(&token)),
            Request::View { token, is_signed, reply } => {
                let observer = observer(&self.state.tokens, &token, None).0;
                let head = is_signed.then(|| self.head_for(observer));
                let table = self.seen(observer, self.now()).table;
                let len = self.state.len;
                let _ = reply.send(TableView { table, len, observer, head });
            }
            Request::Attach { hello, outbox, reply } => {
                let _ = reply.send(self.attach(&hello, outbox).map_err(HubError::from));
            }
            Request::Thought { seen, seat, command, kept } => {
                self.thought(seen, seat, command, kept);
            }
            Request::Games { account, reply } => _ = reply.send(self.game_of(&account)),
            Request::Live { reply } => _ = reply.send(self.live()),
            Request::Queued { seat, place } => self.queued(seat, place),
            Request::Detach { viewer } => self.viewers.remove(viewer),
            Request::EnterChat { viewer, guest, blocks } => {
                self.enter_chat(viewer, guest.as_deref(), blocks);
            }
            Request::Relayed { said } => self.hear_chat(said),
            Request::Say { viewer, words, author } => self.say(viewer, words, &author),
            Request::Hidden { viewer, times, ms } => self.note_hidden(viewer, times, ms),
            Request::Refresh { events } if events > self.state.len => {
                self.cluster.refresh.request_read();
            }
            Request::Refresh { .. } => {}
            Request::Due => self.cluster.is_claimed = true,
            Request::ResendClocks => self.resend_clocks(),
            Request::Elsewhere { seats } => self.viewers.set_elsewhere(seats),
        }
    }

    /// The table as an observer sees it at a time, with the names that readers see now.
    pub(super) fn seen(&self, observer: Observer, now_ms: UnixMs) -> SeenTable {
        let seen = self.state.seen(observer, now_ms);
        SeenTable { table: self.app.standings.shown(seen.table), ..seen }
    }

    /// Sends the state and the presence again to all viewers, if a clock is running.
    fn resend_clocks(&mut self) {
        if self.state.table.deadline().is_some() {
            self.send_snapshots();
            self.viewers.forget_told_presence();
        }
    }

    /// Sends all viewers the complete state.
    pub(super) fn send_snapshots(&mut self) {
        for observer in Observer::all(self.state.table.variant().seats()) {
            let snapshot = ToClient::Snapshot(Box::new(self.snapshot(observer)));
            self.viewers.show(observer, &snapshot);
        }
    }

    /// Sends the presence if it has changed. While nothing can be stored, absence does not count:
    /// the player may be at another server, or unable to come back.
    pub(super) fn tell_presence(&mut self) {
        let seats = self.state.table.seats().map(|seat| seat.index() as u8);
        self.viewers.note_absences(seats, self.now(), self.outage.is_paused());
        let is_late = self.state.delayed.is_some();
        self.viewers.tell_presence(&self.claims_due(), is_late, self.now());
    }

    /// The absent seats whose opponent may claim the game, with the time of that, Unix ms.
    fn claims_due(&self) -> Vec<(u8, UnixMs)> {
        let due = |seat: Seat| {
            let index = seat.index() as u8;
            let since_ms = self.viewers.absent_since(index)?;
            Some((index, self.state.table.claim_due_ms(seat, since_ms.0).map(UnixMs)?))
        };
        if self.outage.is_paused() {
            Vec::new()
        } else {
            self.state.table.seats().filter_map(due).collect()
        }
    }

    /// The table for a player's list of running games; `None` if the account does not play here or
    /// the game is over.
    fn game_of(&self, account: &AccountId) -> Option<TableInfo> {
        let sits = !self.state.seats_of(account).is_empty();
        let seen = || SeenTable::present(self.state.table.clone(), self.now());
        (sits && !self.state.table.is_over()).then(|| info(&self.id, &seen()))
    }

    /// Resigns on behalf of an account.
    pub(super) fn resign_for(
        &mut self,
        account: AccountId,
        reply: oneshot::Sender<Result<(), HubError>>,
    ) {
        let table = &self.state.table;
        let own = self.state.seats_of(&account);
        let seat = own.first().and_then(|&seat| Seat::checked(seat));
        let seat = seat.filter(|_| table.has_started());
        let Some(seat) = seat.filter(|_| !table.is_over()) else {
            let _ = reply.send(Ok(()));
            return;
        };
        let events = match self.decide_command(seat, &Command::Resign, 0) {
            Ok(events) => events,
            Err(refusal) => {
                let _ = reply.send(Err(refusal.into()));
                return;
            }
        };
        let asker = Asker::Resigning { reply, account };
        if !self.can_store() {
            return self.answer(asker, &Err(not_now()));
        }
        self.commit(events, None, None, asker);
    }

    /// The running game as a spectator sees it.
    fn live(&self) -> Standing {
        if self.state.table.is_over() || self.state.table.departure().is_some() {
            return Standing::Over;
        }
        let seen = self.state.seen(Observer::Spectator, self.now());
        let (state, last, plies) = seen.table.public_state(seen.now_ms.0);
        let TurnState::Seat { seat } = state.turn else { return Standing::NotYet };
        let live = LiveTable {
            table: self.id.clone(),
            variant: self.state.table.variant().to_string(),
            seats: state.seats,
            position: state.position,
            last,
            plies,
            on_move: Some(seat),
        };
        let plan = self.state.table.public_plan();
        Standing::Now(Box::new(WatchedTable {
            live,
            clock: plan.clock,
            rated: plan.rated,
            clocks: seen.clocks(state.clocks),
            spectators: self.viewers.spectators().try_into().unwrap_or(u32::MAX),
        }))
    }

    /// Seats a player at a given or any open seat.
    pub(super) fn join(
        &mut self,
        player: JoiningPlayer,
        wanted: Option<Seat>,
        token: Option<String>,
        reply: oneshot::Sender<Result<Joined, HubError>>,
    ) {
        let known = self.state.tokens.iter().find(|kept| Some(&kept.hash) == token.as_ref());
        if let Some(&seat) = known.and_then(|kept| kept.seats.first()) {
            let _ = reply.send(Ok(Joined { token: String::new(), seat }));
            return;
        }
        let standings = &self.app.standings;
        let mut both = self.status.accounts();
        both.extend(player.member.as_ref().map(|member| member.id.clone()));
        if both.iter().any(|account| standings.is_closed(account)) {
            let _ = reply.send(Err(account_closed().into()));
            return;
        }
        let JoiningPlayer { name, member } = &player;
        let input = Input::Join { seat: wanted, name, member: member.as_ref() };
        let events = match self.state.table.decide(self.now().0, input) {
            Ok(events) => events,
            Err(refusal) => {
                let _ = reply.send(Err(refusal.into()));
                return;
            }
        };
        let (token, hash) = match (token, self.app.config.env.random()) {
            (Some(hash), _) => (String::new(), hash),
            (None, Ok(random)) => {
                let token = token::from_random(random);
                let hash = token::hash(&token);
                (token, hash)
            }
            (None, Err(error)) => {
                let _ = reply.send(Err(error.into()));
                return;
            }
        };
        let seat = events.first().and_then(Event::seat).unwrap_or_default();
        let kept = SeatToken { hash: hash.clone(), seats: vec![seat] };
        let joined = Joined { token, seat };
        let asker = Asker::Joining { reply, joined, hash, player, wanted };
        if !self.can_store() {
            return self.answer(asker, &Err(not_now()));
        }
        self.commit(events, None, Some(kept), asker);
    }

    /// Whether a seated player is present while another seat is open; `None` if no seat is open.
    fn waits(&self) -> Option<bool> {
        let has_left = self.state.table.departure().is_some_and(|there| there.seat.is_some());
        let is_open = !has_left && self.state.table.seat_states().iter().any(|seat| !seat.taken);
        (is_open && !self.state.table.is_over()).then_some(self.viewers.has_seated())
    }

    /// Stops this actor if the token's holder is the only player and the game has not started. Returns
    /// the holder's seats.
    fn close(&mut self, token: &str) -> Result<Vec<u8>, HubError> {
        let (_, own) = observer(&self.state.tokens, token, None);
        let has_started = self.state.table.has_started() || self.state.table.departure().is_some();
        may_close(&self.state.table.seat_states(), &own, has_started)?;
        if !self.log.can_append() || self.log.pending.is_some() || !self.can_store() {
            return Err(HubError::Busy);
        }
        self.log.is_broken = true;
        Ok(own)
    }

    fn attach(&mut self, hello: &Hello, outbox: Outbox) -> Result<Attached, Refusal> {
        let Hello { last, address, maker, .. } = hello;
        let of_account =
            maker.account().map(|account| self.state.seats_of(account)).unwrap_or_default();
        let (observer, seats) = admission(&self.state.tokens, of_account, hello)?;
        // Held until the viewer is added and holds its own.
        let _show = if only_computers_play(&self.state.table) {
            Some(self.app.shows.admit(maker, &self.id)?)
        } else {
            None
        };
        self.viewers.admit(&seats, *address)?;
        self.catch_up(observer, *last, &outbox);
        if self.outage.is_paused() {
            send(&outbox, &self.stalled_message(observer));
        }
        let is_late = self.state.delayed.is_some() && seats.is_empty();
        let due = if is_late { Vec::new() } else { self.claims_due() };
        send(&outbox, &presence(self.viewers.here(), &due, self.now()));
        for message in self.queued_messages() {
            send(&outbox, &message);
        }
        if let Some(moved) = self.moved_message().filter(|_| !seats.is_empty()) {
            send(&outbox, &moved);
        }
        if !seats.is_empty() && self.status.add_player(maker) && self.state.contest().is_some() {
            self.publish_contestants(std::slice::from_ref(maker));
        }
        if let Some(account) = maker.account() {
            self.chat.note_accounts(&seats, account);
        }
        let viewer = self.viewers.add(observer, seats.clone(), outbox, *address, maker.clone());
        if only_computers_play(&self.state.table) {
            self.viewers.hold_shows(&self.app.shows, &self.id);
        }
        Ok(Attached { viewer, seats })
    }

    /// Sends the updates that a viewer has missed, or a snapshot.
    fn catch_up(&mut self, observer: Observer, last: u64, outbox: &Outbox) {
        let newest = self.state.seen(observer, self.now()).table.last_update(observer);
        let suffix = self.viewers.suffix(observer, last, newest, outbox);
        let sent = suffix.map(|mut suffix| {
            suffix.all(|update| outbox.try_send(Outgoing::Text(update.clone())).is_ok())
        });
        let has_room = sent.unwrap_or_else(|| {
            let snapshot = Box::new(self.unwritten_snapshot(observer));
            outbox.try_send(Outgoing::Snapshot(snapshot)).is_ok()
        });
        if !has_room {
            tracing::debug!(table = self.id.as_str(), "viewer reads too slowly");
        }
    }

    /// Snapshot for an observer, with the signed head.
    pub(super) fn snapshot(&mut self, observer: Observer) -> Snapshot {
        self.unwritten_snapshot(observer).write()
    }

    /// Data of a snapshot for an observer, which another task writes.
    fn unwritten_snapshot(&mut self, observer: Observer) -> UnwrittenSnapshot {
        UnwrittenSnapshot {
            seen: self.seen(observer, self.now()),
            observer,
            head: self.head_for(observer),
            key: self.app.config.signing_key.public().to_string(),
        }
    }

    pub(super) fn command(&mut self, asked: SeatCommand) {
        // The viewer is gone, and its socket is closing.
        let Some(viewer) = self.viewers.get(asked.viewer) else { return };
        let (observer, outbox) = (viewer.observer, viewer.outbox.clone());
        let is_own = viewer.seats.contains(&asked.seat);
        let (expect, command, lag_ms) = (asked.expect, asked.command.clone(), asked.lag_ms);
        let named = CommandId { id: asked.id.clone(), seat: Some(asked.seat) };
        let asker = Asker::Viewer { outbox: outbox.clone(), observer, asked };
        let acting = match self.check_command(&named, is_own) {
            Err(refusal) => return self.answer(asker, &Err(refusal)),
            Ok(None) => return self.answer(asker, &Ok(())),
            Ok(Some(acting)) => acting,
        };
        let Some(asker) = self.join_pending(&named, asker) else { return };
        if !self.can_store() {
            return self.answer(asker, &Err(not_now()));
        }
        if expect < self.state.table.last_update(observer) && !command.is_timeless() {
            // The command may rest on outdated state; the new state is sent first.
            self.catch_up(observer, expect, &outbox);
            if mutants::is_enabled(Mutant::StaleUnanswered) {
                return;
            }
            let message = "the game has changed; look and choose again";
            return self.answer(asker, &Err(Refusal::new("stale", message)));
        }
        match self.decide_command(acting, &command, lag_ms) {
            Ok(events) => self.commit(events, Some(named), None, asker),
            Err(refusal) => self.answer(asker, &Err(refusal)),
        }
    }

    fn decide_command(
        &self,
        seat: Seat,
        command: &Command,
        lag_ms: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let at_ms = self.now().0;
        if mutants::is_enabled(Mutant::ImpossibleEvent) {
            return Ok(vec![Event { at_ms, kind: EventKind::Resumed }]);
        }
        let input = match command {
            Command::Claim { claim } => {
                // Only a game of two has claims.
                let opponent = self.state.table.seats().find(|&other| other != seat);
                let absent_since_ms =
                    opponent.and_then(|other| self.viewers.absent_since(other.index() as u8));
                let absent_since_ms = absent_since_ms.map(|since_ms| since_ms.0);
                Input::Claim { seat, claim: *claim, absent_since_ms }
            }
            command => Input::Seat { seat, command, lag_ms },
        };
        let decided = self.state.table.decide(at_ms, input);
        match (decided, command) {
            (Err(refusal), Command::Undo { plies })
                if refusal.code == "game-over"
                    && mutants::is_enabled(Mutant::UndoneAfterTheEnd)
                    && (1..=self.state.table.plies()).contains(&usize::from(*plies)) =>
            {
                Ok(vec![Event { at_ms, kind: EventKind::TakenBack { plies: *plies } }])
            }
            (decided, _) => decided,
        }
    }

    /// The acting seat; `None` if the command is already done.
    fn check_command(&self, named: &CommandId, is_own: bool) -> Result<Option<Seat>, Refusal> {
        if named.id.len() != 32 || !named.id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Refusal::new("command-id", "expected a command id of 32 hex digits"));
        }
        let acting = named.seat.and_then(Seat::checked).filter(|_| is_own);
        let acting = acting.ok_or_else(not_your_seat)?;
        match self.state.commands.known(named) {
            Known::New => Ok(Some(acting)),
            Known::Answered => Ok(None),
            Known::Foreign => {
                Err(Refusal::new("command-id", "another seat has used this command id"))
            }
        }
    }
}

/// Information on a table, as its spectators see it.
pub(crate) fn info(id: &GameId, seen: &SeenTable) -> TableInfo {
    let info = seen.table.info(id, seen.now_ms.0);
    TableInfo { clocks: seen.clocks(info.clocks), ..info }
}
