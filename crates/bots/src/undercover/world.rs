use super::mole_worth;
use crate::xiangqi::{evaluate, gain, loses_material, repeated};
use game::Position as _;
use search::{Cycle, Score, WIN};
use undercover::{Action, Position, Undo};
use xiangqi::{Move, Options, Side, Square};

/// Undercover xiangqi as a search sees it: both moles are where this world says.
pub(super) struct World {
    position: Position,
    options: Options,
    /// Moves not to be played at the root.
    barred: Vec<Move>,
    /// If set, the only action at the root.
    pub(super) only: Option<Action>,
    ply: u32,
}

impl World {
    pub(super) fn new(position: Position, options: Options, barred: Vec<Move>) -> World {
        World { position, options, barred, only: None, ply: 0 }
    }

    fn mover(&self) -> Side {
        self.position.board().side_to_move()
    }
}

impl search::World for World {
    type Action = Action;
    type Chance = ();
    type Undo = Option<Undo>;

    const SLOTS: usize = Square::COUNT * Square::COUNT;

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

    fn loud_into(&self, list: &mut Vec<Action>) {
        let board = self.position.board();
        board.each_legal_capture(|played| {
            if !loses_material(board, played) {
                list.push(Action::Move(played));
            }
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

    fn stuck(&self) -> Score {
        -WIN
    }

    fn evaluate(&self) -> Score {
        let mover = self.mover();
        evaluate(self.position.board()) + mole_worth(&self.position, mover)
            - mole_worth(&self.position, !mover)
    }

    fn in_check(&self) -> bool {
        self.position.board().in_check(self.mover())
    }

    fn gain(&self, action: Action) -> Score {
        match action {
            Action::Move(played) => gain(self.position.board(), played),
            _ => 0,
        }
    }

    fn slot(&self, action: Action) -> usize {
        match action {
            Action::Move(Move { from, to }) => from.index() * Square::COUNT + to.index(),
            Action::Turn(square) => square.index() * (Square::COUNT + 1),
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => 0,
        }
    }
}
