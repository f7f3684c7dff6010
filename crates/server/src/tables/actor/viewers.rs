//! The viewers of a table, and the messages sent to them.

use super::{
    crowd::Crowd,
    outgoing::{Outbox, send, text_of},
    recent_updates::RecentUpdates,
    viewer::{Audience, Viewer},
};
use crate::{
    accounts::{BlockList, Person},
    base::{Mutant, mutants},
    limits::{SOCKETS_PER_SEAT, SPECTATORS, SPECTATORS_PER_ADDRESS},
    net::networks,
    tables::{chat::SaidLine, shows::Shows, think_queue::person},
};
use axum::extract::ws::Utf8Bytes;
use game::{Observer, Refusal};
use protocol::{Absence, FromChat, GameId, ToClient, UnixMs, Update};
use serde::Serialize;
use std::{net::IpAddr, sync::Arc};

/// All viewers of a table at this server.
pub(super) struct Viewers {
    seated: Vec<Viewer>,
    crowd: Crowd,
    next: u64,
    /// Seats with a viewer at another server.
    elsewhere: Vec<u8>,
    /// Seats without a viewer, each with the time since when, Unix ms.
    absent: Vec<(u8, UnixMs)>,
    /// Content of the last presence messages: for the players, and for the viewers without a seat.
    told: [Told; 2],
    /// Latest updates by observer, for reconnecting clients.
    recent: Vec<RecentUpdates>,
}

/// Seats in a presence message, and the absent ones with the time of a claim.
type Told = (Vec<u8>, Vec<(u8, UnixMs)>);

impl Viewers {
    /// A table without viewers, for these observers.
    pub(super) fn new(observers: impl Iterator<Item = Observer>) -> Viewers {
        let recent = observers.map(RecentUpdates::new).collect();
        Viewers {
            seated: Vec::new(),
            crowd: Crowd::default(),
            next: 1,
            elsewhere: Vec::new(),
            absent: Vec::new(),
            told: Default::default(),
            recent,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn len(&self) -> usize {
        self.seated.len() + self.crowd.len()
    }

    /// The viewers, those with a seat first.
    fn iter(&self) -> impl Iterator<Item = &Viewer> {
        self.seated.iter().chain(self.crowd.iter())
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut Viewer> {
        self.seated.iter_mut().chain(self.crowd.iter_mut())
    }

    fn retain(&mut self, keeps: impl Fn(&Viewer) -> bool) {
        self.seated.retain(&keeps);
        self.crowd.retain(keeps);
    }

    /// Number of connected viewers without a seat.
    pub(super) fn spectators(&self) -> usize {
        self.crowd.iter().filter(|viewer| viewer.is_open()).count()
    }

    /// Whether a viewer with a seat is connected.
    pub(super) fn has_seated(&self) -> bool {
        self.own().next().is_some()
    }

    /// Whether a viewer with this seat is connected.
    pub(super) fn has_seat(&self, seat: u8) -> bool {
        self.seated.iter().any(|viewer| viewer.seats.contains(&seat))
    }

    /// Seats with a viewer at this server, possibly repeated.
    pub(super) fn own(&self) -> impl Iterator<Item = u8> {
        let open = self.seated.iter().filter(|viewer| viewer.is_open());
        open.flat_map(|viewer| viewer.seats.iter().copied())
    }

    /// Sets the seats with a viewer at another server.
    pub(super) fn set_elsewhere(&mut self, seats: Vec<u8>) {
        self.elsewhere = seats;
    }

    /// Whether this seat has a viewer at another server.
    pub(super) fn has_elsewhere(&self, seat: u8) -> bool {
        self.elsewhere.contains(&seat)
    }

    /// Seats with a viewer at any server.
    pub(super) fn here(&self) -> Vec<u8> {
        let mut here: Vec<u8> = self.own().chain(self.elsewhere.iter().copied()).collect();
        here.sort_unstable();
        here.dedup();
        here
    }

    /// Notes which of `seats` have no viewer, since `now_ms` or before. With `anew`, an absence
    /// begins now.
    pub(super) fn note_absences(
        &mut self,
        seats: impl Iterator<Item = u8>,
        now_ms: UnixMs,
        anew: bool,
    ) {
        let here = self.here();
        let absent = seats.filter(|seat| !here.contains(seat));
        let since_ms = |seat| self.absent_since(seat).filter(|_| !anew).unwrap_or(now_ms);
        self.absent = absent.map(|seat| (seat, since_ms(seat))).collect();
    }

    /// Time since when a seat has no viewer at any server, Unix ms; `None` if it has one.
    pub(super) fn absent_since(&self, seat: u8) -> Option<UnixMs> {
        let absence = self.absent.iter().find(|(absent, _)| *absent == seat);
        absence.map(|(_, since_ms)| *since_ms)
    }

    /// Has the presence sent again, although it has not changed.
    pub(super) fn forget_told_presence(&mut self) {
        self.told = Default::default();
    }

    /// Sends the presence to the viewers for whom it has changed. `due` contains the absent seats
    /// whose opponent may claim the game, with the time of that. Spectators who see the game late do
    /// not receive it: it depends on events that they do not know yet.
    pub(super) fn tell_presence(&mut self, due: &[(u8, UnixMs)], is_late: bool, now_ms: UnixMs) {
        let here = self.here();
        let spectated: &[_] = if is_late { &[] } else { due };
        let audiences = [(Audience::Seated, due), (Audience::Seatless, spectated)];
        for (index, (audience, due)) in audiences.into_iter().enumerate() {
            let told = &mut self.told[index];
            if (&told.0, &*told.1) != (&here, due) {
                *told = (here.clone(), due.to_vec());
                self.tell(audience, &presence(here.clone(), due, now_ms));
            }
        }
    }

    /// Address of a viewer, if possible one with a seat; `None` for this machine or without
    /// viewers.
    pub(super) fn address(&self) -> Option<IpAddr> {
        self.iter().next().and_then(|viewer| viewer.address)
    }

    /// The person to whom the searches of the table's computers are charged.
    pub(super) fn person(&self) -> IpAddr {
        person(self.address())
    }

    pub(super) fn get(&self, number: u64) -> Option<&Viewer> {
        self.iter().find(|viewer| viewer.number == number)
    }

    pub(super) fn remove(&mut self, number: u64) {
        self.retain(|viewer| viewer.number != number);
    }

    /// Checks that one more viewer is allowed. A seat always is: its oldest socket is dropped if
    /// needed.
    ///
    /// # Errors
    /// If there are too many spectators, in total or from this address.
    pub(super) fn admit(&mut self, seats: &[u8], address: Option<IpAddr>) -> Result<(), Refusal> {
        self.retain(Viewer::is_open);
        let is_first_come = mutants::is_enabled(Mutant::StrangersFirst) && self.len() >= SPECTATORS;
        if !seats.is_empty() && !is_first_come {
            let mut own = self.seated.iter().filter(|viewer| viewer.seats == seats);
            if let Some(oldest) = own.next().map(|viewer| viewer.number)
                && own.count() + 1 >= SOCKETS_PER_SEAT
            {
                self.remove(oldest);
            }
            return Ok(());
        }
        let is_crowd = address.into_iter().flat_map(networks).any(|(net, factor)| {
            let own = self.crowd.iter().filter(|viewer| viewer.is_in(net)).count();
            own >= SPECTATORS_PER_ADDRESS * factor as usize
        });
        if is_crowd || is_first_come || self.crowd.len() >= SPECTATORS {
            return Err(Refusal::new("too-many", "too many are looking at this table"));
        }
        Ok(())
    }

    /// Adds an admitted viewer and returns its number.
    pub(super) fn add(
        &mut self,
        observer: Observer,
        seats: Vec<u8>,
        outbox: Outbox,
        address: Option<IpAddr>,
        person: Person,
    ) -> u64 {
        let number = self.next;
        self.next += 1;
        let viewer = Viewer {
            number,
            observer,
            seats,
            outbox,
            address,
            person,
            reads_chat: false,
            guest: None,
            blocks: None,
            show: None,
        };
        if viewer.seats.is_empty() {
            self.crowd.add(viewer);
        } else {
            self.seated.push(viewer);
        }
        if let Some(recent) = self.recent.iter_mut().find(|recent| recent.observer == observer) {
            recent.seen();
        }
        number
    }

    /// Has the viewers of a game between computers hold a show there. Returns whether any does: a
    /// person who watches another such game has none.
    pub(super) fn hold_shows(&mut self, shows: &Shows, table: &GameId) -> bool {
        for viewer in self.iter_mut().filter(|viewer| viewer.show.is_none()) {
            viewer.show = shows.admit(&viewer.person, table).ok();
        }
        self.iter().any(|viewer| viewer.show.is_some())
    }

    /// Ends the shows of all viewers.
    pub(super) fn end_shows(&mut self) {
        self.iter_mut().for_each(|viewer| viewer.show = None);
    }

    /// Observers that need updates: those with a viewer, and those whose viewer may still reconnect
    /// without a snapshot.
    pub(super) fn watched(&self) -> Vec<Observer> {
        let watched = self
            .recent
            .iter()
            .filter(|recent| recent.is_awaited() || self.has_viewer(recent.observer));
        watched.map(|recent| recent.observer).collect()
    }

    fn has_viewer(&self, observer: Observer) -> bool {
        self.iter().any(|viewer| viewer.observer == observer)
    }

    /// Notes that updates were made for `watched` only. The other observers get a snapshot on
    /// reconnecting. Returns those of them with a viewer now.
    pub(super) fn pass_over(&mut self, watched: &[Observer]) -> Vec<Observer> {
        let missed = self.recent.iter_mut().filter(|recent| !watched.contains(&recent.observer));
        let missed: Vec<Observer> = missed
            .map(|recent| {
                recent.clear();
                recent.observer
            })
            .collect();
        missed.into_iter().filter(|&observer| self.has_viewer(observer)).collect()
    }

    /// The updates after `last`, if all are still stored and fit into `outbox` with one more
    /// answer; otherwise `None`, and a snapshot is needed.
    pub(super) fn suffix(
        &self,
        observer: Observer,
        last: u64,
        newest: u64,
        outbox: &Outbox,
    ) -> Option<impl Iterator<Item = &Utf8Bytes>> {
        let recent = self.recent.iter().find(|recent| recent.observer == observer)?;
        let oldest = recent.oldest().unwrap_or(newest + 1);
        let has_all = last > 0 && last <= newest && last + 1 >= oldest;
        let has_room = (newest.saturating_sub(last) as usize) < outbox.capacity()
            || mutants::is_enabled(Mutant::FarBehindUnanswered);
        (has_all && has_room).then(|| recent.after(last))
    }

    /// Sends an update to all viewers of an observer. A viewer that reads too slowly loses its
    /// socket, so that others do not wait.
    pub(super) fn fan_out(&mut self, observer: Observer, update: Update) {
        let n = update.n;
        let Some(text) = text_of(&ToClient::Update(Box::new(update))) else { return };
        self.tell_text(&Audience::Observer(observer), &text);
        let is_seen = self.has_viewer(observer);
        if let Some(recent) = self.recent.iter_mut().find(|recent| recent.observer == observer) {
            recent.keep(n, text, is_seen);
        }
    }

    /// Sends a snapshot to all viewers of an observer.
    pub(super) fn show(&mut self, observer: Observer, snapshot: &ToClient) {
        self.tell(Audience::Observer(observer), snapshot);
    }

    /// Sends a message without a sequence number to all viewers.
    pub(super) fn announce(&mut self, message: &ToClient) {
        self.tell(Audience::All, message);
    }

    /// Sends a message without a sequence number to the viewers with a seat.
    pub(super) fn tell_seated(&mut self, message: &ToClient) {
        self.tell(Audience::Seated, message);
    }

    /// Shows the chat to a viewer from now on. `guest` is its number if it is a guest, `blocks` are
    /// the accounts whose lines it does not receive.
    pub(super) fn enter_chat(
        &mut self,
        outbox: &Outbox,
        guest: Option<u64>,
        blocks: Option<&Arc<BlockList>>,
    ) {
        self.crowd.prepare(outbox);
        for viewer in self.iter_mut().filter(|viewer| viewer.outbox.same_channel(outbox)) {
            (viewer.reads_chat, viewer.guest) = (true, guest);
            viewer.blocks = blocks.cloned();
        }
    }

    /// Sends a line of the chat to its readers.
    pub(super) fn tell_chat(&mut self, said: SaidLine) {
        let SaidLine { room, account, line } = said;
        let audience = Audience::Chat { room, account, seat: line.seat };
        self.tell(audience, &FromChat::ChatLine(line));
    }

    fn tell(&mut self, audience: Audience, message: &impl Serialize) {
        if let Some(text) = text_of(message) {
            self.tell_text(&audience, &text);
        }
    }

    /// Sends a text to the players at once, and queues it for the spectators.
    fn tell_text(&mut self, audience: &Audience, text: &Utf8Bytes) {
        self.seated.retain(|viewer| !audience.has(viewer) || viewer.send(text));
        self.crowd.tell(audience, text);
    }

    /// Whether spectators wait for messages.
    pub(super) fn has_waiting_crowd(&self) -> bool {
        self.crowd.is_waiting()
    }

    /// Sends the next spectators the messages they wait for.
    pub(super) fn serve_crowd(&mut self) {
        self.crowd.serve();
    }

    /// Sends all spectators the messages they wait for.
    pub(super) fn serve_whole_crowd(&mut self) {
        self.crowd.serve_all();
    }

    /// Sends a message to one viewer. If its outbox is full, a message is lost: the socket is
    /// closed, so that the client does not wait for an answer. Later messages must not overtake the
    /// lost one.
    pub(super) fn send(&mut self, outbox: &Outbox, message: &impl Serialize) {
        self.crowd.prepare(outbox);
        let is_here = self.iter().any(|viewer| viewer.outbox.same_channel(outbox));
        if is_here && !send(outbox, message) && !mutants::is_enabled(Mutant::FarBehindUnanswered) {
            self.retain(|viewer| !viewer.outbox.same_channel(outbox));
        }
    }
}

/// Message with the seats that have a viewer, and the absent ones with the time of a claim.
pub(super) fn presence(here: Vec<u8>, due: &[(u8, UnixMs)], now_ms: UnixMs) -> ToClient {
    let absence =
        |&(seat, due_ms): &(u8, UnixMs)| Absence { seat, claim_in_ms: due_ms.since(now_ms) };
    ToClient::Presence { here, absent: due.iter().map(absence).collect() }
}

#[cfg(test)]
mod tests {
    use super::{super::outgoing::Outgoing, *};
    use crate::limits::RECENT_EVENTS;
    use tokio::sync::mpsc;

    #[test]
    fn spectators_are_limited_and_seats_are_let_in() {
        let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let mut viewers = Viewers::new(Observer::all(2));
        let mut inboxes = Vec::new();
        let mut come = |viewers: &mut Viewers, seats: &[u8], address| {
            let (outbox, inbox) = mpsc::channel(4);
            let admitted = viewers.admit(seats, address).is_ok();
            if admitted {
                viewers.add(Observer::Spectator, seats.to_vec(), outbox, address, Person::Own);
                inboxes.push(inbox);
            }
            admitted
        };
        let mut admitted = |viewers: &mut Viewers, seats: &[u8], address| {
            (0..1_000).filter(|_| come(viewers, seats, address)).count()
        };
        assert_eq!(admitted(&mut viewers, &[], address(1)), SPECTATORS_PER_ADDRESS);
        assert_eq!(admitted(&mut viewers, &[], address(2)), SPECTATORS_PER_ADDRESS);
        let rest = SPECTATORS - 2 * SPECTATORS_PER_ADDRESS;
        assert_eq!(admitted(&mut viewers, &[], None), rest);
        assert_eq!(admitted(&mut viewers, &[], address(3)), 0);
        assert!(!viewers.has_seated());
        assert_eq!(admitted(&mut viewers, &[1], address(1)), 1_000);
        assert_eq!(viewers.len(), SPECTATORS + SOCKETS_PER_SEAT);
        assert_eq!(viewers.person(), IpAddr::from([192, 0, 2, 1]));
    }

    /// An observer without a viewer gets no updates. After its viewer left, updates are made as
    /// long as they are kept for reconnecting; later the viewer gets a snapshot.
    #[test]
    fn updates_are_kept_for_viewers_who_may_come_back() {
        let mut viewers = Viewers::new(Observer::all(2));
        assert_eq!(viewers.watched(), []);
        let (outbox, _inbox) = mpsc::channel(200);
        let observer = Observer::Spectator;
        let number = viewers.add(observer, Vec::new(), outbox.clone(), None, Person::Own);
        let mut n = 0;
        let mut happens = |viewers: &mut Viewers| {
            n += 1;
            let watched = viewers.watched();
            for &observer in &watched {
                let update = serde_json::from_value(serde_json::json!({
                    "n": n, "event": {"what": "declined"},
                    "state": {"position": "", "turn": {"phase": "waiting"}, "check": false, "seats": []},
                }));
                viewers.fan_out(observer, update.expect("an update"));
            }
            assert_eq!(viewers.pass_over(&watched), []);
            n
        };
        happens(&mut viewers);
        assert_eq!(viewers.watched(), [observer]);
        viewers.remove(number);
        for _ in 0..RECENT_EVENTS {
            assert_eq!(viewers.watched(), [observer]);
            happens(&mut viewers);
        }
        let newest = n;
        let rest = |viewers: &Viewers, last, newest| {
            viewers.suffix(observer, last, newest, &outbox).map(Iterator::count)
        };
        assert_eq!(rest(&viewers, newest - 3, newest), Some(3));
        assert_eq!(viewers.watched(), [], "too many are missed");
        assert_eq!(viewers.pass_over(&[]), []);
        assert_eq!(rest(&viewers, newest - 3, newest + 1), None);
        let number = viewers.add(observer, Vec::new(), outbox.clone(), None, Person::Own);
        assert_eq!(viewers.watched(), [observer]);
        assert_eq!(viewers.pass_over(&[]), [observer], "here while it was passed over");
        viewers.remove(number);
    }

    /// A changed time of a claim reaches the players, and no spectator who sees the game late.
    #[test]
    fn late_spectators_learn_no_time_of_a_claim() {
        for is_late in [false, true] {
            let mut viewers = Viewers::new(Observer::all(2));
            let (seat, mut player) = mpsc::channel(8);
            let (seatless, mut spectator) = mpsc::channel(8);
            viewers.add(Observer::Spectator, vec![0], seat, None, Person::Own);
            viewers.add(Observer::Spectator, Vec::new(), seatless, None, Person::Own);
            for due in [vec![], vec![(1, UnixMs(40_000))], vec![(1, UnixMs(50_000))], vec![]] {
                viewers.tell_presence(&due, is_late, UnixMs(0));
            }
            let told = |inbox: &mut mpsc::Receiver<Outgoing>| {
                std::iter::from_fn(|| inbox.try_recv().ok()).count()
            };
            viewers.serve_crowd();
            let told = [told(&mut player), told(&mut spectator)];
            assert_eq!(told, [4, if is_late { 1 } else { 4 }], "{is_late}");
        }
    }

    #[test]
    fn who_cannot_be_answered_is_closed() {
        let mut viewers = Viewers::new(Observer::all(2));
        let (outbox, mut inbox) = mpsc::channel(2);
        viewers.add(Observer::Spectator, Vec::new(), outbox.clone(), None, Person::Own);
        for room in [true, true, false] {
            viewers.send(&outbox, &ToClient::Pong);
            assert_eq!(viewers.is_empty(), !room);
        }
        drop(outbox);
        let heard: Vec<_> = std::iter::from_fn(|| inbox.try_recv().ok()).collect();
        assert_eq!(heard.len(), 2);
        assert!(inbox.is_closed() || inbox.try_recv().is_err());
    }
}
