//! The first depth ends although captures follow captures almost without end.

use search::{Limits, MoveOrdering, Rules, Score, SearchState, Searcher};

/// A game in which every action is a capture for 40 plies. Evaluations are pseudo-random, so that
/// few lines are cut off.
#[derive(Clone)]
struct Storm {
    path: Vec<u64>,
}

const WIDTH: usize = 12;
const PLIES: usize = 40;

impl Storm {
    fn hash(&self) -> u64 {
        *self.path.last().expect("the root is never removed")
    }
}

/// SplitMix64's mixing of a number.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl Rules for Storm {
    type Action = usize;
    type Chance = ();
    type Undo = ();

    fn side(&self) -> bool {
        self.path.len().is_multiple_of(2)
    }

    fn actions_into(&self, list: &mut Vec<usize>) {
        if self.path.len() <= PLIES {
            list.extend(0..WIDTH);
        }
    }

    fn make(&mut self, action: usize, _: Option<()>) {
        self.path.push(mixed(self.hash() ^ action as u64));
    }

    fn unmake(&mut self, _: usize, (): ()) {
        self.path.pop();
    }

    fn key(&self) -> u64 {
        self.hash()
    }
}

impl MoveOrdering for Storm {
    const HISTORY_SIZE: usize = WIDTH;

    fn capture_value(&self, _: usize) -> Score {
        100
    }

    fn history_index(&self, action: usize) -> usize {
        action
    }
}

impl SearchState for Storm {
    const QUIESCENCE_PLIES: i32 = PLIES as i32;

    fn noisy_into(&self, list: &mut Vec<usize>) {
        self.actions_into(list);
    }

    fn evaluate(&self) -> Score {
        // The side to move has always just lost something, so that standing pat is never best.
        -500 + (self.hash() % 400) as Score
    }
}

#[test]
fn a_first_depth_of_endless_captures_ends() {
    for seed in 1..=3 {
        let mut state = Storm { path: vec![seed] };
        let found = Searcher::new(1).search(&mut state, &[], &Limits::of_nodes(2_000));
        let found = found.expect("there are actions");
        assert!(found.nodes < 220_000, "seed {seed}: {} nodes", found.nodes);
    }
}
