use crate::{Rules, Score};

/// Indices of actions for tables, apparent gains for sorting, and lists of parts of the actions.
pub trait MoveOrdering: Rules {
    /// Upper bound of [`MoveOrdering::history_index`], exclusive; at most 65,535.
    const HISTORY_SIZE: usize;
    /// Whether [`MoveOrdering::captures_into`], [`MoveOrdering::quiets_into`],
    /// [`MoveOrdering::decode`] and [`MoveOrdering::is_legal`] are faster than generating all
    /// actions. The move picker then works in stages.
    const STAGED: bool = false;
    /// Upper bound of [`MoveOrdering::piece_square`], exclusive.
    const PIECE_SQUARES: usize = 1;
    /// Upper bound of [`MoveOrdering::capture_class`], exclusive.
    const CAPTURE_CLASSES: usize = 1;

    /// Apparent gain of the action, for ordering: positive for captures, 0 for quiet actions.
    fn capture_value(&self, action: Self::Action) -> Score;

    /// Index of the action in history tables and the transposition table.
    ///
    /// An action has the same index in every position, and two actions of one position have
    /// different indices.
    fn history_index(&self, action: Self::Action) -> usize;

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

    /// Returns the legal action with this [`MoveOrdering::history_index`].
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
