//! Compares search with plain minimax on random trees with any number of seats, consecutive turns
//! of one side, random outcomes and early ends.

use search::{Limits, MoveOrdering, Rules, Score, SearchState, Searcher};

/// A tree in which each node is a hash of the path to it.
#[derive(Clone)]
struct Tree {
    seed: u64,
    way: Vec<u64>,
    chance: bool,
}

fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Tree {
    fn new(seed: u64, chance: bool) -> Tree {
        Tree { seed, way: Vec::new(), chance }
    }

    fn draw(&self, salt: u64, below: u64) -> u64 {
        mix(self.key() ^ mix(salt)) % below
    }
}

impl Rules for Tree {
    type Action = u8;
    type Chance = u8;
    type Undo = ();

    fn side(&self) -> bool {
        // The same side may move several times in a row.
        self.draw(1, 3) == 0 || self.way.is_empty()
    }

    fn actions_into(&self, list: &mut Vec<u8>) {
        list.extend(0..self.draw(2, 5) as u8);
    }

    fn chances_into(&self, action: u8, list: &mut Vec<(u32, u8)>) {
        if self.chance && self.draw(10 + u64::from(action), 2) == 0 {
            let count = 1 + self.draw(20 + u64::from(action), 4) as u8;
            list.extend((0..count).map(|index| (1 + u32::from(index) % 3, index)));
        }
    }

    fn make(&mut self, action: u8, chance: Option<u8>) {
        self.way.push(u64::from(action) << 8 | chance.map_or(0xff, u64::from));
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.way.pop();
    }

    fn key(&self) -> u64 {
        self.way.iter().fold(mix(self.seed), |key, &step| mix(key ^ step))
    }

    fn ended(&self) -> Option<Score> {
        (self.way.len() > 1 && self.draw(3, 12) == 0).then(|| self.draw(4, 50) as Score - 25)
    }

    fn no_moves_score(&self) -> Score {
        -50
    }
}

impl MoveOrdering for Tree {
    const HISTORY_SIZE: usize = 8;

    fn capture_value(&self, action: u8) -> Score {
        self.draw(30 + u64::from(action), 3) as Score
    }

    fn history_index(&self, action: u8) -> usize {
        action.into()
    }
}

impl SearchState for Tree {
    const REDUCE: bool = false;
    const CHANCE_COST: i32 = 1;
    const CHANCE_BOUND: Score = 100;

    fn noisy_into(&self, _: &mut Vec<u8>) {}

    fn evaluate(&self) -> Score {
        self.draw(5, 199) as Score - 99
    }
}

fn minimax(tree: &mut Tree, depth: u8) -> Score {
    if let Some(score) = tree.ended() {
        return score;
    }
    if depth == 0 {
        return tree.evaluate();
    }
    let mut actions = Vec::new();
    tree.actions_into(&mut actions);
    let values = actions.into_iter().map(|action| value(tree, action, depth));
    values.max().unwrap_or(tree.no_moves_score())
}

fn value(tree: &mut Tree, action: u8, depth: u8) -> Score {
    let side = tree.side();
    let mut chances = Vec::new();
    tree.chances_into(action, &mut chances);
    let mut after = |chance| {
        tree.make(action, chance);
        let value = minimax(tree, depth - 1);
        let value = if tree.side() == side { value } else { -value };
        tree.unmake(action, ());
        i64::from(value)
    };
    if chances.is_empty() {
        return after(None) as Score;
    }
    let total: i64 = chances.iter().map(|&(weight, _)| i64::from(weight)).sum();
    let sum: i64 =
        chances.iter().map(|&(weight, chance)| i64::from(weight) * after(Some(chance))).sum();
    sum.div_euclid(total) as Score
}

#[test]
fn agrees_with_minimax() {
    for chance in [false, true] {
        for seed in 0..400 {
            for depth in 1..=5 {
                let mut tree = Tree::new(seed, chance);
                let expected = minimax(&mut tree, depth);
                let limits = Limits::of_nodes(u64::MAX).to_depth(depth);
                let found = Searcher::new(1).search(&mut tree, &[], &limits);
                let case = format!("seed {seed} depth {depth} chance {chance}");
                let Some(found) = found else {
                    assert_eq!(expected, tree.no_moves_score(), "{case}");
                    continue;
                };
                if found.depth == depth {
                    assert_eq!(found.score, expected, "{case}");
                }
                assert_eq!(found.root_moves[0].action, found.action, "{case}");
                assert!(tree.way.is_empty(), "{case}: every action was taken back");
            }
        }
    }
}

/// With a score margin, the actions near the best one have exact scores.
#[test]
fn near_best_actions_are_exact() {
    for seed in 0..200 {
        let mut tree = Tree::new(seed, true);
        let limits = Limits::of_nodes(u64::MAX).to_depth(3);
        let Some(found) = Searcher::new(1).with_score_margin(40).search(&mut tree, &[], &limits)
        else {
            continue;
        };
        if found.depth < 3 {
            continue;
        }
        for ranked in found.root_moves.iter().filter(|ranked| ranked.score > found.score - 40) {
            assert_eq!(ranked.score, value(&mut tree, ranked.action, 3), "seed {seed}");
        }
    }
}

/// The node count with fixed limits is a checksum of the search's behaviour. A commit that changes
/// it must say so.
#[test]
fn bench() {
    let nodes = |chance| -> u64 {
        let limits = Limits::of_nodes(5_000).to_depth(9);
        let search = |seed| Searcher::new(1).search(&mut Tree::new(seed, chance), &[], &limits);
        (0..100).filter_map(search).map(|found| found.nodes).sum()
    };
    assert_eq!([nodes(false), nodes(true)], [19_258, 337_841]);
}

#[test]
fn stops_on_request() {
    let asked = core::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let mut tree = Tree::new(7, false);
    let unlimited = Searcher::new(1).search(&mut tree, &[], &Limits::of_nodes(100_000)).unwrap();
    let stopped = Searcher::new(1).search(&mut tree, &[], &Limits::until(&stop)).unwrap();
    assert!(stopped.nodes < unlimited.nodes);
    assert_eq!(asked.get(), 4);
    assert!(stopped.depth >= 1);
}
