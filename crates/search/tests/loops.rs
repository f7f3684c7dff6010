//! Tests of repeated positions.

use search::{Cycle, HistoryEntry, Limits, MoveOrdering, Rules, Score, SearchState, Searcher};

/// A game in which both sides can only move back and forth.
#[derive(Clone, Default)]
struct Shuttle {
    places: [bool; 2],
    mover: usize,
    /// Which sides are always in check when they are to move.
    in_check: [bool; 2],
}

impl Rules for Shuttle {
    type Action = ();
    type Chance = ();
    type Undo = ();

    fn side(&self) -> bool {
        self.mover == 1
    }

    fn actions_into(&self, list: &mut Vec<()>) {
        list.push(());
    }

    fn make(&mut self, (): (), _: Option<()>) {
        self.places[self.mover] ^= true;
        self.mover ^= 1;
    }

    fn unmake(&mut self, (): (), (): ()) {
        self.mover ^= 1;
        self.places[self.mover] ^= true;
    }

    fn key(&self) -> u64 {
        1 + u64::from(self.places[0]) + 2 * u64::from(self.places[1]) + 4 * self.mover as u64
    }

    fn repeated(&self, cycle: Cycle) -> Score {
        match (cycle.mover_in_check, cycle.other_in_check) {
            (true, false) => 100,
            (false, true) => -100,
            _ => 7,
        }
    }

    fn in_check(&self) -> bool {
        self.in_check[self.mover]
    }
}

impl MoveOrdering for Shuttle {
    const HISTORY_SIZE: usize = 1;

    fn capture_value(&self, (): ()) -> Score {
        0
    }

    fn history_index(&self, (): ()) -> usize {
        0
    }
}

impl SearchState for Shuttle {
    fn noisy_into(&self, _: &mut Vec<()>) {}

    fn evaluate(&self) -> Score {
        0
    }
}

fn score(mut world: Shuttle, past: &[u64], depth: u8) -> Score {
    let past: Vec<_> = past.iter().map(|&key| HistoryEntry { key, in_check: false }).collect();
    let limits = Limits::of_nodes(1_000).to_depth(depth);
    Searcher::new(1).search(&mut world, &past, &limits).unwrap().score
}

#[test]
fn cycles_report_who_was_in_check() {
    let table =
        [([false, false], 7), ([true, false], 100), ([false, true], -100), ([true, true], 7)];
    for (in_check, expected) in table {
        let world = Shuttle { in_check, ..Shuttle::default() };
        assert_eq!(score(world, &[], 8), expected, "{in_check:?}");
    }
}

#[test]
fn positions_of_the_game_count_at_the_third_occurrence() {
    let mut after = Shuttle::default();
    after.make((), None);
    let key = after.key();
    assert_eq!(score(Shuttle::default(), &[key], 2), 0, "seen once: the search goes on");
    assert_eq!(score(Shuttle::default(), &[key, 99, key], 2), -7, "seen twice: this is the third");
}
