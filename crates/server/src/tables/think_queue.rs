//! Queue of computer searches, fair between people, however many games each has.

use crate::net::subnet_key;
use std::{
    collections::VecDeque,
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{oneshot, watch};

/// Queue of searches with a limited number running at once.
#[derive(Clone)]
pub(crate) struct ThinkQueue(Arc<Mutex<QueueState>>);

struct QueueState {
    /// Number of searches that may start now.
    free: usize,
    /// Waiting people, next one first, with their searches in order.
    people: VecDeque<(IpAddr, VecDeque<Question>)>,
}

/// Waiting search.
struct Question {
    turn: oneshot::Sender<Turn>,
    /// Position in the queue; 1 is next.
    place: watch::Sender<u32>,
}

/// Permit to search; returned when dropped.
pub(crate) struct Turn(Option<ThinkQueue>);

/// Identity of a person in the queue: the subnet of an address, or this machine for `None`.
pub(crate) fn person(address: Option<IpAddr>) -> IpAddr {
    subnet_key(address.unwrap_or(Ipv4Addr::UNSPECIFIED.into()))
}

impl ThinkQueue {
    /// Queue with this number of concurrent searches.
    pub(crate) fn new(thinkers: usize) -> ThinkQueue {
        ThinkQueue(Arc::new(Mutex::new(QueueState { free: thinkers, people: VecDeque::new() })))
    }

    /// Adds a search of this person.
    pub(crate) fn join(&self, person: IpAddr) -> QueuedThought {
        let (turn, waits) = oneshot::channel();
        let (place, mut places) = watch::channel(0);
        let mut waiting = self.lock();
        if waiting.free > 0 {
            waiting.free -= 1;
            // The receiver is in scope.
            let _ = turn.send(Turn(Some(self.clone())));
            return QueuedThought { turn: waits, places };
        }
        let mine = Question { turn, place };
        match waiting.people.iter_mut().find(|(other, _)| *other == person) {
            Some((_, questions)) => questions.push_back(mine),
            None => waiting.people.push_back((person, VecDeque::from([mine]))),
        }
        waiting.tell_places();
        places.mark_changed();
        QueuedThought { turn: waits, places }
    }

    /// Permit for a search that can wait for idle time: only if another permit stays free for a
    /// player. Such a search must be short.
    pub(crate) fn spare(&self) -> Option<Turn> {
        let mut waiting = self.lock();
        if waiting.free < 2 {
            return None;
        }
        waiting.free -= 1;
        Some(Turn(Some(self.clone())))
    }

    /// Number of waiting searches.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().people.iter().map(|(_, questions)| questions.len()).sum()
    }

    /// Passes a permit to the next search.
    fn pass_on(&self) {
        let mut turn = Turn(Some(self.clone()));
        loop {
            let next = {
                let mut waiting = self.lock();
                let next = waiting.people.pop_front().and_then(|(person, mut questions)| {
                    let next = questions.pop_front().map(|question| question.turn);
                    if !questions.is_empty() {
                        waiting.people.push_back((person, questions));
                    }
                    waiting.tell_places();
                    next
                });
                if next.is_none() {
                    waiting.free += 1;
                }
                next
            };
            let Some(next) = next else {
                turn.0 = None;
                return;
            };
            // If the receiver is gone, the permit goes to the next one.
            match next.send(turn) {
                Ok(()) => return,
                Err(back) => turn = back,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Sends every search its position: one search of each person per round. Each search is visited
    /// once.
    fn tell_places(&self) {
        let mut people: Vec<&VecDeque<Question>> =
            self.people.iter().map(|(_, questions)| questions).collect();
        let mut place = 0;
        for round in 0.. {
            people.retain(|questions| questions.len() > round);
            if people.is_empty() {
                break;
            }
            for questions in &people {
                place += 1;
                let known = &questions[round].place;
                known.send_if_modified(|known| std::mem::replace(known, place) != place);
            }
        }
    }
}

/// Waiting search and its position.
pub(crate) struct QueuedThought {
    turn: oneshot::Receiver<Turn>,
    places: watch::Receiver<u32>,
}

/// Status of a waiting search.
pub(crate) enum SearchStatus {
    /// It has this position now; 1 is next.
    Place(u32),
    /// It may start.
    Turn(Turn),
}

impl QueuedThought {
    /// Next news; none after the permit.
    pub(crate) async fn next(&mut self) -> SearchStatus {
        tokio::select! {
            biased;
            // The sender stays in the queue as long as the queue exists.
            turn = &mut self.turn => SearchStatus::Turn(turn.unwrap_or(Turn(None))),
            Ok(()) = self.places.changed() => SearchStatus::Place(*self.places.borrow_and_update()),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        pin::{Pin, pin},
        task::{Context, Poll, Waker},
    };

    fn poll<F: Future>(future: Pin<&mut F>) -> Option<F::Output> {
        match future.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    /// The permit, if it has arrived.
    fn turn(waiting: &mut QueuedThought) -> Option<Turn> {
        loop {
            match poll(pin!(waiting.next()))? {
                SearchStatus::Turn(turn) => return Some(turn),
                SearchStatus::Place(_) => {}
            }
        }
    }

    /// The last received position, if any.
    fn place(waiting: &mut QueuedThought) -> Option<u32> {
        let mut last = None;
        while let Some(SearchStatus::Place(place)) = poll(pin!(waiting.next())) {
            last = Some(place);
        }
        last
    }

    /// Positions are the order of permits, however many games each person has.
    #[test]
    fn places_are_the_order_of_turns() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            (state >> 33) % below
        };
        let queue = ThinkQueue::new(1);
        let thinking = turn(&mut queue.join(IpAddr::from([192, 0, 2, 0])));
        let mut waiting: Vec<_> =
            (0..80).map(|_| queue.join(IpAddr::from([192, 0, 2, draw(9) as u8]))).collect();
        let mut places: Vec<u32> = waiting.iter_mut().filter_map(place).collect();
        let mut thinking = thinking.expect("free");
        while !waiting.is_empty() {
            let next = places.iter().position(|place| *place == 1).expect("a next one");
            drop(thinking);
            thinking = turn(&mut waiting[next]).expect("the first one's turn");
            waiting.remove(next);
            places.remove(next);
            for (known, waiting) in places.iter_mut().zip(&mut waiting) {
                assert!(turn_has_not_come(waiting), "only the first");
                *known = place(waiting).unwrap_or(*known);
            }
            let mut all = places.clone();
            all.sort_unstable();
            assert!((1..).zip(&all).all(|(place, found)| place == *found), "{all:?}");
        }
        drop(thinking);
    }

    fn turn_has_not_come(waiting: &QueuedThought) -> bool {
        waiting.turn.is_empty()
    }

    /// A search that can wait never takes the last permit.
    #[test]
    fn idle_time_is_spare() {
        let queue = ThinkQueue::new(2);
        let person = IpAddr::from([192, 0, 2, 1]);
        let spare = queue.spare().expect("idle");
        assert!(queue.spare().is_none(), "the last permit");
        let player = turn(&mut queue.join(person)).expect("no wait");
        let mut next = queue.join(person);
        assert!(turn(&mut next).is_none());
        drop(spare);
        let second = turn(&mut next).expect("the spare permit");
        assert!(queue.spare().is_none());
        drop(player);
        assert!(queue.spare().is_none(), "one permit is free");
        drop(second);
        assert!(queue.spare().is_some());
    }

    /// Sixty games of one person do not delay the single game of another.
    #[test]
    fn people_take_turns() {
        let queue = ThinkQueue::new(1);
        let [many, one] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let mut thinking = turn(&mut queue.join(many));
        assert!(thinking.is_some());
        let mut waiting: Vec<_> = (0..60).map(|_| queue.join(many)).collect();
        for (number, waiting) in (1..).zip(&mut waiting) {
            assert_eq!(place(waiting), Some(number));
        }
        let mut other = queue.join(one);
        assert_eq!(place(&mut other), Some(2), "after one question of the other person");
        assert_eq!(
            [0, 1, 2, 59].map(|at| place(&mut waiting[at])),
            [None, Some(3), Some(4), Some(61)]
        );
        drop(thinking.take());
        let first = turn(&mut waiting[0]).expect("the oldest question's turn");
        assert_eq!((place(&mut other), place(&mut waiting[1])), (Some(1), Some(2)));
        assert!(turn(&mut other).is_none());
        drop(first);
        let others = turn(&mut other).expect("the other person's turn");
        assert!(turn(&mut waiting[1]).is_none());
        // Dropped searches are skipped.
        drop(waiting.remove(1));
        drop(others);
        let last = turn(&mut waiting[1]).expect("the next one's turn");
        drop(waiting);
        drop(last);
        assert!(turn(&mut queue.join(one)).is_some(), "free again");
    }
}
