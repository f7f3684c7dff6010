//! Puzzles of undercover xiangqi, from the view of one seat.
//!
//! The solver does not know the opponent's mole, so a mate counts only if it works wherever that
//! mole is. [`Worlds`] searches every action in all these worlds at once; there is no evaluation.

use super::MAX_PLIES;
use crate::{GamePuzzle, Goal, Theme, Themes};
use game::Dice;
use games::{AnyAction, AnyGame, Variant};
use undercover::Action;
use xiangqi::{Kind, Position, Side, Square};

/// Plies after a puzzle in which no other of its kind begins.
const GAP: usize = 6;
/// Maximum number of the attacker's moves.
const MAX_MOVES: u32 = 2;

/// A position from the view of the attacker, who knows its own mole and not the other.
#[derive(Clone, Debug)]
pub struct Worlds {
    board: Position,
    /// The attacker's mole: a pawn of the defender. `None` if it is turned, lost or waived.
    own: Option<Square>,
    /// The pawns of the attacker that may be the defender's mole.
    suspects: Vec<Square>,
}

impl Worlds {
    /// The attacker moves on this board.
    pub fn new(board: &Position, own: Option<Square>, suspects: &[Square]) -> Worlds {
        Worlds { board: board.clone(), own, suspects: suspects.to_vec() }
    }

    /// The attacker's actions.
    pub fn actions(&self) -> Vec<Action> {
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
    pub fn mates_by(&self, action: Action, moves: u32) -> bool {
        let next = self.attacked(action);
        if moves <= 1 {
            return !next.board.has_legal_move()
                && !next.suspects.iter().any(|&at| is_safe(&next.board, at));
        }
        next.replies().iter().all(|(_, reply)| reply.mates(moves - 1))
    }

    /// Whether the attacker mates in at most `moves` moves in every world.
    pub fn mates(&self, moves: u32) -> bool {
        (1..=moves)
            .any(|moves| self.actions().into_iter().any(|action| self.mates_by(action, moves)))
    }

    /// The actions that mate in at most `moves` moves.
    pub fn mating(&self, moves: u32) -> Vec<Action> {
        self.actions().into_iter().filter(|&action| self.mates_by(action, moves)).collect()
    }

    /// The solution from here, if the defender's mole is `mole`: the fastest mate against the
    /// longest defence.
    fn line(&self, mole: Option<Square>) -> Option<Vec<Action>> {
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

fn is_safe(board: &Position, square: Square) -> bool {
    let side = board.side_to_move();
    let mut after = board.clone();
    after.make_turn(square);
    !after.in_check(side)
}

fn pawns(board: &Position, side: Side) -> Vec<Square> {
    board.pieces(side, Kind::Pawn).collect()
}

/// The boards of the game's positions give puzzles; their moles are chosen anew.
pub(super) fn find(positions: &[AnyGame], dice: &mut dyn Dice) -> Vec<GamePuzzle> {
    let mut found = Vec::new();
    let mut next_ply = [0; 3];
    for (ply, game) in positions.iter().enumerate().take(MAX_PLIES) {
        let AnyGame::Undercover(game) = game else { continue };
        let board = game.position().board();
        let kinds = [any_mole, turn_to_win, turn_to_save];
        for (kind, next) in kinds.into_iter().zip(&mut next_ply) {
            if ply < *next {
                continue;
            }
            if let Some(puzzle) = kind(board, dice) {
                *next = ply + GAP;
                found.push(puzzle);
            }
        }
    }
    found
}

/// A mate against every mole, where another move mates only against some.
fn any_mole(board: &Position, dice: &mut dyn Dice) -> Option<GamePuzzle> {
    let suspects = pawns(board, board.side_to_move());
    if suspects.is_empty() {
        return None;
    }
    let plain = Worlds::new(board, None, &[]);
    let moves = (1..=MAX_MOVES).find(|&moves| plain.mates(moves))?;
    let all = |own| Worlds::new(board, own, &suspects);
    let moves = (moves..=MAX_MOVES).find(|&moves| all(None).mates(moves))?;
    let solutions = all(None).mating(moves);
    let [solution] = solutions.as_slice() else { return None };
    let traps: Vec<Action> =
        plain.mating(moves).into_iter().filter(|trap| trap != solution).collect();
    if traps.is_empty() {
        return None;
    }
    // One mole refutes every trap.
    let refutes = |&&mole: &&Square| {
        let world = Worlds::new(board, None, &[mole]);
        !traps.iter().any(|&trap| world.mates_by(trap, moves))
    };
    let theirs = *suspects.iter().find(refutes)?;
    // The solver's own mole gives no second solution.
    let mut own = pawns(board, !board.side_to_move());
    dice.shuffle(&mut own);
    let own = own.into_iter().find(|&mole| all(Some(mole)).mating(moves) == solutions);
    let line = all(own).line(Some(theirs))?;
    puzzle(board, own, Some(theirs), line, Goal::Mate, Theme::AnyMole)
}

/// Turning the mole mates, and nothing else does.
fn turn_to_win(board: &Position, dice: &mut dyn Dice) -> Option<GamePuzzle> {
    let suspects = pawns(board, board.side_to_move());
    let mut moles = pawns(board, !board.side_to_move());
    dice.shuffle(&mut moles);
    let theirs = match suspects.len() {
        0 => None,
        count => suspects.get(dice.roll(count as u32) as usize).copied(),
    };
    moles.retain(|&mole| is_safe(board, mole));
    for mole in moles {
        let worlds = Worlds::new(board, Some(mole), &suspects);
        let turn = Action::Turn(mole);
        let Some(moves) = (1..=MAX_MOVES).find(|&moves| worlds.mates_by(turn, moves)) else {
            continue;
        };
        if worlds.mating(moves) == [turn] && !(1..moves).any(|fewer| worlds.mates(fewer)) {
            let line = worlds.line(theirs)?;
            return puzzle(board, Some(mole), theirs, line, Goal::Mate, Theme::TurnToWin);
        }
    }
    None
}

/// Turning the mole saves the game, and every other action is mated.
fn turn_to_save(board: &Position, dice: &mut dyn Dice) -> Option<GamePuzzle> {
    const MIN_OTHERS: usize = 2;
    let solver = board.side_to_move();
    let others = board.legal_moves();
    let moves = if board.in_check(solver) { 2 } else { 1 };
    if others.len() < MIN_OTHERS {
        return None;
    }
    let mated = |played: xiangqi::Move, mole: Option<Square>| {
        let mut after = board.clone();
        after.make(played);
        // The opponent mates without using its own mole, and does not know the solver's.
        let known = mole.filter(|&at| at != played.to);
        Worlds::new(&after, None, known.as_slice()).mates(moves)
    };
    if !others.iter().all(|&played| mated(played, None)) {
        return None;
    }
    let mut moles = pawns(board, !solver);
    dice.shuffle(&mut moles);
    let own_pawns = pawns(board, solver);
    for mole in moles.into_iter().filter(|&mole| is_safe(board, mole)) {
        let mut after = board.clone();
        after.make_turn(mole);
        let worlds = own_pawns.iter().copied().map(Some).chain([None]);
        let mut worlds = worlds.map(|theirs| Worlds::new(&after, theirs, &[]));
        if worlds.any(|world| world.mates(MAX_MOVES)) {
            continue;
        }
        if others.iter().all(|&played| mated(played, Some(mole))) {
            let theirs = match own_pawns.len() {
                0 => None,
                count => own_pawns.get(dice.roll(count as u32) as usize).copied(),
            };
            let line = vec![Action::Turn(mole)];
            return puzzle(board, Some(mole), theirs, line, Goal::Save, Theme::TurnToSave);
        }
    }
    None
}

fn puzzle(
    board: &Position,
    own: Option<Square>,
    theirs: Option<Square>,
    line: Vec<Action>,
    goal: Goal,
    theme: Theme,
) -> Option<GamePuzzle> {
    let mole = |square: Option<Square>| square.map_or("-".to_owned(), |it| it.to_string());
    let solver = board.side_to_move();
    let [red, black] = match solver {
        Side::Red => [own, theirs],
        Side::Black => [theirs, own],
    };
    let fen = board.fen();
    let shape = fen.split(' ').next()?;
    let text = format!("{shape} {} - - 0 40 {}/{} 0/0", solver.letter(), mole(red), mole(black));
    let start = AnyGame::from_text(Variant::Undercover, "", &text).ok()?;
    let mut themes = Themes::default();
    themes.insert(theme);
    if goal == Goal::Mate {
        themes.insert(if line.len() == 1 { Theme::MateInOne } else { Theme::MateInTwo });
    }
    let line = line.into_iter().map(AnyAction::Undercover).collect();
    GamePuzzle::new(start, line, goal, 0, themes)
}

/// Searches the start of a puzzle again: whether its first action is the only solution. `None` if
/// the puzzle is of another game or its moles do not fit its kind.
pub fn is_only_solution(puzzle: &GamePuzzle) -> Option<bool> {
    let AnyGame::Undercover(game) = puzzle.start() else { return None };
    let AnyAction::Undercover(first) = *puzzle.line().first()? else { return None };
    let board = game.position().board();
    let solver = board.side_to_move();
    let own = game.position().mole(solver).square();
    let suspects = pawns(board, solver);
    if puzzle.goal() == Goal::Save {
        let Action::Turn(mole) = first else { return Some(false) };
        let moves = if board.in_check(solver) { 2 } else { 1 };
        let is_mated = |played: xiangqi::Move| {
            let mut after = board.clone();
            after.make(played);
            let known = own.filter(|&at| at != played.to);
            Worlds::new(&after, None, known.as_slice()).mates(moves)
        };
        let mut after = board.clone();
        after.make_turn(mole);
        let worlds = suspects.iter().copied().map(Some).chain([None]);
        let mut worlds = worlds.map(|theirs| Worlds::new(&after, theirs, &[]));
        let holds = !worlds.any(|world| world.mates(MAX_MOVES));
        return Some(own == Some(mole) && holds && board.legal_moves().into_iter().all(is_mated));
    }
    let worlds = Worlds::new(board, own, &suspects);
    let moves = puzzle.moves() as u32;
    let is_first = !(1..moves).any(|fewer| worlds.mates(fewer));
    Some(is_first && worlds.mating(moves) == [first])
}
