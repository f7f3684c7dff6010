//! Undercover: what an opponent's move tells about its mole.
//!
//! The rule of these puzzles is that the opponent sees every mate in one or two moves, its own and
//! the solver's. A pawn is no mole if the opponent, knowing it to be its mole, would have played
//! another move.

use crate::worlds::{MAX_MOVES, Worlds, is_safe, pawns};
use undercover::Action;
use xiangqi::{Move, Position, Square};

/// Why a pawn of the solver cannot be the opponent's mole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoleClue {
    /// With this mole, the opponent could have forced mate in this number of moves by another action.
    Missed {
        /// The first action.
        action: Action,
        /// 1 or 2.
        moves: u32,
    },
    /// With this mole, the opponent allowed the solver to force mate in this number of moves, and
    /// could have avoided it.
    Allowed {
        /// The first move.
        played: Move,
        /// 1 or 2.
        moves: u32,
    },
}

impl MoleClue {
    /// Number of moves of the mate.
    pub const fn moves(self) -> u32 {
        match self {
            MoleClue::Missed { moves, .. } | MoleClue::Allowed { moves, .. } => moves,
        }
    }
}

/// The solver's pawns after the opponent's move, each of which may be the mole.
pub(crate) fn suspects(before: &Position, played: Move) -> Vec<Square> {
    let mut after = before.clone();
    after.make(played);
    pawns(&after, after.side_to_move())
}

/// What excludes a suspect; `None` if the move makes sense with this pawn as the mole.
pub(crate) fn mole_clue(before: &Position, played: Move, suspect: Square) -> Option<MoleClue> {
    missed(before, played, suspect).or_else(|| allowed(before, played, suspect))
}

/// The opponent's mate with this mole, wherever the solver's mole is, unless the opponent's move
/// mates as well.
fn missed(before: &Position, played: Move, suspect: Square) -> Option<MoleClue> {
    let theirs = pawns(before, before.side_to_move());
    let worlds = Worlds::new(before, Some(suspect), &theirs);
    if worlds.mates_by(Action::Move(played), MAX_MOVES) {
        return None;
    }
    let (action, moves) = fastest(&worlds)?;
    Some(MoleClue::Missed { action, moves })
}

/// The first action of the fastest mate, with its number of moves.
fn fastest(worlds: &Worlds) -> Option<(Action, u32)> {
    (1..=MAX_MOVES).find_map(|moves| Some((*worlds.mating(moves).first()?, moves)))
}

/// The solver's mate against this mole, by moves alone, if another action of the opponent would
/// have avoided it.
fn allowed(before: &Position, played: Move, suspect: Square) -> Option<MoleClue> {
    let mut after = before.clone();
    after.make(played);
    let worlds = Worlds::new(&after, None, &[suspect]);
    let (Action::Move(answer), moves) = fastest(&worlds)? else { return None };
    let holds_by_move = |other: Move| {
        let mut after = before.clone();
        after.make(other);
        let left = if other.to == suspect { [].as_slice() } else { &[suspect] };
        !Worlds::new(&after, None, left).mates(MAX_MOVES)
    };
    let holds_by_turn = || {
        let mut after = before.clone();
        after.make_turn(suspect);
        is_safe(before, suspect) && !Worlds::new(&after, None, &[]).mates(MAX_MOVES)
    };
    let is_avoidable = holds_by_turn() || before.legal_moves().into_iter().any(holds_by_move);
    is_avoidable.then_some(MoleClue::Allowed { played: answer, moves })
}

/// The only suspect that nothing excludes; `None` if there are none or several.
#[cfg(feature = "generate")]
pub(crate) fn only_mole(before: &Position, played: Move) -> Option<Square> {
    let mut left =
        suspects(before, played).into_iter().filter(|&it| mole_clue(before, played, it).is_none());
    let only = left.next()?;
    left.next().is_none().then_some(only)
}
