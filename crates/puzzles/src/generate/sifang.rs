//! Puzzles of sifang in teams: marshals that fall by force, and marshals that one move saves.
//!
//! North and south play against east and west, so the sides of both teams alternate. The solver
//! plays for both sides of its team. [`takes`] searches every move.

use crate::{GamePuzzle, Goal, Theme, Themes};
use game::Position as _;
use games::{AnyAction, AnyGame};
use sifang::{Action, Kind, Move, Position, Side, Status};

/// Plies after a puzzle in which no other of its kind begins.
const GAP: usize = 6;
/// Plies in which a marshal falls: the solver, an opponent, the solver's ally.
const PLIES: u32 = 3;
/// Minimum number of moves among which the saving one is found.
const MIN_MOVES: usize = 12;

/// Whether the team of `attacker` captures a marshal within this number of plies, whatever the
/// other team plays, and loses none before.
pub fn takes(position: &mut Position, attacker: Side, plies: u32) -> bool {
    if plies == 0 || position.ending().is_some() {
        return false;
    }
    let is_own = position.mode().allied(attacker, position.side_to_move());
    let moves = moves(position);
    let captures = moves.iter().any(|&played| captures_marshal(position, played));
    if is_own && captures {
        return true;
    }
    if plies == 1 || !is_own && captures {
        return false;
    }
    let mut goes_on = |played| {
        let undo = position.make(played);
        let takes = takes(position, attacker, plies - 1);
        position.unmake(played, undo);
        takes
    };
    if is_own { moves.into_iter().any(goes_on) } else { moves.into_iter().all(&mut goes_on) }
}

fn moves(position: &Position) -> Vec<Move> {
    let mut list = Vec::new();
    position.legal_into(&mut list);
    list
}

fn captures_marshal(position: &Position, played: Move) -> bool {
    position.board().at(played.to).is_some_and(|prey| prey.kind == Kind::Marshal)
}

/// The first two moves after which the solver's team captures a marshal in time.
fn hunting(position: &Position) -> Vec<Move> {
    let solver = position.side_to_move();
    let all = moves(position);
    let mut position = position.clone();
    let is_forced = |played: &Move| {
        let undo = position.make(*played);
        let forced = takes(&mut position, solver, PLIES - 1);
        position.unmake(*played, undo);
        forced
    };
    all.into_iter().filter(is_forced).take(2).collect()
}

/// The first two moves after which the opponents do not capture a marshal by force.
fn saving(position: &Position) -> Vec<Move> {
    let all = moves(position);
    let mut position = position.clone();
    let holds = |played: &Move| {
        let undo = position.make(*played);
        let attacker = position.side_to_move();
        // Most moves leave what is attacked, and one ply shows it.
        let falls = [1, PLIES].into_iter().any(|plies| takes(&mut position, attacker, plies));
        position.unmake(*played, undo);
        !falls
    };
    all.into_iter().filter(holds).take(2).collect()
}

/// The puzzles of a game's positions.
pub(super) fn find(positions: &[AnyGame]) -> Vec<GamePuzzle> {
    let mut found = Vec::new();
    let mut next_ply = [0; 2];
    for (ply, game) in positions.iter().enumerate() {
        let AnyGame::Sifang(sifang) = game else { continue };
        let position = sifang.position();
        let Ok(start) = AnyGame::from_text(game.variant(), "", &game.truth_text()) else {
            continue;
        };
        for (kind, next) in [hunt, save].into_iter().zip(&mut next_ply) {
            if ply < *next {
                continue;
            }
            if let Some(puzzle) = kind(&start, position) {
                *next = ply + GAP;
                found.push(puzzle);
            }
        }
    }
    found
}

/// A marshal of the other team falls by force after exactly one move.
fn hunt(start: &AnyGame, position: &Position) -> Option<GamePuzzle> {
    if moves(position).into_iter().any(|played| captures_marshal(position, played)) {
        return None;
    }
    let solutions = hunting(position);
    let [first] = *solutions.as_slice() else { return None };
    let mut after = position.clone();
    after.make(first);
    // The reply after which exactly one move captures, with the most valuable capture.
    let captures = |position: &Position| {
        let all = moves(position).into_iter();
        all.filter(|&played| captures_marshal(position, played)).collect::<Vec<Move>>()
    };
    let (reply, last) = moves(&after)
        .into_iter()
        .filter_map(|reply| {
            let mut next = after.clone();
            next.make(reply);
            match captures(&next).as_slice() {
                [only] => Some((reply, *only)),
                _ => None,
            }
        })
        .max_by_key(|&(reply, _)| {
            after.board().at(reply.to).map_or(0, |prey| 1 + u8::from(prey.kind != Kind::Infantry))
        })?;
    let solver = position.side_to_move();
    let has_fallen = |side: &Side| matches!(position.status(*side), Status::Fallen(_));
    let others = Side::ALL.into_iter().filter(|&side| !position.mode().allied(solver, side));
    let is_last = others.filter(has_fallen).count() == 1;
    let mut themes = Themes::default();
    themes.insert(if is_last { Theme::LastMarshal } else { Theme::MarshalHunt });
    let goal = if is_last { Goal::Mate } else { Goal::Win };
    let line = [first, reply, last].map(|played| AnyAction::Sifang(Action::Move(played)));
    GamePuzzle::new(start.clone(), line.to_vec(), goal, 0, themes)
}

/// Exactly one move saves an attacked marshal.
fn save(start: &AnyGame, position: &Position) -> Option<GamePuzzle> {
    let solver = position.side_to_move();
    if moves(position).len() < MIN_MOVES || takes(&mut position.clone(), solver, 1) {
        return None;
    }
    let solutions = saving(position);
    let [only] = *solutions.as_slice() else { return None };
    let mut themes = Themes::default();
    themes.insert(Theme::MarshalSaved);
    let line = vec![AnyAction::Sifang(Action::Move(only))];
    GamePuzzle::new(start.clone(), line, Goal::Save, 0, themes)
}

/// Searches the start of a puzzle again: whether its first move is the only solution. `None` for a
/// puzzle of another game.
pub fn is_only_solution(puzzle: &GamePuzzle) -> Option<bool> {
    let AnyGame::Sifang(game) = puzzle.start() else { return None };
    let AnyAction::Sifang(Action::Move(first)) = *puzzle.line().first()? else { return None };
    let position = game.position();
    let solutions = match puzzle.goal() {
        Goal::Save => saving(position),
        Goal::Mate | Goal::Win => hunting(position),
        Goal::NameMole => return None,
    };
    Some(solutions == [first])
}
