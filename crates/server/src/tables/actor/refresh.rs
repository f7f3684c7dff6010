//! Reads of the log for requests whose answer depends on other servers.
//!
//! Decides what is read and answered when. The actor does the reading and answering.

use crate::limits::TABLE_QUEUE;
use std::{collections::VecDeque, mem};

/// Requests `R` around the running read of the log.
pub(super) struct Refresh<R> {
    is_reading: bool,
    /// Whether another read follows.
    is_due: bool,
    /// Requests that wait for the running read.
    asked: Vec<R>,
    /// Requests that wait for the next read.
    later: Vec<R>,
    /// Requests that can be answered.
    ready: VecDeque<R>,
}

impl<R> Default for Refresh<R> {
    fn default() -> Refresh<R> {
        let (asked, later, ready) = (Vec::new(), Vec::new(), VecDeque::new());
        Refresh { is_reading: false, is_due: false, asked, later, ready }
    }
}

/// How a read of the log has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadEnd {
    /// The events were read.
    Found,
    /// The game does not exist any more.
    Deleted,
    /// The store has failed.
    Failed,
}

/// What the actor does after a read.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum AfterRead<R> {
    /// Apply the events that were read. The waiting requests are ready.
    Apply,
    /// Nothing: the events may contain what this server is committing, and are read again.
    ReadAgain,
    /// Stop: there is nothing to serve.
    Stop,
    /// Answer these requests from what is known, as far as possible.
    AnswerUnseen(Vec<R>),
}

impl<R> Refresh<R> {
    /// Whether another request may wait.
    pub(super) fn has_room(&self) -> bool {
        self.asked.len() + self.later.len() + self.ready.len() < TABLE_QUEUE
    }

    /// Whether a read is due or running, or requests are ready.
    pub(super) fn is_under_way(&self) -> bool {
        self.is_reading || self.is_due || !self.ready.is_empty()
    }

    /// Makes a request wait for the next read.
    pub(super) fn wait(&mut self, request: R) {
        self.later.push(request);
        self.is_due = true;
    }

    /// Requests a read. If one is running, another follows.
    pub(super) const fn request_read(&mut self) {
        self.is_due = true;
    }

    /// Adds a request that can be answered without a read.
    pub(super) fn add_ready(&mut self, request: R) {
        self.ready.push_back(request);
    }

    /// Takes the next request that can be answered.
    pub(super) fn next_ready(&mut self) -> Option<R> {
        self.ready.pop_front()
    }

    /// Takes the requests that wait for a read which cannot start, because a commit hangs.
    pub(super) fn give_up_waiting(&mut self) -> Vec<R> {
        mem::take(&mut self.later)
    }

    /// Whether the actor starts a read now. During a commit it would return this server's own
    /// events as new ones.
    pub(super) fn starts_read(&mut self, can_append: bool) -> bool {
        if !self.is_due || self.is_reading || !can_append {
            return false;
        }
        self.is_due = false;
        self.is_reading = true;
        self.asked = mem::take(&mut self.later);
        true
    }

    /// Decides what follows a read; `can_append` is false during a commit.
    pub(super) fn read_finished(&mut self, end: ReadEnd, can_append: bool) -> AfterRead<R> {
        self.is_reading = false;
        let asked = mem::take(&mut self.asked);
        match end {
            ReadEnd::Found if !can_append => {
                self.later.splice(0..0, asked);
                self.is_due = true;
                AfterRead::ReadAgain
            }
            ReadEnd::Found => {
                self.ready.extend(asked);
                AfterRead::Apply
            }
            ReadEnd::Deleted => AfterRead::Stop,
            ReadEnd::Failed => AfterRead::AnswerUnseen(asked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two requests that wait for a read.
    fn waiting() -> Refresh<u8> {
        let mut refresh = Refresh::default();
        refresh.wait(1);
        refresh.wait(2);
        refresh
    }

    #[test]
    fn a_read_waits_for_the_commit_and_for_the_running_read() {
        let mut refresh = waiting();
        assert!(!refresh.starts_read(false), "during a commit");
        assert!(refresh.starts_read(true));
        refresh.wait(3);
        assert!(!refresh.starts_read(true), "during a read");
        assert_eq!(refresh.read_finished(ReadEnd::Found, true), AfterRead::Apply);
        assert_eq!([refresh.next_ready(), refresh.next_ready()], [Some(1), Some(2)]);
        assert_eq!(refresh.next_ready(), None, "the third waits for the next read");
        assert!(refresh.starts_read(true));
        assert_eq!(refresh.read_finished(ReadEnd::Found, true), AfterRead::Apply);
        assert_eq!(refresh.next_ready(), Some(3));
        assert!(!refresh.is_under_way());
    }

    #[test]
    fn each_end_of_a_read_has_its_consequence() {
        for (end, can_append, expected, ready) in [
            (ReadEnd::Found, true, AfterRead::Apply, vec![1, 2]),
            (ReadEnd::Found, false, AfterRead::ReadAgain, vec![]),
            (ReadEnd::Deleted, true, AfterRead::Stop, vec![]),
            (ReadEnd::Deleted, false, AfterRead::Stop, vec![]),
            (ReadEnd::Failed, true, AfterRead::AnswerUnseen(vec![1, 2]), vec![]),
        ] {
            let mut refresh = waiting();
            assert!(refresh.starts_read(true));
            assert_eq!(refresh.read_finished(end, can_append), expected, "{end:?} {can_append}");
            let found: Vec<u8> = std::iter::from_fn(|| refresh.next_ready()).collect();
            assert_eq!(found, ready, "{end:?} {can_append}");
        }
    }

    #[test]
    fn requests_of_a_repeated_read_keep_their_order() {
        let mut refresh = waiting();
        assert!(refresh.starts_read(true));
        refresh.wait(3);
        assert_eq!(refresh.read_finished(ReadEnd::Found, false), AfterRead::ReadAgain);
        assert!(refresh.starts_read(true));
        assert_eq!(refresh.read_finished(ReadEnd::Found, true), AfterRead::Apply);
        let found: Vec<u8> = std::iter::from_fn(|| refresh.next_ready()).collect();
        assert_eq!(found, [1, 2, 3]);
    }

    #[test]
    fn room_ends_with_the_queue() {
        let mut refresh = Refresh::default();
        for request in 0..TABLE_QUEUE {
            assert!(refresh.has_room(), "{request}");
            refresh.wait(request);
        }
        assert!(!refresh.has_room());
        assert_eq!(refresh.give_up_waiting().len(), TABLE_QUEUE);
        assert!(refresh.has_room());
    }
}
