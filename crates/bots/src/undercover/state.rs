use super::mole_worth;
use crate::xiangqi::{
    CAPTURE_CLASSES, EXCHANGE_VALUES, PATH_SCORE, PIECE_SQUARES, capture_class, capture_value,
    correction_keys, evaluate, faded, piece_square, repeated, victim_value,
};
use game::Position as _;
use search::{Cycle, Score, WIN};
use undercover::{Action, Mole, Position, Undo};
use xiangqi::{Move, Options, Side, Square};

/// Undercover xiangqi as a search sees it: both moles are where this world says.
#[derive(Clone)]
pub(super) struct UndercoverState {
    position: Position,
    options: Options,
    /// Moves not to be played at the root.
    barred: Vec<Move>,
    /// If set, the only action at the root.
    pub(super) only: Option<Action>,
    ply: u32,
}

impl UndercoverState {
    pub(super) fn new(position: Position, options: Options, barred: Vec<Move>) -> UndercoverState {
        UndercoverState { position, options, barred, only: None, ply: 0 }
    }

    /// A side's mole in this world.
    pub(super) fn mole(&self, owner: Side) -> Mole {
        self.position.mole(owner)
    }

    fn mover(&self) -> Side {
        self.position.board().side_to_move()
    }
}

impl search::SearchState for UndercoverState {
    type Action = Action;
    type Chance = ();
    type Undo = Option<Undo>;

    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const SELECTIVE: bool = true;
    const QUIESCENCE_PLIES: i32 = 64;
    const PIECE_SQUARES: usize = PIECE_SQUARES;
    const CAPTURE_CLASSES: usize = CAPTURE_CLASSES;
    const PATH_SCORE: Score = PATH_SCORE;

    fn party(&self) -> bool {
        self.mover() == Side::Black
    }

    fn actions_into(&self, list: &mut Vec<Action>) {
        match self.only.filter(|_| self.ply == 0) {
            Some(only) => list.push(only),
            None => self.position.legal_into(list),
        }
        if self.ply == 0 {
            list.retain(
                |action| !matches!(action, Action::Move(played) if self.barred.contains(played)),
            );
        }
    }

    fn noisy_into(&self, list: &mut Vec<Action>) {
        let board = self.position.board();
        board.each_legal_capture(|played| {
            list.push(Action::Move(played));
        });
    }

    fn make(&mut self, action: Action, _: Option<()>) -> Option<Undo> {
        self.ply += 1;
        self.position.make(action)
    }

    fn unmake(&mut self, action: Action, undo: Option<Undo>) {
        self.ply -= 1;
        self.position.unmake(action, undo);
    }

    fn key(&self) -> u64 {
        self.position.key()
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
        -WIN
    }

    fn evaluate(&self) -> Score {
        let mover = self.mover();
        let moles = mole_worth(&self.position, mover) - mole_worth(&self.position, !mover);
        let board = self.position.board();
        faded(evaluate(board) + moles, board)
    }

    fn in_check(&self) -> bool {
        self.position.board().in_check(self.mover())
    }

    fn capture_value(&self, action: Action) -> Score {
        on_board(action).map_or(0, |played| capture_value(self.position.board(), played))
    }

    fn history_index(&self, action: Action) -> usize {
        match action {
            Action::Move(Move { from, to }) => from.index() * Square::COUNT + to.index(),
            Action::Turn(square) => square.index() * (Square::COUNT + 1),
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => 0,
        }
    }

    fn reversible_plies(&self) -> usize {
        self.position.board().quiet().into()
    }

    fn gives_check(&self, action: Action) -> bool {
        on_board(action).is_some_and(|played| self.position.board().gives_check(played))
    }

    fn victim_value(&self, action: Action) -> Score {
        on_board(action).map_or(0, |played| victim_value(self.position.board(), played))
    }

    fn wins_exchange(&self, action: Action, threshold: Score) -> bool {
        let board = self.position.board();
        on_board(action)
            .is_none_or(|played| board.wins_exchange(played, &EXCHANGE_VALUES, threshold))
    }

    fn piece_square(&self, action: Action) -> usize {
        on_board(action).map_or(0, |played| piece_square(self.position.board(), played))
    }

    fn capture_class(&self, action: Action) -> usize {
        on_board(action).map_or(0, |played| capture_class(self.position.board(), played))
    }

    fn correction_keys(&self) -> [u64; 2] {
        correction_keys(self.position.board())
    }
}

/// The move on the board that everyone sees, if the action is one.
const fn on_board(action: Action) -> Option<Move> {
    match action {
        Action::Move(played) => Some(played),
        _ => None,
    }
}
