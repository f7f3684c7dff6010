use crate::{MoveOrdering, Score, WIN};

/// Game state to search: its [`Rules`], its [`MoveOrdering`], an evaluation function, and what the
/// search may skip.
///
/// The same side may move twice in a row unless [`SearchState::SELECTIVE`] is set.
///
/// Only the items without a default are required. The others make a search stronger or faster.
/// `examples/nim` is a complete implementation.
///
/// [`Rules`]: crate::Rules
pub trait SearchState: MoveOrdering {
    /// Whether late actions are searched with reduced depth first: quiet ones, and in a selective
    /// search captures too. This plays stronger, but
    /// the result is no longer the exact minimax value.
    const REDUCE: bool = true;
    /// Whether to use the selective techniques of chess engines: null moves, futility, singular
    /// extensions and others.
    ///
    /// Requires that two sides alternate, and scores in hundredths of a pawn.
    const SELECTIVE: bool = false;
    /// Maximum number of plies of [`SearchState::noisy_into`] in quiescence.
    const QUIESCENCE_PLIES: i32 = 16;
    /// Number of plies that an action with a random outcome costs.
    const CHANCE_COST: i32 = 2;
    /// Scores at chance nodes are clamped to `-CHANCE_BOUND..=CHANCE_BOUND`. A smaller range prunes more.
    const CHANCE_BOUND: Score = 20_000;
    /// Scores whose absolute value is at least this, other than wins, depend on how the position was
    /// reached. The table does not store them.
    const PATH_SCORE: Score = WIN;

    /// In a selective search, whether actions may be skipped unseen. `false` for a search of very
    /// few plies, which would miss that an attacked piece can simply go away.
    fn may_skip(&self) -> bool {
        true
    }

    /// Appends the actions to search in quiescence: captures that probably win material. Excludes
    /// actions with a random outcome.
    fn noisy_into(&self, list: &mut Vec<Self::Action>);

    /// Static evaluation of the position.
    fn evaluate(&self) -> Score;

    /// The score if it is known without search, such as from an endgame table. Not called for the
    /// root. The main search checks repetition first; quiescence does not.
    fn proven_score(&mut self) -> Option<Score> {
        None
    }

    /// Whether table entries for this position are still valid. `false` when a counter that is not
    /// part of the key is about to end the game.
    fn allows_table_cutoff(&self) -> bool {
        true
    }

    /// Passes the turn to the other side, for null-move pruning. Returns `None` if that is unsafe
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

    /// Hashes of parts of the position (such as the pawns), for the correction history. Positions
    /// with equal hashes are assumed to have similar evaluation errors.
    fn correction_keys(&self) -> [u64; 2] {
        [0; 2]
    }
}
