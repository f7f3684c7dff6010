//! Undercover's exact search in all worlds: the possible places of a mole.

use undercover::Action;
use xiangqi::{Kind, Position, Side, Square};

/// Maximum number of the attacker's moves in puzzles.
pub(crate) const MAX_MOVES: u32 = 2;

/// A position from the view of the attacker, who knows its own mole and not the other.
#[derive(Clone, Debug)]
pub(crate) struct Worlds {
    board: Position,
    /// The attacker's mole: a pawn of the defender. `None` if it is turned, lost or waived.
    own: Option<Square>,
    /// The pawns of the attacker that may be the defender's mole.
    suspects: Vec<Square>,
}

impl Worlds {
    /// The attacker moves on this board.
    pub(crate) fn new(board: &Position, own: Option<Square>, suspects: &[Square]) -> Worlds {
        Worlds { board: board.clone(), own, suspects: suspects.to_vec() }
    }

    /// The attacker's actions.
    pub(crate) fn actions(&self) -> Vec<Action> {
        let moves = self.board.legal_moves().into_iter().map(Action::Move);
        moves.chain(self.own.filter(|&at| is_safe(&self.board, at)).map(Action::Turn)).collect()
    }

    /// The position after an action of the attacker.
    fn attacked(&self, action: Action) -> Worlds {
        let mut next = self.clone();
        match action {
            Action::Move(played) => {
                next.board.make(played);
                next.own = next.own.filter(|&mole| mole != played.to);
                for suspect in &mut next.suspects {
                    if *suspect == played.from {
                        *suspect = played.to;
                    }
                }
            }
            Action::Turn(square) => {
                next.board.make_turn(square);
                next.own = None;
            }
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => {}
        }
        next
    }

    /// The positions after the defender's replies; those by a turn hold in one world only.
    fn replies(&self) -> Vec<(Action, Worlds)> {
        let moves = self.board.legal_moves().into_iter().map(|played| {
            let mut next = self.clone();
            next.board.make(played);
            next.own = next.own.map(|mole| if mole == played.from { played.to } else { mole });
            next.suspects.retain(|&suspect| suspect != played.to);
            (Action::Move(played), next)
        });
        let turns = self.suspects.iter().filter(|&&at| is_safe(&self.board, at)).map(|&at| {
            let mut next = self.clone();
            next.board.make_turn(at);
            next.suspects.clear();
            (Action::Turn(at), next)
        });
        moves.chain(turns).collect()
    }

    /// Whether the action mates in at most `moves` moves, itself included, in every world.
    pub(crate) fn mates_by(&self, action: Action, moves: u32) -> bool {
        let next = self.attacked(action);
        if moves <= 1 {
            return !next.board.has_legal_move()
                && !next.suspects.iter().any(|&at| is_safe(&next.board, at));
        }
        next.replies().iter().all(|(_, reply)| reply.mates(moves - 1))
    }

    /// Whether the attacker mates in at most `moves` moves in every world.
    pub(crate) fn mates(&self, moves: u32) -> bool {
        (1..=moves)
            .any(|moves| self.actions().into_iter().any(|action| self.mates_by(action, moves)))
    }

    /// The actions that mate in at most `moves` moves.
    pub(crate) fn mating(&self, moves: u32) -> Vec<Action> {
        self.actions().into_iter().filter(|&action| self.mates_by(action, moves)).collect()
    }

    /// The solution from here, if the defender's mole is `mole`: the fastest mate against the
    /// longest defence.
    #[cfg(feature = "generate")]
    pub(crate) fn line(&self, mole: Option<Square>) -> Option<Vec<Action>> {
        let moves = (1..=MAX_MOVES).find(|&moves| self.mates(moves))?;
        let action = *self.mating(moves).first()?;
        let next = self.attacked(action);
        let mole = match (action, mole) {
            (Action::Move(played), Some(at)) if at == played.from => Some(played.to),
            (_, mole) => mole,
        };
        let is_real = |reply: &Action| match reply {
            Action::Turn(at) => Some(*at) == mole,
            _ => true,
        };
        let replies = next.replies().into_iter().filter(|(reply, _)| is_real(reply));
        let length = |worlds: &Worlds| (1..=MAX_MOVES).find(|&moves| worlds.mates(moves));
        let longest = replies.max_by_key(|(_, worlds)| length(worlds).unwrap_or(0));
        let mut line = vec![action];
        if let Some((reply, worlds)) = longest {
            let lost = |at: Square| matches!(reply, Action::Move(played) if played.to == at);
            let left = mole.filter(|&at| reply != Action::Turn(at) && !lost(at));
            line.push(reply);
            line.extend(worlds.line(left)?);
        }
        Some(line)
    }
}

/// Whether the side to move may turn its mole on this square.
pub(crate) fn is_safe(board: &Position, square: Square) -> bool {
    let side = board.side_to_move();
    let mut after = board.clone();
    after.make_turn(square);
    !after.in_check(side)
}

/// The pawns of a side.
pub(crate) fn pawns(board: &Position, side: Side) -> Vec<Square> {
    board.pieces(side, Kind::Pawn).collect()
}
