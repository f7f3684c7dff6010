//! Puzzles of banqi: races to sixty that exactly one action wins.
//!
//! [`Race`] searches every action to the end of the game. What a flip shows counts as if the
//! opponent chose it, so a win holds for every order of the pieces that are still face down.

use crate::{GamePuzzle, Goal, Theme, Themes};
use banqi::{Action, Board, Piece, Square};
use game::Seat;
use games::{AnyAction, AnyGame, Variant};
use std::collections::HashMap;

/// Maximum number of face-down pieces.
const MAX_HIDDEN: u32 = 4;
/// Maximum number of pieces on the board.
const MAX_PIECES: u32 = 16;
/// Maximum number of the solver's actions.
const MAX_MOVES: u32 = 5;
/// Maximum number of positions for one puzzle.
const MAX_NODES: u64 = 600_000;
/// Plies after a puzzle in which no other begins.
const GAP: usize = 12;

/// A search for a forced win of one seat.
#[derive(Debug)]
pub struct Race {
    solver: Seat,
    known: HashMap<(u64, u32), bool>,
    nodes: u64,
}

impl Race {
    /// A search for this seat.
    pub fn new(solver: Seat) -> Race {
        Race { solver, known: HashMap::new(), nodes: 0 }
    }

    /// Whether the seat wins within this number of plies against every defence and for every order
    /// of the face-down pieces. `None` if the search became too large.
    pub fn wins(&mut self, board: &Board, plies: u32) -> Option<bool> {
        if let Some((_, winner)) = board.ending() {
            return Some(winner.and_then(|color| board.seat_of(color)) == Some(self.solver));
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (board.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return None;
        }
        let is_own = board.mover() == self.solver;
        let mut actions = Vec::new();
        board.actions_into(&mut actions);
        // Captures decide races.
        actions.sort_by_key(|&action| !board.captures(action));
        let mut wins = !is_own;
        for action in actions {
            if self.wins_by(board, action, plies)? == is_own {
                wins = is_own;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    /// As [`Race::wins`], after this action, which counts as one ply.
    pub fn wins_by(&mut self, board: &Board, action: Action, plies: u32) -> Option<bool> {
        for next in outcomes(board, action) {
            if !self.wins(&next.1, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The actions that win within this number of plies.
    pub fn winning(&mut self, board: &Board, plies: u32) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        board.actions_into(&mut actions);
        actions.sort();
        let mut winning = Vec::new();
        for action in actions {
            if self.wins_by(board, action, plies)? {
                winning.push(action);
            }
        }
        Some(winning)
    }

    /// Smallest number of plies in which the seat wins.
    fn length(&mut self, board: &Board, most: u32) -> Option<u32> {
        for plies in 0..=most {
            if self.wins(board, plies)? {
                return Some(plies);
            }
        }
        None
    }

    /// The solution: the fastest win against the longest defence and the worst luck.
    fn line(&mut self, board: &Board, plies: u32) -> Option<Vec<(Action, Option<Piece>)>> {
        let mut board = board.clone();
        let mut line = Vec::new();
        while !board.is_over() {
            let mut actions = Vec::new();
            board.actions_into(&mut actions);
            actions.sort();
            let is_own = board.mover() == self.solver;
            // (length, action, shown piece, board)
            let mut best: Option<(u32, Action, Option<Piece>, Board)> = None;
            for action in actions {
                let mut worst: Option<(u32, Option<Piece>, Board)> = None;
                let mut is_sure = true;
                for (shown, next) in outcomes(&board, action) {
                    let Some(length) = self.length(&next, plies) else {
                        is_sure = false;
                        break;
                    };
                    if worst.as_ref().is_none_or(|worst| length > worst.0) {
                        worst = Some((length, shown, next));
                    }
                }
                let Some((length, shown, next)) = worst.filter(|_| is_sure) else { continue };
                let is_better = best
                    .as_ref()
                    .is_none_or(|best| if is_own { length < best.0 } else { length > best.0 });
                if is_better {
                    best = Some((length, action, shown, next));
                }
            }
            let (_, action, shown, next) = best?;
            line.push((action, shown));
            board = next;
        }
        Some(line)
    }
}

/// The boards that may follow an action, with the piece that it shows.
fn outcomes(board: &Board, action: Action) -> Vec<(Option<Piece>, Board)> {
    let after = |shown| {
        let mut next = board.clone();
        next.make(action, shown);
        (shown, next)
    };
    if board.reveals(action) {
        board.unseen().kinds().map(|(piece, _)| after(Some(piece))).collect()
    } else {
        vec![after(None)]
    }
}

/// The puzzles of the last positions of a game.
pub(super) fn find(positions: &[AnyGame]) -> Vec<GamePuzzle> {
    let mut found = Vec::new();
    let mut next_ply = 0;
    for (ply, game) in positions.iter().enumerate() {
        if ply < next_ply {
            continue;
        }
        if let Some(puzzle) = puzzle(game) {
            found.push(puzzle);
            next_ply = ply + GAP;
        }
    }
    found
}

fn puzzle(game: &AnyGame) -> Option<GamePuzzle> {
    let text = game.truth_text();
    let position = banqi::Position::from_text(banqi::Options::default(), &text).ok()?;
    let board = position.board();
    if board.face_down().len() > MAX_HIDDEN || board.occupied().len() > MAX_PIECES {
        return None;
    }
    let mut race = Race::new(board.mover());
    let moves = (1..=MAX_MOVES).find_map(|moves| match race.wins(board, 2 * moves - 1) {
        Some(false) => None,
        Some(true) => Some(Some(moves)),
        None => Some(None),
    })??;
    let plies = 2 * moves - 1;
    // A win by one capture is no puzzle.
    if moves < 2 || race.winning(board, plies)?.len() != 1 {
        return None;
    }
    let first = *race.winning(board, plies + 2)?.first()?;
    if !is_only_win(&mut race, board, first, plies + 2)? {
        return None;
    }
    let line = race.line(board, plies)?;
    let mut themes = Themes::default();
    let is_open = board.face_down().is_empty();
    themes.insert(if is_open { Theme::OpenRace } else { Theme::AnyFlip });
    if !board.captures(first) && !board.reveals(first) {
        themes.insert(Theme::QuietWin);
    }
    let start = AnyGame::from_text(Variant::Banqi, "", &laid_out(&text, board, &line)?).ok()?;
    let actions = line.into_iter().map(|(action, _)| AnyAction::Banqi(action)).collect();
    GamePuzzle::new(start, actions, Goal::Mate, 0, themes)
}

fn is_only_win(race: &mut Race, board: &Board, first: Action, plies: u32) -> Option<bool> {
    Some(race.winning(board, plies)? == [first])
}

/// The position's text with the face-down pieces that the line shows under their squares.
fn laid_out(text: &str, board: &Board, line: &[(Action, Option<Piece>)]) -> Option<String> {
    let (open, _) = text.rsplit_once(' ')?;
    let squares: Vec<Square> =
        Square::reading_order().filter(|&square| board.face_down().contains(square)).collect();
    if squares.is_empty() {
        return Some(text.to_owned());
    }
    let mut rest: Vec<Piece> = board.unseen().pieces().collect();
    let mut under: Vec<Option<Piece>> = vec![None; squares.len()];
    for (action, shown) in line {
        let Some(piece) = shown else { continue };
        let at = squares.iter().position(|&square| square == action.target())?;
        rest.remove(rest.iter().position(|other| other == piece)?);
        under[at] = Some(*piece);
    }
    let letters: String = under
        .into_iter()
        .map(|piece| piece.or_else(|| rest.pop()).map(Piece::letter))
        .collect::<Option<_>>()?;
    Some(format!("{open} {letters}"))
}

/// Searches the start of a puzzle again: whether its first action is the only one that wins within
/// the solution's length or one action more. `None` for a puzzle of another game or a search that
/// became too large.
pub fn is_only_solution(puzzle: &GamePuzzle) -> Option<bool> {
    let text = puzzle.start().truth_text();
    let position = banqi::Position::from_text(banqi::Options::default(), &text).ok()?;
    let AnyAction::Banqi(first) = *puzzle.line().first()? else { return None };
    let board = position.board();
    let mut race = Race::new(board.mover());
    let plies = 2 * puzzle.moves() as u32 - 1;
    Some(race.winning(board, plies)? == [first] && race.winning(board, plies + 2)? == [first])
}
