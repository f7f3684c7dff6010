use super::evaluate::{evaluate, value};
use search::{Cycle, Score, WIN};
use xiangqi::{Kind, Move, Options, Position, Side, Square, Undo};

/// Xiangqi as a search sees it.
pub(super) struct World {
    position: Position,
    options: Options,
    /// Moves not to be played at the root.
    barred: Vec<Move>,
    ply: u32,
}

impl World {
    pub(super) fn new(position: Position, options: Options, barred: Vec<Move>) -> World {
        World { position, options, barred, ply: 0 }
    }
}

impl search::World for World {
    type Action = Move;
    type Chance = ();
    type Undo = Undo;

    const SLOTS: usize = Square::COUNT * Square::COUNT;

    fn party(&self) -> bool {
        self.position.side_to_move() == Side::Black
    }

    fn actions_into(&self, list: &mut Vec<Move>) {
        self.position.each_legal(|played| list.push(played));
        if self.ply == 0 {
            list.retain(|played| !self.barred.contains(played));
        }
    }

    fn loud_into(&self, list: &mut Vec<Move>) {
        self.position.each_legal_capture(|played| {
            if !loses_material(&self.position, played) {
                list.push(played);
            }
        });
    }

    fn make(&mut self, action: Move, _: Option<()>) -> Undo {
        self.ply += 1;
        self.position.make(action)
    }

    fn unmake(&mut self, action: Move, undo: Undo) {
        self.ply -= 1;
        self.position.unmake(action, undo);
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn ended(&self) -> Option<Score> {
        // A mate on the very last ply counts before the limit; `has_legal_move` is asked only then.
        let limit = self.options.quiet_limit?;
        (self.position.quiet() >= limit && self.position.has_legal_move()).then_some(0)
    }

    fn repeated(&self, cycle: Cycle) -> Score {
        repeated(cycle)
    }

    fn stuck(&self) -> Score {
        -WIN
    }

    fn evaluate(&self) -> Score {
        evaluate(&self.position)
    }

    fn in_check(&self) -> bool {
        self.position.in_check(self.position.side_to_move())
    }

    fn gain(&self, action: Move) -> Score {
        gain(&self.position, action)
    }

    fn slot(&self, action: Move) -> usize {
        action.from.index() * Square::COUNT + action.to.index()
    }

    fn pass(&mut self) -> Option<Undo> {
        let side = self.position.side_to_move();
        // With little left to move, having to move may be what loses.
        has_fighters(&self.position, side).then(|| {
            self.ply += 1;
            self.position.make_null()
        })
    }

    fn unpass(&mut self, undo: Undo) {
        self.ply -= 1;
        self.position.unmake_null(undo);
    }
}

/// What perpetual check costs the side that gives it: it must deviate or lose.
const PERPETUAL: Score = 5_000;

/// The score of a repeated position for the side on move.
pub(crate) const fn repeated(cycle: Cycle) -> Score {
    match (cycle.mover_in_check, cycle.other_in_check) {
        (true, false) => PERPETUAL,
        (false, true) => -PERPETUAL,
        _ => 0,
    }
}

/// Whether a side has pieces that always find a harmless move.
fn has_fighters(position: &Position, side: Side) -> bool {
    let fighters = [Kind::Chariot, Kind::Horse, Kind::Cannon];
    fighters.iter().map(|&kind| position.pieces(side, kind).len()).sum::<u32>() >= 2
}

/// What a move captures, for ordering: big prey first, then small hunters.
pub(crate) fn gain(position: &Position, played: Move) -> Score {
    match (position.piece_at(played.from), position.piece_at(played.to)) {
        (Some(hunter), Some(prey)) => 16 * value(prey.kind) - value(hunter.kind),
        _ => 0,
    }
}

/// Whether a capture gives up a bigger piece for a smaller, protected one.
pub(crate) fn loses_material(position: &Position, played: Move) -> bool {
    let (Some(hunter), Some(prey)) = (position.piece_at(played.from), position.piece_at(played.to))
    else {
        return false;
    };
    value(hunter.kind) > value(prey.kind) + 50
        && !position.attackers_to(played.to, prey.side).is_empty()
}
