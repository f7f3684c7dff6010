use crate::{Score, WIN};

/// An earlier position that can recur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryEntry {
    /// Its [`Rules::key`].
    pub key: u64,
    /// Its [`Rules::in_check`].
    pub in_check: bool,
}

/// Which sides were in check at each of their turns between two occurrences of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// Whether the side to move always was.
    pub mover_in_check: bool,
    /// Whether the other side always was.
    pub other_in_check: bool,
}

/// Rules of a game as the search needs them.
///
/// The seats form two sides. All scores are for the side to move. Unmaking an action restores
/// the state exactly:
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
/// # use nim::Nim;
/// use search::Rules;
///
/// let before = Nim::new(7);
/// let mut nim = before.clone();
/// let undo = nim.make(3, None);
/// assert_ne!((nim.key(), nim.side()), (before.key(), before.side()));
/// nim.unmake(3, undo);
/// assert_eq!(nim, before);
/// ```
pub trait Rules: Clone + Send {
    /// Action of the seat to move.
    type Action: Copy + Eq + Send + Sync;
    /// Random outcome of an action. Games without randomness use `()`.
    type Chance: Copy;
    /// State that [`Rules::unmake`] needs.
    type Undo;

    /// The side to move.
    fn side(&self) -> bool;

    /// Appends every action of the seat to move. Not called once the game has
    /// [`Rules::ended`].
    fn actions_into(&self, list: &mut Vec<Self::Action>);

    /// Plays an action, with its random outcome if it has one.
    fn make(&mut self, action: Self::Action, chance: Option<Self::Chance>) -> Self::Undo;

    /// Undoes `action`, with the value that [`Rules::make`] returned for it.
    fn unmake(&mut self, action: Self::Action, undo: Self::Undo);

    /// Hash of everything that determines which actions may follow.
    fn key(&self) -> u64;

    /// Appends the possible random outcomes of `action` with their weights (at least 1). Appends
    /// none if the action is deterministic.
    fn chances_into(&self, action: Self::Action, list: &mut Vec<(u32, Self::Chance)>) {
        let _ = (action, list);
    }

    /// The score if the game is over in this position.
    fn ended(&self) -> Option<Score> {
        None
    }

    /// The score if the seat to move has no action; usually a loss.
    fn no_moves_score(&self) -> Score {
        -WIN
    }

    /// The score of a repeated position; usually a draw. In a game of two seats, `cycle` tells
    /// which sides were always in check since the earlier occurrence.
    fn repeated(&self, cycle: Cycle) -> Score {
        let _ = cycle;
        0
    }

    /// How many plies back this position could last have occurred.
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    /// Whether the seat to move must answer a threat.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the action gives check.
    fn gives_check(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }
}
