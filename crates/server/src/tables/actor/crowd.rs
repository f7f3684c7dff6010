//! The spectators of a table. They are served in portions after the players: a message to a thousand
//! spectators wakes a thousand sockets, and a player's socket must not wait behind them.

use super::{
    outgoing::Outbox,
    viewer::{Audience, Viewer},
};
use axum::extract::ws::Utf8Bytes;
use std::collections::VecDeque;

/// Spectators who are served before other tasks run.
const PORTION: usize = 32;
/// Messages that may wait for the spectators. With more, all are served at once.
const WAITING: usize = 16;

/// Spectators, and the messages that some of them have not yet received. Each spectator receives the
/// messages in order.
#[derive(Default)]
pub(super) struct Crowd {
    members: Vec<CrowdMember>,
    waiting: VecDeque<(Audience, Utf8Bytes)>,
    /// Number of messages so far, including the waiting ones.
    count: u64,
    /// Index of the next member to serve.
    next: usize,
}

struct CrowdMember {
    viewer: Viewer,
    /// Number of messages that were sent before the member came, or that it has received.
    received: u64,
}

impl Crowd {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Viewer> {
        self.members.iter().map(|member| &member.viewer)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Viewer> {
        self.members.iter_mut().map(|member| &mut member.viewer)
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Adds a spectator, who receives the messages from now on.
    pub(super) fn add(&mut self, viewer: Viewer) {
        self.members.push(CrowdMember { viewer, received: self.count });
    }

    pub(super) fn retain(&mut self, keeps: impl Fn(&Viewer) -> bool) {
        self.members.retain(|member| keeps(&member.viewer));
    }

    /// Queues a message for the spectators it is meant for.
    pub(super) fn tell(&mut self, audience: &Audience, text: &Utf8Bytes) {
        if !self.members.iter().any(|member| audience.has(&member.viewer)) {
            return;
        }
        if self.waiting.len() == WAITING {
            self.serve_all();
        }
        self.waiting.push_back((audience.clone(), text.clone()));
        self.count += 1;
    }

    /// Whether messages wait for spectators.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Gives the waiting messages to the next spectators.
    pub(super) fn serve(&mut self) {
        for _ in 0..PORTION {
            self.serve_next();
        }
    }

    /// Gives the waiting messages to all spectators.
    pub(super) fn serve_all(&mut self) {
        while self.is_waiting() {
            self.serve_next();
        }
    }

    /// Gives the waiting messages to the next spectator. A spectator that reads too slowly loses its
    /// socket.
    fn serve_next(&mut self) {
        match self.catch_up(self.next) {
            Some(true) => self.next += 1,
            Some(false) => drop(self.members.swap_remove(self.next)),
            None => {
                self.next = 0;
                self.forget_received();
            }
        }
    }

    /// Gives a spectator the waiting messages before one that is sent to it alone.
    pub(super) fn prepare(&mut self, outbox: &Outbox) {
        let is_meant = |member: &CrowdMember| member.viewer.outbox.same_channel(outbox);
        let Some(index) = self.members.iter().position(is_meant) else { return };
        if self.catch_up(index) == Some(false) {
            self.members.swap_remove(index);
        }
    }

    /// Gives a member the messages that it has not received. Returns whether there was space; `None`
    /// without such a member.
    fn catch_up(&mut self, index: usize) -> Option<bool> {
        let member = self.members.get_mut(index)?;
        let first = self.count - self.waiting.len() as u64;
        let received = member.received.saturating_sub(first) as usize;
        member.received = self.count;
        let mut due = self.waiting.iter().skip(received);
        let viewer = &member.viewer;
        Some(due.all(|(audience, text)| !audience.has(viewer) || viewer.send(text)))
    }

    /// Drops the messages that all members have received.
    fn forget_received(&mut self) {
        let received = self.members.iter().map(|member| member.received).min();
        let missing = self.count - received.unwrap_or(self.count);
        let done = self.waiting.len().saturating_sub(missing as usize);
        self.waiting.drain(..done);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::outgoing::Outgoing, *};
    use crate::accounts::Person;
    use game::Observer;
    use tokio::sync::mpsc;

    struct Spectator {
        outbox: Outbox,
        inbox: mpsc::Receiver<Outgoing>,
    }

    impl Spectator {
        fn come(crowd: &mut Crowd, number: u64, room: usize) -> Spectator {
            let (outbox, inbox) = mpsc::channel(room);
            crowd.add(Viewer {
                number,
                observer: Observer::Spectator,
                seats: Vec::new(),
                outbox: outbox.clone(),
                address: None,
                person: Person::Own,
                reads_chat: false,
                guest: None,
                blocks: None,
                show: None,
            });
            Spectator { outbox, inbox }
        }

        fn heard(&mut self) -> String {
            let texts = std::iter::from_fn(|| self.inbox.try_recv().ok());
            texts.map(|message| message.into_text().to_string()).collect()
        }
    }

    /// All receive all messages in order, whatever portions were served in between; who comes late
    /// receives the later ones.
    #[test]
    fn each_spectator_receives_the_messages_in_order() {
        for serves_between in [0, 1, 2, 8] {
            let mut crowd = Crowd::default();
            let mut early: Vec<_> =
                (0..100).map(|number| Spectator::come(&mut crowd, number, 64)).collect();
            let mut late = None;
            for (index, text) in ["a", "b", "c"].into_iter().enumerate() {
                if index == 1 {
                    late = Some(Spectator::come(&mut crowd, 100, 64));
                }
                crowd.tell(&Audience::All, &text.into());
                crowd.tell(&Audience::Seated, &"never".into());
                (0..serves_between).for_each(|_| crowd.serve());
            }
            assert_eq!(crowd.is_waiting(), serves_between < 8);
            crowd.serve_all();
            assert!(!crowd.is_waiting());
            assert!(early.iter_mut().all(|spectator| spectator.heard() == "abc"));
            assert_eq!(late.map(|mut late| late.heard()).as_deref(), Some("bc"));
        }
    }

    /// A portion is served, and the rest waits.
    #[test]
    fn spectators_are_served_in_portions() {
        let mut crowd = Crowd::default();
        let mut spectators: Vec<_> =
            (0..100).map(|number| Spectator::come(&mut crowd, number, 64)).collect();
        crowd.tell(&Audience::All, &"a".into());
        let mut served =
            || spectators.iter_mut().filter_map(|one| one.inbox.try_recv().ok()).count();
        assert_eq!(served(), 0);
        crowd.serve();
        assert_eq!(served(), PORTION);
        crowd.serve_all();
        assert_eq!(served(), 100 - PORTION);
    }

    /// Waiting messages precede one that a spectator receives alone.
    #[test]
    fn an_answer_does_not_overtake() {
        let mut crowd = Crowd::default();
        let mut spectators: Vec<_> =
            (0..3).map(|number| Spectator::come(&mut crowd, number, 64)).collect();
        crowd.tell(&Audience::All, &"a".into());
        crowd.prepare(&spectators[2].outbox);
        assert_eq!(spectators.iter_mut().map(Spectator::heard).collect::<Vec<_>>(), ["", "", "a"]);
        crowd.serve_all();
        assert_eq!(spectators.iter_mut().map(Spectator::heard).collect::<Vec<_>>(), ["a", "a", ""]);
    }

    /// A spectator that reads too slowly loses its socket; the others receive everything.
    #[test]
    fn a_slow_reader_is_dropped() {
        let mut crowd = Crowd::default();
        let rooms = [64, 2, 64, 64];
        let mut spectators: Vec<_> = rooms
            .iter()
            .zip(0..)
            .map(|(&room, number)| Spectator::come(&mut crowd, number, room))
            .collect();
        for _ in 0..3 * WAITING {
            crowd.tell(&Audience::All, &"a".into());
        }
        crowd.serve_all();
        assert_eq!(crowd.len(), 3);
        let heard: Vec<usize> = spectators.iter_mut().map(|one| one.heard().len()).collect();
        assert_eq!(heard, rooms.map(|room| room.min(3 * WAITING)));
    }
}
