//! Who looks on at a table, and what each has been told.

use super::handle::Outbox;
use crate::{
    limits::{RECENT_EVENTS, SOCKETS_PER_SEAT, SPECTATORS, SPECTATORS_PER_ADDRESS},
    net::subnet_key,
    planted::{self, Bug},
    think_queue::person,
};
use game::{Observer, Refusal};
use protocol::{ToClient, Update};
use std::{collections::VecDeque, net::IpAddr, sync::Arc};

/// One socket.
pub(super) struct Viewer {
    pub(super) number: u64,
    pub(super) observer: Observer,
    /// The seats its token opens; none for a spectator.
    pub(super) seats: Vec<u8>,
    pub(super) outbox: Outbox,
    pub(super) address: Option<IpAddr>,
}

impl Viewer {
    fn is_from(&self, address: IpAddr) -> bool {
        self.address.is_some_and(|own| subnet_key(own) == subnet_key(address))
    }
}

/// Everybody who looks on.
pub(super) struct Viewers {
    list: Vec<Viewer>,
    next: u64,
    /// The seats that somebody looks through at other servers.
    elsewhere: Vec<u8>,
    /// The seats with somebody there, as they were told last.
    told_here: Vec<u8>,
    /// The last updates of each observer, for reconnecting.
    recent: Vec<Recent>,
}

/// The last updates of one observer.
struct Recent {
    observer: Observer,
    /// Without gaps.
    updates: VecDeque<Update>,
    /// How many of the last ones were made while no viewer watched as this observer.
    unseen: usize,
}

impl Viewers {
    /// Nobody yet, at a table with these observers.
    pub(super) fn new(observers: impl Iterator<Item = Observer>) -> Viewers {
        let recent = observers.map(Recent::new).collect();
        Viewers { list: Vec::new(), next: 1, elsewhere: Vec::new(), told_here: Vec::new(), recent }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether somebody with a seat looks on.
    pub(super) fn has_seated(&self) -> bool {
        self.list.iter().any(|viewer| !viewer.seats.is_empty())
    }

    /// Whether somebody looks through this seat.
    pub(super) fn has_seat(&self, seat: u8) -> bool {
        self.list.iter().any(|viewer| viewer.seats.contains(&seat))
    }

    /// The seats that somebody looks through at this server, each once or more.
    pub(super) fn own(&self) -> impl Iterator<Item = u8> {
        let open = self.list.iter().filter(|viewer| !viewer.outbox.is_closed());
        open.flat_map(|viewer| viewer.seats.iter().copied())
    }

    /// Somebody looks through these at other servers.
    pub(super) fn set_elsewhere(&mut self, seats: Vec<u8>) {
        self.elsewhere = seats;
    }

    /// Whether somebody looks through this seat at another server.
    pub(super) fn has_elsewhere(&self, seat: u8) -> bool {
        self.elsewhere.contains(&seat)
    }

    /// The seats that somebody looks through.
    pub(super) fn here(&self) -> Vec<u8> {
        let mut here: Vec<u8> = self.own().chain(self.elsewhere.iter().copied()).collect();
        here.sort_unstable();
        here.dedup();
        here
    }

    /// Tells everybody who is there, if that has changed.
    pub(super) fn tell_presence(&mut self) {
        let here = self.here();
        if here != self.told_here {
            self.announce(&ToClient::Presence { here: here.clone() });
            self.told_here = here;
        }
    }

    /// Where somebody with a seat sits, or else a spectator; `None` for this machine itself, and for
    /// nobody.
    pub(super) fn address(&self) -> Option<IpAddr> {
        let seated = self.list.iter().find(|viewer| !viewer.seats.is_empty());
        seated.or(self.list.first()).and_then(|viewer| viewer.address)
    }

    /// For whom the table's computers think.
    pub(super) fn person(&self) -> IpAddr {
        person(self.address())
    }

    pub(super) fn get(&self, number: u64) -> Option<&Viewer> {
        self.list.iter().find(|viewer| viewer.number == number)
    }

    pub(super) fn remove(&mut self, number: u64) {
        self.list.retain(|viewer| viewer.number != number);
    }

    /// Makes room for one more. A seat always has some: there its oldest socket gives way.
    ///
    /// # Errors
    /// When too many spectators look on already, here or from the same address.
    pub(super) fn admit(&mut self, seats: &[u8], address: Option<IpAddr>) -> Result<(), Refusal> {
        self.list.retain(|viewer| !viewer.outbox.is_closed());
        let is_first_come = planted::has(Bug::StrangersFirst) && self.list.len() >= SPECTATORS;
        if !seats.is_empty() && !is_first_come {
            let mut own = self.list.iter().filter(|viewer| viewer.seats == seats);
            if let Some(oldest) = own.next().map(|viewer| viewer.number)
                && own.count() + 1 >= SOCKETS_PER_SEAT
            {
                self.remove(oldest);
            }
            return Ok(());
        }
        let spectators = || self.list.iter().filter(|viewer| viewer.seats.is_empty());
        let is_crowd = address.is_some_and(|address| {
            spectators().filter(|viewer| viewer.is_from(address)).count() >= SPECTATORS_PER_ADDRESS
        });
        if is_crowd || is_first_come || spectators().count() >= SPECTATORS {
            return Err(Refusal::new("too-many", "too many are looking at this table"));
        }
        Ok(())
    }

    /// Adds a viewer that was admitted; its number.
    pub(super) fn add(
        &mut self,
        observer: Observer,
        seats: Vec<u8>,
        outbox: Outbox,
        address: Option<IpAddr>,
    ) -> u64 {
        let number = self.next;
        self.next += 1;
        self.list.push(Viewer { number, observer, seats, outbox, address });
        if let Some(recent) = self.recent.iter_mut().find(|recent| recent.observer == observer) {
            recent.unseen = 0;
        }
        number
    }

    /// The observers for whom updates are needed: those with a viewer, and those whose viewer may
    /// come back before more updates were missed than are kept.
    pub(super) fn watched(&self) -> Vec<Observer> {
        let watched = self
            .recent
            .iter()
            .filter(|recent| recent.unseen < RECENT_EVENTS || self.has_viewer(recent.observer));
        watched.map(|recent| recent.observer).collect()
    }

    fn has_viewer(&self, observer: Observer) -> bool {
        self.list.iter().any(|viewer| viewer.observer == observer)
    }

    /// Notes that updates were made for these observers alone. The others get a snapshot when they
    /// come back; returns those of them with a viewer now.
    pub(super) fn pass_over(&mut self, watched: &[Observer]) -> Vec<Observer> {
        let missed = self.recent.iter_mut().filter(|recent| !watched.contains(&recent.observer));
        let missed: Vec<Observer> = missed
            .map(|recent| {
                recent.updates.clear();
                recent.observer
            })
            .collect();
        missed.into_iter().filter(|&observer| self.has_viewer(observer)).collect()
    }

    /// The updates after `last`, if they are all still here and `outbox` has room for
    /// them and an answer; `None` asks for a snapshot.
    pub(super) fn suffix(
        &self,
        observer: Observer,
        last: u64,
        newest: u64,
        outbox: &Outbox,
    ) -> Option<impl Iterator<Item = &Update>> {
        let recent = &self.recent.iter().find(|recent| recent.observer == observer)?.updates;
        let oldest = recent.front().map_or(newest + 1, |update| update.n);
        let has_all = last > 0 && last <= newest && last + 1 >= oldest;
        let has_room = (newest.saturating_sub(last) as usize) < outbox.capacity()
            || planted::has(Bug::FarBehindUnanswered);
        (has_all && has_room).then(|| recent.iter().filter(move |update| update.n > last))
    }

    /// Tells every viewer of one observer. A reader too slow to take its messages loses its socket,
    /// not the others' time.
    pub(super) fn fan_out(&mut self, observer: Observer, update: Update) {
        let message = ToClient::Update(Box::new(update.clone()));
        self.tell(|viewer| viewer.observer == observer, &message);
        let is_seen = self.has_viewer(observer);
        if let Some(recent) = self.recent.iter_mut().find(|recent| recent.observer == observer) {
            recent.unseen = if is_seen { 0 } else { recent.unseen.saturating_add(1) };
            recent.updates.push_back(update);
            if recent.updates.len() > RECENT_EVENTS {
                recent.updates.pop_front();
            }
        }
    }

    /// Shows everybody who looks through these eyes all of it anew.
    pub(super) fn show(&mut self, observer: Observer, snapshot: &ToClient) {
        self.tell(|viewer| viewer.observer == observer, snapshot);
    }

    /// Tells everybody the same, outside the sequences.
    pub(super) fn announce(&mut self, message: &ToClient) {
        self.tell(|_| true, message);
    }

    fn tell(&mut self, is_meant: impl Fn(&Viewer) -> bool, message: &ToClient) {
        let Some(text) = text_of(message) else { return };
        self.list
            .retain(|viewer| !is_meant(viewer) || viewer.outbox.try_send(text.clone()).is_ok());
    }

    /// Sends to one outbox. Whose is full has missed something: its socket is closed, so that
    /// nobody waits for an answer that does not come; and none comes any more, which would stand
    /// before what was missed.
    pub(super) fn send(&mut self, outbox: &Outbox, message: &ToClient) {
        let is_here = self.list.iter().any(|viewer| viewer.outbox.same_channel(outbox));
        if is_here && !send(outbox, message) && !planted::has(Bug::FarBehindUnanswered) {
            self.list.retain(|viewer| !viewer.outbox.same_channel(outbox));
        }
    }
}

impl Recent {
    /// No viewer has watched yet.
    fn new(observer: Observer) -> Recent {
        Recent { observer, updates: VecDeque::new(), unseen: RECENT_EVENTS }
    }
}

/// Whether the message has been queued.
pub(crate) fn send(outbox: &Outbox, message: &ToClient) -> bool {
    text_of(message).is_some_and(|text| outbox.try_send(text).is_ok())
}

/// As it travels. What is told has always a text.
pub(crate) fn text_of(message: &ToClient) -> Option<Arc<str>> {
    serde_json::to_string(message).ok().map(Arc::from)
}

#[cfg(test)]
mod tests {
    use super::*;
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
                viewers.add(Observer::Spectator, seats.to_vec(), outbox, address);
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
        assert_eq!(viewers.list.len(), SPECTATORS + SOCKETS_PER_SEAT);
        assert_eq!(viewers.person(), IpAddr::from([192, 0, 2, 1]));
    }

    /// No updates are made for an observer that never had a viewer. For one whose viewer is gone they
    /// are made for as long as they are kept for reconnecting; later the viewer gets a snapshot.
    #[test]
    fn updates_are_kept_for_viewers_who_may_come_back() {
        let mut viewers = Viewers::new(Observer::all(2));
        assert_eq!(viewers.watched(), []);
        let (outbox, _inbox) = mpsc::channel(200);
        let observer = Observer::Spectator;
        let number = viewers.add(observer, Vec::new(), outbox.clone(), None);
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
        let number = viewers.add(observer, Vec::new(), outbox.clone(), None);
        assert_eq!(viewers.watched(), [observer]);
        assert_eq!(viewers.pass_over(&[]), [observer], "here while it was passed over");
        viewers.remove(number);
    }

    #[test]
    fn who_cannot_be_answered_is_closed() {
        let mut viewers = Viewers::new(Observer::all(2));
        let (outbox, mut inbox) = mpsc::channel(2);
        viewers.add(Observer::Spectator, Vec::new(), outbox.clone(), None);
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
