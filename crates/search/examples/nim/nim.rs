use search::{MoveOrdering, Rules, Score, SearchState};

/// Nim: players take one to three matches in turn, and the player who takes the last one wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Nim {
    pub(crate) left: usize,
    pub(crate) mover: bool,
}

impl Nim {
    /// Creates a game with this number of matches.
    pub(crate) const fn new(left: usize) -> Nim {
        Nim { left, mover: false }
    }
}

impl Rules for Nim {
    type Action = usize;
    type Chance = ();
    type Undo = ();

    fn side(&self) -> bool {
        self.mover
    }

    fn actions_into(&self, list: &mut Vec<usize>) {
        list.extend(1..=self.left.min(3));
    }

    fn make(&mut self, taken: usize, _: Option<()>) {
        self.left -= taken;
        self.mover = !self.mover;
    }

    fn unmake(&mut self, taken: usize, (): ()) {
        self.left += taken;
        self.mover = !self.mover;
    }

    fn key(&self) -> u64 {
        1 + 2 * self.left as u64 + u64::from(self.mover)
    }
}

impl MoveOrdering for Nim {
    const HISTORY_SIZE: usize = 4;

    fn capture_value(&self, _: usize) -> Score {
        0
    }

    fn history_index(&self, taken: usize) -> usize {
        taken
    }
}

impl SearchState for Nim {
    fn noisy_into(&self, _: &mut Vec<usize>) {}

    fn evaluate(&self) -> Score {
        0
    }
}
