use crate::{Score, WIN};

/// A position that was on the board earlier and could come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryEntry {
    /// Its [`SearchState::key`].
    pub key: u64,
    /// Its [`SearchState::in_check`].
    pub in_check: bool,
}

/// Who stood in check at each of its turns between two occurrences of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The side on move.
    pub mover_in_check: bool,
    /// The other side.
    pub other_in_check: bool,
}

/// A game to look ahead in, with one player's judgement of it.
///
/// Seats form two parties; every score is from the point of view of the party on move. The same
/// party may be on move twice in a row, unless the state is [`SearchState::SELECTIVE`].
///
/// Only the first block of methods is needed; the others make a search better or faster.
/// `examples/nim` is a complete implementation. What is made is unmade to the bit:
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
    /// What the seat on move may do.
    type Action: Copy + Eq + Send + Sync;
    /// What chance adds to an action. Games without chance take `()`.
    type Chance: Copy;
    /// What [`SearchState::unmake`] needs.
    type Undo;

    /// [`SearchState::history_index`] is below it; at most 65,535.
    const HISTORY_SIZE: usize;
    /// Whether late quiet actions are searched less deep at first. Stronger, but no longer the
    /// exact minimax value of the depth.
    const REDUCE: bool = true;
    /// Whether branches are cut by evaluation and exchange values, for games in which two parties
    /// alternate, as chess is: null moves, futility, singular extensions and the like. Scores are
    /// then supposed to be in hundredths of a pawn.
    const SELECTIVE: bool = false;
    /// Whether [`SearchState::captures_into`], [`SearchState::quiets_into`],
    /// [`SearchState::decode`] and [`SearchState::is_legal`] are quicker than generating all
    /// actions: then they are asked one after the other.
    const STAGED: bool = false;
    /// How many plies of [`SearchState::noisy_into`] are followed beyond the depth.
    const QUIESCENCE_PLIES: i32 = 16;
    /// How many plies an action costs on which chance has a say.
    const CHANCE_COST: i32 = 2;
    /// At a chance node scores are cut to `-SPAN..=SPAN`: the narrower, the more is pruned.
    const SPAN: Score = 20_000;
    /// [`SearchState::piece_square`] is below it.
    const PIECE_SQUARES: usize = 1;
    /// [`SearchState::capture_class`] is below it.
    const CAPTURE_CLASSES: usize = 1;
    /// From here on, scores short of a win come from how the position was reached, not from the
    /// position: the table does not keep them.
    const PATH_SCORE: Score = WIN;

    /// The party on move.
    fn party(&self) -> bool;

    /// Appends every action of the seat on move. Not called once the game has
    /// [`SearchState::ended`].
    fn actions_into(&self, list: &mut Vec<Self::Action>);

    /// Appends the actions worth looking at when the search would otherwise stop: captures that
    /// may well win something. Actions with chance are left out.
    fn noisy_into(&self, list: &mut Vec<Self::Action>);

    /// Plays an action, with what chance added to it where it has a say.
    fn make(&mut self, action: Self::Action, chance: Option<Self::Chance>) -> Self::Undo;

    /// Takes back what [`SearchState::make`] returned.
    fn unmake(&mut self, action: Self::Action, undo: Self::Undo);

    /// A hash of everything that decides what may happen next.
    fn key(&self) -> u64;

    /// How good the position looks.
    fn evaluate(&self) -> Score;

    /// What the action seems to win, for ordering: positive for captures, the best first; 0 for
    /// quiet actions.
    fn capture_value(&self, action: Self::Action) -> Score;

    /// A number for the action by which its past success and the table find it: the same in every
    /// position, and no two actions of one position share it.
    fn history_index(&self, action: Self::Action) -> usize;

    /// Appends what chance may add to `action`, each with its weight (at least 1); nothing when
    /// chance has no say.
    fn chances_into(&self, action: Self::Action, list: &mut Vec<(u32, Self::Chance)>) {
        let _ = (action, list);
    }

    /// The score if the game is over here though there may be actions.
    fn ended(&self) -> Option<Score> {
        None
    }

    /// The score if what comes of the position is known without looking ahead, as from a table of
    /// endings. Not asked where the search begins, nor of a position that has occurred before.
    fn proven(&mut self) -> Option<Score> {
        None
    }

    /// The score when the seat on move has no action: as a rule, lost.
    fn no_moves_score(&self) -> Score {
        -WIN
    }

    /// The score when this position has occurred before: as a rule, a draw. In a game of two
    /// seats `cycle` tells who stood in check all the time since then.
    fn repeated(&self, cycle: Cycle) -> Score {
        let _ = cycle;
        0
    }

    /// How many plies back a position could be that is this one again.
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    /// Whether what the table says of this board still holds: `false` where a counter that is no
    /// part of the key is about to end the game.
    fn trusts_table(&self) -> bool {
        true
    }

    /// Whether the seat on move must answer a threat.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the action leaves the other side in check.
    fn gives_check(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Hands the move to the other party without acting, if that can be done safely here: a side
    /// that stands well even so need not be searched to the full. Never in check.
    fn null_move(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back what [`SearchState::null_move`] returned.
    fn undo_null_move(&mut self, undo: Self::Undo) {
        let _ = undo;
    }

    /// What the action captures, in units of [`SearchState::evaluate`].
    fn victim_value(&self, action: Self::Action) -> Score {
        let _ = action;
        0
    }

    /// Whether the exchange that the action begins on its target wins at least `threshold`, in
    /// units of [`SearchState::evaluate`].
    fn wins_exchange(&self, action: Self::Action, threshold: Score) -> bool {
        let _ = (action, threshold);
        true
    }

    /// Which piece, of which side, goes where.
    fn piece_square(&self, action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// What kind of piece the action captures.
    fn capture_class(&self, action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// Hashes of parts of the position (such as the pawns) that evaluation may misjudge in the
    /// same way again and again.
    fn correction_keys(&self) -> [u64; 2] {
        [0; 2]
    }

    /// Appends every capture.
    fn captures_into(&self, list: &mut Vec<Self::Action>) {
        self.actions_into(list);
        list.retain(|&action| self.capture_value(action) > 0);
    }

    /// Appends every action that is no capture.
    fn quiets_into(&self, list: &mut Vec<Self::Action>) {
        self.actions_into(list);
        list.retain(|&action| self.capture_value(action) <= 0);
    }

    /// Appends every action that is no capture and gives check.
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

    /// The legal action with this [`SearchState::history_index`].
    fn decode(&self, index: usize) -> Option<Self::Action> {
        let mut list = Vec::new();
        self.actions_into(&mut list);
        list.into_iter().find(|&action| self.history_index(action) == index)
    }

    /// Whether the action, legal elsewhere, is legal here.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut list = Vec::new();
        self.actions_into(&mut list);
        list.contains(&action)
    }
}
