use crate::{Score, WIN};

/// An earlier position that can recur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryEntry {
    /// Its [`SearchState::key`].
    pub key: u64,
    /// Its [`SearchState::in_check`].
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

/// Game state to search, with an evaluation function.
///
/// The seats form two parties. All scores are for the party to move. The same party may move twice
/// in a row unless [`SearchState::SELECTIVE`] is set.
///
/// Only the methods without a default are required. The others make a search stronger or faster.
/// `examples/nim` is a complete implementation. Unmaking an action restores the state exactly:
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/nim.rs")); }
/// # use nim::Nim;
/// use search::SearchState;
///
/// let before = Nim::new(7);
/// let mut nim = before.clone();
/// let undo = nim.make(3, None);
/// assert_ne!((nim.key(), nim.party()), (before.key(), before.party()));
/// nim.unmake(3, undo);
/// assert_eq!(nim, before);
/// ```
pub trait SearchState: Clone + Send {
    /// Action of the seat to move.
    type Action: Copy + Eq + Send + Sync;
    /// Random outcome of an action. Games without randomness use `()`.
    type Chance: Copy;
    /// State that [`SearchState::unmake`] needs.
    type Undo;

    /// Upper bound of [`SearchState::history_index`], exclusive; at most 65,535.
    const HISTORY_SIZE: usize;
    /// Whether late actions are searched with reduced depth first: quiet ones, and in a selective
    /// search captures too. This plays stronger, but
    /// the result is no longer the exact minimax value.
    const REDUCE: bool = true;
    /// Whether to use the selective techniques of chess engines: null moves, futility, singular
    /// extensions and others.
    ///
    /// Requires that two parties alternate, and scores in hundredths of a pawn.
    const SELECTIVE: bool = false;
    /// Whether [`SearchState::captures_into`], [`SearchState::quiets_into`],
    /// [`SearchState::decode`] and [`SearchState::is_legal`] are faster than generating all
    /// actions. The move picker then works in stages.
    const STAGED: bool = false;
    /// Maximum number of plies of [`SearchState::noisy_into`] in quiescence.
    const QUIESCENCE_PLIES: i32 = 16;
    /// Number of plies that an action with a random outcome costs.
    const CHANCE_COST: i32 = 2;
    /// Scores at chance nodes are clamped to `-SPAN..=SPAN`. A smaller range prunes more.
    const SPAN: Score = 20_000;
    /// Upper bound of [`SearchState::piece_square`], exclusive.
    const PIECE_SQUARES: usize = 1;
    /// Upper bound of [`SearchState::capture_class`], exclusive.
    const CAPTURE_CLASSES: usize = 1;
    /// Scores whose absolute value is at least this, other than wins, depend on how the position was
    /// reached. The table does not store them.
    const PATH_SCORE: Score = WIN;

    /// The party to move.
    fn party(&self) -> bool;

    /// Appends every action of the seat to move. Not called once the game has
    /// [`SearchState::ended`].
    fn actions_into(&self, list: &mut Vec<Self::Action>);

    /// Appends the actions to search in quiescence: captures that probably win material. Excludes
    /// actions with a random outcome.
    fn noisy_into(&self, list: &mut Vec<Self::Action>);

    /// Plays an action, with its random outcome if it has one.
    fn make(&mut self, action: Self::Action, chance: Option<Self::Chance>) -> Self::Undo;

    /// Undoes `action`, with the value that [`SearchState::make`] returned for it.
    fn unmake(&mut self, action: Self::Action, undo: Self::Undo);

    /// Hash of everything that determines which actions may follow.
    fn key(&self) -> u64;

    /// Static evaluation of the position.
    fn evaluate(&self) -> Score;

    /// Apparent gain of the action, for ordering: positive for captures, 0 for quiet actions.
    fn capture_value(&self, action: Self::Action) -> Score;

    /// Index of the action in history tables and the transposition table.
    ///
    /// An action has the same index in every position, and two actions of one position have
    /// different indices.
    fn history_index(&self, action: Self::Action) -> usize;

    /// Appends the possible random outcomes of `action` with their weights (at least 1). Appends
    /// none if the action is deterministic.
    fn chances_into(&self, action: Self::Action, list: &mut Vec<(u32, Self::Chance)>) {
        let _ = (action, list);
    }

    /// The score if the game is over in this position.
    fn ended(&self) -> Option<Score> {
        None
    }

    /// The score if it is known without search, such as from an endgame table. Not called for the
    /// root. The main search checks repetition first; quiescence does not.
    fn proven(&mut self) -> Option<Score> {
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

    /// Whether table entries for this position are still valid. `false` when a counter that is not
    /// part of the key is about to end the game.
    fn trusts_table(&self) -> bool {
        true
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

    /// Passes the turn to the other party, for null-move pruning. Returns `None` if that is unsafe
    /// here. Never called in check.
    fn null_move(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Undoes [`SearchState::null_move`], with the value it returned.
    fn undo_null_move(&mut self, undo: Self::Undo) {
        let _ = undo;
    }

    /// Value of the captured piece, in units of [`SearchState::evaluate`].
    fn victim_value(&self, action: Self::Action) -> Score {
        let _ = action;
        0
    }

    /// Whether the exchange that the action starts gains at least `threshold`, in units of
    /// [`SearchState::evaluate`].
    fn wins_exchange(&self, action: Self::Action, threshold: Score) -> bool {
        let _ = (action, threshold);
        true
    }

    /// Index of the moving piece, its side and its destination.
    fn piece_square(&self, action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// Index of the kind of the captured piece.
    fn capture_class(&self, action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// Hashes of parts of the position (such as the pawns), for the correction history. Positions
    /// with equal hashes are assumed to have similar evaluation errors.
    fn correction_keys(&self) -> [u64; 2] {
        [0; 2]
    }

    /// Appends every capture.
    fn captures_into(&self, list: &mut Vec<Self::Action>) {
        self.actions_into(list);
        list.retain(|&action| self.capture_value(action) > 0);
    }

    /// Appends every action that is not a capture.
    fn quiets_into(&self, list: &mut Vec<Self::Action>) {
        self.actions_into(list);
        list.retain(|&action| self.capture_value(action) <= 0);
    }

    /// Appends every check that is not a capture.
    fn quiet_checks_into(&self, list: &mut Vec<Self::Action>) {
        let first = list.len();
        self.quiets_into(list);
        let mut kept = first;
        for at in first..list.len() {
            if self.gives_check(list[at]) {
                list.swap(kept, at);
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// Returns the legal action with this [`SearchState::history_index`].
    fn decode(&self, index: usize) -> Option<Self::Action> {
        let mut list = Vec::new();
        self.actions_into(&mut list);
        list.into_iter().find(|&action| self.history_index(action) == index)
    }

    /// Whether an action that is legal in another position is legal here.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut list = Vec::new();
        self.actions_into(&mut list);
        list.contains(&action)
    }
}
