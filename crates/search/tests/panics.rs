//! A panic in a helper thread ends the search: it is not silently ignored.

use search::{Limits, MoveOrdering, Rules, Score, SearchState, Searcher};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread::{self, ThreadId},
};

#[path = "../examples/nim/nim.rs"]
mod nim;
use nim::Nim;

/// Nim with a bug that shows in helper threads only.
#[derive(Clone)]
struct Fragile {
    nim: Nim,
    owner: ThreadId,
}

impl Rules for Fragile {
    type Action = usize;
    type Chance = ();
    type Undo = ();

    fn side(&self) -> bool {
        self.nim.side()
    }

    fn actions_into(&self, list: &mut Vec<usize>) {
        self.nim.actions_into(list);
    }

    fn make(&mut self, taken: usize, chance: Option<()>) {
        assert_eq!(thread::current().id(), self.owner, "the bug");
        self.nim.make(taken, chance);
    }

    fn unmake(&mut self, taken: usize, undo: ()) {
        self.nim.unmake(taken, undo);
    }

    fn key(&self) -> u64 {
        self.nim.key()
    }
}

impl MoveOrdering for Fragile {
    const HISTORY_SIZE: usize = Nim::HISTORY_SIZE;

    fn capture_value(&self, taken: usize) -> Score {
        self.nim.capture_value(taken)
    }

    fn history_index(&self, taken: usize) -> usize {
        self.nim.history_index(taken)
    }
}

impl SearchState for Fragile {
    fn noisy_into(&self, list: &mut Vec<usize>) {
        self.nim.noisy_into(list);
    }

    fn evaluate(&self) -> Score {
        self.nim.evaluate()
    }
}

#[test]
fn a_panic_of_a_helper_is_passed_on() {
    for (threads, expected) in [(1, None), (2, Some("the bug")), (4, Some("the bug"))] {
        let mut state = Fragile { nim: Nim::new(30), owner: thread::current().id() };
        let mut searcher = Searcher::new(1);
        searcher.set_threads(threads);
        let limits = Limits::of_nodes(20_000);
        let searched = catch_unwind(AssertUnwindSafe(|| searcher.search(&mut state, &[], &limits)));
        let panic = searched.err().map(|panic| *panic.downcast::<String>().expect("a message"));
        assert_eq!(panic.is_some(), expected.is_some(), "{threads} threads: {panic:?}");
        assert!(panic.iter().all(|panic| panic.contains("the bug")), "{panic:?}");
    }
}
