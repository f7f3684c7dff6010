use super::mole_worth;
use crate::{
    oversight::Oversight,
    xiangqi::{
        CAPTURE_CLASSES, EXCHANGE_VALUES, Judge, PATH_SCORE, PIECE_SQUARES, capture_class,
        capture_value, correction_keys, faded, has_fighters, nears_quiet_limit, piece_square,
        repeated, sees, shipped_network, victim_value,
    },
};
use game::Position as _;
use search::{Cycle, HistoryEntry, MoveOrdering, Rules, Score, SearchState, WIN};
use undercover::{Action, Mole, Position, Undo};
use xiangqi::{Kind, Move, Options, Side, Square};

/// Search state of undercover xiangqi in one world: it fixes both moles, or hides one.
#[derive(Clone)]
pub(super) struct UndercoverState {
    position: Position,
    judge: Judge,
    options: Options,
    /// Moves that must not be played at the root.
    barred: Vec<Move>,
    /// The only action at the root, if set.
    pub(super) only: Option<Action>,
    /// Whether turning the mole is excluded at the root.
    pub(super) holds: bool,
    /// A mole that can be any pawn.
    hidden: Option<HiddenMole>,
    /// What a weak level overlooks.
    oversight: Option<Oversight<Move>>,
    ply: u32,
}

/// A mole that is on one of several pawns, each equally likely. It is never turned in the search.
#[derive(Clone, Copy)]
struct HiddenMole {
    owner: Side,
    /// Number of pawns that it can be at the root.
    pawns: Score,
}

impl UndercoverState {
    pub(super) fn new(position: Position, options: Options, barred: Vec<Move>) -> UndercoverState {
        let judge = Judge::new(position.board(), shipped_network());
        UndercoverState {
            position,
            judge,
            options,
            barred,
            only: None,
            holds: false,
            hidden: None,
            oversight: None,
            ply: 0,
        }
    }

    /// Hides what is overlooked.
    pub(super) fn overlook(&mut self, oversight: Oversight<Move>) {
        self.oversight = Some(oversight);
    }

    /// Whether the level sees an action. Turns are always seen.
    fn sees(&self, action: Action) -> bool {
        match (&self.oversight, action) {
            (Some(oversight), Action::Move(played)) => {
                sees(oversight, self.position.board(), played)
            }
            _ => true,
        }
    }

    /// Removes what is overlooked.
    fn leave_out_overlooked(&self, list: &mut Vec<Action>) {
        if self.oversight.is_some() {
            list.retain(|&action| self.sees(action));
        }
    }

    /// Sets whether `owner` has a mole on an unknown pawn.
    pub(super) fn hides_mole_of(&mut self, owner: Side, is_hidden: bool) {
        let pawns = self.position.board().pieces(!owner, Kind::Pawn).count() as Score;
        self.hidden = Some(HiddenMole { owner, pawns }).filter(|_| is_hidden && pawns > 0);
    }

    /// Value of a side's unturned mole to its owner; of a hidden one, the mean over the pawns.
    fn mole_worth(&self, owner: Side) -> Score {
        let worth = |square| mole_worth(&self.position, owner, square);
        match self.hidden.filter(|hidden| hidden.owner == owner) {
            Some(hidden) => {
                let pawns = self.position.board().pieces(!owner, Kind::Pawn);
                pawns.map(worth).sum::<Score>() / hidden.pawns
            }
            None => self.position.mole(owner).square().map_or(0, worth),
        }
    }

    /// State of a side's mole in this world.
    pub(super) fn mole(&self, owner: Side) -> Mole {
        self.position.mole(owner)
    }

    fn mover(&self) -> Side {
        self.position.board().side_to_move()
    }

    /// Root of a search of this world after an action.
    pub(super) fn after(&self, action: Action) -> Option<UndercoverState> {
        let mut position = self.position.clone();
        position.make(action)?;
        let state = UndercoverState::new(position, self.options, Vec::new());
        Some(UndercoverState { hidden: self.hidden, ..state })
    }

    /// Entry of this position in the history of later ones.
    pub(super) fn remembered(&self) -> HistoryEntry {
        HistoryEntry { key: self.key(), in_check: self.in_check() }
    }

    fn is_open(&self, action: Action) -> bool {
        let is_barred = match action {
            Action::Move(played) => self.barred.contains(&played),
            Action::Turn(_) => self.holds,
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => false,
        };
        self.ply > 0 || !is_barred
    }
}

impl Rules for UndercoverState {
    type Action = Action;
    type Chance = ();
    type Undo = Option<Undo>;

    fn side(&self) -> bool {
        self.mover() == Side::Black
    }

    fn actions_into(&self, list: &mut Vec<Action>) {
        match self.only.filter(|_| self.ply == 0) {
            Some(only) => list.push(only),
            None => self.position.legal_into(list),
        }
        if self.ply == 0 {
            list.retain(|&action| self.is_open(action));
        }
        if self.oversight.is_some() {
            let all = list.clone();
            self.leave_out_overlooked(list);
            if list.is_empty() {
                *list = all;
            }
        }
    }

    fn make(&mut self, action: Action, _: Option<()>) -> Option<Undo> {
        self.ply += 1;
        if let Some(oversight) = &mut self.oversight {
            oversight.make(on_board(action));
        }
        let board = self.position.board();
        match action {
            Action::Turn(square) => self.judge.make_turn(board, square),
            Action::Move(played) => self.judge.make(board, played),
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => self.judge.make_null(),
        }
        self.position.make(action)
    }

    fn unmake(&mut self, action: Action, undo: Option<Undo>) {
        self.ply -= 1;
        if let Some(oversight) = &mut self.oversight {
            oversight.unmake();
        }
        self.judge.unmake();
        self.position.unmake(action, undo);
    }

    fn key(&self) -> u64 {
        self.position.key() ^ self.oversight.as_ref().map_or(0, Oversight::salt)
    }

    fn ended(&self) -> Option<Score> {
        let limit = self.options.quiet_limit?;
        let is_quiet = self.position.board().quiet() >= limit;
        (is_quiet && self.position.has_legal_action()).then_some(0)
    }

    fn repeated(&self, cycle: Cycle) -> Score {
        repeated(cycle)
    }

    fn no_moves_score(&self) -> Score {
        // All actions may be overlooked.
        let has_actions = self.oversight.is_some() && self.position.has_legal_action();
        if has_actions { self.evaluate() } else { -WIN }
    }

    fn in_check(&self) -> bool {
        self.position.board().in_check(self.mover())
    }

    fn reversible_plies(&self) -> usize {
        self.position.board().quiet().into()
    }

    fn gives_check(&self, action: Action) -> bool {
        on_board(action).is_some_and(|played| self.position.board().gives_check(played))
    }
}

impl MoveOrdering for UndercoverState {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const STAGED: bool = true;
    const PIECE_SQUARES: usize = PIECE_SQUARES;
    const CAPTURE_CLASSES: usize = CAPTURE_CLASSES;

    fn captures_into(&self, list: &mut Vec<Action>) {
        self.position.board().for_each_legal_capture(|played| list.push(Action::Move(played)));
        self.leave_out_overlooked(list);
    }

    fn quiets_into(&self, list: &mut Vec<Action>) {
        self.position.board().for_each_legal_quiet(|played| list.push(Action::Move(played)));
        list.extend(self.position.legal_turn().map(Action::Turn));
        self.leave_out_overlooked(list);
    }

    fn capture_value(&self, action: Action) -> Score {
        on_board(action).map_or(0, |played| capture_value(self.position.board(), played))
    }

    fn history_index(&self, action: Action) -> usize {
        match action {
            Action::Move(Move { from, to }) => from.index() * Square::COUNT + to.index(),
            // A move never ends on the square where it starts.
            Action::Turn(square) => square.index() * (Square::COUNT + 1),
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => 0,
        }
    }

    fn decode(&self, index: usize) -> Option<Action> {
        let from = Square::from_index(index / Square::COUNT)?;
        let to = Square::from_index(index % Square::COUNT)?;
        let action = if from == to { Action::Turn(from) } else { Action::Move(Move { from, to }) };
        Some(action).filter(|&action| self.is_legal(action))
    }

    fn is_legal(&self, action: Action) -> bool {
        let is_legal = match action {
            Action::Move(played) => self.position.board().is_legal(played),
            Action::Turn(square) => self.position.legal_turn() == Some(square),
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => false,
        };
        is_legal && self.is_open(action) && self.sees(action)
    }

    fn piece_square(&self, action: Action) -> usize {
        on_board(action).map_or(0, |played| piece_square(self.position.board(), played))
    }

    fn capture_class(&self, action: Action) -> usize {
        on_board(action).map_or(0, |played| capture_class(self.position.board(), played))
    }
}

impl SearchState for UndercoverState {
    const SELECTIVE: bool = true;
    const QUIESCENCE_PLIES: i32 = 64;
    const PATH_SCORE: Score = PATH_SCORE;

    fn may_skip(&self) -> bool {
        self.oversight.is_none()
    }

    fn noisy_into(&self, list: &mut Vec<Action>) {
        if !self.oversight.as_ref().is_some_and(Oversight::is_beyond_horizon) {
            self.captures_into(list);
        }
    }

    fn evaluate(&self) -> Score {
        let mover = self.mover();
        let moles = self.mole_worth(mover) - self.mole_worth(!mover);
        let board = self.position.board();
        faded(self.judge.evaluate(board) + moles, board)
    }

    fn null_move(&mut self) -> Option<Option<Undo>> {
        if self.oversight.is_some() {
            return None;
        }
        // With few pieces left, the duty to move may lose.
        has_fighters(self.position.board(), self.mover()).then(|| {
            self.ply += 1;
            self.judge.make_null();
            Some(self.position.make_null())
        })
    }

    fn undo_null_move(&mut self, undo: Option<Undo>) {
        self.ply -= 1;
        self.judge.unmake();
        if let Some(undo) = undo {
            self.position.unmake_null(undo);
        }
    }

    fn allows_table_cutoff(&self) -> bool {
        !nears_quiet_limit(self.position.board(), &self.options)
    }

    fn victim_value(&self, action: Action) -> Score {
        on_board(action).map_or(0, |played| victim_value(self.position.board(), played))
    }

    fn wins_exchange(&self, action: Action, threshold: Score) -> bool {
        let board = self.position.board();
        on_board(action)
            .is_none_or(|played| board.wins_exchange(played, &EXCHANGE_VALUES, threshold))
    }

    fn correction_keys(&self) -> [u64; 2] {
        correction_keys(self.position.board())
    }
}

/// The move on the board, if the action is one.
const fn on_board(action: Action) -> Option<Move> {
    match action {
        Action::Move(played) => Some(played),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;
    use game::Dice;

    /// The staged lists contain the same actions as the full list. Each action is decoded from its
    /// index. Undoing a null move or an action restores the position and its evaluation.
    #[test]
    fn staged_and_indexed_actions_agree() {
        let mut dice = Seeded::new(6);
        let mut has_turned = 0;
        for game in 0..20 {
            let moles = ["e6", "c3"].map(|text| Mole::At(text.parse().expect("a point")));
            let start = xiangqi::Position::start();
            let position = Position::new(start, moles, [2; 2]).expect("pawns");
            let mut state = UndercoverState::new(position, Options::DEFAULT, Vec::new());
            for _ in 0..60 {
                let mut all = Vec::new();
                state.actions_into(&mut all);
                if all.is_empty() {
                    break;
                }
                let mut staged = Vec::new();
                state.captures_into(&mut staged);
                state.quiets_into(&mut staged);
                let numbers = |list: &[Action]| {
                    let mut numbers: Vec<usize> =
                        list.iter().map(|&action| state.history_index(action)).collect();
                    numbers.sort_unstable();
                    numbers
                };
                assert_eq!(numbers(&staged), numbers(&all), "game {game}");
                for &action in &all {
                    assert!(state.is_legal(action), "{action}");
                    assert_eq!(state.decode(state.history_index(action)), Some(action));
                }
                let before = (state.position.clone(), state.ply);
                let fresh = |state: &UndercoverState| {
                    let position = state.position.clone();
                    UndercoverState::new(position, state.options, Vec::new()).evaluate()
                };
                if let Some(undo) = state.null_move() {
                    assert_ne!(state.key(), game::Position::key(&before.0));
                    assert_eq!(state.evaluate(), fresh(&state));
                    state.undo_null_move(undo);
                    assert_eq!((state.position.clone(), state.ply), before);
                    assert_eq!(state.evaluate(), fresh(&state));
                }
                let turn = all.iter().find(|action| matches!(action, Action::Turn(_)));
                has_turned += usize::from(turn.is_some());
                // Turns are few among the moves, so they are drawn more often.
                let any = all[dice.roll(all.len() as u32) as usize];
                let action = turn.copied().filter(|_| dice.roll(8) == 0).unwrap_or(any);
                let score = state.evaluate();
                let undo = state.make(action, None);
                assert_eq!(state.evaluate(), fresh(&state), "{action}");
                state.unmake(action, undo);
                assert_eq!(
                    (&state.position, state.ply, state.evaluate()),
                    (&before.0, before.1, score)
                );
                state.make(action, None);
            }
        }
        assert!(has_turned > 20, "{has_turned}");
    }

    /// A move that would lose by repetition is excluded at the root only.
    #[test]
    fn moves_barred_at_the_root_are_legal_below_it() {
        let position =
            Position::new(xiangqi::Position::start(), [Mole::Lost; 2], [0; 2]).expect("no mole");
        let played: Move = "h2e2".parse().expect("a move");
        let action = Action::Move(played);
        let mut state = UndercoverState::new(position, Options::DEFAULT, vec![played]);
        assert!(!state.is_legal(action));
        let undo = state.null_move().expect("there are chariots");
        let reply = Action::Move("h9g7".parse().expect("a move"));
        let second = state.make(reply, None);
        assert!(state.is_legal(action));
        state.unmake(reply, second);
        state.undo_null_move(undo);
        assert!(!state.is_legal(action));
    }
}
