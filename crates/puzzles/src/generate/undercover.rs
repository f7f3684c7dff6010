//! Puzzles of undercover xiangqi, from the view of one seat.
//!
//! The solver does not know the opponent's mole, so a mate counts only if it works wherever that
//! mole is. `Worlds` searches every action in all these worlds at once; there is no evaluation.

use super::MAX_PLIES;
use crate::{
    GamePuzzle, Goal, Theme, Themes,
    mole_clue::{only_mole, suspects},
    worlds::{MAX_MOVES, Worlds, is_safe, pawns},
};
use game::{Dice, Game as _};
use games::{AnyAction, AnyGame, Variant};
use undercover::{Action, Choice};
use xiangqi::{Move, Position, Side, Square};

/// Plies after a puzzle in which no other of its kind begins.
const GAP: usize = 6;
/// The boards of the game's positions give puzzles; their moles are chosen anew.
pub(super) fn find(positions: &[AnyGame], dice: &mut dyn Dice) -> Vec<GamePuzzle> {
    let mut found = Vec::new();
    let mut next_ply = [0; 3];
    let mut next_question = 0;
    for (ply, game) in positions.iter().enumerate().take(MAX_PLIES) {
        let AnyGame::Undercover(game) = game else { continue };
        let board = game.position().board();
        let played = positions.get(ply + 1).and_then(last_move);
        if let Some(played) = played.filter(|_| ply >= next_question)
            && let Some(puzzle) = which_mole(board, played)
        {
            next_question = ply + GAP;
            found.push(puzzle);
        }
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

/// The move that led to a position.
fn last_move(game: &AnyGame) -> Option<Move> {
    let AnyGame::Undercover(game) = game else { return None };
    match game.history().last()?.action {
        Action::Move(played) => Some(played),
        _ => None,
    }
}

/// How much farther from the general, in steps, another pawn is at most that may also be guessed.
const NEAR: u8 = 2;
/// Minimum number of pawns among which the mole is named.
const MIN_SUSPECTS: usize = 3;

/// A move that makes sense with one mole only.
fn which_mole(before: &Position, played: Move) -> Option<GamePuzzle> {
    let suspects = suspects(before, played);
    let mut after = before.clone();
    after.make(played);
    // Without a mate to be feared, a move tells little.
    if suspects.len() < MIN_SUSPECTS || !Worlds::new(&after, None, &[]).mates(MAX_MOVES) {
        return None;
    }
    let mole = only_mole(before, played)?;
    // Otherwise the pawn at the general is the obvious guess.
    let general = after.general(before.side_to_move());
    let far =
        |pawn: Square| pawn.file().abs_diff(general.file()) + pawn.rank().abs_diff(general.rank());
    if !suspects.iter().any(|&other| other != mole && far(other) <= far(mole) + NEAR) {
        return None;
    }
    let start = game(before, None, Some(mole), !before.side_to_move())?;
    let mut themes = Themes::default();
    themes.insert(Theme::WhichMole);
    GamePuzzle::naming(start, played, 0, themes)
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

/// The game on this board with the moles of the solver and of the opponent.
fn game(
    board: &Position,
    own: Option<Square>,
    theirs: Option<Square>,
    solver: Side,
) -> Option<AnyGame> {
    let mole = |square: Option<Square>| square.map_or("-".to_owned(), |it| it.to_string());
    let [red, black] = match solver {
        Side::Red => [own, theirs],
        Side::Black => [theirs, own],
    };
    let turn = board.side_to_move().letter();
    let fen = board.fen();
    let shape = fen.split(' ').next()?;
    let text = format!("{shape} {turn} - - 0 40 {}/{} 0/0", mole(red), mole(black));
    AnyGame::from_text(Variant::Undercover, "", &text).ok()
}

fn puzzle(
    board: &Position,
    own: Option<Square>,
    theirs: Option<Square>,
    line: Vec<Action>,
    goal: Goal,
    theme: Theme,
) -> Option<GamePuzzle> {
    let start = game(board, own, theirs, board.side_to_move())?;
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
    if let Some((before, played)) = puzzle.question() {
        let only = only_mole(before, played)?;
        let named = AnyAction::Undercover(Action::Choose(Choice::Pawn(only)));
        return Some(puzzle.line() == [named]);
    }
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
