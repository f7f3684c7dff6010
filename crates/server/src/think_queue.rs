//! Whose computer thinks next: person after person, however many games each has.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;

/// A queue of questions for computers, of which so many are thought about at the same time.
#[derive(Clone)]
pub(crate) struct ThinkQueue(Arc<Mutex<QueueState>>);

struct QueueState {
    /// How many more may think now.
    free: usize,
    /// Who waits, the one whose turn is next in front, with their questions in order.
    people: VecDeque<(IpAddr, VecDeque<oneshot::Sender<Turn>>)>,
}

/// Leave to think, until it is dropped.
pub(crate) struct Turn(Option<ThinkQueue>);

impl ThinkQueue {
    /// A queue where so many may think at the same time.
    pub(crate) fn new(thinkers: usize) -> ThinkQueue {
        ThinkQueue(Arc::new(Mutex::new(QueueState { free: thinkers, people: VecDeque::new() })))
    }

    /// Waits until it is the turn of one of this person's questions.
    pub(crate) async fn turn(&self, person: IpAddr) -> Turn {
        let waits = {
            let mut waiting = self.lock();
            if waiting.free > 0 {
                waiting.free -= 1;
                return Turn(Some(self.clone()));
            }
            let (mine, turn) = oneshot::channel();
            match waiting.people.iter_mut().find(|(other, _)| *other == person) {
                Some((_, questions)) => questions.push_back(mine),
                None => waiting.people.push_back((person, VecDeque::from([mine]))),
            }
            turn
        };
        // The other end is in the queue for as long as the queue is.
        waits.await.unwrap_or(Turn(None))
    }

    /// Passes leave on to whoever is next.
    fn pass_on(&self) {
        let mut turn = Turn(Some(self.clone()));
        loop {
            let next = {
                let mut waiting = self.lock();
                let next = waiting.people.pop_front().and_then(|(person, mut questions)| {
                    let next = questions.pop_front();
                    if !questions.is_empty() {
                        waiting.people.push_back((person, questions));
                    }
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
            // Who has gone away meanwhile gives the turn back.
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

    /// Sixty games of one person do not stand before the one game of another.
    #[test]
    fn people_take_turns() {
        let queue = ThinkQueue::new(1);
        let [many, one] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let mut thinking = poll(pin!(queue.turn(many)));
        assert!(thinking.is_some());
        let mut waiting: Vec<_> = (0..60).map(|_| Box::pin(queue.turn(many))).collect();
        waiting.iter_mut().for_each(|turn| assert!(poll(turn.as_mut()).is_none()));
        let mut other = pin!(queue.turn(one));
        assert!(poll(other.as_mut()).is_none());
        thinking = None;
        assert!(thinking.is_none());
        let first = poll(waiting[0].as_mut()).expect("the oldest question's turn");
        assert!(poll(other.as_mut()).is_none());
        drop(first);
        let turn = poll(other.as_mut()).expect("the other person's turn");
        assert!(poll(waiting[1].as_mut()).is_none());
        // Whoever has stopped waiting is passed over.
        drop(waiting.remove(1));
        drop(turn);
        let last = poll(waiting[1].as_mut()).expect("the next one's turn");
        drop(waiting);
        drop(last);
        assert!(poll(pin!(queue.turn(one))).is_some(), "free again");
    }
}
